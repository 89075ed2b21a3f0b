import type { EventLog } from "../../log.ts";

/** The store cannot work as it is, and will not by itself: it is damaged, not ours, or newer than this program. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

/** How long after the store was found away it is tried again. */
export const storeRetryMs = 1_000;

/** The store does not answer, or takes no writes, and may be back later. */
export class StoreAway extends Error {
  override readonly name = "StoreAway";
}

/** Logs an error. That the store is away is logged once, by the store, and not by each who notices. */
export const logError = (
  log: EventLog,
  event: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void => {
  if (!(error instanceof StoreAway)) log.error(event, { error: String(error), ...fields });
};
