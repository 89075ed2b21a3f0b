import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { Client, type Dispatcher, Pool, type buildConnector } from "undici";
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
  const pools = new Map<string, Pool>();
  const open = (origin: string): Pool => {
    const pool = new Pool(origin, {
      connections,
      // undici would hold back all but one connection of an origin until it knows whether that speaks HTTP/2.
      allowH2: false,
      factory: (url) => createClient(url, dial),
      // The clients connect by themselves; a pool that may have to would keep what that takes.
      connect: (_, done) => done(new Unreached("broken", "a pool does not connect"), null),
    });
    const forgetIfEmpty = (): void => {
      const { connected, size } = pool.stats;
      if (connected === 0 && size === 0 && pools.get(origin) === pool) pools.delete(origin);
    };
    // A request that failed is taken leave of only after that is said of its connection.
    const onLost = (): void => queueMicrotask(forgetIfEmpty);
    pools.set(origin, pool.on("disconnect", onLost).on("connectionError", onLost));
    return pool;
  };
  return {
    dispatch: (origin: string, options: Dispatcher.DispatchOptions, handler: ExchangeHandler): void => {
      (pools.get(origin) ?? open(origin)).dispatch(options, handler);
    },
    destroy: async (): Promise<void> => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
};

const createClient = (origin: URL, dial: Dial): Client => {
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
    pipelining: 1,
    allowH2: false,
    // An idle connection that the other side closes just as we use it would look like a failure.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
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
