import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import {
  cleanUp,
  createDeploy,
  eventually,
  feedTopic,
  jsonFeedTopic,
  later,
  newSqlite,
  startHub,
  startTimedHub,
} from "../test-network.ts";
import { createOperator } from "../../../../scripts/hub.ts";
import { openStore } from "../../../../server/hub/store/store.ts";

afterEach(cleanUp);
const publish = { "hub.mode": "publish", "hub.url": feedTopic };
const bodies = ({ deliveries }: { deliveries: { body: Buffer }[] }) =>
  deliveries.map(({ body }) => body.toString());

test("a ping that names a version waits for it: an old copy of the deploy is never delivered", async () => {
  const deploy = createDeploy();
  const hub = await startHub({ deploy });
  const subscriber = await hub.join();
  const coming = createDeploy();
  coming.show({ [feedTopic]: "new" });
  const answered = hub.post({ ...publish, version: coming.version() });
  await eventually(() => deploy.refreshes >= 2);
  expect(bodies(subscriber)).toEqual([]);
  deploy.write({ [feedTopic]: "new" });
  const response = await answered;
  expect([response.status, await response.text()]).toEqual([202, `${feedTopic}: 1 subscribers notified\n`]);
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(bodies(subscriber)).toEqual(["new"]);
});

test("a version that does not appear in time is answered so, and sent when it comes", async () => {
  let now = Date.now();
  const deploy = createDeploy();
  const hub = await startHub({ deploy, clock: () => now });
  const subscriber = await hub.join();
  const answered = hub.post({ ...publish, version: "0".repeat(32) });
  await eventually(() => deploy.refreshes >= 1);
  now += 11_000;
  expect(await (await answered).text()).toBe(`${feedTopic}: waiting for the deploy to show this version\n`);
  deploy.show({ [feedTopic]: "came later" });
  await subscriber.until(() => subscriber.deliveries.length === 1);
});

test("pings with unknown versions shut out no publisher, whose version is shown or not yet", async () => {
  // The time does not go on, so who waits for an unknown version waits until the hub is closed.
  const now = Date.now();
  const deploy = createDeploy();
  const house = await startHub({ deploy, clock: () => now });
  const subscriber = await house.join();
  const ping = (version: string, address: string) => house.post({ ...publish, version }, {}, address);
  const strangers = Array.from({ length: 400 }, (_, index) =>
    ping(index.toString(16).padStart(32, "0"), `2001:db8:${index % 50}::${index}`),
  );
  // One client waits a few times, the others wait at most a hundred times together.
  const first = await Promise.race(strangers);
  expect([first.status, await first.text()]).toEqual([202, expect.stringMatching(/: waiting/)]);

  deploy.write({ [feedTopic]: "new" });
  await deploy.refresh();
  const shown = await ping(deploy.version(), "192.0.2.1");
  expect(shown.status).toBe(202);
  expect(await shown.text()).toMatch(/1 subscribers (already )?notified/);

  const coming = createDeploy();
  coming.show({ [feedTopic]: "newer" });
  const early = ping(coming.version(), "192.0.2.1");
  const before = deploy.refreshes;
  await eventually(() => deploy.refreshes > before + 1);
  deploy.write({ [feedTopic]: "newer" });
  expect((await early).status).toBe(202);
  await subscriber.until(() => bodies(subscriber).includes("newer"));
  await house.close();
  const statuses = await Promise.all(strangers.map(async (one) => (await one).status));
  expect(new Set(statuses)).toEqual(new Set([202]));
});

test("of one client five pings wait; the sixth is answered at once, and others' wait beside them", async () => {
  const now = Date.now();
  const house = await startHub({ clock: () => now });
  const ping = (digit: number, address: string) =>
    house.post({ ...publish, version: String(digit).repeat(32) }, {}, address);
  const answered: number[] = [];
  const pings = [1, 2, 3, 4, 5, 7].map(async (digit) => {
    await ping(digit, digit === 7 ? "192.0.2.2" : "192.0.2.1");
    answered.push(digit);
  });
  // Each looks at the deploy again and again, for as long as it waits.
  expect(await (await ping(6, "192.0.2.1")).text()).toMatch(/: waiting/);
  const before = house.deploy.refreshes;
  await eventually(() => house.deploy.refreshes >= before + 12);
  expect(answered).toEqual([]);
  await house.close();
  await Promise.all(pings);
});

