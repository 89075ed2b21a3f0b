import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { Client, type Dispatcher, type buildConnector } from "undici";
import { type Dial, Unreached } from "./dial.ts";

/** The connection that serves an exchange, as far as an exchange may see it. */
export interface EgressConnection {
  /** Bytes read from the network since the exchange began, TLS and all. */
  bytesRead: () => number;
  /** Calls back whenever something was read for the exchange. */
  onRead: (listener: () => void) => void;
  destroy: () => void;
}

export interface ExchangeHandler extends Dispatcher.DispatchHandler {
  onConnection(connection: EgressConnection): void;
}

export type EgressAgent = ReturnType<typeof createEgressAgent>;

/** Connections to callbacks by origin, kept alive for a moment, each of which knows what it has read. */
export const createEgressAgent = (dial: Dial, connections: number) => {
  const settings: Client.Options = {
    pipelining: 1,
    // undici would hold back all but one connection of an origin until it knows whether that speaks HTTP/2.
    allowH2: false,
    // An idle connection that the other side closes just as we use it would look like a failure.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const origins = new Map<string, OriginConnections>();
  const open = (origin: string): OriginConnections => {
    const opened = createOriginConnections({
      connect: () => createClient(new URL(origin), settings, dial),
      max: connections,
      onEmpty: () => {
        if (origins.get(origin) === opened) origins.delete(origin);
      },
    });
    origins.set(origin, opened);
    return opened;
  };
  return {
    dispatch: (origin: string, options: Dispatcher.DispatchOptions, handler: ExchangeHandler): void => {
      (origins.get(origin) ?? open(origin)).dispatch({ options, handler });
    },
    destroy: async (): Promise<void> => {
      await Promise.all([...origins.values()].map((each) => each.destroy()));
    },
  };
};

const createClient = (origin: URL, settings: Client.Options, dial: Dial): Client => {
  let socket: Socket | undefined;
  let before = 0;
  let notify = (): void => {};
  const connection: EgressConnection = {
    bytesRead: () => (socket?.bytesRead ?? 0) - before,
    onRead: (listener) => void (notify = listener),
    destroy: () => void socket?.destroy(),
  };
  const onSocket = (dialled: Socket): void => {
    socket = dialled;
    before = 0;
  };
  const connect = async (hostname: string, port: string, done: buildConnector.Callback): Promise<void> => {
    let secure: TLSSocket;
    try {
      secure = await dial(hostname, Number(port || 443), onSocket);
    } catch (error) {
      done(error instanceof Error ? error : new Unreached("broken", String(error)), null);
      return;
    }
    secure.on("readable", () => notify());
    done(null, secure);
  };
  const client = new Client(origin, {
    ...settings,
    connect: ({ hostname, port }, done) => void connect(hostname, port, done),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) => {
    before = socket?.bytesRead ?? 0;
    (handler as ExchangeHandler).onConnection(connection);
    return dispatch(request, handler);
  };
  return client;
};

interface Waiting {
  options: Dispatcher.DispatchOptions;
  handler: Dispatcher.DispatchHandler;
}

/**
 * The connections to one origin, one request on each at a time; what finds none free waits. undici's own Pool and Agent
 * do as much, but cost 16 KB for each origin, and a look through all origins whenever a connection ends.
 */
const createOriginConnections = (options: {
  connect: () => Client;
  max: number;
  /** No connection is left. */
  onEmpty: () => void;
}) => {
  const free = new Set<Client>();
  const busy = new Set<Client>();
  const waiting: Waiting[] = [];

  const begin = (client: Client, request: Waiting): void => {
    free.delete(client);
    busy.add(client);
    client.dispatch(request.options, request.handler);
    // A request that could not even begin leaves nothing that would say that it is over.
    if (client.stats.size === 0) queueMicrotask(() => release(client));
  };
  /** Does nothing as long as the client has something to do. */
  const release = (client: Client): void => {
    if (!busy.has(client) || client.stats.size > 0) return;
    busy.delete(client);
    if (client.stats.connected) free.add(client);
    const next = waiting.shift();
    if (next) dispatch(next);
    else forgetIfEmpty();
  };
  const open = (): Client => {
    const client = options.connect();
    const onLost = (): void => {
      if (free.delete(client)) forgetIfEmpty();
      // The client takes leave of an aborted request only after it has said that the connection is lost.
      else queueMicrotask(() => release(client));
    };
    return client
      .on("drain", () => release(client))
      .on("disconnect", onLost)
      .on("connectionError", onLost);
  };
  const forgetIfEmpty = (): void => {
    if (free.size + busy.size === 0) options.onEmpty();
  };
  const dispatch = (request: Waiting): void => {
    const [idle] = free;
    if (idle) begin(idle, request);
    else if (busy.size < options.max) begin(open(), request);
    else waiting.push(request);
  };

  return {
    dispatch,
    destroy: async (): Promise<void> => {
      // Who still waits is told by the deadline of its exchange.
      waiting.length = 0;
      await Promise.all([...free, ...busy].map((client) => client.destroy()));
    },
  };
};

export type OriginConnections = ReturnType<typeof createOriginConnections>;
