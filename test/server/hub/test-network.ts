import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHub, type Hub, type HubOptions, steadyClock } from "../../../server/hub/hub.ts";
import { openStore } from "../../../server/hub/store/store.ts";
import { topicPaths } from "../../../src/schema/hub.ts";
import type { TopicSource } from "../../../server/hub/publication/publication.ts";
import { authority } from "./certificates.ts";
import { confirm, startSubscriber } from "./subscriber.ts";
import { createEventLog } from "../../../server/log.ts";

export const baseUrl = "https://reviews.example";
export const topics = topicPaths.map((path) => baseUrl + path);
export const [feedTopic = "", jsonFeedTopic = "", reviewsTopic = ""] = topics;

const types: Record<string, string> = {
  [feedTopic]: "application/atom+xml; charset=utf-8",
  [jsonFeedTopic]: "application/json; charset=utf-8",
  [reviewsTopic]: "application/json; charset=utf-8",
};

/** A deploy that a test can change; what it shows is swapped in whole. */
export const createDeploy = (edge = false) => {
  const listeners = new Set<() => void>();
  const bodies = new Map(topics.map((topic) => [topic, Buffer.from(`${topic} 1`)]));
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  /** The data of the next refresh, when the deploy is behind. */
  let coming: (() => void) | undefined;
  const deploy = {
    edge,
    refreshes: 0,
    version: () => hash(Buffer.concat([...bodies.values()])).slice(0, 32),
    topic: (url: string) => {
      const body = bodies.get(url);
      if (body === undefined) return undefined;
      const sha256 = hash(body);
      return { body, type: types[url] ?? "", sha256 };
    },
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: async () => {
      deploy.refreshes += 1;
      coming?.();
      coming = undefined;
    },
    /** Changes topics in the deploy, which the hub sees when it looks. */
    write: (changes: Record<string, string | Buffer>) => {
      coming = () => deploy.show(changes);
      return deploy;
    },
    /** Swaps a new snapshot in, and tells. */
    show: (changes: Record<string, string | Buffer>) => {
      for (const [topic, body] of Object.entries(changes)) bodies.set(topic, Buffer.from(body));
      for (const listener of listeners) listener();
    },
  };
  return deploy satisfies TopicSource;
};
export type Deploy = ReturnType<typeof createDeploy>;

const cleanups: (() => Promise<void> | void)[] = [];
/** Something to undo after the test. */
export const later = <T>(value: T, undo: (value: T) => Promise<unknown> | void): T => {
  cleanups.push(async () => void (await undo(value)));
  return value;
};
export const cleanUp = async (): Promise<void> => {
  for (const undo of cleanups.splice(0).toReversed()) await undo();
};

/** The port on which a server listens until the test is over. */
export const listen = async (server: Server, port = 0, host = "127.0.0.1"): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  later(server, (one) => new Promise((resolve) => one.close(resolve)));
  return (server.address() as AddressInfo).port;
};

export const newFolder = (): string =>
  later(mkdtempSync(join(tmpdir(), "hub-")), (folder) => rmSync(folder, { recursive: true, force: true }));

export const newSqlite = (): string => `sqlite:${join(newFolder(), "hub.sqlite")}`;

export const newSubscriber = async (options: Parameters<typeof startSubscriber>[0] = {}) =>
  later(await startSubscriber(options), (one) => one.stop());

interface LogLine {
  level: string;
  event: string;
  fields: Record<string, unknown>;
}

