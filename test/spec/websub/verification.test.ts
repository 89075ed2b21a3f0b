import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import {
  cleanUp,
  eventually,
  feedTopic,
  newSubscriber,
  startTimedHub,
  jsonFeedTopic,
} from "../../server/hub/test-network.ts";
import { answer, type Answering, confirm, silence } from "../../server/hub/subscriber.ts";

afterEach(cleanUp);
const hangUp: Answering = (_, response) => void response.socket?.destroy();
const [day, leaseDays] = [86_400_000, 10];

test("WebSub 5.2: a subscription that the hub ends is denied with a GET that names topic and reason", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({ delivery: answer(500), path: "?mine=1" });
  await hub.send("content");
  for (const ms of [60_000, 7_200_000]) await hub.advance(ms);
  const [denial] = subscriber.denials;
  expect(denial?.target).toMatch(/^\/callback\?mine=1&hub\.mode=denied&hub\.topic=/);
  expect(denial?.query.get("hub.topic")).toBe(feedTopic);
  expect(denial?.query.get("hub.reason")).toMatch(/three deliveries in a row failed/);
  expect(denial?.query.has("hub.challenge")).toBe(false);
  // It is told once; whatever it answers, nothing is subscribed by it.
  await hub.advance(day);
  expect([subscriber.denials.length, await hub.count()]).toEqual([1, 0]);
});

test("a callback that has asked again before it could be denied is verified instead", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({ delivery: answer(500) });
  await hub.send("content");
  await hub.advance(60_000);
  subscriber.verification = hangUp;
  await hub.advance(7_200_000);
  await hub.subscribe(subscriber.callback);
  subscriber.verification = confirm;
  await hub.idle();
  await hub.advance(10_000);
  expect(await hub.count()).toBe(1);
});

test("WebSub 5.3: the verification carries mode, topic, a challenge and, to subscribe, the lease", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  await hub.unsubscribe(subscriber.callback);
  await hub.idle();
  const asked = subscriber.verifications.map(({ query }) => Object.fromEntries(query));
  const challenge = expect.stringMatching(/./) as string;
  const both = { "hub.topic": feedTopic, "hub.challenge": challenge };
  expect(asked).toEqual([
    { "hub.mode": "subscribe", ...both, "hub.lease_seconds": "864000" },
    { "hub.mode": "unsubscribe", ...both },
  ]);
  expect(await hub.count()).toBe(0);
});

const echo =
  (change: (challenge: string) => string, status = 200): Answering =>
  ({ query }, response) => {
    response.writeHead(status).end(change(query.get("hub.challenge") ?? ""));
  };

test("WebSub 5.3.1: only a 2xx whose body is the challenge, byte for byte, confirms", async () => {
  const hub = await startTimedHub();
  const refusals: Answering[] = [
    echo(() => ""),
    echo((challenge) => `${challenge}\n`),
    echo((challenge) => ` ${challenge}`),
    echo((challenge) => challenge.toUpperCase()),
    echo((challenge) => challenge.slice(0, -1)),
    echo((challenge) => JSON.stringify(challenge)),
    echo((challenge) => `\uFEFF${challenge}`),
    echo((challenge) => challenge + challenge),
    ...[300, 301, 302, 307, 308, 400, 404, 410, 500, 503].map((status) => echo((text) => text, status)),
  ];
  for (const verification of refusals) await hub.subscribe((await newSubscriber({ verification })).callback);
  await hub.idle();
  expect([await hub.count(), await hub.gauge("verifications_pending")]).toEqual([0, 0]);
  for (const status of [200, 201, 202, 206, 299])
    await hub.subscribe((await newSubscriber({ verification: echo((text) => text, status) })).callback);
  await hub.idle();
  expect(await hub.count()).toBe(5);
});

test("WebSub 5.3.1: the challenge may come in pieces", async () => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber({
    verification: ({ query }, response) => {
      const challenge = query.get("hub.challenge") ?? "";
      response.write(challenge.slice(0, 5));
      setTimeout(() => response.end(challenge.slice(5)), 30);
    },
  });
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  expect(await hub.count()).toBe(1);
});

