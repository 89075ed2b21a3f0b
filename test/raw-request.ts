import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Every value of each header. */
  distinct: NodeJS.Dict<string[]>;
  body: Buffer;
}
export interface Question {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  agent?: Agent | false;
}

/** One request with its target as it is written: no client adds headers, decodes the path or unpacks the answer. */
export const askRaw = (
  server: string,
  path: string,
  { method = "GET", headers = {}, body, agent = false }: Question = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server);
    request({ hostname, port, path, method, headers, agent }, (response) => {
      const { statusCode: status = 0, headersDistinct: distinct } = response;
      buffer(response).then(
        (bytes) => resolve({ status, headers: response.headers, distinct, body: bytes }),
        reject,
      );
    })
      .on("error", reject)
      .end(body);
  });
