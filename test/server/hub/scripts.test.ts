import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { hubPath, topicPaths } from "../../../src/schema/hub.ts";
import {
  baseUrl,
  cleanUp,
  eventually,
  feedTopic,
  later,
  listen,
  newFolder,
  newSqlite,
  startHub,
  newSubscriber,
} from "./test-network.ts";
import { run } from "../../scripts/owner.ts";
import { words } from "../words.ts";

afterEach(cleanUp);

/** The operator's command on a store: ends with the code expected, or shows what it said. */
const operate =
  (databaseUrl: string) =>
  async (expected: number, ...args: string[]): Promise<string> => {
    const { out, err, code } = await run("hub.ts", args, { DATABASE_URL: databaseUrl, BASE_URL: baseUrl });
    expect(code, `${args.join(" ")}: ${err}`).toBe(expected);
    return out;
  };

const version = "0123456789abcdef0123456789abcdef";
const newBuild = (): string => {
  const folder = join(newFolder(), "dist");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ version, api_version: "1.0.0", documents: [] }),
  );
  return folder;
};

/** A site that shows a manifest and answers as a hub in whatever way the test wants. */
const startSite = async (site: {
  manifest: () => { status: number; version: string };
  /** Nothing when it never answers. */
  hub: (form: URLSearchParams) => { status: number; text: string } | undefined;
}) => {
  const forms: URLSearchParams[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "GET") {
      const shown = site.manifest();
      response.writeHead(shown.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ version: shown.version, api_version: "1.0.0", documents: [] }));
      return;
    }
    expect(request.url).toBe(hubPath);
    const form = new URLSearchParams(await text(request));
    forms.push(form);
    const answer = site.hub(form);
    if (answer !== undefined) response.writeHead(answer.status).end(answer.text);
  };
  const server = createServer((request, response) => void respond(request, response));
  const port = await listen(server);
  later(server, () => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, forms };
};

test("announce waits for the deploy, pings all topics with the version, and prints a table", async () => {
  let asked = 0;
  const site = await startSite({
    manifest: () => {
      asked += 1;
      return { status: asked === 1 ? 503 : 200, version: asked < 3 ? "f".repeat(32) : version };
    },
    hub: (form) => {
      const [first = "", ...others] = form.getAll("hub.url");
      const unchanged = others.map((topic) => `${topic}: unchanged\n`);
      return { status: 202, text: `${first}: 12 subscribers notified\n${unchanged.join("")}` };
    },
  });
  const { out, err, code } = await run("announce.ts", [], { BASE_URL: `${site.url}/`, DIST: newBuild() });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`Announced version ${version}`);
  expect(out).toMatch(/feed\.xml\s+12 subscribers notified/);
  expect(out).toMatch(/reviews\.json\s+unchanged/);
  expect(site.forms).toHaveLength(1);
  expect(site.forms[0]?.get("version")).toBe(version);
  expect(site.forms[0]?.getAll("hub.url")).toEqual(topicPaths.map((path) => site.url + path));
});

test("announce speaks JSON, and pings again while the hub does not see the version yet", async () => {
  let pings = 0;
  const site = await startSite({
    manifest: () => ({ status: 200, version }),
    hub: (form) => {
      pings += 1;
      if (pings === 1) return { status: 503, text: "busy" };
      const result = pings === 2 ? "waiting for the deploy to show this version" : "unchanged";
      return { status: 202, text: `${form.get("hub.url")}: ${result}\n` };
    },
  });
  const { out, code } = await run("announce.ts", ["--json"], { BASE_URL: site.url, DIST: newBuild() });
  expect(code).toBe(0);
  const topics = [{ topic: `${site.url}/feed.xml`, result: "unchanged", subscribers: 0 }];
  expect(JSON.parse(out)).toMatchObject({ base_url: site.url, version, deployed: version, topics });
  expect(pings).toBe(3);
});

test("announce ends with a code for each trouble, and a dry run tells no one", async () => {
  const site = await startSite({
    manifest: () => ({ status: 200, version: "f".repeat(32) }),
    hub: () => ({ status: 202, text: "" }),
  });
  const env = { BASE_URL: site.url, DIST: newBuild() };
  const late = await run("announce.ts", ["--timeout", "1"], env);
  expect([late.code, late.out]).toEqual([2, ""]);
  expect(late.err).toContain(`shows version ${"f".repeat(32)}, not ${version}`);
  const dry = await run("announce.ts", ["--dry-run"], env);
  expect([dry.code, dry.err]).toEqual([0, ""]);
  expect(dry.out).toContain("Would announce");
  expect(site.forms).toEqual([]);
  for (const [args, DIST] of [[[], "/nowhere"], [["--timeout", "soon"]], [["--nonsense"]]] as const)
    expect((await run("announce.ts", args, { ...env, ...(DIST && { DIST }) })).code).toBe(1);
  expect((await run("announce.ts", ["--help"], {})).out).toContain("Examples:");
});

test("a ping that hangs leaves announce time to ping again", async () => {
  let pings = 0;
  const site = await startSite({
    manifest: () => ({ status: 200, version }),
    hub: (form) => {
      pings += 1;
      return pings === 1 ? undefined : { status: 202, text: `${form.get("hub.url")}: unchanged\n` };
    },
  });
  const env = { BASE_URL: site.url, DIST: newBuild() };
  expect(await run("announce.ts", ["--timeout", "30"], env)).toMatchObject({ code: 0 });
  expect(pings).toBe(2);
});

