import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar, isSeq, parse, parseDocument } from "yaml";
import { removeLeftDrafts, writeDraft } from "./site-build/files.ts";
import { UsageError, codeOf, messageOf } from "../src/schema/errors.ts";
import { memberOf } from "../src/schema/json.ts";

export type Fields = Record<string, unknown>;

export const isTombstone = (entry: Fields) => "removed_at" in entry;
export const textOf = (value: unknown) => (typeof value === "string" ? value : "");
/** The platform on which a review was written. */
export const sourceOf = (entry: Fields) => textOf(memberOf(entry["source"], "name"));

/** The id of an entry and those that it had before. */
export const idsOf = ({ id, formerly }: Fields): string[] =>
  [id, ...(Array.isArray(formerly) ? formerly.map((one: { id?: unknown } | null) => one?.id) : [])].filter(
    (one) => typeof one === "string",
  );

/** A file of content/reviews, taken apart so that changing one entry leaves every other byte as it was. */
export interface ReviewFile {
  path: string;
  /** The path as the owner knows it. */
  name: string;
  before: string;
  isJsonLines: boolean;
  parts: Part[];
}

interface Part {
  text: string;
  line: number;
  /** Blank lines and comments at the margin; they belong to what follows. */
  tail: string;
  entries: Fields[];
}

export interface EntryPlace {
  file: ReviewFile;
  part: Part;
  entry: Fields;
}

const yamlOptions = { prettyErrors: false, logLevel: "error" } as const;

/** The review files of a content folder. */
export async function loadReviewFiles(content: string): Promise<ReviewFile[]> {
  const folder = join(content, "reviews");
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UsageError(
      `${folder} is not a folder: run this from the project's own folder, or name the content with --content`,
    );
  });
  const names = found
    .filter((entry) => entry.isFile() && /^[^.~].*\.(ya?ml|jsonl|ndjson)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    names.map(async (path) =>
      parseReviewFile(path, relative(process.cwd(), path), await readFile(path, "utf8")),
    ),
  );
}

/** A file that does not exist yet. */
export const createReviewFile = (path: string): ReviewFile => ({
  path,
  name: relative(process.cwd(), path),
  before: "",
  isJsonLines: false,
  parts: [],
});