/** A hub on its own store, with quick retries and leave to call 127.0.0.1. */
export const startHub = async (
  options: Partial<HubOptions> & { deploy?: Deploy; databaseUrl?: string; countMs?: number } = {},
) => {
  const deploy = options.deploy ?? createDeploy();
  const lines: LogLine[] = [];
  // Numbers are as of now: of older ones nothing follows for what was just published.
  const { databaseUrl = newSqlite(), countMs = 60_000 } = options;
  const store = options.store ?? (await openStore({ databaseUrl, topics, countMs }));
  const hub: Hub = await createHub({
    baseUrl,
    topics: deploy,
    store,
    allowNetworks: ["127.0.0.0/8", "::1/128"],
    minLeaseSeconds: 300,
    retrySeconds: [0.2, 0.2],
    rateLimit: 0,
    log: createEventLog((level, event, fields) => void lines.push({ level, event, fields })),
    ca: authority.cert,
    askAgainMs: 200,
    ...options,
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= hub.close(20));
  later(hub, close);
  const post = (
    fields: [string, string][] | Record<string, string>,
    headers: Record<string, string> = {},
    address = "198.51.100.7",
  ) =>
    hub.handle(
      new Request(`${baseUrl}/api/websub/hub`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
      { address },
    );
  const subscribe = (callback: string, more: Record<string, string> = {}) =>
    post({ "hub.mode": "subscribe", "hub.topic": feedTopic, "hub.callback": callback, ...more });
  // The hub's own clock: by another one that is behind, what was just accepted would not be due yet.
  const clock = options.clock ?? steadyClock;
  /** Waits until nothing is due and nothing under way: what has not come by then does not come. */
  const idle = (): Promise<void> =>
    eventually(async () => {
      const [rows] = await store.engine.read(
        (db) => db.rows<{ busy: number }>`
          select (select count(*) from requests where claimed_by is not null or due_at <= ${clock()}) +
            (select count(*) from deliveries where claimed_by is not null or due_at <= ${clock()}) as busy`,
      );
      return rows?.busy === 0;
    });
  const gauge = async (name: string): Promise<number> => {
    const lines = (await hub.metrics()).split("\n");
    return Number(lines.find((one) => one.startsWith(`reviews_hub_${name} `))?.split(" ")[1]);
  };
  return {
    hub,
    store,
    deploy,
    lines,
    close,
    post,
    subscribe,
    unsubscribe: (callback: string, more: Record<string, string> = {}) =>
      post({ "hub.mode": "unsubscribe", "hub.topic": feedTopic, "hub.callback": callback, ...more }),
    publish: async (body: string | Buffer, topic = feedTopic) => {
      deploy.write({ [topic]: body });
      return post({ "hub.mode": "publish", "hub.url": topic });
    },
    /** A subscriber whose subscription is confirmed. */
    join: async (
      options: Parameters<typeof startSubscriber>[0] & { path?: string } = {},
      more: Record<string, string> = {},
    ) => {
      const { verification = confirm, path = "", ...rest } = options;
      const subscriber = await newSubscriber(rest);
      const callback = subscriber.callback + path;
      await subscribe(callback, more);
      await eventually(() => store.isKnown(more["hub.topic"] ?? feedTopic, callback));
      await idle();
      subscriber.verification = verification;
      return subscriber;
    },
    idle,
    seen: (event: string) => lines.filter((line) => line.event === event),
    /** Subscriptions as the metrics count them. */
    count: (topic = feedTopic): Promise<number> => gauge(`subscriptions{topic="${topic}"}`),
    gauge,
  };
};

/** A hub whose time goes on only when the test says so; it waits as long as in operation, without jitter. */
export const startTimedHub = async (options: Parameters<typeof startHub>[0] = {}) => {
  let now = Date.parse("2026-11-01T12:00:00Z");
  const hub = await startHub({
    clock: () => now,
    random: () => 0.5,
    retrySeconds: [60, 7_200],
    askAgainMs: 10_000,
    ...options,
  });
  return {
    ...hub,
    now: () => now,
    /** Lets time pass, and nothing more. */
    tick: (ms: number): void => void (now += ms),
    /** Lets so many milliseconds pass, and waits until all that is due then is done. */
    advance: async (ms: number): Promise<void> => {
      now += ms;
      hub.hub.wake();
      await hub.idle();
    },
    /** Publishes, and waits until all that is due is done. */
    send: async (body: string | Buffer, topic = feedTopic): Promise<void> => {
      await hub.publish(body, topic);
      await hub.idle();
    },
  };
};

/** Waits until something holds; fails after the time. */
export const eventually = async (what: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`did not come about within ${ms} ms: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
};
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
