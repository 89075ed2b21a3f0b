import { setTimeout } from "node:timers/promises";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { toCount } from "../src/schema/text.ts";
import { topicPaths } from "../src/schema/hub.ts";
import { ExitError, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { createOperator, type ShownSubscription } from "./hub/operator.ts";
import { StoreAway, storeRetryMs } from "../server/hub/store/database.ts";
import { openStore, type Store } from "../server/hub/store/store.ts";
import { messageOf, PlainError } from "../src/schema/errors.ts";

const help = readHelp("hub");

/** The result of a command, as JSON and in words; nothing when there is no such subscription. */
interface Outcome {
  value: unknown;
  text: string;
}
type Operator = ReturnType<typeof createOperator>;

const commands = new Map<string, (operator: Operator, which: string, reason: string) => Promise<Outcome>>([
  [
    "list",
    async (operator) => {
      const all = await operator.list();
      return { value: all, text: toLines(all) };
    },
  ],
  [
    "show",
    async (operator, id) => {
      const [one] = await operator.list(id);
      if (one === undefined) throw new ExitError(2, `there is no subscription ${id}`);
      return { value: one, text: JSON.stringify(one, null, 2) };
    },
  ],
  [
    "remove",
    async (operator, id, reason) => {
      if (!(await operator.remove(id, reason, Date.now())))
        throw new ExitError(2, `there is no subscription ${id}`);
      return { value: { removed: id, reason }, text: `Removed ${id}; its callback is notified: ${reason}` };
    },
  ],
  [
    "redeliver",
    async (operator, which) => {
      const count = await operator.redeliver(
        which.includes("://") ? { topic: which } : { id: which },
        Date.now(),
      );
      if (count === 0) throw new ExitError(2, `there is no subscription for ${which}`);
      return { value: { queued: count }, text: `Queued for ${toCount(count, "subscription")}` };
    },
  ],
]);

const openHubStore = (env: NodeJS.ProcessEnv, seconds: number): Promise<Store> => {
  const baseUrl = parseBaseUrl(env["BASE_URL"]);
  return openStore({
    databaseUrl: env["DATABASE_URL"] ?? "sqlite:.data/hub.sqlite",
    topics: topicPaths.map((path) => baseUrl + path),
    events: {
      onAway: (error) =>
        void process.stderr.write(`hub: waiting up to ${seconds} s for the store: ${messageOf(error)}\n`),
      onBack: () => {},
    },
  });
};

/** A running hub holds the store for moments, on a slow disk for seconds; PostgreSQL may be starting again. */
const whenThere = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreAway) || performance.now() > end) throw error;
      await setTimeout(storeRetryMs);
    }
  }
};

async function main(args: string[]): Promise<string> {
  const { positionals, flag, text, whole } = parseCommand(help, args, true);
  const [name = "", which = "", ...more] = positionals;
  const [wait, reason = "removed by the operator of this hub"] = [whole("wait", 30, 0, 9999), text("reason")];
  const command = commands.get(name);
  if (command === undefined || more.length > 0 || (name === "list") !== (positionals.length === 1))
    throw new UsageError(`cannot do "${positionals.join(" ")}"\nSee npm run hub -- --help`);
  const store = await openHubStore(process.env, wait);
  try {
    const done = await whenThere(wait, () => command(createOperator(store), which, reason));
    return flag("json") ? JSON.stringify(done.value, null, 2) : done.text;
  } finally {
    await store.close();
  }
}

/** Whatever the store says of itself is for the operator, without a stack. */
const stop = (error: unknown): never => {
  throw error instanceof PlainError ? error : new PlainError(messageOf(error), { cause: error });
};

const toLines = (all: readonly ShownSubscription[]): string => {
  if (all.length === 0) return "There are no subscriptions.";
  const lines = all.map((one) =>
    [
      one.id,
      new URL(one.topic).pathname.padEnd(14),
      `until ${one.expires_at.slice(0, 16)}Z`,
      one.signed ? "signed  " : "unsigned",
      `${one.failures} failed`,
      one.delivery ? "waiting" : "idle   ",
      one.callback.length > 70 ? `${one.callback.slice(0, 69)}…` : one.callback,
    ].join("  "),
  );
  return lines.join("\n");
};

await runCommand((args) => main(args).catch(stop), { usage: 1, failed: 1, help, name: "hub" });
