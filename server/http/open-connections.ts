import type { Socket } from "node:net";

export const mostConnections = 1000;

export interface OpenConnection {
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

export const isIdle = ({ isAnswered, pending, socket }: OpenConnection): boolean =>
  isAnswered && pending === 0 && socket.writableLength === 0;

/** Nothing of it is under way: it has asked nothing yet, or not to the end. */
const isSilent = ({ pending }: OpenConnection): boolean => pending === 0;

/** The connections that are open, by socket and by client. */
export function createOpenConnections() {
  const open = new Map<Socket, OpenConnection>();
  /** The same connections by client, in the order in which they came. */
  const byClient = new Map<string, Set<OpenConnection>>();

  const join = (connection: OpenConnection, client: string): void => {
    connection.client = client;
    const group = byClient.get(client);
    if (group === undefined) byClient.set(client, new Set([connection]));
    else group.add(connection);
  };
  const leave = (connection: OpenConnection): void => {
    const group = byClient.get(connection.client);
    group?.delete(connection);
    if (group?.size === 0) byClient.delete(connection.client);
  };
  return {
    size: () => open.size,
    all: () => open.values(),
    of: (socket: Socket) => open.get(socket),
    add: (connection: OpenConnection): void => {
      open.set(connection.socket, connection);
      join(connection, connection.client);
    },
    /** A proxy's connection speaks for another client now. */
    move: (connection: OpenConnection, client: string): void => {
      leave(connection);
      join(connection, client);
    },
    /** Whether it was there. */
    remove: (connection: OpenConnection): boolean => {
      if (!open.delete(connection.socket)) return false;
      leave(connection);
      return true;
    },
    /** The connection that goes when another comes: nobody may hold more than a fair share, and idle ones go first. */
    findVictim: (client: string): OpenConnection | undefined => {
      const own = byClient.get(client) ?? new Set<OpenConnection>();
      const share = Math.ceil(mostConnections / byClient.size);
      if (own.size > share) return own.values().find(isIdle);
      const [largest = own, ...others] = [...byClient.values()].toSorted((a, b) => b.size - a.size);
      for (const group of [largest, ...others]) {
        const idle = group.values().find(isIdle);
        if (idle !== undefined) return idle;
      }
      if (largest === own || largest.size <= share) return undefined;
      return largest.values().find(isSilent) ?? largest.values().next().value;
    },
  };
}

export type OpenConnections = ReturnType<typeof createOpenConnections>;
