import type { RequestListener, Server, ServerOptions } from "node:http";
import { createServer } from "node:net";
import type { Duplex } from "node:stream";
import { listen as listhen } from "listhen";
import type { Connections } from "./connections.ts";
import type { Env } from "../env.ts";

/** Why this process cannot take the port, in a line; undefined when it can. */
const portProblem = ({ HOST, PORT }: Env): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    const where = `${HOST}:${PORT}`;
    const reasons: Record<string, string> = {
      EADDRINUSE: `${where} is in use: stop the other process or set PORT`,
      EACCES: `${where} needs more rights: set PORT to 1024 or more`,
      EADDRNOTAVAIL: `this machine has no address ${HOST}: set HOST`,
      ENOTFOUND: `${HOST} is not known: set HOST`,
    };
    probe.once("error", ({ code = "", message }: NodeJS.ErrnoException) => resolve(reasons[code] ?? message));
    probe.listen({ host: HOST, port: PORT }, () => probe.close(() => resolve(undefined)));
  });

/** Of Node's server. Slow requests are aborted (docs/contract.md, section 8). */
const options: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  // A timer for each request; `Connections` closes what is idle.
  keepAliveTimeout: 0,
  // What has no body needs no stream that ends: that took an eighth of a request.
  optimizeEmptyRequests: true,
};

const refusals: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Says why, and lets it arrive before the connection is closed. */
function refuse(socket: Duplex, status: string, more = ""): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  setTimeout(() => socket.destroy(), 500).unref();
}

/** Answers what is no request, or asks for a tunnel, which Node would close without a word. */
function refuseUnreadable(server: Server): void {
  const refused = new WeakSet<object>();
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    refuse(socket, refusals[code] ?? "400 Bad Request");
  });
  server.on("connect", (_, socket) => {
    // Node leaves the socket of a tunnel to us, its errors too: unheard, a connection that breaks would end the process.
    socket.on("error", () => socket.destroy());
    refuse(socket, "405 Method Not Allowed", "Allow: GET, HEAD, POST, OPTIONS\r\n");
  });
}

/**
 * listhen hands what it is given to `createServer` of Node, which takes options as well as a listener. Its own listener,
 * for its way to close, looks at each request's socket once the answer is out, and throws where that is gone, as after
 * a body that was not read to its end: so only ours stays, and we drain without it.
 */
async function listenWith(listener: RequestListener, env: Env) {
  const { server, address } = await listhen(options as unknown as RequestListener, {
    hostname: env.HOST,
    // listhen looks for another port when this one is taken, unless every way to find one is closed.
    port: { port: env.PORT, random: env.PORT === 0, alternativePortRange: [1, 0] },
    isTest: true,
    isProd: true,
    showURL: false,
    autoClose: false,
  });
  server.removeAllListeners("request").on("request", listener);
  return { server, port: address.port };
}

export interface Listening {
  url: string;
  /** Takes no new requests; settles when all are answered, or `patience` milliseconds later. */
  drain: (patience: number) => Promise<void>;
}

/** Listens on exactly the given port; throws a line that says why it cannot. */
export async function listen(
  listener: RequestListener,
  env: Env,
  connections: Connections,
): Promise<Listening> {
  const problem = await portProblem(env);
  if (problem !== undefined) throw new Error(problem);
  const { server, port } = await listenWith(listener, env);
  if (env.PORT !== 0 && port !== env.PORT) {
    server.close();
    throw new Error(`port ${env.PORT} is one that browsers refuse: set PORT to another`);
  }
  connections.watch(server);
  refuseUnreadable(server);
  const host = env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST;
  return {
    url: `http://${host}:${port}`,
    drain: (patience) =>
      new Promise((resolve) => {
        const sweep = setInterval(() => server.closeIdleConnections(), 50);
        const deadline = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
