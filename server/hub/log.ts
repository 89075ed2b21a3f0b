type Level = "debug" | "info" | "warn" | "error";

/** One event of the hub. Fields never hold a secret, nor a whole callback, which is a secret of its own. */
export type Log = (level: Level, event: string, fields?: Record<string, unknown>) => void;
