import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadPreviousDeploy } from "../build/carry-over.ts";
import type { Previous } from "../build/previous.ts";
import { findPictures, findShown, listSuspects } from "../build/withdrawals.ts";
import { toComparable, toFingerprints } from "../import/identity.ts";
import { sourceOf, textOf } from "../review-files.ts";
import { loadReviewFiles, type EntryPlace, placesOf } from "../review-files.ts";
import { baseUrlOf } from "../deploy/release.ts";

export const toRecognisable = ({ entry }: Pick<EntryPlace, "entry">) => ({
  source: sourceOf(entry),
  date: textOf(entry["date"]),
  author: textOf(entry["author"]),
  text: textOf(entry["text"]),
});

/** What the present deploy knows of a review. */
export interface Presence {
  /** Addresses whose bytes show it; those of hashed files last. */
  purge: string[];
  /** Whether it is or was on the site. */
  wasPublished: boolean;
}

export async function findPresence(id: string, previous: Previous): Promise<Presence> {
  const ids = new Set([id]);
  const baseUrl = previous.isAddress ? previous.place.replace(/\/+$/, "") : await findBaseUrl(previous);
  const { published, removed } = await loadPreviousDeploy(previous);
  const paths = [
    ...(await findShown(previous, await listSuspects(previous, published, ids), ids)),
    ...(await findPictures(previous, ids)),
    ...(await findShown(previous, await previous.hashedPaths(), ids)),
  ];
  const wasPublished = published.includes(id) || removed.some((one) => one.id === id);
  return { purge: paths.map((path) => `${baseUrl}${path}`), wasPublished };
}

async function findBaseUrl(previous: Previous): Promise<string> {
  const openapi = await previous.read("/.well-known/openapi.json");
  try {
    const known = openapi && baseUrlOf(openapi);
    return (known ?? process.env["BASE_URL"] ?? "").replace(/\/+$/, "");
  } catch {
    return process.env["BASE_URL"] ?? "";
  }
}

/** Every six words in a row; so many are seldom the same by chance. */
function toRuns(text: string): string[] {
  const words = toComparable(text).split(" ");
  return words.length < 6 ? [] : words.slice(5).map((_, index) => words.slice(index, index + 6).join(" "));
}

const quotes = (text: string, runs: readonly string[]): boolean => {
  const comparable = toComparable(text);
  return comparable !== "" && runs.some((run) => comparable.includes(run));
};

/** Where else in content the id stands and, of a review that is erased, its words and its author's name. */
export async function findOtherTraces(
  place: EntryPlace,
  id: string,
  content: string,
  isErased: boolean,
): Promise<string[]> {
  const traces: string[] = [];
  const words = isErased ? toFingerprints(toRecognisable(place))[1] : undefined;
  for (const other of placesOf(await loadReviewFiles(content))) {
    if (other.entry["id"] === id || words === undefined) continue;
    if (toFingerprints(toRecognisable(other))[1] === words) {
      traces.push(
        `${other.file.name}:${other.part.line}: ${String(other.entry["id"])} has the same words; redact it too`,
      );
    }
  }
  const name = textOf(place.entry["author"]);
  const spoken = isErased ? toRuns(textOf(place.entry["text"])) : [];
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path === place.file.path || !/\.(ya?ml|md|jsonl|ndjson)$/.test(entry.name))
      continue;
    const lines = (await readFile(path, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.split(/[^a-z0-9-]/).includes(id));
    const shown = relative(process.cwd(), path);
    if (line >= 0) traces.push(`${shown}:${line + 1}: names ${id}`);
    const quote = lines.findIndex((_, index) => quotes(lines.slice(index, index + 3).join(" "), spoken));
    if (quote >= 0) traces.push(`${shown}:${quote + 1}: quotes the review`);
  }
  const comments = /^#.*$/gm;
  for (const part of place.file.parts) {
    for (const [comment] of part.tail.matchAll(comments)) {
      const mentions = toComparable(comment).includes(toComparable(name)) || comment.includes(id);
      if (isErased && name !== "" && mentions)
        traces.push(`${place.file.name}: a comment names ${name}: ${comment}`);
    }
  }
  return traces;
}