test.each([
  [400, "unknown topic", "HTTP 400: unknown topic"],
  [
    202,
    "<h1>Accepted</h1>",
    "HTTP 202 without a word on any topic, so it is no hub of ours: <h1>Accepted</h1>",
  ],
])("announce asks a hub that answers %i %s no more", async (status, said, trouble) => {
  const site = await startSite({
    manifest: () => ({ status: 200, version }),
    hub: () => ({ status, text: said }),
  });
  const refused = await run("announce.ts", [], { BASE_URL: site.url, DIST: newBuild() });
  expect(refused).toMatchObject({ code: 3, err: `announce: ${site.url}${hubPath}: ${trouble}\n` });
  expect(site.forms).toHaveLength(1);
});

test("the operator lists, shows, removes and redelivers while the hub runs, and never sees a secret", async () => {
  const databaseUrl = newSqlite();
  const hub = await startHub({ databaseUrl });
  const subscriber = await newSubscriber();
  await hub.subscribe(`${subscriber.callback}/1`, { "hub.secret": "very-secret" });
  await hub.subscribe(`${subscriber.callback}/2`);
  await eventually(async () => (await hub.count()) === 2);
  const command = operate(databaseUrl);

  const listed = JSON.parse(await command(0, "list", "--json")) as { id: string; signed: boolean }[];
  expect(new Set(listed.map(({ signed }) => signed))).toEqual(new Set([false, true]));
  const signed = listed.find((one) => one.signed)?.id ?? "";
  for (const args of [["list"], ["show", signed], ["list", "--json"]]) {
    const out = await command(0, ...args);
    expect(out).toContain(`${subscriber.callback}/1`);
    expect(out).not.toContain("very-secret");
  }

  expect(await command(0, "redeliver", signed)).toBe("Queued for 1 subscription\n");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(await command(0, "redeliver", feedTopic)).toBe("Queued for 2 subscriptions\n");
  await subscriber.until(() => subscriber.deliveries.length === 3);
  expect(subscriber.deliveries[0]?.headers["x-hub-signature"]).toMatch(/^sha256=/);
  for (const { body } of subscriber.deliveries) expect(body.toString()).toBe(`${feedTopic} 1`);

  await command(0, "remove", signed, "--reason", "asked to");
  await subscriber.until(() => subscriber.denials.length === 1);
  expect(subscriber.denials[0]?.query.get("hub.reason")).toBe("asked to");
  await eventually(async () => (await hub.count()) === 1);
  await Promise.all(["remove", "show", "redeliver"].map((name) => command(2, name, "nobody")));
  const wrong = [[], ["dance"], ["list", "x"], ["show"], ["--nonsense"], ["list", "--wait", "soon"]];
  await Promise.all(wrong.map((args) => command(1, ...args)));
  expect(await command(0, "--help")).toContain("Examples:");
});

test("a command waits for a store that another process holds, says so, and gives up after --wait", async () => {
  const databaseUrl = newSqlite();
  const hub = await startHub({ databaseUrl });
  await hub.close();
  const holder = later(new DatabaseSync(databaseUrl.slice("sqlite:".length)), (database) => database.close());
  holder.exec("begin immediate");
  const env = { DATABASE_URL: databaseUrl, BASE_URL: baseUrl };
  const patient = run("hub.ts", ["list"], env);
  const impatient = await run("hub.ts", ["list", "--wait", "1"], env);
  expect([impatient.code, impatient.out]).toEqual([1, ""]);
  expect(impatient.err).toMatch(
    /^hub: waiting up to 1 s for the store: database is locked\nhub: The hub's store sqlite:\S+ is away: database is locked\n$/,
  );
  holder.exec("rollback");
  expect(await patient).toMatchObject({ code: 0, out: "There are no subscriptions.\n" });
});

test("the log tells every transition and never a secret, nor a callback's path", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(`${subscriber.callback}/capability`, { "hub.secret": "very-secret" });
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  subscriber.delivery = (_, response) => void response.writeHead(500).end();
  await hub.publish("more");
  await eventually(async () => (await hub.count()) === 0);
  await hub.unsubscribe(`${subscriber.callback}/capability`);
  await hub.close();
  const events = new Set(hub.lines.map(({ event }) => event));
  for (const event of words(`hub.request.accepted hub.verification.confirmed hub.topic.changed hub.delivery.delivered
      hub.delivery.failed hub.subscription.removed hub.closed`)) {
    expect(events, event).toContain(event);
  }
  const all = JSON.stringify(hub.lines);
  expect(all).not.toContain("very-secret");
  expect(all).not.toContain("capability");
});

test("the metrics count what happens, in names that begin with reviews_hub_", async () => {
  const hub = await startHub();
  const subscriber = await hub.join();
  await hub.publish("content");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
  const metrics = await hub.hub.metrics();
  expect(metrics).toContain('reviews_hub_deliveries_total{outcome="delivered"} 1');
  expect(metrics).toContain('reviews_hub_verifications_total{mode="subscribe",outcome="confirmed"} 1');
  expect(metrics).toContain("reviews_hub_delivery_seconds_count 1");
  for (const line of metrics.trim().split("\n")) {
    expect(line).toMatch(
      /^(# HELP reviews_hub_\w+ .+|# TYPE reviews_hub_\w+ (counter|gauge|histogram)|reviews_hub_\w+(\{[^}]*\})? [\d.e-]+)$/,
    );
  }
});
