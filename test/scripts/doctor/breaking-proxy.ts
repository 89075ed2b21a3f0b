import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Identity } from "../../server/hub/certificates.ts";

export interface Passing {
  method: string;
  path: string;
  /** The request on its way to the deploy; may be changed first. */
  ask: Record<string, string>;
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** Cuts the connection in the middle of the body. */
  isCut?: boolean;
}

export type Asked = Pick<Passing, "method" | "path" | "ask">;

/** How a deploy is broken: what is asked of it, and what it answers. */
export interface Fault {
  /** Changes what goes on to the deploy. */
  onRequest?: (asked: Asked) => void;
  /** Answers itself; `"never"` keeps the client waiting, nothing lets the request through. */
  answer?: (
    asked: Asked,
  ) => { status: number; headers?: Record<string, string>; body: string | Buffer } | "never" | undefined;
  /** Milliseconds that each answer waits. */
  delay?: number;
  /** Changes what comes back. */
  onAnswer?: (passing: Passing) => void;
}

const toRecord = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const perConnection = new Set(["connection", "keep-alive", "transfer-encoding"]);

function send(outgoing: ServerResponse, { method, status, headers, body, isCut }: Passing): void {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !perConnection.has(name)));
  if (method !== "HEAD" && status !== 304) kept["content-length"] = String(body.length);
  outgoing.writeHead(status, kept);
  if (isCut) outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  else outgoing.end(method === "HEAD" ? undefined : body);
}

/** Stands before a sound deploy and spoils one thing; clients speak to it plainly, or encrypted with a certificate. */
export async function startBreakingProxy(target: string, fault: Fault, identity?: Identity) {
  const agent = new Agent({ keepAlive: true });
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = "GET", url: path = "/" } = incoming;
    const passing = { method, path, ask: toRecord(incoming.headers) };
    const own = fault.answer?.(passing);
    if (own === "never") return;
    if (own !== undefined) {
      incoming.resume();
      return send(outgoing, { ...passing, headers: {}, ...own, body: Buffer.from(own.body) });
    }
    fault.onRequest?.(passing);
    const onward = request(
      target + passing.path,
      { method: passing.method, headers: passing.ask, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          if (identity !== undefined) response.headers["strict-transport-security"] = "max-age=31536000";
          const answer: Passing = {
            ...passing,
            status: response.statusCode ?? 0,
            headers: toRecord(response.headers),
            body: Buffer.concat(chunks),
          };
          fault.onAnswer?.(answer);
          if (fault.delay === undefined) send(outgoing, answer);
          else setTimeout(send, fault.delay, outgoing, answer);
        });
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = identity === undefined ? createServer(handle) : createTlsServer(identity, handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, "close");
    },
  };
}
