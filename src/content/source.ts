import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseDocument,
  visit,
  type YAMLParseError,
} from "yaml";
import { type ContentIssue, fileIssue } from "./issue.ts";
import { messageOf } from "../schema/errors.ts";

export type Path = readonly PropertyKey[];

/** A value that the owner wrote, and where each part of it stands. */
export interface SourcePiece {
  file: string;
  value: unknown;
  /** The line of the part, or of what should hold it; `words` narrow it down inside a text of several lines. */
  lineOf: (path: Path, words?: string) => number;
  /** Where a part stands, when another file may say it in place of this one. */
  sourceAt?: (path: Path) => Source;
}

export interface Source {
  piece: SourcePiece;
  path: Path;
}

/** The file and the place in it that a part of the value comes from. */
export const toSource = (piece: SourcePiece, path: Path): Source => piece.sourceAt?.(path) ?? { piece, path };

export type AddIssue = (issue: ContentIssue) => void;

/** `mentions[0].words` */
const toField = (path: Path): string =>
  path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");

/** A fault of a part, with file and line; `words` narrow it down, `entry` is the id around it. */
export function issueAt(
  piece: SourcePiece,
  path: Path,
  message: string,
  { entry, words }: { entry?: string | undefined; words?: string | undefined } = {},
): ContentIssue {
  const source = toSource(piece, path);
  const line = source.piece.lineOf(source.path, words);
  return { file: source.piece.file, line, entry, field: toField(source.path), message };
}

const newlines = /\r\n?/g;

/** The text of a file, without a byte order mark and with plain newlines, so that lines are the editor's lines. */
export function parseText(file: string, bytes: Uint8Array, report: AddIssue): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    report(fileIssue(file, "is written in UTF-16: save it as UTF-8"));
    return undefined;
  }
  const text = new TextDecoder().decode(bytes).replace(newlines, "\n");
  if (!text.includes("\uFFFD")) return text;
  const invalid = findInvalidUtf8(bytes);
  if (invalid === undefined) return text;
  report(
    fileIssue(
      file,
      `is not valid UTF-8: found the byte 0x${invalid.byte.toString(16).toUpperCase()}; save it as UTF-8`,
      invalid.line,
    ),
  );
  return undefined;
}

function findInvalidUtf8(bytes: Uint8Array): { line: number; byte: number } | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isValid = (part: Uint8Array) => {
    try {
      decoder.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const part = bytes.subarray(start, end);
    if (!isValid(part)) return { line, byte: part.find((byte) => byte > 0x7f) ?? 0 };
    start = end + 1;
  }
  return undefined;
}

const yamlOptions = { prettyErrors: false, logLevel: "error" } as const;

const toMessage = (error: unknown) => messageOf(error).split("\n")[0] ?? "";

/** Reads YAML that starts on the given line of its file. */
export function parseYaml(
  file: string,
  text: string,
  firstLine: number,
  report: AddIssue,
): SourcePiece | undefined {
  let value: unknown;
  try {
    value = parse(text, yamlOptions);
  } catch {
    reportYaml(file, text, firstLine, report);
    return undefined;
  }
  reportCutWords(file, text, firstLine, report);
  return {
    file,
    value,
    // A tree of nodes is many times slower than the values alone, so it is only made for an issue.
    lineOf: (path, words) => {
      const at = findOffset(text, path);
      const near = words === undefined ? -1 : text.indexOf(words, at);
      return firstLine + text.slice(0, near === -1 ? at : near).split("\n").length - 1;
    },
  };
}

function reportYaml(file: string, text: string, firstLine: number, report: AddIssue): void {
  const lines = new LineCounter();
  const issue = (line: number, message: string) =>
    report(fileIssue(file, `is not valid YAML: ${message}`, line));
  try {
    const document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
    // Those after the first are mostly its consequences.
    const [first] = document.errors;
    if (first === undefined) document.toJS();
    else {
      const { message, at } = toHint(first, text);
      issue(firstLine + lines.linePos(at).line - 1, message);
    }
  } catch (error) {
    issue(firstLine, toMessage(error));
  }
}

const inBlock =
  'put the words on lines of their own, indented, below the field and ">-", where every sign is only a sign';

/** Signs that mean something where a value begins. */
const openers: Record<string, string> = {
  "[": "a list",
  "{": "fields",
  "*": "a reference",
  "&": "a name",
  "!": "a type",
};

/** The text after the field's name, when the line has one. */
const valueOf = (line: string): string => /^\s*(?:- +)*(?:[\w-]+:\s+)?(.*)$/.exec(line)?.[1] ?? "";

