import { styleText } from "node:util";
import { toCount } from "../../src/schema/text.ts";
import { type Fields, textOf } from "../review-files.ts";
import type { QueuedJob } from "../queue/queue-file.ts";
import { showControls } from "../run-command.ts";
import type { Edit, Plan } from "./reconciliation.ts";

export interface Read {
  format: string;
  files: number;
  reviews: number;
}

/** How many lines of one kind are shown; --json has all. */
const maxLines = 40;

type Style = Parameters<typeof styleText>[0];

const paint = (style: Style, text: string) => styleText(style, text, { stream: process.stdout });

function list<T>(items: readonly T[], toLines: (item: T) => string): string[] {
  const shown = items.slice(0, maxLines).map(toLines);
  const rest = items.length - shown.length;
  return rest > 0 ? [...shown, `  … and ${rest} more (--json shows all)`] : shown;
}

function toSnippet(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined ? "(nothing)" : JSON.stringify(value);
  const line = text.replace(/\s+/g, " ");
  return showControls(line.length > 90 ? `${line.slice(0, 90)}…` : line);
}

function toNewLine({ id, date, rating, author, text, withheld }: Fields, senders: Plan["senders"]): string {
  const stars = "★".repeat(Number(rating));
  const words = text === undefined ? "(stars only)" : toSnippet(text);
  const why = withheld === undefined ? "" : paint("yellow", ` [withheld: ${textOf(withheld)}]`);
  const sender = senders.get(String(id));
  const from = sender === undefined ? "" : `, mail of ${sender.slice(0, 100)}`;
  return `${paint("green", "+")} ${String(date)} ${stars} ${showControls(String(author) + from)}: ${words}${why} ${paint("dim", String(id))}`;
}

function toEditLines({ id, place, changes }: Edit): string {
  const lines = Object.entries(changes).flatMap(([field, value]) => [
    `    ${field}`,
    `      ${paint("red", `- ${toSnippet(place.entry[field])}`)}`,
    `      ${paint("green", `+ ${toSnippet(value)}`)}`,
  ]);
  return [
    `${paint("yellow", "~")} ${showControls(id)} (${place.file.name}:${place.part.line})`,
    ...lines,
  ].join("\n");
}

const toNames = (ids: readonly string[]) =>
  [...ids.slice(0, 10), ...(ids.length > 10 ? [`and ${ids.length - 10} more (--json shows all)`] : [])].join(
    ", ",
  );

const nameJob = ({ names, date, score }: QueuedJob) => `${names[0]}, job of ${date}, fits ${score}`;

function toJobLines({ read, matched, uncertain, nearest }: Plan["jobs"]): string[] {
  if (read === 0) return [];
  const waits = uncertain.length > 0 ? `, ${uncertain.length} uncertain: npm run queue` : "";
  const near = nearest.length > 0 ? `; nearest: ${nearest.join("; ")}` : "";
  return [
    ...list(matched, ({ id, job }) => `${paint("green", "✓")} ${showControls(`${id}: ${nameJob(job)}`)}`),
    ...list(
      uncertain,
      ({ id, name, jobs }) =>
        `${paint("yellow", "?")} ${showControls(`${id} by ${name} may be about: ${jobs.map(nameJob).join(" · ")}`)}`,
    ),
    showControls(`${toCount(read, "job")} read, ${matched.length} matched${waits}${near}`),
  ];
}

/** The planned changes, for the owner. */
export function showPlan(plan: Plan, { format, files, reviews }: Read, isWriting: boolean): string {
  const { added, edited, unchanged, missing, removed, duplicates, refused, notes, questions, waiting } = plan;
  const held = [...waiting.values()].reduce((sum, number) => sum + number, 0);
  return [
    `${format}: ${toCount(reviews, "review")} in ${toCount(files, "file")}`,
    ...notes.map((note) => `  ${showControls(note)}`),
    "",
    ...list(added, (entry) => toNewLine(entry, plan.senders)),
    ...list(edited, toEditLines),
    ...(missing.length > 0 ? [`? in content and not in this export: ${toNames(missing)}`] : []),
    ...list(questions, ({ text }) => `${paint("yellow", "?")} ${showControls(text)}`),
    ...toJobLines(plan.jobs),
    ...list(removed, ({ at, id }) => `× ${showControls(at)} was removed here as ${id} and stays removed`),
    ...list(refused, ({ at, why }) => `${paint("red", "!")} ${showControls(`${at}: ${why}`)}; left out`),
    "",
    [
      `${added.length} new`,
      `${edited.length} edited`,
      `${unchanged.length} unchanged`,
      `${missing.length} missing`,
      ...(removed.length > 0 ? [`${removed.length} removed earlier`] : []),
      ...(duplicates.length > 0 ? [`${duplicates.length} twice in the export`] : []),
      ...(refused.length > 0 ? [`${refused.length} left out`] : []),
    ].join(", "),
    ...(missing.length > 0
      ? [
          "Were the missing ones withdrawn? They stay as they are; when a customer withdrew one, take it out with npm run redact.",
        ]
      : []),
    ...(held > 0
      ? [
          `${toCount(held, "new review waits", "new reviews wait")} as "withheld: unverified" and will not be published: ${[...waiting].map(([why, number]) => `${number} ${showControls(why)}`).join(", ")}. ${plan.jobs.read > 0 ? "They fit no job for sure: look at npm run queue" : "Give your own records (--jobs jobs.csv)"}, or write the verification into content where you know it.`,
        ]
      : []),
    ...(isWriting
      ? []
      : [
          added.length + edited.length > 0
            ? "Nothing is written yet: add --write to write it."
            : "Nothing to write.",
        ]),
  ].join("\n");
}

export const toMachineReport = (plan: Plan, read: Read, written: readonly string[]) => ({
  ...read,
  jobs: plan.jobs,
  new: plan.added,
  senders: Object.fromEntries(plan.senders),
  edited: plan.edited.map(({ id, place, changes }) => ({
    id,
    file: place.file.name,
    // A field that goes would be lost in JSON.
    changes: Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? null])),
  })),
  unchanged: plan.unchanged,
  missing: plan.missing,
  removed: plan.removed,
  duplicates: plan.duplicates,
  refused: plan.refused,
  waiting: Object.fromEntries(plan.waiting),
  questions: plan.questions,
  notes: plan.notes,
  written,
});
