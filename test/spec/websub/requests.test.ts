import { afterEach, expect, test } from "vitest";
import { createHmac } from "node:crypto";
import {
  baseUrl,
  cleanUp,
  feedTopic,
  jsonFeedTopic,
  newSubscriber,
  reviewsTopic,
  startTimedHub as startHub,
} from "../../server/hub/test-network.ts";
import { answer, silence } from "../../server/hub/subscriber.ts";
import { words } from "../../server/words.ts";

afterEach(cleanUp);

/** A request to the hub, of whatever body. */
const sendTo = ({ handle }: Awaited<ReturnType<typeof startHub>>["hub"], init: RequestInit) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = new Request(`${baseUrl}/api/websub/hub`, { method: "POST", headers, ...init });
  return handle(request, { address: "198.51.100.7" });
};

test("WebSub 5.1: the hub takes form-encoded requests in UTF-8 and answers 415 to other types", async () => {
  const { hub } = await startHub();
  const send = (type: string | undefined, body = "hub.mode=none") =>
    sendTo(hub, { body: Buffer.from(body), headers: type === undefined ? {} : { "content-type": type } });
  const form = "application/x-www-form-urlencoded";
  for (const type of [form, `${form}; charset=UTF-8`, `${form};charset="utf-8"`, form.toUpperCase()])
    expect((await send(type)).status, type).toBe(400);
  const others = ["application/json", "multipart/form-data; boundary=x", `${form}; charset=utf-16`];
  for (const type of [undefined, ...others]) {
    const response = await send(type);
    expect(response.status, type).toBe(415);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
  const wrong = await send(form, "hub.mode=subscribe&hub.secret=%ff%fe");
  expect([wrong.status, await wrong.text()]).toEqual([400, "hub.secret must be UTF-8, percent-encoded\n"]);
});

test("WebSub 5.1: hub.mode, hub.topic and hub.callback are required, and each issue is named", async () => {
  const { post } = await startHub();
  const good = { "hub.mode": "subscribe", "hub.topic": feedTopic, "hub.callback": "https://a.example/" };
  for (const missing of Object.keys(good)) {
    const response = await post(Object.entries(good).filter(([name]) => name !== missing));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(missing);
  }
  for (const mode of ["SUBSCRIBE", "constructor", "__proto__", "denied", " subscribe"])
    expect((await post({ ...good, "hub.mode": mode })).status, mode).toBe(400);
  const both = await (await post({ ...good, "hub.topic": "x", "hub.callback": "http://a.example/" })).text();
  expect(both).toContain("unknown topic x");
  expect(both).toContain("plain HTTP is refused");
});

test("WebSub 5.1: hub.lease_seconds is a positive decimal integer within the hub's policy", async () => {
  const hub = await startHub();
  const [least, most] = [300, 2_592_000];
  const granted = async (lease?: string) => {
    const subscriber = await newSubscriber();
    await hub.subscribe(subscriber.callback, lease === undefined ? {} : { "hub.lease_seconds": lease });
    await subscriber.until(() => subscriber.verifications.length === 1);
    return subscriber.verifications[0]?.query.get("hub.lease_seconds");
  };
  for (const none of [undefined, ""]) expect(await granted(none)).toBe("864000");
  for (const seconds of [1, 299, 300, 301, 86_400, most - 1, most, most + 1, 1e9])
    expect(await granted(String(seconds))).toBe(String(Math.min(Math.max(seconds, least), most)));
  expect(await granted(`1${"0".repeat(40)}`)).toBe(String(most));
  for (const lease of words("1e9 1e40 0 -1 +5 3.5 0x10 ten")) {
    const response = await hub.subscribe("https://a.example/", { "hub.lease_seconds": lease });
    expect(response.status, lease).toBe(400);
    expect(await response.text()).toContain("hub.lease_seconds");
  }
});

test("WebSub 5.1: hub.lease_seconds is ignored when unsubscribing", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  expect((await hub.unsubscribe(subscriber.callback, { "hub.lease_seconds": "nonsense" })).status).toBe(202);
  await subscriber.until(() => subscriber.verifications.length === 1);
  expect(subscriber.verifications[0]?.query.has("hub.lease_seconds")).toBe(false);
});