/** Where the text opens a quote that is not closed on its line; -1 when nowhere. */
function openQuote(text: string): number {
  let at = 0;
  for (const line of text.split("\n")) {
    const value = valueOf(line);
    const [quote = ""] = value;
    if (/["']/.test(quote) && value.split(quote).length % 2 === 0) return at + line.length - value.length;
    at += line.length + 1;
  }
  return -1;
}

/** A YAML error as an owner understands it: what is wrong, where, and how to fix it. */
function toHint({ code, message, pos: [at] }: YAMLParseError, text: string): { message: string; at: number } {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? text.length : end);
  const [indent = ""] = /^[^\S\n]*/.exec(line) ?? [];
  const here = (said: string) => ({ message: said, at });
  if (indent.includes("\t")) return here("the line is indented with a tab: use spaces");
  if (/[^ ]/.test(indent)) {
    return here(
      "the line is indented with a character that looks like a space and is none: type spaces instead",
    );
  }
  const [first = ""] = valueOf(line);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return here(`there is a second ": " on the line; ${inBlock}`);
  if (code === "UNEXPECTED_TOKEN" && /["']/.test(first)) {
    return here(`words follow the quote that ends the value; ${inBlock}`);
  }
  if (code === "DUPLICATE_KEY") {
    const [name] = /^[^\s:]+/.exec(text.slice(at)) ?? [];
    return here(`the entry has the field ${name} twice: keep one`);
  }
  if (openers[first] !== undefined) {
    const opened = first === "[" || first === "{" ? ", which must be closed" : "";
    return here(
      `${first} at the beginning of a value opens ${openers[first]}${opened}; if it belongs to the words, ${inBlock}`,
    );
  }
  if (code === "BAD_SCALAR_START") return here(`no value may begin with ${first}; ${inBlock}`);
  if (code === "MULTIPLE_DOCS") return here('there is a line "---" in the middle: take it away');
  if (code === "MISSING_CHAR" && message.includes("quote")) {
    const opened = openQuote(text);
    return {
      message: "a quote is opened here and never closed: close it, or take it away",
      at: opened < 0 ? at : opened,
    };
  }
  if (message.startsWith("Sequence item without")) {
    return here("the line starts too far left: indent it like the other fields of its entry");
  }
  if (code === "MULTILINE_IMPLICIT_KEY" || message.startsWith("Implicit map keys")) {
    return here('a field is written "name: value", with a space behind the colon');
  }
  return here(message.split("\n")[0] ?? "");
}

/** Fields in which people write words. */
const worded = new Set(["author", "title", "text"]);

/** A plain value ends where a comment begins, so " #" in somebody's words would cut them off without a word. */
function reportCutWords(file: string, text: string, firstLine: number, report: AddIssue): void {
  if (!/\S[ \t]+#/.test(text)) return;
  const lines = new LineCounter();
  visit(parseDocument(text, { ...yamlOptions, lineCounter: lines }), {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !worded.has(String(key.value))) return;
      if (!isScalar(value) || value.type !== "PLAIN" || !value.range) return;
      const [, end] = value.range;
      if (!/^[ \t]+#/.test(text.slice(end))) return;
      report({
        file,
        line: firstLine + lines.linePos(end).line - 1,
        field: String(key.value),
        message:
          'ends before " #", where YAML begins a comment: put the words in quotes, or on lines of their own below ">-"',
      });
    },
  });
}

/** Where the last part of the path starts that is there at all. */
function findOffset(text: string, path: Path): number {
  let node: unknown = parseDocument(text, yamlOptions).contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    const part = isSeq(node) ? node.items[Number(step)] : undefined;
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
    node = pair ? pair.value : part;
    const start = isNode(pair?.key) ? pair.key : node;
    if (!isNode(start) || !start.range) break;
    offset = start.range[0];
  }
  return offset;
}

const within = (piece: SourcePiece, index: number): SourcePiece => ({
  file: piece.file,
  value: (piece.value as unknown[])[index],
  lineOf: (path, words) => piece.lineOf([index, ...path], words),
});

/**
 * The entries of a YAML list. Entries that start at the margin, as everybody writes them, are read one by one:
 * memory stays small, and an issue in one does not hide those of the others.
 */
export function parseYamlList(file: string, text: string, report: AddIssue): SourcePiece[] {
  const parts = text.split(/^(?=-\s)/m);
  const head = /^-\s/.test(text) ? "" : (parts.shift() ?? "");
  if (head.split("\n").every((line) => /^(#.*|---)?[ \t]*$/.test(line))) {
    let line = head.split("\n").length;
    if (text.trim() === "") {
      report(fileIssue(file, "is empty: it must hold a list; [] is one without entries"));
    }
    return parts.flatMap((part) => {
      const piece = parseYaml(file, part, line, report);
      line += part.split("\n").length - 1;
      return piece ? [within(piece, 0)] : [];
    });
  }
  const whole = parseYaml(file, text, 1, report);
  if (whole === undefined) return [];
  if (Array.isArray(whole.value)) return whole.value.map((_, index) => within(whole, index));
  report(fileIssue(file, 'must hold a list, each entry starting with "- "', whole.lineOf([])));
  return [];
}

/** One JSON object a line: the form for very many reviews. */
export function parseJsonLines(file: string, text: string, report: AddIssue): SourcePiece[] {
  const pieces = text.split("\n").flatMap((source, index): SourcePiece[] => {
    if (source.trim() === "") return [];
    const line = index + 1;
    try {
      return [{ file, value: JSON.parse(source), lineOf: () => line }];
    } catch (error) {
      report(fileIssue(file, `is not valid JSON: ${toMessage(error)}`, line));
      return [];
    }
  });
  if (text.trim() === "") report(fileIssue(file, "is empty: it must hold a review on each line"));
  return pieces;
}

/** Markdown that starts with YAML between two lines of `---`. */
export function parseMarkdown(file: string, text: string, report: AddIssue) {
  const [whole, yaml = ""] = /^---[ \t]*\n(.*?)^---[ \t]*(?:\n|$)/ms.exec(text) ?? [];
  if (whole === undefined) {
    const message = text.startsWith("---")
      ? 'has front matter without an end: close it with a line "---"'
      : 'must start with front matter: fields between two lines "---"';
    report(fileIssue(file, text.trim() === "" ? `is empty: it ${message}` : message));
    return undefined;
  }
  const body = text.slice(whole.length);
  const front = parseYaml(file, yaml, 2, report);
  const line = (whole + body.slice(0, body.search(/\S|$/))).split("\n").length;
  if (body.trim() === "") {
    report(fileIssue(file, "has no text below its front matter: write it in Markdown", line));
  }
  return front && { front, body: { text: body.trim(), line } };
}
