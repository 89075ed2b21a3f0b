import { isUtf8 } from "node:buffer";
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
  if (isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
  report(fileIssue(file, "is not valid UTF-8: save it as UTF-8", line));
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
    else issue(firstLine + lines.linePos(first.pos[0]).line - 1, toHint(first, text));
  } catch (error) {
    issue(firstLine, toMessage(error));
  }
}

/** The parser's errors that owners meet most often, in their words. */
const explained: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'there is a second ": " on the line',
  DUPLICATE_KEY: "an entry has the same field twice: keep one",
  MISSING_CHAR: "a quote or bracket is opened and never closed",
  MULTIPLE_DOCS: 'there is a line "---" in the middle: take it away',
  UNEXPECTED_TOKEN: "something follows a value that has ended",
};

/** A YAML error, and what most often helps. */
function toHint({ code, message, pos: [at] }: YAMLParseError, text: string): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  if (/^ *\t/.test(text.slice(start))) return "the line is indented with a tab: use spaces";
  return `${explained[code] ?? message.split("\n")[0]}; if words hold signs of YAML's, put them on lines of their own, indented, below the field and ">-"`;
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
