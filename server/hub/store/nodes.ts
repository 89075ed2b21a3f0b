import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { isRunning } from "../../process.ts";
import { type Db, newId, raw, type Sql, sql } from "./database.ts";
import type { Engine } from "./engine.ts";

/** Tells this process from an earlier one that had the same process id. */
const start = newId();

/**
 * Names the set of processes that this process can look up by id: one boot of a kernel, and one process namespace in it.
 * Containers can share a host name, and each has a process 1. Only Linux tells; elsewhere the host name stands for it.
 */
export const processSpace = ((): string => {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
})();

/** A node is dead when it has not given a sign of life for this long. */
const silentMs = 10_000;
/** `/readyz` has an answer within this time, and asks the store again after the other. */
const answerMs = 3_000;
const freshMs = 500;
/** More than any request waits, which is 10 s, or any delivery that was never attempted. */
const maxFirstWaitMs = 60_000;

/** Knows which nodes share the store, and frees the claims of those that are dead. */
export const createNodes = (engine: Engine, claims: ReturnType<typeof createClaims>) => {
  const node = `${start}.${newId()}`;
  const removeSilent = createLivenessCheck(node);
  const giveSign = (db: Db, now: number) =>
    db.run`insert into nodes (id, host, pid, alive_until) values (${node}, ${processSpace}, ${process.pid}, ${now})
      on conflict (id) do update set alive_until = excluded.alive_until`;

  return {
    node,

    /** Gives a sign of life, and frees what dead nodes had claimed; returns how much that was. */
    heartbeat: (now: number): Promise<number> =>
      engine.change(false, async (db) => {
        await giveSign(db, now);
        const living = await removeSilent(db);
        const deliveries = await claims.deliveries.free(db, node, living);
        return deliveries + (await claims.requests.free(db, node, living));
      }),

    isWritable: createWriteProbe((now) => engine.change(false, (db) => giveSign(db, now))),

    /** Cleans up after the last run: claims of dead processes, and times that a wrong clock put off. */
    cleanUpBefore: (now: number): Promise<void> =>
      engine.change(false, async (db) => {
        await removeDeadProcesses(db);
        await bringForward(db, now);
      }),

    /** Gives back everything this node has claimed. */
    release: async (): Promise<void> => {
      await engine.change(false, async (db) => {
        for (const table of ["deliveries", "requests"] as const)
          await db.run`update ${raw(table)} set claimed_by = null where claimed_by = ${node}`;
        await db.run`delete from nodes where id = ${node}`;
      });
      claims.deliveries.clear();
      claims.requests.clear();
    },
  };
};

/** Removes nodes that are silent, and returns those that live, by this process's own clock: theirs may be wrong. */
const createLivenessCheck = (node: string) => {
  const seen = new Map<string, { sign: number; at: number }>();
  let lastLook = performance.now();
  return async (db: Db): Promise<Set<string>> => {
    const rows = await db.rows<{ id: string; sign: number }>`select id, alive_until as sign from nodes`;
    const at = performance.now();
    // While this node did not see the store, it did not see the others' signs of life either.
    if (at - lastLook > silentMs / 2) seen.clear();
    lastLook = at;
    for (const { id, sign } of rows) if (seen.get(id)?.sign !== sign) seen.set(id, { sign, at });
    const living = new Set(rows.map(({ id }) => id));
    for (const [id, last] of seen) {
      if (id !== node && at - last.at > silentMs) living.delete(id);
      if (!living.has(id)) seen.delete(id);
    }
    const silent = rows.filter(({ id }) => !living.has(id)).map(({ id }) => id);
    if (silent.length > 0) await db.run`delete from nodes where id ${db.among(silent)}`;
    return living;
  };
};

/** Tries to write, once for all who ask at the same time, and gives up before they do. */
const createWriteProbe = (write: (now: number) => Promise<unknown>) => {
  let last: { until: number; answer: Promise<boolean> } | undefined;
  return (now: number): Promise<boolean> => {
    if (last !== undefined && performance.now() <= last.until) return last.answer;
    const written = write(now).then(
      () => true,
      () => false,
    );
    const late = pause(answerMs, false, { ref: false });
    const asked = { until: Infinity, answer: Promise.race([written, late]) };
    last = asked;
    void asked.answer.then(() => (asked.until = performance.now() + freshMs));
    return asked.answer;
  };
};

