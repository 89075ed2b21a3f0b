import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { z } from "zod";
import { codeOf, messageOf } from "../schema/errors.ts";
import type { Markdown } from "../schema/site.ts";
import { cleanText } from "../schema/text.ts";
import { check } from "./check.ts";
import { fileIssue } from "./issue.ts";
import type { Located } from "./review-checks.ts";
import {
  parseJsonLines,
  parseMarkdown,
  parseText,
  parseYaml,
  parseYamlList,
  type SourcePiece,
  type AddIssue,
} from "./source.ts";

/**
 * Links, devices and pipes in the content folder, which would publish what lies elsewhere or have no end, and what the
 * owner is told of each. Names that begin with a dot are not content.
 */
export async function listForeign(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Map(
    entries
      .filter((entry) => !entry.isFile() && !entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => [relative(folder, join(entry.parentPath, entry.name)), toForeign(entry)] as const)
      .filter(([name]) => !/(?:^|\/)(?:\.git|node_modules)\//.test(name)),
  );
}

function toForeign(entry: Dirent): string {
  const kind = entry.isSymbolicLink()
    ? "link"
    : entry.isFIFO()
      ? "pipe"
      : entry.isSocket()
        ? "socket"
        : "device";
  return `is a ${kind}: content holds files and folders only, so put a file in its place, or delete it`;
}

/** Files of the content folder, each in the form of a schema; whatever is wrong with one is reported. */
export async function createContentReader(folder: string, report: AddIssue) {
  const foreign = await listForeign(folder);
  const nameOf = (name: string) => toShown(join(folder, name));
  const reportFile = (name: string, message: string): undefined => {
    report(fileIssue(nameOf(name), message));
  };
  for (const [name, message] of foreign) reportFile(name, message);
  /** Whether it is foreign, or lies in a folder that is; that is reported already. */
  const isForeign = (name: string): boolean =>
    name !== "." && (foreign.has(name) || isForeign(dirname(name)));
  const read = async (name: string) => {
    const shown = nameOf(name);
    if (isForeign(name)) return { shown, text: undefined };
    const bytes = await readFile(join(folder, name)).catch((error) => reportFile(name, toMessage(error)));
    return { shown, text: bytes && parseText(shown, bytes, report) };
  };
  return {
    shown: nameOf,
    /** Names in a folder of it, sorted, without those that editors and systems leave behind. */
    async list(below: string, recursive = false): Promise<string[]> {
      if (isForeign(below)) return [];
      return listNames(join(folder, below), recursive).catch((error) => {
        if (codeOf(error) !== "ENOENT") reportFile(below, toMessage(error));
        return [];
      });
    },
    async one<T>(name: string, schema: z.ZodType<T>): Promise<Located<T> | undefined> {
      const { shown, text } = await read(name);
      const piece = text === undefined ? undefined : parseYaml(shown, text, 1, report);
      const entry = piece && check(piece, schema, report);
      return entry && { entry, piece };
    },
    async entries<T>(name: string, schema: z.ZodType<T>): Promise<Located<T>[]> {
      const { shown, text } = await read(name);
      const pieces = text === undefined ? [] : parseYamlList(shown, text, report);
      return pieces.flatMap((piece) => {
        const entry = check(piece, schema, report);
        return entry === undefined ? [] : [{ entry, piece }];
      });
    },
    async markdown<T>(name: string, schema: z.ZodType<T>) {
      const { shown, text } = await read(name);
      const parsed = text === undefined ? undefined : parseMarkdown(shown, text, report);
      const front = parsed && check(parsed.front, schema, report);
      if (parsed === undefined || front === undefined) return undefined;
      const body: Markdown = { text: cleanText(parsed.body.text), file: shown, line: parsed.body.line };
      return { front, body, piece: parsed.front };
    },
    async pieces(name: string): Promise<SourcePiece[]> {
      const { shown, text } = await read(name);
      if (text === undefined) return [];
      return /\.(jsonl|ndjson)$/.test(name)
        ? parseJsonLines(shown, text, report)
        : parseYamlList(shown, text, report);
    },
  };
}

async function listNames(folder: string, recursive: boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true });
  return entries
    .filter((entry) => (entry.isFile() || !recursive) && !/^[.~]|~$|^README\.md$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function toShown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}

export type ContentReader = Awaited<ReturnType<typeof createContentReader>>;

function toMessage(error: unknown): string {
  if (codeOf(error) === "ENOENT") return "is missing; every site needs it";
  if (codeOf(error) === "EISDIR") return "is a folder in place of a file: rename it, or delete it";
  if (codeOf(error) === "ENOTDIR") return "is a file in place of a folder: rename it, or delete it";
  return `cannot be read: ${messageOf(error)}`;
}
