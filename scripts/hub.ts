import { setTimeout } from "node:timers/promises";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { toCount } from "../src/schema/text.ts";
import { topicPaths } from "../src/schema/hub.ts";
import { ExitError, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError, messageOf, PlainError } from "../src/schema/errors.ts";
import { StoreAway, storeRetryMs, bigint, newId, sql } from "../server/hub/store/database.ts";
import { openStore, type Store } from "../server/hub/store/store.ts";
import type { Engine } from "../server/hub/store/engine.ts";
import { queueDenial } from "../server/hub/store/request-queue.ts";

const help = readHelp("hub");

/** The result of a command, as JSON and in words; nothing when there is no such subscription. */
interface Outcome {
  value: unknown;
  text: string;
}
type Operator = ReturnType<typeof createOperator>;

const commands = new Map<string, (operator: Operator, which: string, reason: string) => Promise<Outcome>>([
  [
    "list",
    async (operator) => {
      const all = await operator.list();
      return { value: all, text: toLines(all) };
    },
  ],
  [
    "show",
    async (operator, id) => {
      const [one] = await operator.list(id);
      if (one === undefined) throw new ExitError(2, `there is no subscription ${id}`);
      return { value: one, text: JSON.stringify(one, null, 2) };
    },
  ],
  [
    "remove",
    async (operator, id, reason) => {
      if (!(await operator.remove(id, reason, Date.now())))
        throw new ExitError(2, `there is no subscription ${id}`);
      return { value: { removed: id, reason }, text: `Removed ${id}; its callback is notified: ${reason}` };
    },
  ],
  [
    "redeliver",
    async (operator, which) => {
      const count = await operator.redeliver(
        which.includes("://") ? { topic: which } : { id: which },
        Date.now(),
      );
      if (count === 0) throw new ExitError(2, `there is no subscription for ${which}`);
      return { value: { queued: count }, text: `Queued for ${toCount(count, "subscription")}` };
    },
  ],
]);

const openHubStore = (env: NodeJS.ProcessEnv, seconds: number): Promise<Store> => {
  const baseUrl = parseBaseUrl(env["BASE_URL"]);
  return openStore({
    databaseUrl: env["DATABASE_URL"] ?? "sqlite:.data/hub.sqlite",
    topics: topicPaths.map((path) => baseUrl + path),
    events: {
      onAway: (error) =>
        void process.stderr.write(`hub: waiting up to ${seconds} s for the store: ${messageOf(error)}\n`),
      onBack: () => {},
    },
  });
};

/** A running hub holds the store for moments, on a slow disk for seconds; PostgreSQL may be starting again. */
const whenThere = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreAway) || performance.now() > end) throw error;
      await setTimeout(storeRetryMs);
    }
  }
};

async function main(args: string[]): Promise<string> {
  const { positionals, flag, text, whole } = parseCommand(help, args, true);
  const [name = "", which = "", ...more] = positionals;
  const [wait, reason = "removed by the operator of this hub"] = [whole("wait", 30, 0, 9999), text("reason")];
  const command = commands.get(name);
  if (command === undefined || more.length > 0 || (name === "list") !== (positionals.length === 1))
    throw new UsageError(`cannot do "${positionals.join(" ")}"\nSee npm run hub -- --help`);
  const store = await openHubStore(process.env, wait);
  try {
    const done = await whenThere(wait, () => command(createOperator(store), which, reason));
    return flag("json") ? JSON.stringify(done.value, null, 2) : done.text;
  } finally {
    await store.close();
  }
}

/** Whatever the store says of itself is for the operator, without a stack. */
const stop = (error: unknown): never => {
  throw error instanceof PlainError ? error : new PlainError(messageOf(error), { cause: error });
};

const toLines = (all: readonly ShownSubscription[]): string => {
  if (all.length === 0) return "There are no subscriptions.";
  const lines = all.map((one) =>
    [
      one.id,
      new URL(one.topic).pathname.padEnd(14),
      `until ${one.expires_at.slice(0, 16)}Z`,
      one.signed ? "signed  " : "unsigned",
      `${one.failures} failed`,
      one.delivery ? "waiting" : "idle   ",
      one.callback.length > 70 ? `${one.callback.slice(0, 69)}…` : one.callback,
    ].join("  "),
  );
  return lines.join("\n");
};