test("WebSub 5.3.1: a redirect is not a confirmation and is not followed", async () => {
  const hub = await startTimedHub();
  const other = await newSubscriber();
  const subscriber = await newSubscriber({
    verification: ({ target }, response) => {
      response.writeHead(302, { location: `${other.origin}${target}` }).end();
    },
  });
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  expect([await hub.count(), subscriber.verifications.length, other.received.length]).toEqual([0, 1, 0]);
});

test("WebSub 5.3.1: a callback that answers wrongly is not asked again", async () => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber({ verification: answer(503, { "retry-after": "1" }) });
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  await hub.advance(day);
  expect(subscriber.verifications).toHaveLength(1);
});

test("WebSub 5.3.1: a callback that could not be reached is asked once more, with a new challenge", async () => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber({ verification: hangUp });
  const asked = () => subscriber.verifications.length;
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  await hub.advance(9_999);
  expect(asked()).toBe(1);
  await hub.advance(1);
  expect(asked()).toBe(2);
  await hub.advance(day);
  expect(asked()).toBe(2);
  expect(new Set(subscriber.verifications.map(({ query }) => query.get("hub.challenge"))).size).toBe(2);
});

test("WebSub 5.3.1: leases are enforced: a subscription ends on time, and gets nothing from then on", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({}, { "hub.lease_seconds": "300" });
  const other = await hub.join({}, { "hub.lease_seconds": "301" });
  await hub.advance(299_999);
  await hub.send("in time");
  await hub.advance(1);
  expect(await hub.count()).toBe(1);
  await hub.send("too late");
  expect([subscriber, other].map(({ deliveries }) => deliveries.length)).toEqual([1, 2]);
  await eventually(() => hub.seen("hub.leases.ended").length === 1);
  expect(await hub.count()).toBe(1);
});

test("WebSub 5.3.1: the lease counts from the verification, not from the request", async () => {
  const hub = await startTimedHub({ askAgainMs: 100_000 });
  const subscriber = await newSubscriber({ verification: hangUp });
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "300" });
  await hub.idle();
  subscriber.verification = confirm;
  await hub.advance(200_000);
  await hub.advance(299_999);
  expect(await hub.count()).toBe(1);
  await hub.advance(1);
  expect(await hub.count()).toBe(0);
});

test("a renewal starts the lease anew, of its own length", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  await hub.advance((leaseDays - 1) * day);
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "172800" });
  await hub.idle();
  await hub.advance(2 * day - 1);
  expect(await hub.count()).toBe(1);
  await hub.advance(1);
  expect(await hub.count()).toBe(0);
});

test("WebSub 8.2: the challenge is random, long enough and used once", async () => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber();
  for (let index = 0; index < 5; index += 1) await hub.subscribe(`${subscriber.callback}?${index}`);
  await hub.idle();
  const challenges = subscriber.verifications.map(({ query }) => query.get("hub.challenge") ?? "");
  expect(new Set(challenges).size).toBe(5);
  for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
});

/** A callback that answers each verification when the test says so. */
const newPatient = async () => {
  const pending: { mode: string | null; confirm: () => void; refuse: () => void }[] = [];
  const subscriber = await newSubscriber({
    verification: (received, response) =>
      void pending.push({
        mode: received.query.get("hub.mode"),
        confirm: () => confirm(received, response),
        refuse: () => answer(404)(received, response),
      }),
  });
  return { subscriber, pending };
};

test("WebSub 5.1: a confirmation holds, and what was asked for after it is asked in its turn", async () => {
  const hub = await startTimedHub();
  const { subscriber, pending } = await newPatient();
  await hub.subscribe(subscriber.callback, { "hub.secret": "old" });
  await eventually(() => pending.length === 1);
  await hub.unsubscribe(subscriber.callback);
  // Another callback is verified meanwhile: this one is not asked for the second thing before the first is over.
  const other = await newSubscriber();
  await hub.subscribe(other.callback);
  await other.until(() => other.verifications.length === 1);
  expect(pending.map(({ mode }) => mode)).toEqual(["subscribe"]);
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  expect(pending[1]?.mode).toBe("unsubscribe");
  await eventually(async () => (await hub.count()) === 2);
  pending[1]?.confirm();
  await hub.idle();
  expect(await hub.count()).toBe(1);
});