test("WebSub 5.1: hub.secret has fewer than 200 bytes, counted as bytes", async () => {
  const { subscribe } = await startHub();
  const status = async (secret: string) =>
    (await subscribe("https://a.example/", { "hub.secret": secret })).status;
  expect(await status("x".repeat(199))).toBe(202);
  expect(await status("x".repeat(200))).toBe(400);
  expect(await status("é".repeat(99))).toBe(202);
  expect(await status("é".repeat(100))).toBe(400);
  expect(await status("🌱".repeat(50))).toBe(400);
});

test("WebSub 5.1: unknown parameters are ignored, however often they come", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  const response = await hub.post([
    ["hub.mode", "subscribe"],
    ["hub.topic", feedTopic],
    ["hub.callback", subscriber.callback],
    ["hub.verify", "sync"],
    ["hub.verify", "async"],
    ["hub.verify_token", "x"],
    ["__proto__", "y"],
    ["constructor", "z"],
  ]);
  expect(response.status).toBe(202);
  await hub.idle();
  expect(await hub.count()).toBe(1);
});

test("a known parameter given twice is refused, because its meaning is anyone's guess", async () => {
  const { post } = await startHub();
  const base: [string, string][] = [
    ["hub.mode", "subscribe"],
    ["hub.topic", feedTopic],
    ["hub.callback", "https://a.example/"],
    ["hub.secret", "one"],
  ];
  for (const [name] of base) {
    const response = await post([...base, [name, name === "hub.callback" ? "https://b.example/" : "other"]]);
    expect(response.status, name).toBe(400);
    expect(await response.text()).toContain("once");
  }
});

test("WebSub 5.1: an active subscription can be requested again, also twenty times at once, and is never doubled", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await hub.subscribe(subscriber.callback)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([202]));
  await hub.idle();
  expect(await hub.count()).toBe(1);
  expect(subscriber.verifications.length).toBeLessThanOrEqual(2);
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  expect(await hub.count()).toBe(1);
  await hub.send("once");
  expect(subscriber.deliveries).toHaveLength(1);
});

test("WebSub 5.1: a renewal changes secret and lease only once it is verified", async () => {
  const hub = await startHub();
  const subscriber = await hub.join({}, { "hub.secret": "first" });

  // Someone else asks for a new secret; the subscriber does not confirm.
  subscriber.verification = answer(404);
  await hub.subscribe(subscriber.callback, { "hub.secret": "forged" });
  await hub.idle();
  await hub.send("two");

  // While a renewal is under way, the old terms hold.
  subscriber.verification = silence;
  await hub.subscribe(subscriber.callback, { "hub.secret": "slow" });
  await subscriber.until(() => subscriber.verifications.length === 3);
  await hub.publish("three");
  await subscriber.until(() => subscriber.deliveries.length === 2);
  for (const { body, headers } of subscriber.deliveries) {
    const signature = createHmac("sha256", "first").update(body).digest("hex");
    expect(headers["x-hub-signature"]).toBe(`sha256=${signature}`);
  }
});

test("WebSub 5.1: a renewal without a secret stops signing", async () => {
  const hub = await startHub();
  const subscriber = await hub.join({}, { "hub.secret": "first" });
  await hub.subscribe(subscriber.callback);
  await hub.idle();
  await hub.send("unsigned");
  expect(subscriber.deliveries[0]?.headers).not.toHaveProperty("x-hub-signature");
});

test("WebSub 5.1.1: only the topics that the site advertises can be subscribed to", async () => {
  const { post } = await startHub();
  const [mode, callback] = ["subscribe", "https://a.example/"];
  const status = async (topic: string) =>
    (await post({ "hub.mode": mode, "hub.topic": topic, "hub.callback": callback })).status;
  for (const topic of [feedTopic, jsonFeedTopic, reviewsTopic]) expect(await status(topic)).toBe(202);
  const others = ["/", "/feed.xml?x", "/feed.xml#x", "/insights.json", "/FEED.XML"].map(
    (path) => baseUrl + path,
  );
  for (const topic of [...others, "https://other.example/feed.xml", "constructor", "__proto__", "toString"])
    expect(await status(topic), topic).toBe(400);
});

