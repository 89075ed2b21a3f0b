import { setTimeout as pause } from "node:timers/promises";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { type PublishedTopic, hubPath, parsePublishLine, topicPaths } from "../src/schema/hub.ts";
import { toCount } from "../src/schema/text.ts";
import {
  type LiveSite,
  openSite,
  readBuild,
  readDeployed,
  waitForVersion,
  whyOf,
} from "./deploy/live-site.ts";
import { createProgress, ExitError, parseCommand, readHelp, runCommand } from "./run-command.ts";

const help = readHelp("announce");
const progress = createProgress(process.stderr);

interface Announcement {
  base_url: string;
  version: string;
  dry_run: boolean;
  /** The manifest that the deploy shows now. */
  deployed: string | undefined;
  topics: PublishedTopic[];
}

async function main(args: string[]): Promise<string> {
  const { flag, whole } = parseCommand(help, args);
  const deadline = Date.now() + whole("timeout", 300, 1, 999_999) * 1_000;
  const site = openSite(parseBaseUrl(process.env["BASE_URL"]), process.env["CONNECT"]);
  const announcement = await announce(site, deadline, flag("dry-run"));
  return flag("json") ? JSON.stringify(announcement, null, 2) : toTable(announcement);
}

async function announce(site: LiveSite, deadline: number, isDry: boolean): Promise<Announcement> {
  const { version, sidecar } = await readBuild(process.env["DIST"] || "./dist");
  const topics = sidecar === "none" ? [] : topicPaths.map((path) => site.baseUrl + path);
  const announcement = { base_url: site.baseUrl, version, dry_run: isDry };
  if (isDry) {
    const deployed = await readDeployed(site).catch(() => undefined);
    return {
      ...announcement,
      deployed: deployed?.version,
      topics: topics.map((topic) => ({ topic, result: "waiting", subscribers: 0 })),
    };
  }
  await waitForDeploy(site, version, deadline);
  return {
    ...announcement,
    deployed: version,
    topics: topics.length === 0 ? [] : await notifyHub(site, version, topics, deadline),
  };
}

/** A wait so short needs no word in a log. */
const quietWait = 5_000;

async function waitForDeploy(site: LiveSite, version: string, deadline: number): Promise<void> {
  const left = () => deadline - Date.now();
  const started = Date.now();
  let isTold = false;
  const shown = await waitForVersion(site, version, left, ({ shows }) => {
    const text = `waiting for version ${version}: ${site.baseUrl} ${shows}`;
    // In a log, once.
    if (!progress.isShown && !isTold && Date.now() - started > quietWait) {
      console.error(`${text}, for at most ${Math.ceil(left() / 1_000)} s`);
      isTold = true;
    }
    progress.step(`${text} (${Math.ceil(left() / 1_000)} s left)`);
  });
  progress.end();
  if (shown !== undefined)
    throw new ExitError(
      2,
      shown.startsWith("replica")
        ? `${site.baseUrl}: ${shown}, not ${version}: is the deploy the DIST of each replica?`
        : `${site.baseUrl}/manifest.json ${shown}, not ${version}: is the deploy finished and BASE_URL right?`,
    );
}

function toTable({ base_url, version, dry_run, deployed, topics }: Announcement): string {
  const state =
    deployed === version ? "the deploy shows it" : `the deploy shows ${deployed ?? "nothing readable"}`;
  const title = dry_run
    ? `Would announce version ${version} (${state}) to ${base_url}${hubPath}`
    : `Announced version ${version}`;
  if (topics.length === 0)
    return `Version ${version} (${state}) has no hub (SIDECAR=none at build), so there is nobody to notify`;
  const width = Math.max(...topics.map(({ topic }) => topic.length));
  const lines = topics.map(({ topic, result, subscribers }) => {
    if (dry_run) return `  ${topic}`;
    const count = result === "unchanged" ? "" : `${toCount(subscribers, "subscriber")} `;
    return `  ${topic.padEnd(width)}  ${count}${result}`;
  });
  return [title, ...lines].join("\n");
}

/** Tells the hub until it has seen the version; returns what became of each topic. */
async function notifyHub(
  site: LiveSite,
  version: string,
  topics: readonly string[],
  deadline: number,
): Promise<PublishedTopic[]> {
  const form = new URLSearchParams({ "hub.mode": "publish", version });
  for (const topic of topics) form.append("hub.url", topic);
  for (;;) {
    const answer = await ping(site, form);
    if (Array.isArray(answer) && answer.every(({ result }) => result !== "waiting")) {
      progress.end();
      return answer;
    }
    const trouble = Array.isArray(answer) ? "the hub does not see this version yet" : answer.trouble;
    const final = !Array.isArray(answer) && !answer.again;
    const left = deadline - Date.now();
    if (final || left <= 0) {
      progress.end();
      throw new ExitError(3, `${site.baseUrl}${hubPath}: ${trouble}`);
    }
    progress.step(`telling the hub: ${trouble} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(2_000, left));
  }
}

/** The hub itself waits for the deploy for 10 s. */
const pingTimeout = 15_000;

async function ping(
  { ask }: LiveSite,
  form: URLSearchParams,
): Promise<PublishedTopic[] | { trouble: string; again: boolean }> {
  try {
    const { status, body } = await ask(hubPath, pingTimeout, { method: "POST", body: form });
    const text = body.toString("utf8").trim();
    const excerpt = text.slice(0, 500);
    if (status !== 202)
      return { trouble: `HTTP ${status}: ${excerpt}`, again: status === 429 || status >= 500 };
    const told = text.split("\n").flatMap((line) => parsePublishLine(line) ?? []);
    if (told.length > 0) return told;
    const trouble = `HTTP 202 without a word on any topic, so it is no hub of ours: ${excerpt}`;
    return { trouble, again: false };
  } catch (error) {
    return { trouble: whyOf(error), again: true };
  }
}

await runCommand(main, { usage: 1, failed: 1, help, name: "announce" });
