import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { z } from "zod";
import { codeOf, messageOf } from "../schema/errors.ts";
import type { Markdown } from "../schema/site.ts";
import { cleanText } from "../schema/text.ts";
import { check } from "./check.ts";
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
  const nameOf = (name: string) => {
    const near = relative(process.cwd(), join(folder, name));
    return near.startsWith("..") ? join(folder, name) : near;
  };
  for (const [name, message] of foreign) report({ file: nameOf(name), line: 1, field: "", message });
  /** Whether it is foreign, or lies in a folder that is; that is reported already. */
  const isForeign = (name: string): boolean =>
    name !== "." && (foreign.has(name) || isForeign(dirname(name)));
  const read = async (name: string) => {
    const file = join(folder, name);
    const shown = nameOf(name);
    if (isForeign(name)) return { shown, text: undefined };
    try {
      return { shown, text: parseText(shown, await readFile(file), report) };
    } catch (error) {
      report({ file: shown, line: 1, field: "", message: toMessage(error) });
      return { shown, text: undefined };
    }
  };
  return {
    shown: nameOf,
    /** Names in a folder of it, sorted, without those that editors and systems leave behind. */
    async list(below: string, recursive = false): Promise<string[]> {
      if (isForeign(below)) return [];
      const entries = await readdir(join(folder, below), { recursive, withFileTypes: true }).catch(
        (error) => {
          if (codeOf(error) !== "ENOENT")
            report({ file: nameOf(below), line: 1, field: "", message: toMessage(error) });
          return [];
        },
      );
      return entries
        .filter((entry) => (entry.isFile() || !recursive) && !/^[.~]|~$|^README\.md$/.test(entry.name))
        .map((entry) => relative(join(folder, below), join(entry.parentPath, entry.name)))
        .sort();
    },
    async one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
      const { shown, text } = await read(name);
      const piece = text === undefined ? undefined : parseYaml(shown, text, 1, report);
      return piece && check(piece, schema, report);
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

export type ContentReader = Awaited<ReturnType<typeof createContentReader>>;

function toMessage(error: unknown): string {
  if (codeOf(error) === "ENOENT") return "is missing; every site needs it";
  if (codeOf(error) === "EISDIR") return "is a folder in place of a file: rename it, or delete it";
  if (codeOf(error) === "ENOTDIR") return "is a file in place of a folder: rename it, or delete it";
  return `cannot be read: ${messageOf(error)}`;
}
