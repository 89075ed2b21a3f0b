import type { PublishedTopic } from "../../../src/schema/hub.ts";
import { logError } from "../store/database.ts";
import { siteKey } from "../rate-limit.ts";
import { type ComparisonOptions, createTopicComparison } from "./topic-comparison.ts";

/** How long a publisher waits for its version in the request, and how long the hub looks for it after that. */
const waitMs = 10_000;
const lookOutMs = 300_000;
const lookEveryMs = 500;
/** Most publish requests that may wait at once, in all and of one client. Others are answered without waiting. */
const mostWaiting = 100;
const mostWaitingOfClient = 5;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** Waits until the deploy shows what was published, and has it compared. */
export const createPublication = (options: ComparisonOptions & { topics: readonly string[] }) => {
  const { source, clock, log } = options;
  const comparison = createTopicComparison({ ...options, onHeldOver: () => noticed() });
  const waits = createWaitLimit();
  const state = { isClosed: false };
  const deploy = createDeployWatch(options);

  const noticed = (): void =>
    void comparison.compare(options.topics).catch((error: unknown) => {
      logError(log, "hub.topic.uncompared", error);
      if (!state.isClosed) setTimeout(noticed, 5_000).unref();
    });
  const forget = source.onChange(noticed);

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
      await deploy.look();
      if (!isShown()) await waits.enter(siteKey(address), () => deploy.waitUntil(isShown));
      if (isShown()) return comparison.compare(topics, begun);
      void deploy.lookOut();
      return topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 }));
    },

    close: () => {
      state.isClosed = true;
      comparison.close();
      deploy.close();
      forget();
    },
  };
};

/** Looks at the deploy for whoever waits, and for a while after that. */
const createDeployWatch = ({ source, clock, log }: ComparisonOptions) => {
  const state = { isClosed: false, lookingOutUntil: 0, isLookingOut: false };
  let refreshing: Promise<void> | undefined;

  /** Pings that come while the deploy is looked at share the next look. */
  const refresh = async (): Promise<void> => {
    await refreshing?.catch(() => {});
    refreshing ??= source.refresh().finally(() => (refreshing = undefined));
    await refreshing;
  };
  const look = () =>
    refresh().catch((error: unknown) => log.warn("hub.deploy.unread", { error: String(error) }));
  return {
    look,
    waitUntil: async (isShown: () => boolean): Promise<void> => {
      const begun = clock();
      while (!isShown() && clock() - begun < waitMs && !state.isClosed) {
        await pause(lookEveryMs);
        await look();
      }
    },
    /** Looks for a version that nobody waits for any more. */
    lookOut: async (): Promise<void> => {
      state.lookingOutUntil = clock() + lookOutMs;
      if (state.isLookingOut) return;
      state.isLookingOut = true;
      while (!state.isClosed && clock() < state.lookingOutUntil) {
        await look();
        await pause(lookEveryMs * 4);
      }
      state.isLookingOut = false;
    },
    close: (): void => void (state.isClosed = true),
  };
};

/** Lets so many wait at once, and few of one client; the others do not wait. */
const createWaitLimit = () => {
  const clients = new Map<string, number>();
  let total = 0;
  return {
    enter: async (client: string, wait: () => Promise<void>): Promise<void> => {
      const mine = clients.get(client) ?? 0;
      if (total >= mostWaiting || mine >= mostWaitingOfClient) return;
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
