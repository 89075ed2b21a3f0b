import { hostname } from "node:os";
import { isRunning } from "../../process.ts";
import type { Claims } from "./claims.ts";
import { type Db, newId, raw } from "./database.ts";
import type { Engine } from "./engine.ts";

/** Tells this process from an earlier one that had the same process id. */
const boot = newId();

/** A node is dead when it has not given a sign of life for this long. */
const silentMs = 10_000;
/** `/readyz` has an answer within this time, and asks the store again after the other. */
const answerMs = 3_000;
const freshMs = 500;
/** What is due later than this when a node starts was put off by a clock that has been set back since. */
const latestRequestMs = 60_000;

/** Which nodes share the store, and whose claims are void. */
export const createNodes = (engine: Engine, claims: Claims) => {
  const node = `${boot}.${newId()}`;
  const removeSilent = createSilence(node);
  const giveSign = (db: Db, now: number) =>
    db.run`insert into nodes (id, host, pid, alive_until) values (${node}, ${hostname()}, ${process.pid}, ${now})
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

    /** Can the store be written to, right now? */
    isWritable: createProbe((now) => engine.change(false, (db) => giveSign(db, now))),

    /** What the last run of this machine has left: claims of processes that are gone, times that a clock has put off. */
    cleanUpBefore: (now: number): Promise<void> =>
      engine.change(false, async (db) => {
        await removeDeadNeighbours(db);
        await bringForward(db, now);
      }),

    /** Gives back everything this node has claimed. */
    release: async (): Promise<void> => {
      await engine.change(false, async (db) => {
        for (const table of ["deliveries", "requests"] as const) {
          await db.run`update ${raw(table)} set claimed_by = null where claimed_by = ${node}`;
        }
        await db.run`delete from nodes where id = ${node}`;
      });
      claims.deliveries.clear();
      claims.requests.clear();
    },
  };
};

/** Removes nodes that are silent, and returns those that live: judged by this process's own time, whatever their clocks say. */
const createSilence = (node: string) => {
  const seen = new Map<string, { sign: number; at: number }>();
  let lastLook = performance.now();
  return async (db: Db): Promise<Set<string>> => {
    const rows = await db.rows<{ id: string; sign: number }>`select id, alive_until as sign from nodes`;
    const at = performance.now();
    // Who did not see the store for a while did not see the others' signs either.
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

/** Tries to write, for all who ask at the same time, and gives up before they do. */
const createProbe = (write: (now: number) => Promise<unknown>) => {
  let last: { at: number; answer: Promise<boolean> } | undefined;
  const ask = (now: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), answerMs);
    const written = write(now).then(
      () => true,
      () => false,
    );
    return Promise.race([promise, written]).finally(() => clearTimeout(timer));
  };
  return (now: number): Promise<boolean> => {
    if (last !== undefined && performance.now() - last.at <= freshMs) return last.answer;
    const answer = ask(now);
    const mine = { at: Infinity, answer };
    last = mine;
    void answer.then(() => (mine.at = performance.now()));
    return answer;
  };
};

/** Nodes of this machine whose process is gone are dead at once, without waiting for their silence. */
const removeDeadNeighbours = async (db: Db): Promise<void> => {
  const here = await db.rows<{ id: string; pid: number }>`
    select id, pid from nodes where host = ${hostname()}`;
  const gone = here.filter(({ id, pid }) => (pid === process.pid ? !id.startsWith(boot) : !isRunning(pid)));
  if (gone.length > 0) await db.run`delete from nodes where id ${db.among(gone.map(({ id }) => id))}`;
};

/** What is due much later than it can have been put off: the clock has been set back since. */
const bringForward = async (db: Db, now: number): Promise<void> => {
  const tooLate = now + latestRequestMs;
  await db.run`update requests set due_at = ${now} where due_at > ${tooLate}`;
  await db.run`update deliveries set due_at = ${now}
    where due_at > ${tooLate} and attempts = 0 and not_before <= ${now}`;
};
