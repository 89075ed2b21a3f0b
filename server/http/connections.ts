import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Metrics } from "./metrics.ts";

const mostConnections = 1000;
/** Past the limit, this many more are answered 503 before any are just closed. */
const spareConnections = 200;
/** Milliseconds for which a connection may rest after an answer. */
const restsFor = 10_000;
/** Milliseconds for which nothing of an answer need be taken. */
const untakenFor = 35_000;

interface Connection {
  /** How many of its requests are not answered yet. */
  pending: number;
  /** Whether any was, so that it may be resting. */
  isAnswered: boolean;
  /** Past the limit: what it asks for is to be asked for again later. */
  isSurplus: boolean;
  /** How much it had sent when it was last seen, and since when no more came. */
  read: number;
  since: number;
}

/** The connections of a server: how many there may be, and which are closed for doing nothing. */
export interface Connections {
  of: (socket: Socket) => Connection;
  watch: (server: Server) => void;
}

export function createConnections(metrics: Metrics): Connections {
  const open = new Map<Socket, Connection>();
  metrics.gauge("http_connections", "Open connections.", () => open.size);
  metrics.gauge("http_requests_in_flight", "Requests being answered.", () =>
    open.values().reduce((sum, { pending }) => sum + pending, 0),
  );

  const admit = (socket: Socket): Connection => {
    // Those that have sent nothing yet are Node's to close, as slow requests.
    const connection = {
      pending: 0,
      isAnswered: false,
      isSurplus: false,
      read: 0,
      since: Number.POSITIVE_INFINITY,
    };
    open.set(socket, connection);
    socket.once("close", () => open.delete(socket));
    if (open.size > mostConnections) closeResting();
    connection.isSurplus = open.size > mostConnections;
    return connection;
  };

  const closeResting = (): void => {
    for (const [socket, { pending, isAnswered }] of open) {
      if (isAnswered && pending === 0 && socket.writableLength === 0) socket.destroy();
    }
  };

  const closeIdle = (now: number): void => {
    for (const [socket, connection] of open) {
      const { bytesRead } = socket;
      if (connection.pending > 0 || connection.read !== bytesRead) {
        connection.read = bytesRead;
        connection.since = now;
      } else if (now - connection.since >= restsFor) socket.destroy();
      // From here on Node tells whether any of it is taken.
      const patience = socket.writableLength > 0 ? untakenFor : 0;
      if ((socket.timeout ?? 0) !== patience) socket.setTimeout(patience);
    }
  };

  const of = (socket: Socket): Connection => open.get(socket) ?? admit(socket);

  return {
    of,
    watch: (server) => {
      // Node takes a connection for idle once its answer has been written, though most of it may still wait in this
      // process for a slow reader, and cuts it: at the end of the process, and when others need room.
      server.closeIdleConnections = closeResting;
      server.maxConnections = mostConnections + spareConnections;
      // Node's own ways to notice both start timers for each request; a look at all each second costs requests nothing.
      server.keepAliveTimeout = 0;
      setInterval(() => closeIdle(performance.now()), 1000).unref();
      server.on("connection", of);
    },
  };
}
