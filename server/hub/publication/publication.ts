import { setTimeout as pause } from "node:timers/promises";
import type { PublishedTopic } from "../../../src/schema/hub.ts";
import type { EventLog } from "../../log.ts";
import { networkKey } from "../../networks.ts";
import { logError } from "../store/database.ts";
import type { Content, Store } from "../store/store.ts";
import { fanOut, recentMs } from "./fan-out.ts";
import type { TopicSource } from "./topic-source.ts";

/** How long a publisher waits for its version in the request. */
const waitMs = 10_000;
const lookEveryMs = 500;
/** Most publish requests that may wait at once, in all and of one client. Others are answered without waiting. */
const maxWaiting = 100;
const maxWaitingOfClient = 5;

/** Waits until the deploy shows what was published, and has it compared. */
export const createPublication = (options: ComparisonOptions & { topics: readonly string[] }) => {
  const { source, clock, log } = options;
  const comparison = createTopicComparison({ ...options, onHeldOver: () => noticed() });
  const waits = createWaitLimit();
  const state = { isClosed: false };

  const noticed = (): void =>
    void comparison.compare(options.topics).catch((error: unknown) => {
      logError(log, "hub.topic.uncompared", error);
      if (!state.isClosed) setTimeout(noticed, 5_000).unref();
    });
  const forget = source.onChange(noticed);

  const look = () =>
    source.refresh().catch((error: unknown) => log.warn("hub.deploy.unread", { error: String(error) }));
  const waitUntil = async (isShown: () => boolean): Promise<void> => {
    const begun = clock();
    while (!isShown() && clock() - begun < waitMs && !state.isClosed) {
      await pause(lookEveryMs, undefined, { ref: false });
      await look();
    }
  };

  return {
    /** Compares what is shown at the start; the very first time this records it and sends nothing. */
    begin: () => comparison.compare(options.topics),

    /** Anyone may ask, for any version: whoever names one that is not shown takes nobody's place who waits. */
    publish: async (
      topics: readonly string[],
      version: string | undefined,
      address: string,
    ): Promise<PublishedTopic[]> => {
      const begun = clock();
      const isShown = () => version === undefined || source.version() === version;
      await look();
      if (!isShown()) await waits.enter(networkKey(address), () => waitUntil(isShown));
      if (isShown()) return comparison.compare(topics, begun);
      return topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 }));
    },

    close: () => {
      state.isClosed = true;
      comparison.close();
      forget();
    },
  };
};

/** Lets so many wait at once, and few of one client; the others do not wait. */
const createWaitLimit = () => {
  const clients = new Map<string, number>();
  let total = 0;
  return {
    enter: async (client: string, wait: () => Promise<void>): Promise<void> => {
      const mine = clients.get(client) ?? 0;
      if (total >= maxWaiting || mine >= maxWaitingOfClient) return;
      total += 1;
      clients.set(client, mine + 1);
      try {
        await wait();
      } finally {
        total -= 1;
        const left = (clients.get(client) ?? 1) - 1;
        if (left === 0) clients.delete(client);
        else clients.set(client, left);
      }
    },
  };
};

/** How long content that was replaced not long ago must be seen before it passes for new without a ping. */
const holdMs = 60_000;

/** What a comparison found, while the deploy shows the version that was compared. */
interface Compared {
  isChanged: boolean;
  changedAt: number;
  subscribers: number;
}

export interface ComparisonOptions {
  store: Store;
  source: TopicSource;
  clock: () => number;
  log: EventLog;
  /** Changed content was queued for its subscribers. */
  onWork: () => void;
}

/** Compares what the deploy shows with what was last sent out, and queues what has changed. */
const createTopicComparison = (options: ComparisonOptions & { onHeldOver: () => void }) => {
  const { store, source, clock, log } = options;
  const held = createHeldContent(options);
  let order: Promise<unknown> = Promise.resolve();
  let next: { topics: Map<string, boolean>; done: Promise<Map<string, Compared>> } | undefined;
  const state = { isClosed: false };

  const compareTopic = async (topic: string, isPinged: boolean): Promise<Compared | undefined> => {
    const version = source.version();
    const shown = source.topic(topic);
    if (shown === undefined) return undefined;
    const content: Content = { topic, sha256: shown.sha256, type: shown.type, body: shown.body };
    const now = clock();
    if (!isPinged && (await held.isHeld(content, now))) return undefined;
    const row = await fanOut(store, content, version, now);
    held.forget(topic);
    if (row.changed) {
      log.info("hub.topic.changed", { topic, version, sha256: content.sha256, subscribers: row.notified });
      options.onWork();
    }
    if (row.notified < 0 || row.version !== version) return undefined;
    return { isChanged: row.changed, changedAt: row.changed_at, subscribers: row.notified };
  };

  /** One round after another, so that each sees what the one before it has queued. */
  const beginRound = () => {
    const topics = new Map<string, boolean>();
    const done = order.then(async () => {
      next = undefined;
      const compared = new Map<string, Compared>();
      for (const [topic, isPinged] of topics) {
        const found = state.isClosed ? undefined : await compareTopic(topic, isPinged);
        if (found) compared.set(topic, found);
      }
      return compared;
    });
    order = done.catch(() => {});
    return { topics, done };
  };

  return {
    /** Whoever asks while a round runs shares the next one, so that many pings cost no more than a few. */
    compare: async (topics: readonly string[], pinged?: number): Promise<PublishedTopic[]> => {
      const round = (next ??= beginRound());
      for (const topic of topics)
        round.topics.set(topic, round.topics.get(topic) === true || pinged !== undefined);
      const compared = await round.done;
      return topics.map((topic) => toPublished(topic, compared.get(topic), pinged));
    },
    close: (): void => void (state.isClosed = true),
  };
};

/** Content that was replaced a short while ago is more likely an old copy, of an edge or another node, than a step back. */
const createHeldContent = (options: ComparisonOptions & { onHeldOver: () => void }) => {
  const { store, source, log, onHeldOver } = options;
  const held = new Map<string, { sha256: string; since: number }>();
  const isDoubtful = source.edge === true || store.engine.kind === "postgres";
  return {
    isHeld: async ({ topic, sha256 }: Content, now: number): Promise<boolean> => {
      if (!isDoubtful || !(await store.wasReplaced(topic, sha256, now - recentMs))) return false;
      const before = held.get(topic);
      const since = before?.sha256 === sha256 ? before.since : now;
      if (now - since >= holdMs) return false;
      held.set(topic, { sha256, since });
      log.info("hub.topic.held", { topic, sha256 });
      setTimeout(onHeldOver, holdMs - (now - since) + 10).unref();
      return true;
    },
    forget: (topic: string): void => void held.delete(topic),
  };
};

const toPublished = (topic: string, found: Compared | undefined, pinged = Infinity): PublishedTopic => {
  if (found === undefined) return { topic, result: "unchanged", subscribers: 0 };
  const isNews = found.isChanged || found.changedAt >= pinged;
  return { topic, result: isNews ? "notified" : "already notified", subscribers: found.subscribers };
};
