import { parseArgs } from "node:util";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { toCount } from "../src/schema/text.ts";
import { messageOf } from "../src/schema/errors.ts";
import { type PublishedTopic, hubPath, parsePublishLine, topicPaths } from "../src/schema/hub.ts";
import {
  AnnounceError,
  type Ask,
  type Site,
  openSite,
  progress,
  readBuild,
  readDeployed,
  waitForVersion,
  whyOf,
} from "./announce/deploy.ts";
import { parseConnect } from "./deploy/live-site.ts";
import { setTimeout as pause } from "node:timers/promises";

const help = `Usage: npm run announce -- [options]

Run it after a deploy. It waits until every replica of the deploy shows the local build, then notifies the hub, which
sends every topic that has changed to its subscribers. It is safe to repeat: unchanged topics send nothing.

Options:
  --timeout SECONDS  how long to wait for the deploy and the hub (default 300)
  --dry-run          say what would be announced, and notify nobody
  --json             print the result as JSON
  --help             show this text

Environment:
  BASE_URL  the deploy's public address (default http://localhost:3000)
  DIST      the build that was deployed: a folder or a URL (default ./dist)
  CONNECT   host:port to ask instead of BASE_URL's own, before DNS points there

Exit codes: 0 announced, 1 wrong usage or no build, 2 the deploy did not show the build in time,
3 the hub did not accept the announcement.

Examples:
  npm run announce
  BASE_URL=https://reviews.example npm run --silent announce -- --json
  # in a CI job, after the upload:
  npm run build && rsync -a dist/ host:/srv/site/ && BASE_URL=https://reviews.example npm run announce
`;

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
    const announcement = await announce(baseUrl, env, options);
    process.stdout.write(options.json ? `${JSON.stringify(announcement, null, 2)}\n` : toTable(announcement));
    return 0;
  } catch (error) {
    if (!(error instanceof AnnounceError)) throw error;
    process.stderr.write(`announce: ${error.message}\n`);
    return error.exitCode;
  }
};

const baseUrlOf = (env: NodeJS.ProcessEnv): string => {
  try {
    return parseBaseUrl(env["BASE_URL"]);
  } catch (error) {
    throw new AnnounceError(1, messageOf(error));
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
    throw new AnnounceError(1, `${messageOf(error)}\nSee npm run announce -- --help`);
  }
};

const announce = async (baseUrl: string, env: NodeJS.ProcessEnv, options: Options): Promise<Announcement> => {
  const { version, sidecar } = await readBuild(env["DIST"] || "./dist");
  const site = openSite(baseUrl, parseConnect(env["CONNECT"]));
  const topics = sidecar === "none" ? [] : topicPaths.map((path) => baseUrl + path);
  const deadline = Date.now() + options.timeout * 1_000;
  const announcement = { base_url: baseUrl, version, dry_run: options.dryRun };
  if (options.dryRun) {
    const deployed = await readDeployed(site.ask).catch(() => undefined);
    return {
      ...announcement,
      deployed,
      topics: topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 })),
    };
  }
  await waitForDeploy(baseUrl, site.ask, version, deadline);
  return {
    ...announcement,
    deployed: version,
    topics: topics.length === 0 ? [] : await notifyHub(baseUrl, site, version, topics, deadline),
  };
};

/** A wait so short needs no word in a log. */
const quietWait = 5_000;

const waitForDeploy = async (baseUrl: string, ask: Ask, version: string, deadline: number): Promise<void> => {
  const left = () => deadline - Date.now();
  const started = Date.now();
  let isTold = false;
  const late = await waitForVersion(ask, version, left, ({ shows }) => {
    const text = `waiting for version ${version}: ${baseUrl} ${shows}`;
    // In a log, once.
    if (!progress.isShown && !isTold && Date.now() - started > quietWait) {
      console.error(`${text}, for at most ${Math.ceil(left() / 1_000)} s`);
      isTold = true;
    }
    progress.step(`${text} (${Math.ceil(left() / 1_000)} s left)`);
  });
  progress.end();
  if (late !== undefined)
    throw new AnnounceError(
      2,
      late.shows.startsWith("replica")
        ? `${baseUrl}: ${late.shows}, not ${version}: is the deploy the DIST of each replica?`
        : `${baseUrl}/manifest.json ${late.shows}, not ${version}: is the deploy finished and BASE_URL right?`,
    );
};

const toTable = ({ base_url, version, dry_run, deployed, topics }: Announcement): string => {
  const state =
    deployed === version ? "the deploy shows it" : `the deploy shows ${deployed ?? "nothing readable"}`;
  const title = dry_run
    ? `Would announce version ${version} (${state}) to ${base_url}${hubPath}`
    : `Announced version ${version}`;
  if (topics.length === 0)
    return `Version ${version} (${state}) has no hub (SIDECAR=none at build), so there is nobody to notify\n`;
  const width = Math.max(...topics.map(({ topic }) => topic.length));
  const lines = topics.map(({ topic, result, subscribers }) => {
    if (dry_run) return `  ${topic}`;
    const count = result === "unchanged" ? "" : `${toCount(subscribers, "subscriber")} `;
    return `  ${topic.padEnd(width)}  ${count}${result}`;
  });
  return `${[title, ...lines].join("\n")}\n`;
};

/** Tells the hub until it has seen the version; returns what became of each topic. */
export const notifyHub = async (
  baseUrl: string,
  site: Site,
  version: string,
  topics: readonly string[],
  deadline: number,
): Promise<PublishedTopic[]> => {
  const form = new URLSearchParams({ "hub.mode": "publish", version });
  for (const topic of topics) form.append("hub.url", topic);
  for (;;) {
    const answer = await ping(site, form, deadline - Date.now());
    if (Array.isArray(answer) && answer.every(({ result }) => result !== "waiting")) {
      progress.end();
      return answer;
    }
    const trouble = Array.isArray(answer) ? "the hub does not see this version yet" : answer.trouble;
    const final = !Array.isArray(answer) && !answer.again;
    const left = deadline - Date.now();
    if (final || left <= 0) {
      progress.end();
      throw new AnnounceError(3, `${baseUrl}${hubPath}: ${trouble}`);
    }
    progress.step(`telling the hub: ${trouble} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(2_000, left));
  }
};

const ping = async (
  site: Site,
  form: URLSearchParams,
  left: number,
): Promise<PublishedTopic[] | { trouble: string; again: boolean }> => {
  try {
    const { status, body } = await site.fetch(hubPath, Math.max(left, 15_000), {
      method: "POST",
      body: form,
    });
    if (status !== 202) {
      const again = status === 429 || status >= 500;
      return { trouble: `HTTP ${status}: ${body.trim().slice(0, 500)}`, again };
    }
    return body
      .trim()
      .split("\n")
      .map(parsePublishLine)
      .filter((line) => line !== undefined);
  } catch (error) {
    return { trouble: whyOf(error), again: true };
  }
};

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env);
