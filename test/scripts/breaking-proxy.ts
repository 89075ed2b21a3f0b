import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Passing {
  method: string;
  path: string;
  /** What goes on to the deploy; may be changed before. */
  ask: Record<string, string>;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** How a deploy is broken: what is asked of it, and what it answers. */
export interface Fault {
  onRequest?: (passing: Pick<Passing, "method" | "path" | "ask">) => void;
  onAnswer?: (passing: Passing) => void;
}

const toRecord = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Stands before a sound deploy and spoils one thing. */
export async function startBreakingProxy(target: string, { onRequest, onAnswer }: Fault) {
  const server = createServer((incoming, outgoing) => {
    const passing = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      ask: toRecord(incoming.headers),
    };
    onRequest?.(passing);
    const onward = request(
      target + passing.path,
      { method: passing.method, headers: passing.ask, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const {
            connection: _,
            "keep-alive": __,
            "transfer-encoding": ___,
            ...headers
          } = toRecord(response.headers);
          const answer: Passing = {
            ...passing,
            status: response.statusCode ?? 0,
            headers,
            body: Buffer.concat(chunks),
          };
          onAnswer?.(answer);
          if (passing.method !== "HEAD" && answer.status !== 304)
            answer.headers["content-length"] = String(answer.body.length);
          outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        });
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
