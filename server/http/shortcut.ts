import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type ReadyAnswer, writeBody } from "./response.ts";
import { isNotModified } from "./conditional.ts";

/** The answer to a GET that has neither faults nor a range; undefined when the app should see to it. */
export type FindAnswer = (target: string, acceptEncoding: string | undefined) => ReadyAnswer | undefined;

/**
 * Sends what is plain to answer straight through Node, without h3's request, route and response: the same bytes and
 * headers, sooner. All else is the app's. Answers that the system has taken over whole are told to `handedOver`.
 */
export function createShortcut(
  find: FindAnswer,
  handedOver: (answer: ReadyAnswer) => void,
  app: RequestListener,
): RequestListener {
  const found = ({ method, url = "", headers }: IncomingMessage): ReadyAnswer | undefined => {
    if ((method !== "GET" && method !== "HEAD") || headers.range !== undefined) return undefined;
    try {
      return find(url, headers["accept-encoding"]);
    } catch {
      // The app meets the same fault, and knows how to log it and what to say.
      return undefined;
    }
  };
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const answer = found(request);
    if (answer === undefined) return app(request, response);
    const { headers } = request;
    const isConditional =
      headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
    const get = (name: string) => (headers[name] as string | undefined) ?? null;
    if (isConditional && isNotModified({ get }, answer)) {
      response.writeHead(304, answer.unchanged).end();
    } else {
      response.writeHead(200, answer.headers);
      if (request.method === "HEAD") response.end();
      else writeBody(response, answer.body);
    }
    // Nothing of it waits in this process.
    if (response.writableLength === 0) handedOver(answer);
  };
}
