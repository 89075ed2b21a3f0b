import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { listFiles, readIfThere } from "../build/files.ts";
import { isHashed } from "../build/retention.ts";
import { showsAny } from "../build/withdrawals.ts";
import { fold, toFingerprints } from "../import/identity.ts";
import { loadReviewFiles, type Place, placesOf } from "../review-files.ts";

export const toText = (value: unknown) => (typeof value === "string" ? value : "");

export const toRecognisable = ({ entry }: Pick<Place, "entry">) => ({
  source: toText((entry["source"] as { name?: unknown } | undefined)?.name),
  date: toText(entry["date"]),
  author: toText(entry["author"]),
  text: toText(entry["text"]),
});

/** Addresses of the present deploy whose bytes show the review. */
export async function findPurges(id: string, dist: string): Promise<string[]> {
  const found: string[] = [];
  const baseUrl = await findBaseUrl(dist);
  for (const path of await listFiles(dist)) {
    if (/\.(gz|br|png|jpe?g|webp|avif|woff2?|ico)$/.test(path) || /^\/(purge\.txt|\.)/.test(path)) continue;
    const text = (await readIfThere(join(dist, path)))?.toString("utf8") ?? "";
    if (showsAny(text, new Set([id]))) found.push(`${baseUrl}${path.replace(/(^|\/)index\.html$/, "$1")}`);
  }
  return found.sort(
    (a, b) => Number(isHashed(a.slice(baseUrl.length))) - Number(isHashed(b.slice(baseUrl.length))),
  );
}

async function findBaseUrl(dist: string): Promise<string> {
  const openapi = await readIfThere(join(dist, ".well-known/openapi.json"));
  try {
    const { servers } = JSON.parse(openapi?.toString("utf8") ?? "{}") as { servers?: { url: string }[] };
    return (servers?.[0]?.url ?? process.env["BASE_URL"] ?? "").replace(/\/+$/, "");
  } catch {
    return process.env["BASE_URL"] ?? "";
  }
}

/** Every six words in a row; so many are seldom the same by chance. */
function toRuns(text: string): string[] {
  const words = fold(text).split(" ");
  return words.length < 6 ? [] : words.slice(5).map((_, index) => words.slice(index, index + 6).join(" "));
}

const quotes = (text: string, runs: readonly string[]): boolean => {
  const folded = fold(text);
  return folded !== "" && runs.some((run) => folded.includes(run));
};

/** Where else in content the id stands and, of a review that is erased, its words and its author's name. */
export async function findOtherTraces(
  place: Place,
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
  const name = toText(place.entry["author"]);
  const spoken = isErased ? toRuns(toText(place.entry["text"])) : [];
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
      const mentions = fold(comment).includes(fold(name)) || comment.includes(id);
      if (isErased && name !== "" && mentions)
        traces.push(`${place.file.name}: a comment names ${name}: ${comment}`);
    }
  }
  return traces;
}
