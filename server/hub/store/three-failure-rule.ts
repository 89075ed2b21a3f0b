import { sql } from "kysely";
import { queueDenials } from "./denials.ts";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";

/** A subscription that three failures have ended. */
export interface Removed {
  subscription: string;
  topic: string;
}

const failuresToRemove = 3;
const removalReason = "three deliveries in a row failed; subscribe again when the callback works";

/** Counts failed attempts; the third in a row ends a subscription, and its callback is to be notified. */
export const countFailures = async (
  engine: Engine,
  change: Change,
  ids: readonly string[],
  now: number,
): Promise<Removed[]> => {
  const { rows } = await sql<{
    id: string;
    topic: string;
    callback: string;
    origin: string;
    host: string;
    failures: number;
  }>`update subscriptions set failures = failures + 1 where id ${engine.among(ids)}
    returning id, topic, callback, origin, host, failures`.execute(change);
  const ended = rows.filter(({ failures }) => failures >= failuresToRemove);
  if (ended.length === 0) return [];
  await sql`delete from subscriptions where id ${engine.among(ended.map(({ id }) => id).toSorted())}`.execute(
    change,
  );
  await queueDenials(engine, change, ended, removalReason, now);
  return ended.map(({ id, topic }) => ({ subscription: id, topic }));
};
