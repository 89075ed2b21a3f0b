import pg from "pg";

/** A connection that only listens, and comes back when it is lost. */
export const createListener = (url: string, channel: string, onFault: (error: unknown) => void) => {
  let client: pg.Client | undefined;
  let closed = false;
  const connect = async (onWork: () => void): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    client = next;
    let lost = false;
    const again = (error?: unknown): void => {
      if (lost) return;
      lost = true;
      if (closed) return;
      onFault(error ?? new Error("the connection that listens for work was closed"));
      void next.end();
      setTimeout(() => void connect(onWork), 1_000).unref();
    };
    next.on("error", again);
    next.on("end", () => again());
    next.on("notification", onWork);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onWork();
    } catch (error) {
      again(error);
    }
  };
  return {
    start: (onWork: () => void) => void connect(onWork),
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
};
