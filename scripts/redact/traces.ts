import { readFile, readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { findPictures, findShown, listSuspects, loadPreviousDeploy } from "../site-build/retained-files.ts";
import { type Previous, readPublished } from "../site-build/previous-deploy.ts";
import { toComparable, toOwnWords } from "../import/fingerprints.ts";
import { sourceOf, textOf, type EntryPlace, type ReviewFile, idsOf, placesOf } from "../review-files.ts";
import { photoPaths } from "../../src/publish/photo-paths.ts";
import { EditEntry } from "../../src/schema/review.ts";
import { escapePattern } from "../../src/schema/text.ts";
import { memberOf } from "../../src/schema/json.ts";
import { baseUrlOf } from "../deploy/release.ts";
import { parse } from "yaml";
import { listFiles } from "../site-build/files.ts";

export const toRecognizable = ({ entry }: Pick<EntryPlace, "entry">) => ({
  source: sourceOf(entry),
  date: textOf(entry["date"]),
  author: textOf(entry["author"]),
  text: textOf(entry["text"]),
});

/** A review in the present deploy. */
export interface Presence {
  /** Addresses whose bytes show it; those of hashed files last. */
  purge: string[];
  /** Those of its ids that are or were on the site. */
  published: string[];
  /** The id under which it stands there now. */
  shownAs: string | undefined;
}

export async function findPresence(all: readonly string[], previous: Previous): Promise<Presence> {
  const ids = new Set(all);
  const baseUrl = previous.isAddress ? previous.place.replace(/\/+$/, "") : await findBaseUrl(previous);
  const { published, removed } = await loadPreviousDeploy(previous);
  const { reviews = [] } = (await readPublished(previous)) ?? {};
  const paths = [
    ...(await findShown(previous, await listSuspects(previous, published, ids), ids)),
    ...(await findPictures(previous, ids)),
    ...new Set(
      reviews.filter(({ id }) => ids.has(id)).flatMap(({ photos = [] }) => photos.flatMap(photoPaths)),
    ),
    ...(await findShown(previous, await previous.hashedPaths(), ids)),
  ];
  return {
    purge: paths.map((path) => `${baseUrl}${path}`),
    published: all.filter((id) => published.includes(id) || removed.some((one) => one.id === id)),
    shownAs: all.find((id) => published.includes(id)),
  };
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

/** Runs of so many equal words are rarely a coincidence. */
const runLength = 6;
/** Further lines are only counted. */
const maxTraces = 40;

const toWords = (text: string): string[] => toComparable(text).split(" ").filter(Boolean);

/** Every run of words in the texts; a short text is one run. */
const toRuns = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) => {
      const words = toWords(text);
      const count = Math.max(1, words.length - runLength + 1);
      if (words.length < 3) return [];
      return Array.from({ length: count }, (_, at) => words.slice(at, at + runLength).join(" "));
    }),
  );

/** The lines at which the words of one of the runs begin, each stretch of lines once. */
function findRuns(lines: readonly string[], runs: ReadonlySet<string>): number[] {
  const lengths = new Set([...runs].map((run) => run.split(" ").length));
  const words = lines.flatMap((text, line) => toWords(text).map((word) => ({ word, line })));
  const found = new Set<number>();
  for (const [at, { line }] of words.entries())
    for (const length of lengths) {
      const run = words.slice(at, at + length).map(({ word }) => word);
      if (runs.has(run.join(" "))) found.add(line);
    }
  return [...found].filter((line) => !found.has(line - 1));
}

/** Every file of words in content, without what stands in the review's own place now. */
async function* readTexts(
  content: string,
  files: readonly ReviewFile[],
  { part: own }: EntryPlace,
): AsyncGenerator<[string, string[]]> {
  const toText = ({ parts }: ReviewFile) =>
    parts
      .map(
        (part) =>
          (part === own && part.entries.length === 1 ? part.text.replace(/.+/g, "") : part.text) + part.tail,
      )
      .join("");
  const changed = new Map(files.map((file) => [file.path, toText(file)]));
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(ya?ml|md|jsonl|ndjson|json|txt|csv|html?|xml|svg)$/.test(entry.name))
      continue;
    yield [relative(process.cwd(), path), (changed.get(path) ?? (await readFile(path, "utf8"))).split("\n")];
  }
}

