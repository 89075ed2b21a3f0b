import { createServer, type Socket } from "node:net";
import type { IncomingMessage, RequestListener, Server, ServerOptions } from "node:http";
import type { ClientAddress } from "./client-address.ts";
import { clientKey } from "../networks.ts";
import type { Metrics } from "./metrics.ts";
import type { Duplex } from "node:stream";
import { listen as listhen } from "listhen";
import type { Env } from "../env.ts";

const maxConnections = 1000;

interface OpenConnection {
  socket: Socket;
  /** The network of the client; behind a proxy, of the client that asked last. */
  client: string;
  /** How many of its requests are not answered yet. */
  pending: number;
  isAnswered: boolean;
  /** Past the limit: what it asks for is to be asked for again later. */
  isSurplus: boolean;
  /** Requests that came before the last answer had left, in their order. */
  waiting: (() => void)[];
  /** How much it had sent when it was last seen, and since when no more came. */
  read: number;
  since: number;
}

const isIdle = ({ isAnswered, pending, socket }: OpenConnection): boolean =>
  isAnswered && pending === 0 && socket.writableLength === 0;

/** The connection to close for a new one: no client may hold more than a fair share, and idle connections go first. */
function findVictim(open: ReadonlyMap<Socket, OpenConnection>, client: string): OpenConnection | undefined {
  const byClient = Map.groupBy(open.values(), (connection) => connection.client);
  const own = byClient.get(client) ?? [];
  const share = Math.ceil(maxConnections / byClient.size);
  if (own.length > share) return own.find(isIdle);
  const groups = [...byClient.values()].toSorted((a, b) => b.length - a.length);
  const idle = groups.flat().find(isIdle);
  if (idle !== undefined) return idle;
  const [largest = own] = groups;
  if (largest === own || largest.length <= share) return undefined;
  // First those without a request under way: they have sent none, or only part of one.
  return largest.find(({ pending }) => pending === 0) ?? largest[0];
}

/** How many requests may wait for the answers before them, on all connections together. */
const maxWaiting = 32_768;
/** Past the limit, this many more are answered 503 before any are just closed. */
const spareConnections = 200;
const idleMs = 10_000;
/** Milliseconds for which nothing of an answer need be read. */
const unreadMs = 35_000;

function closeIdle(open: Iterable<OpenConnection>, now: number): void {
  for (const connection of open) {
    const { socket } = connection;
    const { bytesRead } = socket;
    if (connection.pending > 0 || connection.read !== bytesRead) {
      connection.read = bytesRead;
      connection.since = now;
    } else if (now - connection.since >= idleMs) socket.destroy();
    // From here on Node tells whether any of it is read.
    const patience = socket.writableLength > 0 ? unreadMs : 0;
    if ((socket.timeout ?? 0) !== patience) socket.setTimeout(patience);
  }
}

/** The connections of a server: how many there may be, which are closed for others, and whose turn it is on each. */
export class Connections {
  readonly #clientAddress: ClientAddress;
  readonly #open = new Map<Socket, OpenConnection>();
  #waiting = 0;
  #closed = 0;

  constructor(clientAddress: ClientAddress, metrics: Metrics) {
    this.#clientAddress = clientAddress;
    const open = this.#open;
    metrics.gauge("http_connections", "Open connections.", () => open.size);
    metrics.gauge("http_requests_in_flight", "Requests being answered.", () =>
      open.values().reduce((sum, { pending }) => sum + pending, 0),
    );
    const help = "Connections closed to admit others.";
    metrics.gauge("http_connections_closed_for_others", help, () => this.#closed);
  }

  #forget(connection: OpenConnection): void {
    if (!this.#open.delete(connection.socket)) return;
    this.#waiting -= connection.waiting.length;
    connection.waiting = [];
  }

  #close(connection: OpenConnection): void {
    this.#closed += 1;
    this.#forget(connection);
    connection.socket.destroy();
  }

  #admit(socket: Socket): OpenConnection {
    const open = this.#open;
    const client = clientKey(this.#clientAddress.ofSocket(socket));
    // Node itself closes connections that have sent nothing yet, as slow requests.
    const never = Number.POSITIVE_INFINITY;
    const nothing = { pending: 0, isAnswered: false, isSurplus: false, read: 0, since: never };
    const connection: OpenConnection = { ...nothing, socket, client, waiting: [] };
    open.set(socket, connection);
    socket.once("close", () => this.#forget(connection));
    // Node reads on once an answer has left; requests that came before are to be answered first.
    socket.on("resume", () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    if (open.size > maxConnections) {
      const victim = findVictim(open, client);
      if (victim !== undefined && victim !== connection) this.#close(victim);
      else if (open.size > maxConnections + spareConnections) this.#close(connection);
      else connection.isSurplus = true;
    }
    return connection;
  }

  #takeNext(connection: OpenConnection): void {
    const answer = connection.waiting.shift();
    if (answer === undefined) return;
    this.#waiting -= 1;
    if (connection.waiting.length === 0) connection.socket.resume();
    if (connection.socket.writable) answer();
    else this.#forget(connection);
  }

  /** Notes a request; `answer` is called when the answer before it has left. */
  begin(request: IncomingMessage, answer: (isSurplus: boolean) => void): void {
    const connection = this.#open.get(request.socket) ?? this.#admit(request.socket);
    const client = this.#clientAddress.forwarded(request);
    // A proxy's connection speaks for another client now.
    if (client !== undefined) connection.client = clientKey(client);
    connection.pending += 1;
    if (connection.pending === 1) return answer(connection.isSurplus);
    connection.waiting.push(() => answer(connection.isSurplus));
    this.#waiting += 1;
    // Requests that arrived in one piece have been parsed by then; reading stops until all are answered.
    if (connection.waiting.length === 1) process.nextTick(() => connection.socket.pause());
    if (this.#waiting <= maxWaiting) return;
    const [greediest] = [...this.#open.values()].toSorted((a, b) => b.waiting.length - a.waiting.length);
    if (greediest !== undefined) this.#close(greediest);
  }

  /** The answer to a request has left, or never will. */
  end({ socket }: IncomingMessage): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.pending -= 1;
    connection.isAnswered = true;
    // Other connections have their turn first.
    if (connection.waiting.length > 0) setImmediate(() => this.#takeNext(connection));
  }

  watch(server: Server): void {
    // Node takes a connection for idle once its answer has been written, though most of it may still wait in this
    // process for a slow reader, and closes it: at the end of the process, and when others need its place.
    server.closeIdleConnections = () => {
      for (const connection of this.#open.values()) if (isIdle(connection)) connection.socket.destroy();
    };
    // Node's own ways to notice idle connections and unread answers start timers for each request; a look at all each
    // second costs requests nothing.
    setInterval(() => closeIdle(this.#open.values(), performance.now()), 1000).unref();
    server.on("connection", (socket: Socket) => void this.#admit(socket));
  }
}

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
  // An answer without a body needs no stream to end: that took an eighth of a request.
  optimizeEmptyRequests: true,
};

const refusals: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Says why, and gives the answer time to arrive before the connection is closed. */
function refuse(socket: Duplex, status: string, more = ""): void {
  if (socket.writable)
    socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
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

/** Listens on exactly the given port; throws a line that says why it cannot. */
export async function listen(listener: RequestListener, env: Env, connections: Connections) {
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
    /** Takes no new requests; settles when all are answered, or `patience` milliseconds later. */
    drain: (patience: number) =>
      new Promise<void>((resolve) => {
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
