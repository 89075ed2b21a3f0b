import { holdsName } from "../../src/content/named-ids.ts";
import type { EntryPlace } from "../review-files.ts";
import { textOf } from "../import/known-reviews.ts";
import { toRecognisable } from "./traces.ts";

/** What became of a review, and what is left to do. */
export interface Result {
  /** The id as it was. */
  id: string;
  /** The id as it is now, where it changed. */
  new_id?: string;
  file: string;
  removed_at?: string;
  reason?: string | undefined;
  already_removed: boolean;
  /** The deploy in which was looked for what to purge; nothing when there is none to look into. */
  looked_into?: string;
  purge: string[];
  also_check: string[];
  cannot_be_undone: string[];
}

/** What no command of ours reaches, and what to do about it. */
export function toLimits(
  { file, entry }: EntryPlace,
  /** Of its tombstone. */
  id: string,
  /** Under which copies may know it. */
  known: readonly string[],
): string[] {
  const isNamed = holdsName(id, textOf(entry["author"]), toRecognisable({ entry }).source);
  const unknown = known.filter((one) => one !== id);
  return [
    ...(isNamed
      ? [
          `the id ${id}, which holds the name, stays public in the tombstone, because copies are matched by it; when they have had time to hear of it, say a month, take the name away with npm run redact -- ${id} --new-id`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `copies kept up to date by "since" that know the review as ${unknown.join(" or ")}, which no tombstone names now, keep it until they take /reviews.json whole`,
        ]
      : []),
    `git history: older commits, clones and forks still hold the text (git log -S ${id} -- ${file.name}). Commit this change, then rewrite history without the file's earlier states and put it back: cp ${file.name} /tmp/kept.yaml; git filter-repo --force --invert-paths --path ${file.name}; cp /tmp/kept.yaml ${file.name}; git add ${file.name}; git commit -m "Keep reviews"; git push --force --all. Others' clones, forks, open pull requests and your host's own caches stay: ask for them`,
    "the last build and what was uploaded, until the next build and deploy replace them",
    "caches of browsers and programs: a stable address is kept for up to 5 minutes and served stale for a day, a hashed one up to a year; nobody can call these back",
    "answers of /api/reviews/search and /api/reviews/since in shared caches: nobody can list their addresses, so purge everything below them where your CDN can; else they live for up to 11 minutes after the deploy",
    "copies that subscribers, feed readers, search engines and archives took; the tombstone and npm run announce ask them to drop it",
    "the platform where it was first written, and your own backups and exports",
  ];
}

const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join("\n");

function toPurgeText(lookedInto: string | undefined, purge: readonly string[]): string {
  if (lookedInto === undefined) {
    return "What to purge is not known, because there is no deploy to look into: set PREVIOUS to its address or folder (PREVIOUS=https://reviews.example.com), also for the next build, which then lists it in purge.txt.";
  }
  return purge.length > 0
    ? `After the next deploy, purge these addresses from your CDN:\n${list(purge)}`
    : `Nothing to purge: ${lookedInto} does not show it.`;
}

function showChange({ id, new_id, file, removed_at, reason, already_removed }: Result): string {
  if (removed_at === undefined) {
    return `${id} is now ${new_id} (${file}). Old links lead to it, and copies are told: the old id is withdrawn, the review comes back as edited.`;
  }
  if (already_removed) {
    return `${id} was removed before, on ${removed_at} (${file}).${new_id ? ` Its tombstone is now ${new_id}.` : ""}`;
  }
  return `${id} is removed from ${file} (${reason}, ${removed_at}): its text and name are gone, a tombstone stays${new_id ? ` as ${new_id}` : ""}.`;
}

/** For people. */
export function show(result: Result): string {
  const { looked_into, purge, also_check, cannot_be_undone } = result;
  return [
    showChange(result),
    ...(also_check.length > 0
      ? [`Look at these, which may speak of the same person:\n${list(also_check)}`]
      : []),
    toPurgeText(looked_into, purge),
    `Next:\n${list([
      "npm run build      (deletes the hashed files that hold it; dist/purge.txt lists what to purge)",
      "deploy, purge, npm run announce",
    ])}`,
    ...(cannot_be_undone.length > 0 ? [`What cannot be undone:\n${list(cannot_be_undone)}`] : []),
  ].join("\n\n");
}
