import { expect, test } from "vitest";
import { createWorkerPool } from "../../../server/hub/worker-pool.ts";
import { eventually } from "./test-network.ts";

test("one origin's jobs are claimed a few at a time, and other origins' jobs behind them are not held up", async () => {
  const due = [
    ...Array.from({ length: 1_000 }, (_, index) => ({ id: index, origin: "crowd" })),
    ...Array.from({ length: 5 }, (_, index) => ({ id: 2_000 + index, origin: `single ${index}` })),
  ];
  const claimed = new Set<number>();
  const tried: string[] = [];
  const settled: number[] = [];
  const never = new Promise<string>(() => {});
  const lane = createWorkerPool<{ id: number; origin: string }, string>({
    name: "test",
    slots: 32,
    perOrigin: 2,
    claim: async (limit, busy, choose) => {
      const open = due.filter(({ id, origin }) => !claimed.has(id) && !busy.includes(origin)).slice(0, limit);
      const chosen = choose(open);
      for (const { id } of chosen) claimed.add(id);
      return chosen;
    },
    attempt: (job) => {
      tried.push(job.origin);
      return job.origin === "crowd" ? never : Promise.resolve("done");
    },
    settle: async (results) => {
      settled.push(...results.map(({ job }) => job.id));
      return undefined;
    },
    nextDue: async () => (due.some(({ id }) => !claimed.has(id)) ? 0 : undefined),
    log: () => {},
  });
  lane.wake();
  await eventually(() => settled.length === 5);
  expect(tried.filter((origin) => origin === "crowd")).toHaveLength(2);
  expect([...claimed].filter((id) => id < 1_000)).toHaveLength(16);
});

test("outcomes that cannot be stored are kept and stored later", async () => {
  const due = [{ id: 1, origin: "one" }];
  let failures = 2;
  const settled: number[] = [];
  const lane = createWorkerPool<{ id: number; origin: string }, string>({
    name: "test",
    slots: 8,
    perOrigin: 2,
    claim: async () => due.splice(0),
    attempt: async () => "done",
    settle: async (results) => {
      failures -= 1;
      if (failures >= 0) throw new Error("disk is full");
      settled.push(...results.map(({ job }) => job.id));
      return undefined;
    },
    nextDue: async () => (due.length > 0 ? 0 : undefined),
    log: () => {},
  });
  lane.wake();
  await eventually(() => settled.length === 1);
  await lane.drain();
  expect(settled).toEqual([1]);
});
