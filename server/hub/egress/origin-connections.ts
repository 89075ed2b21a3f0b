import type { Client, Dispatcher } from "undici";

interface Waiting {
  options: Dispatcher.DispatchOptions;
  handler: Dispatcher.DispatchHandler;
}

/**
 * The connections to one origin, one request on each at a time; what finds none free waits. undici's own Pool and Agent
 * do as much, but cost 16 KB for each origin, and a look through all origins whenever a connection ends.
 */
export const createOriginConnections = (options: {
  connect: () => Client;
  most: number;
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
    else if (busy.size < options.most) begin(open(), request);
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
