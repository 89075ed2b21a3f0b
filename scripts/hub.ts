import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { toCount } from "../src/schema/text.ts";
import { topicPaths } from "../src/schema/hub.ts";
import { createOperator, type ShownSubscription } from "./hub/operator.ts";
import { StoreAway, storeRetryMs } from "../server/hub/store/database.ts";
import { openStore, type Store } from "../server/hub/store/store.ts";
import { messageOf } from "../src/schema/errors.ts";

const help = `Usage: npm run hub -- COMMAND [options]

Manages the hub's subscriptions, whether the server is running or not. Secrets are never shown.

Commands:
  list                       all subscriptions, one a line
  show ID                    one subscription with its waiting delivery
  remove ID [--reason TEXT]  end a subscription and notify its callback of the reason
  redeliver ID | TOPIC       send the newest content again, to one subscription or to all of a topic

Options:
  --wait SECONDS  how long to wait for a store that is busy or unreachable (default 30)
  --json          print JSON
  --help          show this text

Environment:
  DATABASE_URL  the hub's store (default sqlite:.data/hub.sqlite)
  BASE_URL      the site's public address (default http://localhost:3000)

Exit codes: 0 done, 1 wrong usage or unusable store, 2 nothing was found.

Examples:
  npm run hub -- list
  npm run hub -- remove 5xWv0bVnT3mB8mM3oQx2Rw --reason "complaint of 2026-05-01"
  npm run hub -- redeliver https://reviews.example/feed.xml
`;

const options = {
  wait: { type: "string", default: "30" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  reason: { type: "string", default: "removed by the operator of this hub" },
} as const;

/** What a command found or did, as JSON and in words; nothing when there is no such subscription. */
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
      if (one === undefined) throw new NotFound(`there is no subscription ${id}`);
      return { value: one, text: `${JSON.stringify(one, null, 2)}\n` };
    },
  ],
  [
    "remove",
    async (operator, id, reason) => {
      if (!(await operator.remove(id, reason, Date.now())))
        throw new NotFound(`there is no subscription ${id}`);
      return { value: { removed: id, reason }, text: `Removed ${id}; its callback is notified: ${reason}\n` };
    },
  ],
  [
    "redeliver",
    async (operator, which) => {
      const count = await operator.redeliver(
        which.includes("://") ? { topic: which } : { id: which },
        Date.now(),
      );
      if (count === 0) throw new NotFound(`there is no subscription for ${which}`);
      const text = `Queued for ${toCount(count, "subscription")}\n`;
      return { value: { queued: count }, text };
    },
  ],
]);

class NotFound extends Error {}

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

export const main = async (args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  try {
    const { values, positionals } = parseCommand(args);
    const [name, which = "", ...more] = positionals;
    if (values.help || name === undefined) {
      process.stdout.write(help);
      return values.help ? 0 : 1;
    }
    const command = commands.get(name);
    if (command === undefined || more.length > 0 || (name === "list") !== (positionals.length === 1)) {
      throw new Error(`cannot do "${positionals.join(" ")}"\nSee npm run hub -- --help`);
    }
    const store = await openHubStore(env, values.wait);
    try {
      const { value, text } = await whenThere(values.wait, () =>
        command(createOperator(store), which, values.reason),
      );
      process.stdout.write(values.json ? `${JSON.stringify(value, null, 2)}\n` : text);
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    process.stderr.write(`hub: ${messageOf(error)}\n`);
    return error instanceof NotFound ? 2 : 1;
  }
};

const parseCommand = (args: string[]) => {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (!/^\d{1,4}$/.test(values.wait))
      throw new Error(`--wait must be a whole number of seconds, got ${values.wait}`);
    return { values: { ...values, wait: Number(values.wait) }, positionals };
  } catch (error) {
    throw new Error(`${messageOf(error)}\nSee npm run hub -- --help`, { cause: error });
  }
};

const toLines = (all: readonly ShownSubscription[]): string => {
  if (all.length === 0) return "There are no subscriptions.\n";
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
  return `${lines.join("\n")}\n`;
};

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env);
