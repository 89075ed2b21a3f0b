import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { type ClientAddress, networkOf } from "./client-address.ts";
import type { Metrics } from "./metrics.ts";
import {
  type OpenConnection,
  type OpenConnections,
  createOpenConnections,
  isIdle,
  mostConnections,
} from "./open-connections.ts";
import { createPipelining } from "./pipelining.ts";

/** Past the limit, this many more are answered 503 before any are just closed. */
const spareConnections = 200;
/** Milliseconds for which a connection may be idle after an answer. */
const idleFor = 10_000;
/** Milliseconds for which nothing of an answer need be read. */
const unreadFor = 35_000;

/** The connections of a server: how many there may be, which are closed for others, and whose turn it is on each. */
export interface Connections {
  /** Notes a request; `answer` is called when the answer before it has left. */
  begin: (request: IncomingMessage, answer: (isSurplus: boolean) => void) => void;
  /** The answer to a request has left, or never will. */
  end: (request: IncomingMessage) => void;
  watch: (server: Server) => void;
}

const toConnection = (socket: Socket, client: string): OpenConnection => ({
  socket,
  client,
  pending: 0,
  isAnswered: false,
  isSurplus: false,
  waiting: [],
  read: 0,
  // Those that have sent nothing yet are Node's to close, as slow requests.
  since: Number.POSITIVE_INFINITY,
});

function closeIdle(open: OpenConnections, now: number): void {
  for (const connection of open.all()) {
    const { socket } = connection;
    const { bytesRead } = socket;
    if (connection.pending > 0 || connection.read !== bytesRead) {
      connection.read = bytesRead;
      connection.since = now;
    } else if (now - connection.since >= idleFor) socket.destroy();
    // From here on Node tells whether any of it is read.
    const patience = socket.writableLength > 0 ? unreadFor : 0;
    if ((socket.timeout ?? 0) !== patience) socket.setTimeout(patience);
  }
}

export function createConnections(clientAddress: ClientAddress, metrics: Metrics): Connections {
  const open = createOpenConnections();
  let closed = 0;
  metrics.gauge("http_connections", "Open connections.", open.size);
  metrics.gauge("http_requests_in_flight", "Requests being answered.", () =>
    open.all().reduce((sum, { pending }) => sum + pending, 0),
  );
  metrics.gauge("http_connections_closed_for_others", "Connections closed to admit others.", () => closed);

  const forget = (connection: OpenConnection): void => {
    if (open.remove(connection)) pipelining.forget(connection);
  };
  const close = (connection: OpenConnection): void => {
    closed += 1;
    forget(connection);
    connection.socket.destroy();
  };
  const pipelining = createPipelining(open, close);

  const admit = (socket: Socket): OpenConnection => {
    const connection = toConnection(socket, networkOf(clientAddress.ofSocket(socket)));
    open.add(connection);
    socket.once("close", () => forget(connection));
    // Node reads on when an answer has left; here all that came before is answered first.
    socket.on("resume", () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    if (open.size() > mostConnections) {
      const victim = open.findVictim(connection.client);
      if (victim !== undefined && victim !== connection) close(victim);
      else if (open.size() > mostConnections + spareConnections) close(connection);
      else connection.isSurplus = true;
    }
    return connection;
  };

  return {
    begin: (request, answer) => {
      const connection = open.of(request.socket) ?? admit(request.socket);
      const client = clientAddress.forwarded(request);
      if (client !== undefined) open.move(connection, networkOf(client));
      pipelining.begin(connection, answer);
    },
    end: ({ socket }) => {
      const connection = open.of(socket);
      if (connection !== undefined) pipelining.end(connection);
    },
    watch: (server) => {
      // Node takes a connection for idle once its answer has been written, though most of it may still wait in this
      // process for a slow reader, and closes it: at the end of the process, and when others need its place.
      server.closeIdleConnections = () => {
        for (const connection of open.all()) if (isIdle(connection)) connection.socket.destroy();
      };
      // Node's own ways to notice idle connections and unread answers start timers for each request; a look at all each
      // second costs requests nothing.
      setInterval(() => closeIdle(open, performance.now()), 1000).unref();
      server.on("connection", (socket: Socket) => void admit(socket));
    },
  };
}
