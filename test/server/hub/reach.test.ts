import { expect, test } from "vitest";
import { createReach } from "../../../server/hub/reach.ts";

const good = "https://good.example";
const dead = Array.from({ length: 8 }, (_, n) => `https://dead-${n}.example`);

/** The network as it is: what is not dead opens its door after a moment. */
const createWorld = (newest: string[]) => {
  const world = { now: 1_000_000, probes: [] as string[] };
  const reach = createReach({
    clock: () => world.now,
    origins: async () => newest,
    probe: async (origin) => {
      world.probes.push(origin);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return origin === good;
    },
  });
  return { world, reach };
};

test("failures at the same moment share the answer of one handshake", async () => {
  const { world, reach } = createWorld([good]);
  const blamed = await Promise.all(dead.map((origin) => reach.isTheirs(origin, world.now)));
  expect(blamed).toEqual(dead.map(() => true));
  expect(world.probes).toEqual([good]);
});

test("whoever answered a short while ago is asked, however many newer callbacks are dead", async () => {
  const { world, reach } = createWorld(dead.slice(0, 6));
  reach.reached(good);
  world.now += 60_000;
  const blamed = await Promise.all(dead.map((origin) => reach.isTheirs(origin, world.now)));
  expect(blamed).toEqual(dead.map(() => true));
});

test("when nobody can be reached, nobody is blamed, and nobody is asked again at once", async () => {
  const { world, reach } = createWorld(dead.slice(0, 6));
  for (const origin of dead) expect(await reach.isTheirs(origin, world.now)).toBe(false);
  const asked = world.probes.length;
  for (const origin of dead) expect(await reach.isTheirs(origin, world.now)).toBe(false);
  expect(world.probes.length).toBe(asked);
});