/** Whether there is nothing but comments and blank lines. */
const isWithoutEntries = (text: string): boolean =>
  text.split(/\r?\n/).every((line) => /^\uFEFF?(?:#.*|---)?[ \t]*$/.test(line));

export function parseReviewFile(path: string, name: string, text: string): ReviewFile {
  const isJsonLines = /\.(jsonl|ndjson)$/.test(path);
  const file: ReviewFile = { path, name, before: text, isJsonLines, parts: [] };
  const pieces = isJsonLines ? text.split(/(?<=\n)/) : text.split(/^(?=-\s)/m);
  const isAtMargin = isJsonLines || /^-\s/m.test(pieces[0] ?? "") || isWithoutEntries(pieces[0] ?? "");
  let line = 1;
  for (const piece of isAtMargin ? pieces : [text]) {
    // Blank lines and comments at the margin belong to the next entry; comments further in are this one's own.
    const tail = (isJsonLines ? /\s*$/ : /(?:(?<=\n)(?:#.*|[ \t]*)(?:\r?\n|$))+$/).exec(piece)?.[0] ?? "";
    const body = piece.slice(0, piece.length - tail.length);
    file.parts.push({ text: body, line, tail, entries: toEntries(body, line, file) });
    line += piece.split("\n").length - 1;
  }
  return file;
}

function toEntries(text: string, line: number, file: ReviewFile): Fields[] {
  try {
    const value: unknown = file.isJsonLines
      ? text.trim() === ""
        ? []
        : [JSON.parse(text)]
      : parse(text, yamlOptions);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];
  } catch (error) {
    const why = messageOf(error).split("\n")[0];
    throw new UsageError(
      `${file.name}:${line}: cannot be read (${why}): fix it first; npm run build names every issue`,
    );
  }
}

export const placesOf = (files: readonly ReviewFile[]): EntryPlace[] =>
  files.flatMap((file) => file.parts.flatMap((part) => part.entries.map((entry) => ({ file, part, entry }))));

const fileText = (file: ReviewFile): string => file.parts.map(({ text, tail }) => text + tail).join("");

/** Changes the fields of one entry; its other fields and its comments stay. A field that is undefined goes. */
export function changeEntry({ file, part, entry }: EntryPlace, changes: Fields): void {
  const next = { ...entry };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  if (file.isJsonLines) {
    replaceText({ file, part, entry }, JSON.stringify(next), next);
    return;
  }
  const document: Document = parseDocument(part.text, yamlOptions);
  const index = part.entries.indexOf(entry);
  const map = isSeq(document.contents) ? document.contents.items[index] : undefined;
  if (!isMap(map)) throw new Error(`${file.name}:${part.line}: the entry is not a map of fields`);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) map.delete(key);
    else if (!isDeepStrictEqual(entry[key], value)) map.set(key, document.createNode(value));
  }
  foldLongTexts(document);
  replaceText({ file, part, entry }, document.toString({ lineWidth }), next);
}

/** Puts another entry in the place of this one: nothing of it stays, its own comments included. */
export function replaceEntry(place: EntryPlace, next: Fields): void {
  const { file, part, entry } = place;
  if (file.isJsonLines) return replaceText(place, JSON.stringify(next), next);
  if (part.entries.length === 1 && /^-\s/.test(part.text)) return replaceText(place, toYaml(next), next);
  const document: Document = parseDocument(part.text, yamlOptions);
  if (isSeq(document.contents)) {
    document.contents.items[part.entries.indexOf(entry)] = document.createNode(next);
  }
  return replaceText(place, document.toString({ lineWidth }), next);
}

export function appendEntry(file: ReviewFile, entry: Fields): void {
  const last = file.parts.at(-1);
  if (last !== undefined) {
    const end = last.text + last.tail;
    if (end !== "" && !end.endsWith("\n")) last.tail += "\n";
    if (!file.isJsonLines && last.entries.length > 0 && !/\n[ \t]*\r?\n$/.test(last.text + last.tail)) {
      last.tail += "\n";
    }
  }
  const text = file.isJsonLines ? `${JSON.stringify(entry)}\n` : toYaml(entry);
  file.parts.push({ text, line: 0, tail: "", entries: [entry] });
}

function replaceText({ file, part, entry }: EntryPlace, text: string, next: Fields): void {
  const written = file.before.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
  const index = part.entries.indexOf(entry);
  const entries = toEntries(written, part.line, file);
  const isRight = entries.every((one, at) => isDeepStrictEqual(one, at === index ? next : part.entries[at]));
  if (!isRight || entries.length !== part.entries.length) {
    throw new Error(
      `${file.name}:${part.line}: the entry would not read back as it was meant; change it by hand`,
    );
  }
  part.text = written;
  part.entries = entries;
}

const lineWidth = 100;
/** Longer texts are folded below their key. */
const longest = lineWidth - 12;

/** A review as the owner would write it, an entry of a list, ending with a newline. */
export function toYaml(entry: Readonly<Record<string, unknown>>): string {
  const document = new Document([entry]);
  foldLongTexts(document);
  return document.toString({ lineWidth });
}

/** Long texts are written below their key, folded, as the guide in content/ shows. */
function foldLongTexts({ contents }: Document): void {
  if (!isSeq(contents)) return;
  for (const entry of contents.items) {
    if (!isMap(entry)) continue;
    for (const text of [entry.get("text", true), entry.getIn(["reply", "text"], true)]) {
      if (isScalar(text) && typeof text.value === "string" && text.value.length > longest)
        text.type = "BLOCK_FOLDED";
    }
  }
}

/**
 * Writes the files that changed: all of them as drafts first, on disk to the last byte, then each renamed into its
 * place, so that whatever stops this leaves whole files, the old ones or the new ones.
 */
export async function saveReviewFiles(files: readonly ReviewFile[]): Promise<string[]> {
  const changed = files.filter((file) => fileText(file) !== file.before);
  const drafts: { draft: string; path: string }[] = [];
  try {
    for (const folder of new Set(changed.map(({ path }) => dirname(path)))) await removeLeftDrafts(folder);
    for (const file of changed) {
      if ((await textIfThere(file.path)) !== file.before) {
        throw new UsageError(
          `${file.name} was changed by someone else meanwhile: nothing was written; run this again`,
        );
      }
      drafts.push({ draft: await writeDraft(file.path, fileText(file)), path: file.path });
    }
    for (const { draft, path } of drafts) await rename(draft, path);
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true });
    if (error instanceof UsageError) throw error;
    throw new UsageError(`content cannot be written: ${messageOf(error)}`);
  }
  return changed.map(({ name }) => name);
}

/** A folder in a file's place is an error here: it cannot be written either. */
const textIfThere = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  });
