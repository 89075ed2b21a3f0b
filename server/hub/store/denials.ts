import { sql } from "kysely";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";
import { newId } from "./id.ts";
import type { PendingRequest } from "./pending-request.ts";

/** Has callbacks notified that their subscription has ended, and why. */
export const queueDenials = async (
  engine: Engine,
  change: Change,
  ended: readonly Pick<PendingRequest, "topic" | "callback" | "origin" | "host">[],
  reason: string,
  now: number,
): Promise<void> => {
  await change
    .insertInto("requests")
    .values(
      ended.map(({ topic, callback, origin, host }) => ({
        topic,
        callback,
        origin,
        host,
        client: null,
        position: 0,
        token: newId(),
        mode: "denied" as const,
        secret: null,
        lease_seconds: 0,
        reason,
        asked: 0,
        due_at: now,
      })),
    )
    .onConflict((c) => c.columns(["topic", "callback", "mode"]).doNothing())
    .execute();
  const callbacks = ended.map(({ callback }) => callback);
  await dropStaleDenials(engine, change, callbacks);
};

/** A denial that waits is not sent to a callback that has asked for something since then: that is the newer word. */
export const dropStaleDenials = async (
  engine: Engine,
  change: Change,
  callbacks: readonly string[],
): Promise<void> => {
  await sql`delete from requests where mode = 'denied' and claimed_by is null
    and callback ${engine.among([...new Set(callbacks)])}
    and exists (select 1 from requests as other where other.topic = requests.topic
      and other.callback = requests.callback and other.mode <> 'denied')`.execute(change);
};