/** A subscription as an operator may see it: everything but the secret. */
interface ShownSubscription {
  id: string;
  topic: string;
  callback: string;
  signed: boolean;
  lease_seconds: number;
  verified_at: string;
  expires_at: string;
  failures: number;
  /** The delivery that waits or is under way, if there is one. */
  delivery?: { id: string; attempts: number; due_at: string; claimed: boolean };
}

/** The operator's changes to the store; the servers that share it find the work within seconds. */
export const createOperator = ({ engine }: Pick<Store, "engine">) => ({
  /** Subscriptions of all topics, or the one with that id. */
  list: (id?: string): Promise<ShownSubscription[]> => list(engine, id),

  /** Ends a subscription and tells its callback why; false when there is none with that id. */
  remove: (id: string, reason: string, now: number): Promise<boolean> =>
    engine.change(true, async (db) => {
      const [row] = await db.rows<Parameters<typeof queueDenial>[1]>`
        delete from subscriptions where id = ${id} returning topic, callback, origin, host`;
      if (row === undefined) return false;
      await db.run`delete from requests where topic = ${row.topic} and callback = ${row.callback}`;
      await queueDenial(db, row, reason, now);
      return true;
    }),

  /**
   * Sends the newest content again, as a new notification; returns to how many subscriptions. Large content that
   * nobody was subscribed to when it came is not kept, so it cannot be sent.
   */
  redeliver: (which: { id: string } | { topic: string }, now: number): Promise<number> =>
    engine.change(true, async (db) => {
      const chosen = "id" in which ? sql`s.id = ${which.id}` : sql`s.topic = ${which.topic}`;
      const rows = await db.rows<{ id: string; topic: string; origin: string }>`
        select s.id, s.topic, s.origin from subscriptions as s
        join topics as t on t.topic = s.topic join notifications as n on n.id = t.notification
        where length(n.body) > 0 and s.expires_at > ${now} and ${chosen}`;
      for (const topic of new Set(rows.map((row) => row.topic))) {
        const notification = newId();
        await db.run`insert into notifications (id, topic, sha256, type, body, created_at)
          select ${notification}, n.topic, n.sha256, n.type, n.body, ${bigint(now)}
          from notifications as n join topics as t on t.notification = n.id where t.topic = ${topic}`;
        for (const { id, origin } of rows.filter((row) => row.topic === topic))
          await db.run`insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
            values (${id}, ${notification}, ${topic}, ${origin}, 0, ${now}, 0) on conflict (subscription)
            do update set notification = excluded.notification, attempts = 0, due_at = excluded.due_at`;
      }
      return rows.length;
    }),
});

interface Row {
  id: string;
  topic: string;
  callback: string;
  lease_seconds: number;
  verified_at: number;
  expires_at: number;
  failures: number;
  signed: boolean | number;
  notification: string | null;
  attempts: number | null;
  due_at: number | null;
  claimed_by: string | null;
}

const list = async (engine: Engine, id: string | undefined): Promise<ShownSubscription[]> => {
  const rows = await engine.read(
    (db) => db.rows<Row>`
      select s.id, s.topic, s.callback, s.lease_seconds, s.verified_at, s.expires_at, s.failures,
        s.secret is not null as signed, d.notification, d.attempts, d.due_at, d.claimed_by
      from subscriptions as s left join deliveries as d on d.subscription = s.id
      where ${id === undefined ? sql`1 = 1` : sql`s.id = ${id}`} order by s.topic, s.verified_at`,
  );
  return rows.map(({ signed, notification, attempts, due_at, claimed_by, ...row }) => ({
    ...row,
    signed: Boolean(signed),
    verified_at: toInstant(row.verified_at),
    expires_at: toInstant(row.expires_at),
    ...(notification !== null && {
      delivery: {
        id: `${notification}.${row.id}`,
        attempts: attempts ?? 0,
        due_at: toInstant(due_at ?? 0),
        claimed: claimed_by !== null,
      },
    }),
  }));
};

const toInstant = (ms: number): string => new Date(ms).toISOString();

if (import.meta.main)
  await runCommand((args) => main(args).catch(stop), { usage: 1, failed: 1, help, name: "hub" });