test("hundreds of pings at once are compared together, and each is told what became of its topics", async () => {
  const now = Date.now();
  const deploy = createDeploy();
  const house = await startHub({ deploy, clock: () => now });
  const subscriber = await house.join();
  const changes = vi.spyOn(deploy, "topic");
  deploy.write({ [feedTopic]: "new" });
  const ping = async (topic: string) => (await house.post({ ...publish, "hub.url": topic })).text();
  const topics = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? feedTopic : jsonFeedTopic));
  const answers = await Promise.all(topics.map(ping));
  const results = new Set([`${feedTopic}: 1 subscribers notified\n`, `${jsonFeedTopic}: unchanged\n`]);
  expect(new Set(answers)).toEqual(results);
  expect(changes.mock.calls.length).toBeLessThan(20);
  await house.idle();
  expect(bodies(subscriber)).toEqual(["new"]);
});

test("an old copy that surfaces at an edge is held back; an explicit ping sends it at once", async () => {
  const deploy = createDeploy(true);
  const hub = await startHub({ deploy });
  const subscriber = await hub.join();
  for (const body of ["one", "two"]) {
    deploy.show({ [feedTopic]: body });
    await subscriber.until(() => bodies(subscriber).includes(body));
  }
  deploy.show({ [feedTopic]: "one" });
  await eventually(() => hub.lines.some(({ event }) => event === "hub.topic.held"));
  deploy.show({ [feedTopic]: "two" });
  await hub.idle();
  expect(bodies(subscriber)).toEqual(["one", "two"]);
  // The owner really steps back.
  deploy.write({ [feedTopic]: "one" });
  await hub.post(publish);
  await subscriber.until(() => subscriber.deliveries.length === 3);
  expect(bodies(subscriber)).toEqual(["one", "two", "one"]);
  expect(new Set(subscriber.deliveries.map(({ headers }) => headers["x-hub-delivery"])).size).toBe(3);
});

test("what was replaced, and is shown for a minute all the same, is sent", async () => {
  const deploy = createDeploy(true);
  const hub = await startTimedHub({ deploy });
  const subscriber = await hub.join();
  const events = () => hub.seen("hub.topic.held").length + hub.seen("hub.topic.changed").length;
  const show = async (body: string) => {
    const before = events();
    deploy.show({ [feedTopic]: body });
    await eventually(() => events() > before);
    await hub.idle();
  };
  const sent = ["one", "two", "three"];
  for (const body of [...sent, "one"]) await show(body);
  // Another old copy has a minute of its own.
  hub.tick(30_000);
  await show("two");
  hub.tick(59_999);
  await show("two");
  expect(bodies(subscriber)).toEqual(sent);
  hub.tick(1);
  await show("two");
  expect(bodies(subscriber)).toEqual([...sent, "two"]);
});

test("a step back in a folder is no old copy, and is sent without a ping", async () => {
  const hub = await startHub();
  const subscriber = await hub.join();
  for (const [index, body] of ["one", "two", "one"].entries()) {
    hub.deploy.show({ [feedTopic]: body });
    await subscriber.until(() => subscriber.deliveries.length === index + 1);
  }
  expect(bodies(subscriber)).toEqual(["one", "two", "one"]);
});

test("a publish request with issues is answered 400 and says which", async () => {
  const { post } = await startHub();
  const url = `hub.mode=publish&hub.url=${feedTopic}`;
  for (const [form, message] of [
    ["hub.mode=publish", /hub.url is missing/],
    ["hub.mode=publish&hub.url=https://other.example/feed", /unknown topic https:\/\/other/],
    [`${url}&hub.topic=__proto__`, /unknown topic __proto__/],
    [`${url}&version=latest`, /32 digits/],
    [`${url}&version=${"a".repeat(32)}&version=${"b".repeat(32)}`, /once/],
  ] as const) {
    const response = await post([...new URLSearchParams(form)]);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(message);
  }
});

test("large content is delivered whole, and not kept when nobody was subscribed as it came", async () => {
  const databaseUrl = newSqlite();
  const hub = await startHub({ databaseUrl });
  const store = await openStore({ databaseUrl, topics: [feedTopic] });
  later(store, ({ close }) => close());
  const database = later(new DatabaseSync(databaseUrl.slice("sqlite:".length)), (one) => one.close());
  const statement = database.prepare(
    "select length(body) as bytes from notifications n join topics t on t.notification = n.id where t.topic = ?",
  );
  const kept = () => statement.get(feedTopic)?.["bytes"];
  const redeliver = () => createOperator(store).redeliver({ topic: feedTopic }, Date.now());

  await hub.publish("unheard ".repeat(300_000));
  await eventually(() => kept() === 0);
  const subscriber = await hub.join();
  expect(await redeliver()).toBe(0);

  const large = "heard ".repeat(300_000);
  await hub.publish(large);
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(bodies(subscriber)[0] === large).toBe(true);
  expect(kept()).toBe(large.length);
  expect(await redeliver()).toBe(1);
});
