import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type buildConnector, Client, type Dispatcher } from "undici";
import { Unreached } from "./unreached.ts";
import { createOriginConnections, type OriginConnections } from "./origin-connections.ts";

/** Connects to an address that may be dialled; `onSocket` gets the socket under TLS before anything is read from it. */
export type Dial = (hostname: string, port: number, onSocket: (socket: Socket) => void) => Promise<TLSSocket>;

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
      most: connections,
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
