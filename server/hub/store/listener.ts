import { Socket } from "node:net";
import pg from "pg";
import { storeRetryMs } from "./store-error.ts";

const connectMs = 3_000;
/** A connection over which nothing comes may be dead: so it is asked now and then. */
const askEveryMs = 10_000;

/** A connection that only listens, and is made anew when it is lost. Without it, work is found by looking for it. */
export const createListener = (url: string, channel: string) => {
  let socket: Socket | undefined;
  let closed = false;
  const connect = async (onWork: () => void): Promise<void> => {
    if (closed) return;
    const mine = new Socket();
    socket = mine;
    const next = new pg.Client({
      stream: () => mine,
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
    });
    let lost = false;
    const again = (): void => {
      if (lost) return;
      lost = true;
      clearInterval(asking);
      // To say goodbye over a connection that has failed would never end.
      mine.destroy();
      if (!closed) setTimeout(() => void connect(onWork), storeRetryMs).unref();
    };
    const asking = setInterval(() => void next.query("select 1").catch(again), askEveryMs).unref();
    next.on("error", again);
    next.on("end", again);
    next.on("notification", onWork);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onWork();
    } catch {
      again();
    }
  };
  return {
    start: (onWork: () => void) => void connect(onWork),
    close: (): void => {
      closed = true;
      socket?.destroy();
    },
  };
};