/** Where else in content the ids stand and, of a review that is erased, its words and its author's name. */
export async function findOtherTraces(
  place: EntryPlace,
  { content, files, isErased }: { content: string; files: readonly ReviewFile[]; isErased: boolean },
): Promise<string[]> {
  const traces: string[] = [];
  const ids = new Set(idsOf(place.entry));
  const words = isErased ? toOwnWords(textOf(place.entry["text"])) : undefined;
  for (const other of placesOf(files)) {
    if (words !== undefined && toOwnWords(textOf(other.entry["text"])) === words)
      traces.push(
        `${other.file.name}:${other.part.line}: ${String(other.entry["id"])} has the same words; redact it too`,
      );
  }
  const { author, title, text, reply } = place.entry;
  const name = isErased && textOf(author) !== "Anonymous" ? textOf(author) : "";
  const full = toWords(name);
  // "Karen" of "Karen M.", as a greeting in a reply has it.
  const [first = ""] = name.split(/[^\p{L}\p{N}'’-]+/u).filter(Boolean);
  const isFirst = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(first)}(?![\\p{L}\\p{N}])`, "u");
  const runs = toRuns(isErased ? [title, text, memberOf(reply, "text")].map(textOf) : []);
  for await (const [file, lines] of readTexts(content, files, place)) {
    const add = (line: number, what: string) => traces.push(`${file}:${line + 1}: ${what}`);
    for (const [line, said] of lines.entries()) {
      const id = said.split(/[^a-z0-9-]/).find((word) => ids.has(word));
      if (id !== undefined) add(line, `names ${id}`);
      if (first.length > 2 && isFirst.test(said)) add(line, `names ${first}: ${toExcerpt(said)}`);
    }
    for (const line of findRuns(lines, new Set(full.length > 1 ? [full.join(" ")] : [])))
      if (!isFirst.test(lines[line] ?? "") || first.length <= 2)
        add(line, `names ${name}: ${toExcerpt(lines[line] ?? "")}`);
    for (const line of findRuns(lines, runs)) add(line, `quotes the review: ${toExcerpt(lines[line] ?? "")}`);
  }
  const rest = traces.length - maxTraces;
  return rest > 0 ? [...traces.slice(0, maxTraces), `and ${rest} more lines`] : traces;
}

const toExcerpt = (line: string): string => {
  const text = line.trim().replaceAll(/\p{Cc}/gu, " ");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

/** Files that belong to a review which is withdrawn: its pictures, and the owner's edits of it. */
export interface OwnFiles {
  own: string[];
  /** Where else its pictures are named, or lie once more. */
  elsewhere: string[];
  /** The day on which an edit withdrew it: the site names it already, and a signed history cannot change it. */
  withdrawnOn: string | undefined;
}

const toShown = (path: string): string => relative(process.cwd(), path);
const photosOf = (entry: unknown): string[] => {
  const photos = memberOf(entry, "photos");
  return (Array.isArray(photos) ? photos : []).map((photo) => textOf(memberOf(photo, "file")));
};

const withdrawalOf = (edit: unknown): string | undefined =>
  EditEntry.shape.withdrawn.safeParse(memberOf(edit, "withdrawn")).data?.on;

/** The owner's edits of a review, by file. */
async function findEdits(content: string, ids: readonly string[]): Promise<Map<string, unknown>> {
  const edits = new Map<string, unknown>();
  for (const path of listFiles(join(content, "edits")).filter((one) => /\.ya?ml$/.test(one))) {
    const file = join(content, "edits", path);
    const edit: unknown = parse(await readFile(file, "utf8"), { logLevel: "silent" });
    if (ids.includes(textOf(memberOf(edit, "review")))) edits.set(file, edit);
  }
  return edits;
}

/** Which files go with the review, and where else the same pictures are. */
export async function findOwnFiles(
  place: EntryPlace,
  { content, files }: { content: string; files: readonly ReviewFile[] },
): Promise<OwnFiles> {
  const edits = await findEdits(content, idsOf(place.entry));
  const folder = join(content, "photos");
  const there = listFiles(folder).map((path) => path.slice(1));
  // Only files inside the folder: the names come from unchecked content.
  const named = [...new Set([place.entry, ...edits.values()].flatMap(photosOf))].filter((name) =>
    there.includes(name),
  );
  const elsewhere: string[] = [];
  const shared = new Set<string>();
  if (named.length > 0)
    for await (const [file, lines] of readTexts(content, files, place)) {
      if ([...edits.keys()].some((edit) => toShown(edit) === file)) continue;
      for (const [line, said] of lines.entries())
        for (const name of named.filter((one) => said.includes(one))) {
          shared.add(name);
          elsewhere.push(`${file}:${line + 1}: names its picture ${name}, which stays for that`);
        }
    }
  for (const name of named) {
    const bytes = await readFile(join(folder, name));
    for (const other of listFiles(content)) {
      const path = join(content, other);
      if (named.includes(relative(folder, path)) || (await stat(path)).size !== bytes.length) continue;
      if (bytes.equals(await readFile(path)))
        elsewhere.push(`${toShown(path)}: is the same picture as ${name}`);
    }
  }
  return {
    own: [
      ...named.filter((name) => !shared.has(name)).map((name) => join(folder, name)),
      ...edits.keys(),
    ].map(toShown),
    elsewhere,
    withdrawnOn: [...edits.values()].map(withdrawalOf).find((day) => day !== undefined),
  };
}

/** Deletes them; answers which. */
export async function deleteOwnFiles({ own }: OwnFiles): Promise<string[]> {
  for (const file of own) await rm(file);
  return own;
}