/** A node whose process is gone, where this process can tell, is dead at once; others are once they are silent. */
const removeDeadProcesses = async (db: Db): Promise<void> => {
  const here = await db.rows<{ id: string; pid: number }>`
    select id, pid from nodes where host = ${processSpace}`;
  const gone = here.filter(({ id, pid }) => (pid === process.pid ? !id.startsWith(start) : !isRunning(pid)));
  if (gone.length > 0) await db.run`delete from nodes where id ${db.among(gone.map(({ id }) => id))}`;
};

/** Makes due now what only a clock that was set back has put off; a retry may wait for hours, so its time stays. */
const bringForward = async (db: Db, now: number): Promise<void> => {
  const tooLate = now + maxFirstWaitMs;
  await db.run`update requests set due_at = ${now} where due_at > ${tooLate}`;
  await db.run`update deliveries set due_at = ${now}
    where due_at > ${tooLate} and attempts = 0 and not_before <= ${now}`;
};

export type Choose<J> = (jobs: J[]) => J[];

/** The origins whose jobs a claim leaves out, and the only ones whose jobs it takes, if not all. */
export interface OriginFilter {
  not: readonly string[];
  only?: readonly string[];
}

export const originMatches = (db: Db, { not, only }: OriginFilter): Sql =>
  only === undefined
    ? sql`not origin ${db.among(not)}`
    : sql`(not origin ${db.among(not)} and origin ${db.among(only)})`;

/** The key of a queue's entries. */
const ids = { deliveries: sql`subscription`, requests: sql`topic || ' ' || mode || ' ' || callback` };

/** The same of an entry that has been read. */
export const requestKey = (request: { topic: string; mode: string; callback: string }): string =>
  `${request.topic} ${request.mode} ${request.callback}`;

/**
 * What this node has claimed of a queue. The table can say more: of a claim whose transaction broke off at its end, or of
 * one that was committed and came back with a failover. Nobody works on these, so they have to be freed.
 */
const createQueueClaims = (table: "deliveries" | "requests") => {
  const id = ids[table];
  const held = new Set<string>();
  let suspects = new Set<string>();
  return {
    /** Runs a transaction that claims; it says what it has claimed before that is committed. */
    take: async <J>(claim: (hold: (taken: readonly string[]) => void) => Promise<J>): Promise<J> => {
      const mine: string[] = [];
      try {
        return await claim((taken) => {
          mine.push(...taken);
          for (const one of taken) held.add(one);
        });
      } catch (error) {
        for (const one of mine) held.delete(one);
        throw error;
      }
    },

    done: (ended: readonly string[]): void => {
      for (const one of ended) held.delete(one);
    },

    clear: (): void => held.clear(),

    /** Frees the claims of nodes that are dead, and those of this one that it knows nothing of, twice in a row. */
    free: async (db: Db, node: string, living: ReadonlySet<string>): Promise<number> => {
      const rows = await db.rows<{ claimed_by: string; id: string }>`
        select claimed_by, ${id} as id from ${raw(table)} where claimed_by is not null`;
      // A claim may have been made or ended between the query and now: what is unknown twice is lost.
      const unknown = rows.filter((row) => row.claimed_by === node && !held.has(row.id)).map((row) => row.id);
      const lost = unknown.filter((one) => suspects.has(one));
      suspects = new Set(unknown);
      const dead = rows.filter((row) => !living.has(row.claimed_by));
      const freed = [...lost, ...dead.map((row) => row.id)];
      if (freed.length === 0) return 0;
      const owners = [...new Set([node, ...dead.map((row) => row.claimed_by)])];
      return db.run`update ${raw(table)} set claimed_by = null
        where ${id} ${db.among(freed)} and claimed_by ${db.among(owners)}`;
    },
  };
};
export type QueueClaims = ReturnType<typeof createQueueClaims>;

export const createClaims = () => ({
  deliveries: createQueueClaims("deliveries"),
  requests: createQueueClaims("requests"),
});
