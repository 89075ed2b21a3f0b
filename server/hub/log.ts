import { StoreAway } from "./store/store-error.ts";

type Level = "debug" | "info" | "warn" | "error";

/** One event of the hub. Fields never hold a secret, nor a whole callback, which is a secret of its own. */
export type Log = (level: Level, event: string, fields?: Record<string, unknown>) => void;

/** Logs an error. That the store is away is logged once, by the store, and not by each who notices. */
export const logError = (
  log: Log,
  event: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void => {
  if (!(error instanceof StoreAway)) log("error", event, { error: String(error), ...fields });
};
