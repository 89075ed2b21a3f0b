import type { PublishedTopic } from "../../../src/schema/hub.ts";
import { fanOut, recentMs } from "./fan-out.ts";
import type { EventLog } from "../../log.ts";
import type { TopicSource } from "./topic-source.ts";
import type { Content, Store } from "../store/store.ts";

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
export const createTopicComparison = (options: ComparisonOptions & { onHeldOver: () => void }) => {
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
