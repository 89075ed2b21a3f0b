import { type Db, raw, type Sql, sql } from "./database.ts";

/** Chooses which of the jobs that are due to claim. */
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

/** What tells a queue's entries apart. */
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
export type Claims = ReturnType<typeof createClaims>;
