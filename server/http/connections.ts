import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { type ClientAddress, networkOf } from "./client-address.ts";
import type { Metrics } from "./metrics.ts";

const mostConnections = 1000;
/** Past the limit, this many more are answered 503 before any are just closed. */
const spareConnections = 200;
/** How many requests may wait for the answers before them, on all connections together. */
const mostWaiting = 32_768;
/** Milliseconds for which a connection may be idle after an answer. */
const idleFor = 10_000;
/** Milliseconds for which nothing of an answer need be read. */
const unreadFor = 35_000;

interface Connection {
  socket: Socket;
  /** The network of the client; behind a proxy, of the client that asked last. */
  client: string;
  /** How many of its requests are not answered yet. */
  pending: number;
  /** Whether any was, so that it may be idle. */
  isAnswered: boolean;
  /** Past the limit: what it asks for is to be asked for again later. */
  isSurplus: boolean;
  /** Requests that came before the last answer had left, in their order. */
  waiting: (() => void)[];
  /** How much it had sent when it was last seen, and since when no more came. */
  read: number;
  since: number;
}

/** The connections of a server: how many there may be, which are closed for others, and whose turn it is on each. */
export interface Connections {
  /** Notes a request; `answer` is called when the answer before it has left. */
  begin: (request: IncomingMessage, answer: (isSurplus: boolean) => void) => void;
  /** The answer to a request has left, or never will. */
  end: (request: IncomingMessage) => void;
  watch: (server: Server) => void;
}

const isIdle = ({ isAnswered, pending, socket }: Connection): boolean =>
  isAnswered && pending === 0 && socket.writableLength === 0;

/** Nothing of it is under way: it has asked nothing yet, or not to the end. */
const isSilent = ({ pending }: Connection): boolean => pending === 0;

export function createConnections(clientAddress: ClientAddress, metrics: Metrics): Connections {
  const open = new Map<Socket, Connection>();
  /** The same connections by client, in the order in which they came. */
  const byClient = new Map<string, Set<Connection>>();
  let waiting = 0;
  let closed = 0;
  metrics.gauge("http_connections", "Open connections.", () => open.size);
  metrics.gauge("http_requests_in_flight", "Requests being answered.", () =>
    open.values().reduce((sum, { pending }) => sum + pending, 0),
  );
  metrics.gauge("http_connections_closed_for_others", "Connections closed to admit others.", () => closed);

  const join = (connection: Connection, client: string): void => {
    connection.client = client;
    const group = byClient.get(client);
    if (group === undefined) byClient.set(client, new Set([connection]));
    else group.add(connection);
  };
  const leave = (connection: Connection): void => {
    const group = byClient.get(connection.client);
    group?.delete(connection);
    if (group?.size === 0) byClient.delete(connection.client);
  };
  const forget = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return;
    leave(connection);
    waiting -= connection.waiting.length;
    connection.waiting = [];
  };
  const close = (connection: Connection): void => {
    closed += 1;
    forget(connection);
    connection.socket.destroy();
  };

  /** The connection that goes when another comes: nobody may hold more than a fair share, and idle ones go first. */
  const findVictim = (client: string): Connection | undefined => {
    const own = byClient.get(client) ?? new Set<Connection>();
    const share = Math.ceil(mostConnections / byClient.size);
    if (own.size > share) return own.values().find(isIdle);
    const [largest = own, ...others] = [...byClient.values()].toSorted((a, b) => b.size - a.size);
    for (const group of [largest, ...others]) {
      const idle = group.values().find(isIdle);
      if (idle !== undefined) return idle;
    }
    if (largest === own || largest.size <= share) return undefined;
    return largest.values().find(isSilent) ?? largest.values().next().value;
  };

  const admit = (socket: Socket): Connection => {
    const client = networkOf(clientAddress.ofSocket(socket));
    const connection: Connection = {
      socket,
      client,
      pending: 0,
      isAnswered: false,
      isSurplus: false,
      waiting: [],
      read: 0,
      // Those that have sent nothing yet are Node's to close, as slow requests.
      since: Number.POSITIVE_INFINITY,
    };
    open.set(socket, connection);
    join(connection, client);
    socket.once("close", () => forget(connection));
    // Node reads on when an answer has left; here all that came before is answered first.
    socket.on("resume", () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    if (open.size > mostConnections) {
      const victim = findVictim(client);
      if (victim !== undefined && victim !== connection) close(victim);
      else if (open.size > mostConnections + spareConnections) close(connection);
      else connection.isSurplus = true;
    }
    return connection;
  };

  /** Too many wait: the connection with the most is closed. */
  const closeGreediest = (): void => {
    let greediest: Connection | undefined;
    for (const connection of open.values()) {
      if (greediest === undefined || connection.waiting.length > greediest.waiting.length)
        greediest = connection;
    }
    if (greediest !== undefined) close(greediest);
  };

  const takeNext = (connection: Connection): void => {
    const answer = connection.waiting.shift();
    if (answer === undefined) return;
    waiting -= 1;
    if (connection.waiting.length === 0) connection.socket.resume();
    if (connection.socket.writable) answer();
    else forget(connection);
  };

  const closeIdle = (now: number): void => {
    for (const [socket, connection] of open) {
      const { bytesRead } = socket;
      if (connection.pending > 0 || connection.read !== bytesRead) {
        connection.read = bytesRead;
        connection.since = now;
      } else if (now - connection.since >= idleFor) socket.destroy();
      // From here on Node tells whether any of it is read.
      const patience = socket.writableLength > 0 ? unreadFor : 0;
      if ((socket.timeout ?? 0) !== patience) socket.setTimeout(patience);
    }
  };

  return {
    begin: (request, answer) => {
      const { socket } = request;
      const connection = open.get(socket) ?? admit(socket);
      const client = clientAddress.forwarded(request);
      if (client !== undefined) {
        leave(connection);
        join(connection, networkOf(client));
      }
      connection.pending += 1;
      if (connection.pending === 1) return answer(connection.isSurplus);
      connection.waiting.push(() => answer(connection.isSurplus));
      waiting += 1;
      // What has come in one piece has been parsed by then; no more is read until all of it is answered.
      if (connection.waiting.length === 1) process.nextTick(() => socket.pause());
      if (waiting > mostWaiting) closeGreediest();
    },
    end: ({ socket }) => {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.pending -= 1;
      connection.isAnswered = true;
      // Others have their turn first.
      if (connection.waiting.length > 0) setImmediate(takeNext, connection);
    },
    watch: (server) => {
      // Node takes a connection for idle once its answer has been written, though most of it may still wait in this
      // process for a slow reader, and closes it: at the end of the process, and when others need its place.
      server.closeIdleConnections = () => {
        for (const connection of open.values()) if (isIdle(connection)) connection.socket.destroy();
      };
      // Node's own ways to notice both start timers for each request; a look at all each second costs requests nothing.
      server.keepAliveTimeout = 0;
      setInterval(() => closeIdle(performance.now()), 1000).unref();
      server.on("connection", (socket: Socket) => void admit(socket));
    },
  };
}
