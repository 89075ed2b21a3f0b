import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseBaseUrl } from "../src/schema/base-url.ts";
import { hubPath, parsePublishLine, type PublishedTopic, topicPaths } from "../src/schema/hub.ts";
import { Manifest } from "../src/schema/manifest.ts";
import { codeOf, messageOf } from "../src/schema/errors.ts";

const help = `Usage: npm run announce -- [options]

Run it after a deploy. It waits until the deploy shows the manifest of the local build, then tells the hub, which
sends every topic that has changed to its subscribers. It is safe to repeat: unchanged topics send nothing.

Options:
  --timeout SECONDS  how long to wait for the deploy and the hub (default 300)
  --dry-run          say what would be announced, and tell no one
  --json             print the result as JSON
  --help             show this text

Environment:
  BASE_URL  the deploy's public address (default http://localhost:3000)
  DIST      the build that was deployed: a folder or a URL (default ./dist)

Exit codes: 0 announced, 1 wrong usage or no build, 2 the deploy does not show the build in time,
3 the hub did not accept the announcement.

Examples:
  npm run announce
  BASE_URL=https://reviews.example npm run --silent announce -- --json
  # in a CI job, after the upload:
  npm run build && rsync -a dist/ host:/srv/site/ && BASE_URL=https://reviews.example npm run announce
`;

class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface Announcement {
  base_url: string;
  version: string;
  dry_run: boolean;
  /** What the deploy shows now. */
  deployed: string | undefined;
  topics: PublishedTopic[];
}

export const main = async (args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  try {
    const options = parseOptions(args);
    if (options.help) {
      process.stdout.write(help);
      return 0;
    }
    const baseUrl = baseUrlOf(env);
    const announcement = await announce(baseUrl, env["DIST"] ?? "./dist", options);
    process.stdout.write(options.json ? `${JSON.stringify(announcement, null, 2)}\n` : toTable(announcement));
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`announce: ${error.message}\n`);
    return error.exitCode;
  }
};

const baseUrlOf = (env: NodeJS.ProcessEnv): string => {
  try {
    return parseBaseUrl(env["BASE_URL"]);
  } catch (error) {
    throw new Failure(1, messageOf(error));
  }
};

interface Options {
  timeout: number;
  dryRun: boolean;
  json: boolean;
  help: boolean;
}

const parseOptions = (args: string[]): Options => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        timeout: { type: "string", default: "300" },
        "dry-run": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (!/^[1-9]\d{0,5}$/.test(values.timeout)) {
      throw new Error(`--timeout must be a whole number of seconds, got ${values.timeout}`);
    }
    return { ...values, timeout: Number(values.timeout), dryRun: values["dry-run"] };
  } catch (error) {
    throw new Failure(1, `${messageOf(error)}\nSee npm run announce -- --help`);
  }
};

const announce = async (baseUrl: string, dist: string, options: Options): Promise<Announcement> => {
  const { version } = await readBuild(dist);
  const topics = topicPaths.map((path) => baseUrl + path);
  const deadline = Date.now() + options.timeout * 1_000;
  const announcement = { base_url: baseUrl, version, dry_run: options.dryRun };
  if (options.dryRun) {
    const deployed = await readDeployed(baseUrl).catch(() => undefined);
    return {
      ...announcement,
      deployed,
      topics: topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 })),
    };
  }
  await waitForDeploy(baseUrl, version, deadline);
  return { ...announcement, deployed: version, topics: await tellHub(baseUrl, version, topics, deadline) };
};

const readBuild = async (dist: string): Promise<Manifest> => {
  const remote = /^https?:\/\//.test(dist);
  const place = remote ? `${dist.replace(/\/+$/, "")}/manifest.json` : join(dist, "manifest.json");
  try {
    const text = remote
      ? await (await fetch(place, fetchOptions(10_000))).text()
      : await readFile(place, "utf8");
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new Failure(1, `no build at ${place} (${why}): run npm run build, or set DIST`);
  }
};

