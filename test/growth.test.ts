import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "./growth.ts";

/** A clock that work advances by its cost, as many times as the machine is slowed down at that run. */
const slowed = (cost: (size: number) => number, slowdown: (size: number, run: number) => number) => {
  let now = 0;
  let runs = 0;
  return {
    clock: () => now,
    build: (size: number) => async () => {
      // Work that waits is measured to its end.
      await Promise.resolve();
      runs += 1;
      now += cost(size) * slowdown(size, runs);
    },
  };
};
/** Slowdowns at random, which a seed repeats. */
const atRandom = (most: number) =>
  fc.infiniteStream(fc.double({ min: 1, max: most, noNaN: true })).map((stream) => () => stream.next().value);

test("cost in proportion to size passes, and its square is found, when each run takes up to twice as long", async () => {
  await fc.assert(
    fc.asyncProperty(atRandom(2), async (slowdown) => {
      const linear = slowed((size) => size, slowdown);
      await expectLinear(linear.build, 100, { runs: 3, inARow: 2, clock: linear.clock });
      const square = slowed((size) => size ** 2, slowdown);
      await expect(
        expectLinear(square.build, 100, { runs: 3, inARow: 2, clock: square.clock }),
      ).rejects.toThrow("by the square");
    }),
  );
});
