import type { OpenConnection, OpenConnections } from "./open-connections.ts";

/** How many requests may wait for the answers before them, on all connections together. */
const mostWaiting = 32_768;

/** Has the requests of a connection answered one after the other. */
export function createPipelining(open: OpenConnections, close: (connection: OpenConnection) => void) {
  let waiting = 0;

  /** Too many wait: the connection with the most is closed. */
  const closeGreediest = (): void => {
    let greediest: OpenConnection | undefined;
    for (const connection of open.all()) {
      if (greediest === undefined || connection.waiting.length > greediest.waiting.length)
        greediest = connection;
    }
    if (greediest !== undefined) close(greediest);
  };

  const forget = (connection: OpenConnection): void => {
    waiting -= connection.waiting.length;
    connection.waiting = [];
  };

  const takeNext = (connection: OpenConnection): void => {
    const answer = connection.waiting.shift();
    if (answer === undefined) return;
    waiting -= 1;
    if (connection.waiting.length === 0) connection.socket.resume();
    if (connection.socket.writable) answer();
    else if (open.remove(connection)) forget(connection);
  };

  return {
    forget,
    begin: (connection: OpenConnection, answer: (isSurplus: boolean) => void): void => {
      connection.pending += 1;
      if (connection.pending === 1) return answer(connection.isSurplus);
      connection.waiting.push(() => answer(connection.isSurplus));
      waiting += 1;
      // What has come in one piece has been parsed by then; no more is read until all of it is answered.
      if (connection.waiting.length === 1) process.nextTick(() => connection.socket.pause());
      if (waiting > mostWaiting) closeGreediest();
    },
    end: (connection: OpenConnection): void => {
      connection.pending -= 1;
      connection.isAnswered = true;
      // Others have their turn first.
      if (connection.waiting.length > 0) setImmediate(takeNext, connection);
    },
  };
}
