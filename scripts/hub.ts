import { parseArgs } from "node:util";
import { parseBaseUrl } from "../src/schema/base-url.ts";
import { topicPaths } from "../src/schema/hub.ts";
import { createOperator, type Shown } from "../server/hub/store/operator.ts";
import { openStore, type Store } from "../server/hub/store/store.ts";
import { messageOf } from "../src/schema/errors.ts";

const help = `Usage: npm run hub -- COMMAND [options]

Looks after the hub's subscriptions, while the server runs or not. Secrets are never shown.

Commands:
  list                       all subscriptions, a line each
  show ID                    one subscription with its waiting delivery
  remove ID [--reason TEXT]  end a subscription and tell its callback why
  redeliver ID | TOPIC       send the newest content again, to one subscription or to all of a topic

Options:
  --json  print JSON
  --help  show this text

Environment:
  DATABASE_URL  the hub's store (default sqlite:.data/hub.sqlite)
  BASE_URL      the site's public address (default http://localhost:3000)

Exit codes: 0 done, 1 wrong usage or unusable store, 2 nothing was found.

Examples:
  npm run hub -- list
  npm run hub -- remove 5xWv0bVnT3mB8mM3oQx2Rw --reason "complaint of 2026-05-01"
  npm run hub -- redeliver https://reviews.example/feed.xml
`;

export const main = async (args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const fail = (message: string, code: number): number => {
    process.stderr.write(`hub: ${message}\n`);
    return code;
  };
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: "boolean" }, help: { type: "boolean" }, reason: { type: "string" } },
    });
  } catch (error) {
    return fail(`${messageOf(error)}\nSee npm run hub -- --help`, 1);
  }
  const { values, positionals } = parsed;
  const [command, which, ...more] = positionals;
  if (values.help || command === undefined) {
    process.stdout.write(help);
    return values.help ? 0 : 1;
  }
  const needs = command === "list" ? 0 : 1;
  if (
    !["list", "show", "remove", "redeliver"].includes(command) ||
    more.length > 0 ||
    positionals.length - 1 !== needs
  ) {
    return fail(`cannot do "${positionals.join(" ")}"\nSee npm run hub -- --help`, 1);
  }
  let baseUrl: string;
  let store: Store;
  try {
    baseUrl = parseBaseUrl(env["BASE_URL"]);
    store = await openStore({
      databaseUrl: env["DATABASE_URL"] ?? "sqlite:.data/hub.sqlite",
      topics: topicPaths.map((path) => baseUrl + path),
    });
    await store.engine.prepare();
  } catch (error) {
    return fail(messageOf(error), 1);
  }
  try {
    const operator = createOperator(store);
    const print = (value: unknown, text: string) =>
      process.stdout.write(values.json ? `${JSON.stringify(value, null, 2)}\n` : text);
    if (command === "list") {
      const all = await operator.list();
      print(all, toLines(all));
      return 0;
    }
    const target = which ?? "";
    if (command === "show") {
      const [one] = await operator.list(target);
      if (one === undefined) return fail(`there is no subscription ${target}`, 2);
      print(one, `${JSON.stringify(one, null, 2)}\n`);
      return 0;
    }
    if (command === "remove") {
      const reason = values.reason ?? "removed by the operator of this hub";
      if (!(await operator.remove(target, reason, Date.now())))
        return fail(`there is no subscription ${target}`, 2);
      print({ removed: target, reason }, `Removed ${target}; its callback is notified: ${reason}\n`);
      return 0;
    }
    const count = await operator.redeliver(
      target.includes("://") ? { topic: target } : { id: target },
      Date.now(),
    );
    if (count === 0) return fail(`there is no subscription for ${target}`, 2);
    print({ queued: count }, `Queued for ${count} ${count === 1 ? "subscription" : "subscriptions"}\n`);
    return 0;
  } finally {
    await store.close();
  }
};

const toLines = (all: readonly Shown[]): string => {
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