test.each([
  [["subscribe", "unsubscribe"], 0],
  [["unsubscribe", "subscribe"], 1],
] as const)("%s that come together are asked in this order", async (modes, left) => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber();
  await Promise.all(modes.map((mode) => hub[mode](subscriber.callback)));
  await hub.idle();
  expect(subscriber.verifications.map(({ query }) => query.get("hub.mode"))).toEqual(modes);
  expect(await hub.count()).toBe(left);
});

test("two topics on one callback are asked for beside each other, and neither takes the other's place", async () => {
  const hub = await startTimedHub();
  const { subscriber, pending } = await newPatient();
  await hub.subscribe(subscriber.callback);
  await eventually(() => pending.length === 1);
  await hub.unsubscribe(subscriber.callback, { "hub.topic": jsonFeedTopic });
  await eventually(() => pending.length === 2);
  expect(pending.map(({ mode }) => mode)).toEqual(["subscribe", "unsubscribe"]);
  for (const { confirm: say } of pending) say();
  await hub.idle();
  expect([await hub.count(), await hub.count(jsonFeedTopic)]).toEqual([1, 0]);
});

test("a stranger's unsubscribe that the callback refuses takes neither a subscription nor a renewal", async () => {
  const hub = await startTimedHub();
  const { subscriber, pending } = await newPatient();
  // It comes while the first verification is under way …
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "300" });
  await eventually(() => pending.length === 1);
  await hub.unsubscribe(subscriber.callback);
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  pending[1]?.refuse();
  await hub.idle();
  expect(await hub.count()).toBe(1);

  // … and before and after a renewal that still waits for its own.
  await hub.unsubscribe(subscriber.callback);
  await eventually(() => pending.length === 3);
  await hub.subscribe(subscriber.callback, { "hub.secret": "renewed" });
  await hub.unsubscribe(subscriber.callback);
  for (let index = 2; index < 5; index += 1) {
    await eventually(() => pending.length > index);
    if (pending[index]?.mode === "subscribe") pending[index]?.confirm();
    else pending[index]?.refuse();
  }
  await hub.idle();
  expect(pending.filter(({ mode }) => mode === "subscribe")).toHaveLength(2);
  await hub.send("renewed");
  expect(subscriber.deliveries[0]?.headers["x-hub-signature"]).toMatch(/^sha256=/);
});

test("a stranger's subscribe takes no confirmation away that was given for other terms", async () => {
  const hub = await startTimedHub();
  const { subscriber, pending } = await newPatient();
  await hub.subscribe(subscriber.callback, { "hub.secret": "mine" });
  await eventually(() => pending.length === 1);
  await hub.subscribe(subscriber.callback, { "hub.secret": "a stranger's" });
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  expect(await hub.count()).toBe(1);
  pending[1]?.refuse();
  await hub.idle();
  await hub.send("signed");
  const signature = createHmac("sha256", "mine").update("signed").digest("hex");
  expect(subscriber.deliveries[0]?.headers["x-hub-signature"]).toBe(`sha256=${signature}`);
});

test("WebSub 5: unsubscribing takes the same handshake, and nobody else can do it", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  for (const refusal of [answer(404), answer(200), silence]) {
    subscriber.verification = refusal;
    const before = subscriber.verifications.length;
    await hub.unsubscribe(subscriber.callback);
    await subscriber.until(() => subscriber.verifications.length > before);
    if (refusal !== silence) await hub.idle();
    expect(await hub.count()).toBe(1);
  }
  await hub.publish("still here");
  await subscriber.until(() => subscriber.deliveries.length === 1);
});
