import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectLinear } from "./growth.ts";

/** Adds up `steps` numbers: work that no compiler leaves out. */
const spend = (steps: number): number => {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum + Math.imul(step, sum ^ step)) | 0;
  return sum;
};

describe("on this machine", () => {
  test.each<[string, (size: number) => number]>([
    ["does not depend on the size", () => 10_000],
    ["is in proportion to the size", (size) => size * 500],
    ["is the size times its logarithm", (size) => size * Math.log2(size) * 50],
  ])("cost that %s passes", async (_, steps) => {
    await expectLinear((size) => () => spend(steps(size)), 100);
  });

  test.each<[string, (size: number) => number]>([
    ["is the square of the size", (size) => size ** 2],
    ["is the square and, at the smaller size, half as much in proportion", (size) => size ** 2 + size * 50],
  ])("cost that %s is found", async (_, steps) => {
    await expect(expectLinear((size) => () => spend(steps(size)), 100)).rejects.toThrow("by the square");
  });

  test("work that waits is measured to its end", async () => {
    const waiting = (steps: (size: number) => number) => (size: number) => async () => {
      await Promise.resolve();
      spend(steps(size));
    };
    await expectLinear(
      waiting((size) => size * 500),
      100,
    );
    await expect(
      expectLinear(
        waiting((size) => size ** 2),
        100,
      ),
    ).rejects.toThrow("by the square");
  });
});

describe("on a machine that other programs slow down", () => {
  /** A clock that work advances by its cost, as many times as the machine is slowed down at that run. */
  const slowed = (cost: (size: number) => number, slowdown: (size: number, run: number) => number) => {
    let now = 0;
    let runs = 0;
    return {
      clock: () => now,
      build: (size: number) => () => {
        runs += 1;
        now += cost(size) * slowdown(size, runs);
      },
    };
  };
  /** Slowdowns at random, which a seed repeats. */
  const atRandom = (most: number) =>
    fc
      .infiniteStream(fc.double({ min: 1, max: most, noNaN: true }))
      .map((stream) => () => stream.next().value);

  test("cost in proportion to size passes when the slowdown ends", async () => {
    const linear = slowed(
      (size) => size,
      (size, run) => (size > 100 && run < 500 ? 10 : 1),
    );
    await expectLinear(linear.build, 100, { runs: 5, inARow: 3, clock: linear.clock });
  });

  test("cost in proportion to size passes, and its square is found, when each run takes up to twice as long", async () => {
    await fc.assert(
      fc.asyncProperty(atRandom(2), async (slowdown) => {
        const linear = slowed((size) => size, slowdown);
        await expectLinear(linear.build, 100, { runs: 5, inARow: 3, clock: linear.clock });
        const square = slowed((size) => size ** 2, slowdown);
        await expect(
          expectLinear(square.build, 100, { runs: 5, inARow: 3, clock: square.clock }),
        ).rejects.toThrow("by the square");
      }),
    );
  });
});
