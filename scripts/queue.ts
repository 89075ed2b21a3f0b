import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";
import { givenOwnContent } from "../src/content/given-path.ts";
import { toCount } from "../src/schema/text.ts";
import { readOwn, verify } from "./import/reconciliation.ts";
import { isSameSource } from "./import/job-matching.ts";
import { keyOfJob, loadQueue, type QueuedJob, type QueueItem, saveQueue } from "./queue/queue-file.ts";
import {
  changeEntry,
  type EntryPlace,
  idsOf,
  isTombstone,
  loadReviewFiles,
  placesOf,
  saveReviewFiles,
  sourceOf,
  textOf,
} from "./review-files.ts";
import { showControls, toTerminalJson, parseCommand, readHelp, runCommand } from "./run-command.ts";

const help = readHelp("queue");

/** A review, and below it the jobs that it may be about. */
function showItem({ name, jobs }: QueueItem, { entry }: EntryPlace): string {
  const date = textOf(entry["date"]);
  return [
    `${"★".repeat(Number(entry["rating"]))} ${date} on ${sourceOf(entry)} by ${name}`,
    textOf(entry["text"]) || "(stars only)",
    ...jobs.map((job, index) => `${index + 1}. ${job.names.join(", ")}: ${toJobLine(job, date)}`),
  ]
    .map(showControls)
    .join("\n");
}

function toJobLine({ date, service, number, method, score }: QueuedJob, reviewed: string): string {
  const days = Math.round((Date.parse(reviewed) - Date.parse(date)) / 86_400_000);
  const when = days === 0 ? "the same day" : `${toCount(days, "day")} before`;
  return [`fits ${score}`, `${date} (${when})`, service, number, method].filter(Boolean).join(" · ");
}

/** The entries that still wait: unverified reviews with a job left that they may be about. */
function findWaiting(
  items: readonly QueueItem[],
  places: readonly EntryPlace[],
): { item: QueueItem; place: EntryPlace }[] {
  const byId = new Map(places.flatMap((place) => idsOf(place.entry).map((id) => [id, place] as const)));
  return items.flatMap((item) => {
    const place = byId.get(item.id);
    if (place === undefined || isTombstone(place.entry) || place.entry["verification"] !== undefined)
      return [];
    return item.jobs.length === 0 ? [] : [{ item, place }];
  });
}

/** Which job an answer names; "none" of them, or nothing for later. */
function toChoice(answer: string, jobs: readonly QueuedJob[]): QueuedJob | "none" | "unclear" | undefined {
  const said = answer.trim().toLowerCase();
  if (said === "" || /^l(ater)?$/.test(said)) return undefined;
  if (/^no?$/.test(said)) return "none";
  if (/^y(es)?$/.test(said)) return jobs.length === 1 ? jobs[0] : "unclear";
  return jobs[Number(said) - 1] ?? "unclear";
}

interface Asking {
  ask: (question: string) => Promise<string | undefined>;
  print: (text: string) => void;
}

/** Goes through what waits; each answer is written at once, so that nothing is lost when one stops. */
async function answerAll(content: string, { ask, print }: Asking): Promise<string> {
  const counts = { verified: 0, refused: 0, later: 0 };
  let items = await loadQueue();
  const asked = new Set<string>();
  for (;;) {
    const files = await loadReviewFiles(content);
    const waiting = findWaiting(items, placesOf(files));
    const next = waiting.find(({ item }) => !asked.has(item.id));
    if (next === undefined) break;
    const { item, place } = next;
    asked.add(item.id);
    print(
      `\n${styleText("bold", `${asked.size}/${asked.size + waiting.length - 1}`, { stream: process.stdout })} ${item.id}\n${showItem(item, place)}`,
    );
    const choice = await askChoice(item, ask);
    if (choice === "stop") {
      counts.later += waiting.length;
      break;
    }
    if (choice === undefined) counts.later += 1;
    else if (choice === "none") {
      counts.refused += 1;
      const refused = [...item.refused, ...item.jobs.map(keyOfJob)];
      items = items.map((one) => (one.id === item.id ? { ...one, jobs: [], refused } : one));
      await saveQueue(items);
    } else {
      counts.verified += 1;
      const { method, date } = choice;
      const changes = verify(place.entry, { method, date }, readOwn(content));
      changeEntry(place, changes);
      const held = { ...place.entry, ...changes }["withheld"];
      if (held !== undefined)
        print(`It is verified, and stays withheld (${textOf(held)}) in ${place.file.name}`);
      await saveReviewFiles(files);
      // It verifies no other review of the same platform.
      const others = new Set(
        waiting
          .filter((one) => isSameSource(sourceOf(one.place.entry), sourceOf(place.entry)))
          .map((one) => one.item.id),
      );
      const free = ({ jobs }: QueueItem) => jobs.filter((job) => keyOfJob(job) !== keyOfJob(choice));
      items = items
        .filter((one) => one.id !== item.id)
        .map((one) => (others.has(one.id) ? { ...one, jobs: free(one) } : one));
      await saveQueue(items);
    }
  }
  return `${counts.verified} verified, ${counts.refused} about no job, ${counts.later} for later`;
}

async function askChoice(
  { jobs }: QueueItem,
  ask: Asking["ask"],
): Promise<QueuedJob | "none" | "stop" | undefined> {
  const choices = jobs.length === 1 ? "y" : `1–${jobs.length}`;
  for (;;) {
    const answer = await ask(`Is it about this job? [${choices}, n, later, q] `);
    if (answer === undefined || /^q(uit)?$/i.test(answer.trim())) return "stop";
    const choice = toChoice(answer, jobs);
    if (choice !== "unclear") return choice;
  }
}

/** The command's last line. */
async function showQueue(args: string[], asking: Asking): Promise<string> {
  const { flag, text } = parseCommand(help, args);
  const content = givenOwnContent(text("content"));
  const waiting = findWaiting(await loadQueue(), placesOf(await loadReviewFiles(content)));
  if (flag("json")) {
    const shown = waiting.map(({ item, place }) => ({ ...item, review: place.entry }));
    return toTerminalJson({ waiting: shown }, 2);
  }
  if (waiting.length === 0) return "Nothing waits.";
  if (flag("list"))
    return waiting.map(({ item, place }) => `${item.id}\n${showItem(item, place)}`).join("\n\n");
  return answerAll(content, asking);
}

/** Asks at a terminal, or takes lines that are piped in; nothing when there are no more. */
function createAsking(): Asking & { close: () => void } {
  const lines = createInterface({ input: process.stdin });
  const answers = lines[Symbol.asyncIterator]();
  return {
    print: (text) => console.log(text),
    ask: async (question) => {
      process.stdout.write(question);
      const { value, done } = await answers.next();
      return done ? undefined : value;
    },
    close: () => lines.close(),
  };
}

async function main(args: string[]): Promise<string> {
  const asking = createAsking();
  try {
    return await showQueue(args, asking);
  } finally {
    asking.close();
  }
}

if (import.meta.main) await runCommand(main, { usage: 1, failed: 1, help });
