import type { PublishedTopic } from "../../src/schema/hub.ts";
import { fanOut, recentMs } from "./fan-out.ts";
import type { Log } from "./log.ts";
import { Refusal } from "./protocol.ts";
import type { Content, Store } from "./store.ts";

/** The topics as the deploy shows them. */
export interface TopicSource {
  /** The manifest's version. */
  version(): string;
  topic(
    url: string,
  ): { url: string; body: Uint8Array; type: string; sha256: string; etag: string } | undefined;
  /** Calls back when a new snapshot was swapped in. */
  onChange(listener: () => void): () => void;
  /** Looks at the deploy now. */
  refresh(): Promise<void>;
  /** The deploy is read through caches, where an old copy may surface again. */
  readonly edge?: boolean;
}

/** How long content that was replaced not long ago must be seen before it passes for new without a ping. */
const holdMs = 60_000;
/** How long a publisher waits for its version in the request, and how long the hub looks for it after that. */
const waitMs = 10_000;
const lookOutMs = 300_000;
const lookEveryMs = 500;
/** Most publish requests that may wait at once. */
const mostWaiting = 100;

/** Compares what the deploy shows with what was last sent out, and queues what has changed. */
export const createPublication = (options: {
  store: Store;
  source: TopicSource;
  topics: readonly string[];
  clock: () => number;
  log: Log;
  onWork: () => void;
}) => {
  const { store, source, clock, log } = options;
  const held = new Map<string, { sha256: string; since: number }>();
  const doubtful = source.edge === true || store.engine.kind === "postgres";
  let order: Promise<unknown> = Promise.resolve();
  const life = { closed: false };
  let waiting = 0;
  let lookingOutUntil = 0;
  let lookingOut = false;
  let refreshing: Promise<void> | undefined;

  const compareTopic = async (topic: string, pinged: number | undefined): Promise<PublishedTopic> => {
    const version = source.version();
    const shown = source.topic(topic);
    if (shown === undefined) return { topic, result: "unchanged", subscribers: 0 };
    const content: Content = { topic, sha256: shown.sha256, type: shown.type, body: shown.body };
    const now = clock();
    if (pinged === undefined && doubtful && (await isHeld(content, now))) {
      return { topic, result: "unchanged", subscribers: 0 };
    }
    const row = await fanOut(store, content, version, now);
    held.delete(topic);
    if (row.changed) {
      log("info", "hub.topic.changed", { topic, version, sha256: content.sha256, subscribers: row.notified });
      options.onWork();
    }
    if (row.notified < 0 || row.version !== version) return { topic, result: "unchanged", subscribers: 0 };
    const result =
      row.changed || (pinged !== undefined && row.changed_at >= pinged) ? "notified" : "already notified";
    return { topic, result, subscribers: row.notified };
  };

  /** Content that was replaced a short while ago is more likely an old copy than a step back. */
  const isHeld = async ({ topic, sha256 }: Content, now: number): Promise<boolean> => {
    if ((await store.replacedAt(topic, sha256, now - recentMs)) === undefined) return false;
    const before = held.get(topic);
    const since = before?.sha256 === sha256 ? before.since : now;
    if (now - since >= holdMs) return false;
    held.set(topic, { sha256, since });
    log("info", "hub.topic.held", { topic, sha256 });
    setTimeout(noticed, holdMs - (now - since) + 10).unref();
    return true;
  };

  /** One comparison after another, so that each sees what the one before it has queued. */
  const compare = (topics: readonly string[], pinged?: number): Promise<PublishedTopic[]> => {
    const next = order.then(async () => {
      if (life.closed) return [];
      const results: PublishedTopic[] = [];
      for (const topic of topics) results.push(await compareTopic(topic, pinged));
      return results;
    });
    order = next.catch(() => {});
    return next;
  };

  /** Pings that come while the deploy is looked at share the next look. */
  const refresh = async (): Promise<void> => {
    await refreshing?.catch(() => {});
    refreshing ??= source.refresh().finally(() => (refreshing = undefined));
    await refreshing;
  };
  const look = () =>
    refresh().catch((error: unknown) => log("warn", "hub.deploy.unread", { error: String(error) }));
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

  const lookOut = async (): Promise<void> => {
    if (lookingOut) return;
    lookingOut = true;
    while (!life.closed && clock() < lookingOutUntil) {
      await look();
      await pause(lookEveryMs * 4);
    }
    lookingOut = false;
  };

  const compareWhenShown = async (
    topics: readonly string[],
    version: string | undefined,
  ): Promise<PublishedTopic[]> => {
    const pinged = clock();
    const shown = () => version === undefined || source.version() === version;
    await look();
    while (!shown() && clock() - pinged < waitMs && !life.closed) {
      await pause(lookEveryMs);
      await look();
    }
    if (shown()) return compare(topics, pinged);
    lookingOutUntil = clock() + lookOutMs;
    void lookOut();
    return topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 }));
  };

  const noticed = () =>
    void compare(options.topics).catch((error: unknown) => {
      log("error", "hub.topic.uncompared", { error: String(error) });
      if (!life.closed) setTimeout(noticed, 5_000).unref();
    });
  const forget = source.onChange(noticed);

  return {
    /** Compares what is shown at the start; the very first time this records it and sends nothing. */
    begin: () => compare(options.topics),

    publish: async (topics: readonly string[], version: string | undefined): Promise<PublishedTopic[]> => {
      if (waiting >= mostWaiting)
        throw new Refusal(503, "Too many publish requests are waiting: try again", 10);
      waiting += 1;
      try {
        return await compareWhenShown(topics, version);
      } finally {
        waiting -= 1;
      }
    },

    close: () => {
      life.closed = true;
      forget();
    },
  };
};
