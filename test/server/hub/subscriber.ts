import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type Identity, loopbackIdentity } from "./certificates.ts";

interface Received {
  method: string;
  /** The request target as it was sent. */
  target: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  rawHeaders: string[];
  body: Buffer;
  at: number;
}
export type Answering = (received: Received, response: ServerResponse) => void;

/** Answers as a good subscriber does. */
export const confirm: Answering = ({ query }, response) => {
  response.writeHead(200, { "content-type": "text/plain" }).end(query.getAll("hub.challenge").at(-1) ?? "");
};
export const answer =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_, response) => {
    response.writeHead(status, headers).end();
  };
/** Never answers. */
export const silence: Answering = () => {};

/** A real subscriber over TLS on 127.0.0.1, which writes down all it receives. */
export const startSubscriber = async (
  options: {
    verification?: Answering;
    delivery?: Answering;
    identity?: Identity;
    host?: string;
    port?: number;
  } = {},
) => {
  const received: Received[] = [];
  const waiters: { until: () => boolean; resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  const subscriber = {
    received,
    verification: options.verification ?? confirm,
    delivery: options.delivery ?? answer(204),
    origin: "",
    port: 0,
    callback: "",
    connections: 0,
    get verifications() {
      return received.filter(({ method, query }) => method === "GET" && query.get("hub.mode") !== "denied");
    },
    get denials() {
      return received.filter(({ method, query }) => method === "GET" && query.get("hub.mode") === "denied");
    },
    get deliveries() {
      return received.filter(({ method }) => method === "POST");
    },
    /** How many connections are open. */
    open: () => sockets.size,
    /** Waits until the subscriber has received so much; fails after the time. */
    until: async (what: () => boolean, ms = 120_000): Promise<void> => {
      if (what()) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        const seen = received.map(({ method, target }) => `${method} ${target}`).join("\n");
        reject(new Error(`not seen within ${ms} ms; received so far:\n${seen}`));
      }, ms);
      waiters.push({ until: what, resolve });
      await promise.finally(() => clearTimeout(timer));
    },
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const target = request.url ?? "";
    const one: Received = {
      method: request.method ?? "",
      target,
      query: new URLSearchParams(target.slice(target.indexOf("?") + 1)),
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks),
      at: Date.now(),
    };
    received.push(one);
    for (const waiter of waiters) if (waiter.until()) waiter.resolve();
    if (one.method === "GET") subscriber.verification(one, response);
    else subscriber.delivery(one, response);
  };
  const identity = options.identity ?? loopbackIdentity;
  const server = createServer(identity, (request, response) => void respond(request, response));
  server.on("connection", (socket: Socket) => {
    subscriber.connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, host, resolve));
  subscriber.port = (server.address() as AddressInfo).port;
  subscriber.origin = `https://${host.includes(":") ? `[${host}]` : host}:${subscriber.port}`;
  subscriber.callback = `${subscriber.origin}/callback`;
  return subscriber;
};
