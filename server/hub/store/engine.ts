import { type Kysely, sql } from "kysely";
import type { Change, Database } from "./database.ts";
import { migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { StoreAway, StoreUnusable } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import { messageOf } from "../../../src/schema/errors.ts";

export interface Engine extends Omit<Database, "durable" | "relaxed" | "isAway" | "isWorthRepeating"> {
  /** Makes the tables if they are not there; throws StoreUnusable or StoreAway. Everything else waits for it. */
  prepare(): Promise<void>;
  /** Was the store away when it was last used? */
  isAway(): boolean;
  /** Runs queries that change nothing. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Runs a transaction; a durable one has reached the disk when this resolves. */
  change<T>(durable: boolean, work: (change: Change) => Promise<T>): Promise<T>;
}

/** Called when the store goes away and when it is back. */
export interface StoreEvents {
  onAway(error: unknown): void;
  onBack(): void;
}

/** PostgreSQL cannot tell the type of a number that stands alone in an expression. */
export const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;

const mostAttempts = 5;

/** The database behind a URL. Nothing is opened yet. */
export const createEngine = (databaseUrl: string, events: StoreEvents): Engine => {
  const shown = databaseUrl.replace(/\/\/[^@/]*@/, "//…@");
  const database = openDatabase(databaseUrl, shown);
  const { durable, relaxed, isAway, isWorthRepeating, ...rest } = database;
  const watch = createWatch(shown, isAway, events);

  const open = async (): Promise<void> => {
    try {
      await migrate(durable, database.kind);
      // A store that can only be read is found here, and not at the first request.
      await durable.transaction().execute((change) => writeSomething(change));
    } catch (error) {
      if (isAway(error)) throw error;
      throw new StoreUnusable(
        `The hub's store ${shown} cannot be used: ${messageOf(error)}. ` +
          "Repair it or restore a backup, or set DATABASE_URL to another store; nothing was reset.",
        { cause: error },
      );
    }
  };
  let prepared = false;
  let preparing: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    if (prepared) return;
    preparing ??= watch.run(open, true).finally(() => (preparing = undefined));
    await preparing;
    prepared = true;
  };

  return {
    ...rest,
    prepare,
    isAway: watch.isAway,
    read: async (work) => {
      await prepare();
      return watch.run(() => work(relaxed), false);
    },
    change: async (isDurable, work) => {
      await prepare();
      const db = isDurable ? durable : relaxed;
      return watch.run(async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await db.transaction().execute(work);
          } catch (error) {
            if (attempt === mostAttempts || !isWorthRepeating(error)) throw error;
          }
        }
      }, true);
    },
  };
};

/** Every use of the database passes here, and so tells whether it is there; only writing proves that it is back. */
const createWatch = (shown: string, isAwayError: (error: unknown) => boolean, events: StoreEvents) => {
  let away = false;
  return {
    isAway: () => away,
    run: async <T>(work: () => Promise<T>, isWriting: boolean): Promise<T> => {
      try {
        const result = await work();
        if (isWriting && away) {
          away = false;
          events.onBack();
        }
        return result;
      } catch (error) {
        if (!isAwayError(error)) throw error;
        if (!away) events.onAway(error);
        away = true;
        throw new StoreAway(`The hub's store ${shown} is away: ${messageOf(error)}`, { cause: error });
      }
    },
  };
};

const openDatabase = (databaseUrl: string, shown: string): Database => {
  if (databaseUrl.startsWith("sqlite:")) return openSqlite(databaseUrl.slice("sqlite:".length));
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return openPostgres(databaseUrl);
  throw new StoreUnusable(`DATABASE_URL must begin with sqlite: or postgres://, got ${shown}`);
};

/** Changes a row to what it is not, and back. */
const writeSomething = async (change: Change): Promise<void> => {
  const probe = { id: "probe", host: "", pid: 0, alive_until: 0 };
  await change
    .insertInto("nodes")
    .values(probe)
    .onConflict((c) => c.doNothing())
    .execute();
  await change.deleteFrom("nodes").where("id", "=", probe.id).execute();
};