const fetchOptions = (ms: number): RequestInit => ({
  redirect: "error",
  cache: "no-store",
  signal: AbortSignal.timeout(Math.max(ms, 1)),
});

const readDeployed = async (baseUrl: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/manifest.json`, fetchOptions(10_000));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return Manifest.parse(await response.json()).version;
};

const waitForDeploy = async (baseUrl: string, version: string, deadline: number): Promise<void> => {
  let wait = 250;
  for (;;) {
    let shows: string;
    try {
      const deployed = await readDeployed(baseUrl);
      if (deployed === version) break;
      shows = `shows version ${deployed}`;
    } catch (error) {
      shows = `cannot be read (${causeOf(error)})`;
    }
    const left = deadline - Date.now();
    if (left <= 0) {
      endProgress();
      throw new Failure(
        2,
        `${baseUrl}/manifest.json ${shows}, not ${version}: is the deploy finished and BASE_URL right?`,
      );
    }
    progress(`waiting for version ${version}: ${baseUrl} ${shows} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(wait, left));
    wait = Math.min(wait * 1.5, 3_000);
  }
  endProgress();
};

const tellHub = async (
  baseUrl: string,
  version: string,
  topics: readonly string[],
  deadline: number,
): Promise<PublishedTopic[]> => {
  const form = new URLSearchParams({ "hub.mode": "publish", version });
  for (const topic of topics) form.append("hub.url", topic);
  for (;;) {
    const answer = await ping(baseUrl + hubPath, form, deadline - Date.now());
    if (Array.isArray(answer) && answer.every(({ result }) => result !== "waiting")) {
      endProgress();
      return answer;
    }
    const trouble = Array.isArray(answer) ? "the hub does not see this version yet" : answer.trouble;
    const final = !Array.isArray(answer) && !answer.again;
    const left = deadline - Date.now();
    if (final || left <= 0) {
      endProgress();
      throw new Failure(3, `${baseUrl}${hubPath}: ${trouble}`);
    }
    progress(`telling the hub: ${trouble} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(2_000, left));
  }
};

const ping = async (
  hub: string,
  form: URLSearchParams,
  left: number,
): Promise<PublishedTopic[] | { trouble: string; again: boolean }> => {
  try {
    const response = await fetch(hub, {
      ...fetchOptions(Math.max(left, 15_000)),
      method: "POST",
      body: form,
    });
    const text = await response.text();
    if (response.status !== 202) {
      const again = response.status === 429 || response.status >= 500;
      return { trouble: `HTTP ${response.status}: ${text.trim().slice(0, 500)}`, again };
    }
    return text
      .trim()
      .split("\n")
      .map(parsePublishLine)
      .filter((line) => line !== undefined);
  } catch (error) {
    return { trouble: causeOf(error), again: true };
  }
};

const causeOf = (error: unknown): string => {
  const { cause = error } = error as Error;
  return codeOf(cause) ?? messageOf(cause);
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One line that is written over on a terminal; nothing elsewhere. */
const progress = (line: string): void => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001B[K${line.slice(0, (process.stderr.columns || 80) - 1)}`);
};
const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[K");
};

const toTable = ({ base_url, version, dry_run, deployed, topics }: Announcement): string => {
  const state =
    deployed === version ? "the deploy shows it" : `the deploy shows ${deployed ?? "nothing readable"}`;
  const title = dry_run
    ? `Would announce version ${version} (${state}) to ${base_url}${hubPath}`
    : `Announced version ${version}`;
  const width = Math.max(...topics.map(({ topic }) => topic.length));
  const lines = topics.map(({ topic, result, subscribers }) => {
    if (dry_run) return `  ${topic}`;
    const count =
      result === "unchanged" ? "" : `${subscribers} ${subscribers === 1 ? "subscriber" : "subscribers"} `;
    return `  ${topic.padEnd(width)}  ${count}${result}`;
  });
  return `${[title, ...lines].join("\n")}\n`;
};

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env);
