import { hostname } from "node:os";
import type { Engine } from "./engine.ts";
import { newId } from "./id.ts";

/** Tells this process from an earlier one that had the same process id. */
const boot = newId();

/** A node is taken for dead when it has not said for this long that it lives. */
const aliveMs = 12_000;

/** Which nodes share the store, and whose claims are void. */
export const createNodes = (engine: Engine) => {
  const node = `${boot}.${newId()}`;
  return {
    node,

    /** Says that this node lives, and frees what dead ones had claimed; returns how much that was. */
    heartbeat: (now: number): Promise<number> =>
      engine.change(false, async (change) => {
        await change
          .insertInto("nodes")
          .values({ id: node, host: hostname(), pid: process.pid, alive_until: now + aliveMs })
          .onConflict((c) => c.column("id").doUpdateSet({ alive_until: now + aliveMs }))
          .execute();
        await change.deleteFrom("nodes").where("alive_until", "<", now).execute();
        let freed = 0;
        for (const table of ["deliveries", "requests"] as const) {
          const { numUpdatedRows } = await change
            .updateTable(table)
            .set({ claimed_by: null })
            .where("claimed_by", "is not", null)
            .where("claimed_by", "not in", change.selectFrom("nodes").select("id"))
            .executeTakeFirst();
          freed += Number(numUpdatedRows);
        }
        return freed;
      }),

    /** Nodes of this machine whose process is gone are dead at once, without waiting for their silence. */
    forgetDeadNeighbours: async (): Promise<void> => {
      const here = await engine.db.selectFrom("nodes").selectAll().where("host", "=", hostname()).execute();
      const gone = here.filter(({ id, pid }) =>
        pid === process.pid ? !id.startsWith(boot) : !isRunning(pid),
      );
      if (gone.length === 0) return;
      const ids = gone.map(({ id }) => id);
      await engine.change(false, (change) => change.deleteFrom("nodes").where("id", "in", ids).execute());
    },

    /** Gives back everything this node has claimed. */
    release: (): Promise<void> =>
      engine.change(false, async (change) => {
        for (const table of ["deliveries", "requests"] as const) {
          await change.updateTable(table).set({ claimed_by: null }).where("claimed_by", "=", node).execute();
        }
        await change.deleteFrom("nodes").where("id", "=", node).execute();
        await engine.announce(change);
      }),
  };
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
