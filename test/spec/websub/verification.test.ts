import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { cleanUp, eventually, feedTopic, later, pause, startHub } from "../../server/hub/test-network.ts";
import { answer, type Answering, confirm, silence, startSubscriber } from "../../server/hub/subscriber.ts";

afterEach(cleanUp);
const newSubscriber = async (options: Parameters<typeof startSubscriber>[0] = {}) =>
  later(await startSubscriber(options), (one) => one.stop());

test("WebSub 5.2: a subscription that the hub ends is denied with a GET that names topic and reason", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({ delivery: answer(500) });
  await hub.subscribe(`${subscriber.callback}?mine=1`);
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.denials.length === 1);
  const [denial] = subscriber.denials;
  expect(denial?.target).toMatch(/^\/callback\?mine=1&hub\.mode=denied&hub\.topic=/);
  expect(denial?.query.get("hub.topic")).toBe(feedTopic);
  expect(denial?.query.get("hub.reason")).toMatch(/three deliveries in a row failed/);
  expect(denial?.query.has("hub.challenge")).toBe(false);
});

test("WebSub 5.3: the verification carries mode, topic, a challenge and, to subscribe, the lease", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 1);
  const [{ query } = { query: new URLSearchParams() }] = subscriber.verifications;
  expect([...query.keys()]).toEqual(["hub.mode", "hub.topic", "hub.challenge", "hub.lease_seconds"]);
  expect(query.get("hub.mode")).toBe("subscribe");
  expect(query.get("hub.topic")).toBe(feedTopic);
  expect(query.get("hub.lease_seconds")).toBe("864000");
  await eventually(async () => (await hub.count()) === 1);
  await hub.unsubscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 2);
  expect([...(subscriber.verifications[1]?.query.keys() ?? [])]).toEqual([
    "hub.mode",
    "hub.topic",
    "hub.challenge",
  ]);
  expect(subscriber.verifications[1]?.query.get("hub.mode")).toBe("unsubscribe");
  await eventually(async () => (await hub.count()) === 0);
});

test("WebSub 5.3.1: only a 2xx whose body is the challenge, byte for byte, confirms", async () => {
  const hub = await startHub();
  const body =
    (change: (challenge: string) => string, status = 200): Answering =>
    ({ query }, response) => {
      response.writeHead(status).end(change(query.get("hub.challenge") ?? ""));
    };
  const refusals: [string, Answering][] = [
    ["nothing", body(() => "")],
    ["newline after", body((challenge) => `${challenge}\n`)],
    ["space before", body((challenge) => ` ${challenge}`)],
    ["in another case", body((challenge) => challenge.toUpperCase())],
    ["aborted", body((challenge) => challenge.slice(0, -1))],
    ["in quotes", body((challenge) => JSON.stringify(challenge))],
    ["with a byte order mark", body((challenge) => `\uFEFF${challenge}`)],
    ["twice", body((challenge) => challenge + challenge)],
    ...[301, 302, 307, 308, 400, 404, 410, 500, 503].map((status): [string, Answering] => [
      String(status),
      body((challenge) => challenge, status),
    ]),
  ];
  for (const [, verification] of refusals) {
    const subscriber = await newSubscriber({ verification });
    await hub.subscribe(subscriber.callback);
    await subscriber.until(() => subscriber.verifications.length === 1);
  }
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
  expect(await hub.count()).toBe(0);
  for (const status of [200, 201, 202, 204 + 2, 299]) {
    const subscriber = await newSubscriber({ verification: body((challenge) => challenge, status) });
    await hub.subscribe(subscriber.callback);
  }
  await eventually(async () => (await hub.count()) === 5);
});

test("WebSub 5.3.1: the challenge may come in pieces", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({
    verification: ({ query }, response) => {
      const challenge = query.get("hub.challenge") ?? "";
      response.write(challenge.slice(0, 5));
      setTimeout(() => response.end(challenge.slice(5)), 30);
    },
  });
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
});

test("WebSub 5.3.1: a redirect is not a confirmation and is not followed", async () => {
  const hub = await startHub();
  const other = await newSubscriber();
  const subscriber = await newSubscriber({
    verification: ({ target }, response) => {
      response.writeHead(302, { location: `${other.origin}${target}` }).end();
    },
  });
  await hub.subscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 1);
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
  expect(await hub.count()).toBe(0);
  expect(other.received).toEqual([]);
});

test("WebSub 5.3.1: a callback that answers wrongly is not asked again", async () => {
  const hub = await startHub({ askAgainMs: 20 });
  const subscriber = await newSubscriber({ verification: answer(503) });
  await hub.subscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 1);
  await pause(250);
  expect(subscriber.verifications).toHaveLength(1);
});

