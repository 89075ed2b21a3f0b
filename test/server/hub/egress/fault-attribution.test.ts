import { expect, test } from "vitest";
import { createFaultAttribution } from "../../../../server/hub/egress/fault-attribution.ts";

/** The dead origin gives no answer at minute 100; the others are what their name says. */
const judge = async (given: {
  published: number;
  answers?: Record<string, number>;
  subscribed?: string[];
  opens?: string[];
  fails?: string[];
}): Promise<boolean> => {
  let minute = 0;
  const reach = createFaultAttribution({
    clock: () => minute * 60_000,
    origins: () => Promise.resolve(given.subscribed ?? ["dead", "other"]),
    probe: (origin) => Promise.resolve(given.opens?.includes(origin) ?? false),
  });
  for (const [origin, at] of Object.entries(given.answers ?? {})) {
    minute = at;
    reach.reached(origin);
  }
  minute = 100;
  for (const origin of given.fails ?? []) await reach.isSubscriberFault(origin, minute * 60_000);
  return reach.isSubscriberFault("dead", given.published * 60_000);
};

test("a failure counts when another origin has answered in the ten minutes before and since the publication", async () => {
  const instant = 1 / 60_000;
  expect(await judge({ published: 80, answers: { other: 90 + instant } })).toBe(true);
  expect(await judge({ published: 80, answers: { other: 90 } })).toBe(false);
  expect(await judge({ published: 95, answers: { other: 94 } })).toBe(false);
  expect(await judge({ published: 80, answers: { other: 91, dead: 92, third: 93 } })).toBe(true);
  expect(await judge({ published: 80, answers: { dead: 95 } })).toBe(false);
});

test("a failure counts when another origin accepts a connection now, unless that origin fails as well", async () => {
  expect(await judge({ published: 100, opens: ["other"] })).toBe(true);
  expect(await judge({ published: 100, opens: [] })).toBe(false);
  expect(await judge({ published: 100, opens: ["other"], fails: ["other"] })).toBe(false);
});

test("a failure counts when no other origin is subscribed", async () => {
  expect(await judge({ published: 100, subscribed: ["dead"] })).toBe(true);
});

const good = "https://good.example";
const dead = Array.from({ length: 8 }, (_, n) => `https://dead-${n}.example`);

/** The network as it is: what is not dead opens its egress after a moment. */
const createWorld = (newest: string[]) => {
  const world = { now: 1_000_000, probes: [] as string[] };
  const reach = createFaultAttribution({
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
  const blamed = await Promise.all(dead.map((origin) => reach.isSubscriberFault(origin, world.now)));
  expect(blamed).toEqual(dead.map(() => true));
  expect(world.probes).toEqual([good]);
});

test("whoever answered a short while ago is asked, however many newer callbacks are dead", async () => {
  const { world, reach } = createWorld(dead.slice(0, 6));
  reach.reached(good);
  world.now += 60_000;
  const blamed = await Promise.all(dead.map((origin) => reach.isSubscriberFault(origin, world.now)));
  expect(blamed).toEqual(dead.map(() => true));
});

test("of very many origins that were tried, only the last thousand are remembered", async () => {
  const others = Array.from({ length: 1_001 }, (_, n) => `https://other-${n}.example`);
  const probes: string[] = [];
  const reach = createFaultAttribution({
    clock: () => 0,
    origins: async () => others,
    probe: async (origin) => {
      probes.push(origin);
      return false;
    },
  });
  for (const times of [1, 2]) {
    expect(await reach.isSubscriberFault(good, 0)).toBe(false);
    expect(probes.filter((origin) => origin === others[0])).toHaveLength(times);
  }
});

test("when nobody can be reached, nobody is blamed, and nobody is asked again at once", async () => {
  const { world, reach } = createWorld(dead.slice(0, 6));
  for (const origin of dead) expect(await reach.isSubscriberFault(origin, world.now)).toBe(false);
  const asked = world.probes.length;
  for (const origin of dead) expect(await reach.isSubscriberFault(origin, world.now)).toBe(false);
  expect(world.probes.length).toBe(asked);
});
