import { expect, test } from "vitest";
import type { OriginFilter } from "../../../../server/hub/store/nodes.ts";
import {
  createResponsiveOrigins,
  WorkerPool,
  type WorkerPoolOptions,
} from "../../../../server/hub/pool/worker-pool.ts";
import { eventually } from "../test-network.ts";
import { createEventLog } from "../../../../server/log.ts";

interface Job {
  id: number;
  origin: string;
}
/** A pool whose attempts succeed at once, and whose outcomes `store` takes, or throws. */
const createPool = (
  due: Job[],
  store: (ids: number[]) => void,
  options: Partial<WorkerPoolOptions<Job, string>> = {},
) =>
  new WorkerPool<Job, string>({
    name: "test",
    slots: 8,
    max: { responsive: 32, others: 128 },
    perOrigin: 2,
    claim: async () => due.splice(0),
    attempt: async () => "done",
    commit: async (results) => {
      store(results.map(({ job }) => job.id));
      return undefined;
    },
    nextDue: async () => (due.length > 0 ? 0 : undefined),
    log: createEventLog(() => {}),
    ...options,
  });

test("one origin's jobs are claimed a few at a time, and other origins' jobs behind them are not held up", async () => {
  const due = [
    ...Array.from({ length: 1_000 }, (_, index) => ({ id: index, origin: "crowd" })),
    ...Array.from({ length: 5 }, (_, index) => ({ id: 2_000 + index, origin: `single ${index}` })),
  ];
  const claimed = new Set<number>();
  const tried: string[] = [];
  const committed: number[] = [];
  const pool = createPool(due, (ids) => committed.push(...ids), {
    slots: 32,
    claim: async (limit, { not }, choose) => {
      const open = due.filter(({ id, origin }) => !claimed.has(id) && !not.includes(origin)).slice(0, limit);
      const chosen = choose(open);
      for (const { id } of chosen) claimed.add(id);
      return chosen;
    },
    attempt: (job) => {
      tried.push(job.origin);
      return job.origin === "crowd" ? new Promise(() => {}) : Promise.resolve("done");
    },
    nextDue: async () => (due.some(({ id }) => !claimed.has(id)) ? 0 : undefined),
  });
  pool.wake();
  await eventually(() => committed.length === 5);
  expect(tried.filter((origin) => origin === "crowd")).toHaveLength(2);
  expect([...claimed].filter((id) => id < 1_000)).toHaveLength(16);
});

test("outcomes that cannot be stored are kept and stored later", async () => {
  const due = [{ id: 1, origin: "one" }];
  let failures = 2;
  const committed: number[] = [];
  const pool = createPool(due, (ids) => {
    failures -= 1;
    if (failures >= 0) throw new Error("disk is full");
    committed.push(...ids);
  });
  pool.wake();
  await eventually(() => committed.length === 1);
  await pool.drain();
  expect(committed).toEqual([1]);
});

test("an outcome that can never be stored keeps no other from being stored", async () => {
  const due = Array.from({ length: 8 }, (_, id) => ({ id, origin: `origin ${id}` }));
  const committed: number[] = [];
  const pool = createPool(due, (ids) => {
    if (ids.includes(3)) throw new Error("refused");
    committed.push(...ids);
  });
  pool.wake();
  await eventually(() => committed.length === 7);
  await pool.drain();
  expect(committed.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 4, 5, 6, 7]);
});

test("origins that were responsive before pass a crowd of unknown ones that never answer", async () => {
  const due: Job[] = [];
  const filters: OriginFilter[] = [];
  const done: number[] = [];
  const pool = createPool(due, (ids) => done.push(...ids), {
    slots: 4,
    max: { responsive: 8, others: 8 },
    claim: async (limit, filter, choose) => {
      filters.push(filter);
      const matching = due.filter(
        ({ origin }) => !filter.not.includes(origin) && (filter.only?.includes(origin) ?? true),
      );
      const chosen = choose(matching.slice(0, limit));
      for (const job of chosen) due.splice(due.indexOf(job), 1);
      return chosen;
    },
    attempt: (job) => (job.origin.startsWith("mute") ? new Promise(() => {}) : Promise.resolve("done")),
  });
  due.push({ id: 1, origin: "known" });
  pool.wake();
  await eventually(() => done.includes(1));
  due.push(...Array.from({ length: 1_000 }, (_, index) => ({ id: 100 + index, origin: `mute ${index}` })));
  due.push({ id: 2, origin: "unknown" }, { id: 3, origin: "known" });
  pool.wake();
  await eventually(() => done.includes(3));
  expect(filters.at(-1)).toMatchObject({ only: ["known"] });
  await eventually(() => pool.running() === 8);
  expect(done).not.toContain(2);
  // Eight are tried at once and as many slots held: the store keeps the rest for other nodes.
  expect(due.length).toBeGreaterThan(900);
});

test("an origin is responsive by its last attempt, and in one pool by what another has found", () => {
  const deliveries = createResponsiveOrigins();
  const both = createResponsiveOrigins(deliveries);
  deliveries.note("https://a.example", 100);
  expect(both.has("https://a.example")).toBe(true);
  expect(both.list()).toEqual(["https://a.example"]);
  deliveries.note("https://a.example", 10_000);
  expect(both.has("https://a.example")).toBe(false);
});
