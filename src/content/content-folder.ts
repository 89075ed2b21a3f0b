import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
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

/** Files of the content folder, each in the form of a schema; whatever is wrong with one is reported. */
export function createContentReader(folder: string, report: AddIssue) {
  const nameOf = (name: string) => {
    const near = relative(process.cwd(), join(folder, name));
    return near.startsWith("..") ? join(folder, name) : near;
  };
  const read = async (name: string) => {
    const file = join(folder, name);
    const shown = nameOf(name);
    try {
      return { shown, text: parseText(shown, await readFile(file), report) };
    } catch (error) {
      const missing = codeOf(error) === "ENOENT";
      const message = missing ? "is missing; every site needs it" : `cannot be read: ${messageOf(error)}`;
      report({ file: shown, line: 1, field: "", message });
      return { shown, text: undefined };
    }
  };
  return {
    shown: nameOf,
    async one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
      const { shown, text } = await read(name);
      const piece = text === undefined ? undefined : parseYaml(shown, text, 1, report);
      return piece && check(piece, schema, report);
    },
    async list<T>(name: string, schema: z.ZodType<T>): Promise<Located<T>[]> {
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

export type ContentReader = ReturnType<typeof createContentReader>;

/** Names in the folder, sorted, without those that editors and systems leave behind. */
export async function listFiles(folder: string, recursive = false): Promise<string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory() && !/^[.~]|~$|^README\.md$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