test("WebSub 5.3.1: a callback that could not be reached is asked once more, with a new challenge", async () => {
  const hub = await startHub({ askAgainMs: 50 });
  const subscriber = await newSubscriber({
    verification: (_, response) => void response.socket?.destroy(),
  });
  await hub.subscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 2);
  await pause(250);
  expect(subscriber.verifications).toHaveLength(2);
  expect(new Set(subscriber.verifications.map(({ query }) => query.get("hub.challenge"))).size).toBe(2);

  await hub.subscribe(subscriber.callback);
  await subscriber.until(() => subscriber.verifications.length === 3);
  subscriber.verification = confirm;
  await eventually(async () => (await hub.count()) === 1);
});

test("WebSub 5.3.1: leases are enforced: a subscription ends on time, and gets nothing from then on", async () => {
  let now = Date.now();
  const hub = await startHub({ clock: () => now });
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "300" });
  await eventually(async () => (await hub.count()) === 1);
  now += 299_999;
  await hub.publish("in time");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  now += 1;
  expect(await hub.count()).toBe(0);
  await hub.publish("too late");
  await pause(200);
  expect(subscriber.deliveries).toHaveLength(1);
});

test("WebSub 5.3.1: the lease counts from the verification, not from the request", async () => {
  let now = Date.now();
  const hub = await startHub({ clock: () => now, askAgainMs: 100_000 });
  const subscriber = await newSubscriber({ verification: (_, response) => void response.socket?.destroy() });
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "300" });
  await subscriber.until(() => subscriber.verifications.length === 1);
  await eventually(async () => (await hub.store.nextDue("requests", now)) === 100_000);
  subscriber.verification = confirm;
  now += 200_000;
  await eventually(async () => (await hub.count()) === 1);
  now += 299_999;
  expect(await hub.count()).toBe(1);
  now += 1;
  expect(await hub.count()).toBe(0);
});

test("WebSub 8.2: the challenge is random, long enough and used once", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  for (let index = 0; index < 5; index += 1) await hub.subscribe(`${subscriber.callback}?${index}`);
  await subscriber.until(() => subscriber.verifications.length === 5);
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
  const hub = await startHub();
  const { subscriber, pending } = await newPatient();
  await hub.subscribe(subscriber.callback, { "hub.secret": "old" });
  await eventually(() => pending.length === 1);
  await hub.unsubscribe(subscriber.callback);
  await pause(100);
  // One verification at a time per topic and callback: the newer one waits for the older one's end.
  expect(pending.map(({ mode }) => mode)).toEqual(["subscribe"]);
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  expect(pending[1]?.mode).toBe("unsubscribe");
  expect(await hub.count()).toBe(1);
  pending[1]?.confirm();
  await eventually(async () => (await hub.count()) === 0);
});

test("a stranger's unsubscribe that the callback refuses takes neither a subscription nor a renewal", async () => {
  const hub = await startHub();
  const { subscriber, pending } = await newPatient();
  // It comes while the first verification is under way …
  await hub.subscribe(subscriber.callback, { "hub.lease_seconds": "300" });
  await eventually(() => pending.length === 1);
  await hub.unsubscribe(subscriber.callback);
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  pending[1]?.refuse();
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
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
  expect(pending.filter(({ mode }) => mode === "subscribe")).toHaveLength(2);
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
  await hub.publish("renewed");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(subscriber.deliveries[0]?.headers["x-hub-signature"]).toMatch(/^sha256=/);
});

test("a stranger's subscribe takes no confirmation away that was given for other terms", async () => {
  const hub = await startHub();
  const { subscriber, pending } = await newPatient();
  await hub.subscribe(subscriber.callback, { "hub.secret": "mine" });
  await eventually(() => pending.length === 1);
  await hub.subscribe(subscriber.callback, { "hub.secret": "a stranger's" });
  pending[0]?.confirm();
  await eventually(() => pending.length === 2);
  expect(await hub.count()).toBe(1);
  pending[1]?.refuse();
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
  await hub.publish("signed");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  const { body, headers } = subscriber.deliveries[0] ?? {};
  expect(headers?.["x-hub-signature"]).toBe(
    `sha256=${createHmac("sha256", "mine")
      .update(body ?? "")
      .digest("hex")}`,
  );
});

test("WebSub 5: unsubscribing takes the same handshake, and nobody else can do it", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  for (const refusal of [answer(404), answer(200), silence]) {
    subscriber.verification = refusal;
    const before = subscriber.verifications.length;
    await hub.unsubscribe(subscriber.callback);
    await subscriber.until(() => subscriber.verifications.length > before);
    expect(await hub.count()).toBe(1);
    if (refusal !== silence) await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
  }
  await hub.publish("still here");
  await subscriber.until(() => subscriber.deliveries.length === 1);
});