test("WebSub 5.1.1: the callback's own query is kept byte for byte in verification and delivery", async () => {
  const hub = await startHub();
  const targets = [
    "/cb?foo=bar&red=fish",
    "/cb?hub.mode=mine&hub.challenge=mine&hub.topic=x",
    "/cb?a=%20b&c=d+e&f=~g&h=%7E&i=%c3%a9",
    "/cb?novalue&empty=&=x&&",
    "/cb?",
    "/cb?q=a?b/c",
    "/a/../b/./c//d?x=%2e%2e",
    "/",
    "?just=query",
    "",
  ];
  const subscriber = await newSubscriber();
  for (const target of targets)
    expect((await hub.subscribe(subscriber.origin + target)).status, target).toBe(202);
  await hub.idle();
  const expected = targets.map((target) => (target.startsWith("/") ? target : `/${target}`)).toSorted();
  const kept = subscriber.verifications.map(
    ({ target }) => /^(.*?)[&?]hub\.mode=subscribe&hub\.topic=/.exec(target)?.[1],
  );
  expect(new Set(kept)).toEqual(new Set(expected));
  await hub.send("content");
  expect(subscriber.deliveries.map(({ target }) => target).toSorted()).toEqual(expected);
});

test("WebSub 5.1.2: an acceptable request is answered 202 at once, before and whatever the verification", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({ verification: silence });
  const gone = await newSubscriber();
  await gone.stop();
  for (const callback of [subscriber.callback, gone.callback, "https://no-such-host.invalid/x"]) {
    const response = await hub.subscribe(callback);
    expect(response.status).toBe(202);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
  await subscriber.until(() => subscriber.verifications.length === 1);
});

test("WebSub 5.1.2: a request with issues is answered 4xx and plain text that says what to fix", async () => {
  const hub = await startHub();
  const callbacks: [string, RegExp][] = [
    ["http://a.example/cb", /plain HTTP is refused/],
    ["HTTP://a.example/cb", /plain HTTP is refused/],
    ["ftp://a.example/", /absolute HTTPS URL/],
    ["/relative", /absolute HTTPS URL/],
    ["https:a.example", /absolute HTTPS URL/],
    ["https:///a.example", /absolute HTTPS URL/],
    ["https://", /absolute HTTPS URL/],
    ["https://user@a.example/", /user name/],
    ["https://user:pass@a.example/", /user name/],
    ["https://a.example/#part", /fragment/],
    ["https://a.example/#", /fragment/],
    ["https://a.example\\@b.example/", /absolute HTTPS URL/],
    ["https://a.example/a b", /percent-encode/],
    ["https://a.example/é", /percent-encode/],
    ["https://a.example/\n", /percent-encode/],
    ["https://a.example:99999/", /absolute HTTPS URL/],
    [`https://a.example/${"x".repeat(2048 - 17)}`, /2,048/],
    [`${baseUrl}/api/websub/hub`, /this site itself/],
    [`https://REVIEWS.example.:443/x`, /this site itself/],
  ];
  for (const [callback, message] of callbacks) {
    const response = await hub.subscribe(callback);
    expect(response.status, callback).toBe(400);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text(), callback).toMatch(message);
  }
  expect((await hub.subscribe(`https://a.example/${"x".repeat(2048 - 18)}`)).status).toBe(202);
});

test("WebSub 5.1.2: a body of more than 16 KiB is answered 413, whether or not it declares its length", async () => {
  const { hub, post } = await startHub();
  const lengthOf = (size: number) => post({ "hub.mode": "x".repeat(size - "hub.mode=".length) });
  expect([(await lengthOf(16_384)).status, (await lengthOf(16_385)).status]).toEqual([400, 413]);
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(4_096).fill(97)),
  });
  const response = await sendTo(hub, { body: endless, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
});

test("a form of very many fields, or of very many issues, is answered briefly", async () => {
  const { hub } = await startHub();
  const send = async (body: string) => {
    const response = await sendTo(hub, { body });
    return { status: response.status, text: await response.text() };
  };
  const fields = "a=&".repeat(101);
  for (const body of ["a&".repeat(8_191), "a=b&".repeat(4_000), "&".repeat(10_000) + fields, fields]) {
    const { status, text } = await send(body);
    expect([status, text.length < 200], body.slice(0, 8)).toEqual([400, true]);
    expect(text).toMatch(/at most 100 fields, got \d+/);
  }
  expect((await send("a=&".repeat(100))).text).toMatch(/^hub.mode must be given once/);
  const topics = Array.from({ length: 90 }, (_, index) => `hub.url=${"x".repeat(150)}${index}`);
  const many = await send(`hub.mode=publish&${topics.join("&")}`);
  expect([many.status, many.text.trim().split("\n").length]).toEqual([400, 21]);
  expect(many.text).toContain("and 70 more");
});
