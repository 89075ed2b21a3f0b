import { setTimeout as pause } from "node:timers/promises";
import type { PublishedTopic } from "../../../src/schema/hub.ts";
import type { EventLog } from "../../log.ts";
import { networkKey } from "../../networks.ts";
import { bigint, type Db, logError, newId } from "../store/database.ts";
import type { Content, Store } from "../store/store.ts";

/** The hub's view of the deploy: the very bytes and types that GET serves. */
export interface TopicSource {
  version(): string;
  topic(url: string): { body: Uint8Array; type: string; sha256: string } | undefined;
  /** Calls back when a new snapshot was swapped in. */
  onChange(listener: () => void): () => void;
  refresh(): Promise<void>;
  /** The deploy is read through caches, where an old copy may surface again. */
  readonly edge?: boolean;
}

/** How long a publisher waits for its version in the request. */
const waitMs = 10_000;
const lookEveryMs = 500;
/** How many publish requests may wait at once, in all and of one client. Others are answered without waiting. */
const maxWaiting = 100;
const maxWaitingOfClient = 5;

/** Waits until the deploy shows what was published, and has it compared. */
export const createPublication = (options: ComparisonOptions & { topics: readonly string[] }) => {
  const { source, clock, log } = options;
  const comparison = createTopicComparison({ ...options, onHeldOver: () => noticed() });
  const waitInTurn = createWaitLimit();
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

    /** Anyone may ask, for any version: those who name one that is not shown yet wait without holding up others. */
    publish: async (
      topics: readonly string[],
      version: string | undefined,
      address: string,
    ): Promise<PublishedTopic[]> => {
      const begun = clock();
      const isShown = () => version === undefined || source.version() === version;
      await look();
      if (!isShown()) await waitInTurn(networkKey(address), () => waitUntil(isShown));
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

/** Lets a limited number wait at once, few of them of one client; the others do not wait. */
const createWaitLimit = () => {
  const waiting = new Set<{ client: string }>();
  return async (client: string, wait: () => Promise<void>): Promise<void> => {
    const mine = [...waiting].filter((one) => one.client === client).length;
    if (waiting.size >= maxWaiting || mine >= maxWaitingOfClient) return;
    const self = { client };
    waiting.add(self);
    await wait().finally(() => waiting.delete(self));
  };
};

/** How long content that was replaced not long ago must be seen before it passes for new without a ping. */
const holdMs = 60_000;

/** The result of a comparison, while the deploy shows the compared version. */
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
    const { sha256, type, body } = shown;
    const content = { topic, sha256, type, body };
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
const createHeldContent = ({
  store,
  source,
  log,
  onHeldOver,
}: Parameters<typeof createTopicComparison>[0]) => {
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

export const recentMs = 3_600_000;

/**
 * Content up to this size is kept also when nobody waits for it, so that an operator can send it again. To write more
 * holds up the event loop and, in memory, takes as much as the dataset itself.
 */
const keptBytes = 1024 * 1024;
const notKept = new Uint8Array(0);

/** Subscriptions that one statement queues for, so that none takes long. */
const batchSize = 5_000;

interface LastChange {
  sha256: string;
  version: string;
  notified: number;
  changed_at: number;
}

/** Stores changed content and queues it for every subscriber, in one transaction. */
export const fanOut = (store: Store, content: Content, version: string, now: number) =>
  store.engine.change(true, async (db) => {
    const { topic, sha256, type, body } = content;
    const [last] = await db.rows<LastChange>`
      select sha256, version, notified, changed_at from topics where topic = ${topic} ${db.forUpdate}`;
    if (last?.sha256 === sha256) return { ...last, changed: false };
    const notification = newId();
    const kept = body.length <= keptBytes ? body : notKept;
    await db.run`insert into notifications (id, topic, sha256, type, body, created_at)
      values (${notification}, ${topic}, ${sha256}, ${type}, ${kept}, ${now})`;
    if (last === undefined) {
      await db.run`insert into topics (topic, notification, sha256, version, notified, changed_at)
        values (${topic}, ${notification}, ${sha256}, ${version}, -1, ${now}) on conflict (topic) do nothing`;
      return { changed: false, version, notified: -1, changed_at: now };
    }
    const notified = await queueDeliveries(db, topic, notification, now);
    if (notified > 0 && kept !== body)
      await db.run`update notifications set body = ${body} where id = ${notification}`;
    await db.run`update topics set notification = ${notification}, sha256 = ${sha256}, version = ${version},
      notified = ${notified}, changed_at = ${now} where topic = ${topic}`;
    await remember(db, topic, last.sha256, sha256, now);
    return { changed: true, version, notified, changed_at: now };
  });

/** Returns for how many subscriptions the notification is queued. */
const queueDeliveries = async (db: Db, topic: string, notification: string, now: number): Promise<number> => {
  for (let count = 0, after = ""; ;) {
    const ids = (
      await db.rows<{ id: string }>`select id from subscriptions
        where topic = ${topic} and expires_at > ${now} and id > ${after} order by id limit ${batchSize}`
    ).map(({ id }) => id);
    if (ids.length > 0)
      count += await db.run`
        insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
        select id, ${notification}, topic, origin, 0, ${bigint(now)}, 0 from subscriptions where id ${db.among(ids)}
        order by id
        on conflict (subscription) do update set notification = excluded.notification, attempts = 0,
          due_at = case when deliveries.not_before > excluded.due_at then deliveries.not_before else excluded.due_at end`;
    if (ids.length < batchSize) return count;
    after = ids.at(-1) ?? "";
  }
};

/** Content that was replaced is remembered for a while, to know it when an old copy of it surfaces again. */
const remember = async (db: Db, topic: string, replaced: string, by: string, now: number): Promise<void> => {
  await db.run`delete from superseded where topic = ${topic} and sha256 = ${by}`;
  await db.run`insert into superseded (topic, sha256, at) values (${topic}, ${replaced}, ${now})
    on conflict (topic, sha256) do update set at = excluded.at`;
  await db.run`delete from superseded where at < ${now - recentMs}`;
};
