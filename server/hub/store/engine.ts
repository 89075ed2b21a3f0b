import { messageOf } from "../../../src/schema/errors.ts";
import { type Database, type Db, StoreAway, StoreUnusable } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { prepareTables } from "./tables.ts";

export interface Engine extends Pick<Database, "kind" | "purge" | "close"> {
  /** Makes the tables if they are not there; throws StoreUnusable or StoreAway. Everything else waits for it. */
  prepare(): Promise<void>;
  /** Was the store away when it was last used? */
  isAway(): boolean;
  /** Runs queries that change nothing. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs a transaction; a durable one has reached the disk when this resolves. */
  change<T>(durable: boolean, work: (db: Db) => Promise<T>): Promise<T>;
}

/** Called when the store goes away and when it is back. */
export interface StoreEvents {
  onAway(error: unknown): void;
  onBack(): void;
}

const maxAttempts = 5;

/** The database behind a URL. Nothing is opened yet. */
export const createEngine = (databaseUrl: string, events: StoreEvents): Engine => {
  const shown = databaseUrl.replace(/\/\/[^@/]*@/, "//…@");
  const database = openDatabase(databaseUrl, shown);
  const { isAway, isWorthRepeating, kind, purge, close } = database;
  const watch = createWatch(shown, isAway, events);

  const open = async (): Promise<void> => {
    try {
      await database.use("durable", async (db) => {
        await prepareTables(db);
        // A store that can only be read is found here, and not at the first request.
        await db.run`insert into nodes (id, host, pid, alive_until) values ('probe', '', 0, 0)`;
        await db.run`delete from nodes where id = 'probe'`;
      });
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
    kind,
    purge,
    close,
    prepare,
    isAway: watch.isAway,
    read: async (work) => {
      await prepare();
      return watch.run(() => database.use("read", work), false);
    },
    change: async (isDurable, work) => {
      await prepare();
      return watch.run(async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await database.use(isDurable ? "durable" : "relaxed", work);
          } catch (error) {
            if (attempt === maxAttempts || !isWorthRepeating(error)) throw error;
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
