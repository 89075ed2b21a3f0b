import { isRecord } from "../src/schema/json.ts";
import { Document, isMap, isScalar, isSeq } from "yaml";

export const lineWidth = 100;
/** Longer texts are folded below their key. */
const longest = lineWidth - 12;

/** A review as the owner would write it, an entry of a list, ending with a newline. */
export function toYaml(entry: Readonly<Record<string, unknown>>): string {
  const lines = toLines(entry, "  ");
  if (lines !== undefined) return `- ${lines.join("\n").trimStart()}\n`;
  const document = new Document([entry]);
  foldLongTexts(document);
  return document.toString({ lineWidth });
}

/** Long texts are written below their key, folded, as the guide in content/ shows. */
export function foldLongTexts({ contents }: Document): void {
  if (!isSeq(contents)) return;
  for (const entry of contents.items) {
    if (!isMap(entry)) continue;
    for (const text of [entry.get("text", true), entry.getIn(["reply", "text"], true)]) {
      if (isScalar(text) && typeof text.value === "string" && text.value.length > longest)
        text.type = "BLOCK_FOLDED";
    }
  }
}

/** What every reader of YAML takes for this very string, wherever it stands. */
const plain =
  /^(?:\d{4}-\d{2}-\d{2}|https?:\/\/[\w./?=&%~+-]{1,80}|\p{L}[\p{L}\p{N} .,()'’!?_-]{0,80}[\p{L}\p{N}.)!?])$/u;
const words = new Set(["true", "false", "null", "yes", "no", "on", "off"]);
const isPlain = (text: string): boolean => plain.test(text) && !words.has(text.toLowerCase());

/** Words with single spaces between them: folding puts nothing into such a text and takes nothing from it. */
const isFoldable = (text: string): boolean =>
  /^\S+(?: \S+)*$/.test(text) && !/[\p{C}\u2028\u2029]/u.test(text);

/**
 * The lines of the fields, as the yaml package writes them; nothing where only the package knows how. Most reviews are
 * plain words, and a hundred thousand of them take the package longer than all the rest of an import.
 */
function toLines(fields: Readonly<Record<string, unknown>>, indent: string): string[] | undefined {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === "number" || typeof value === "boolean") lines.push(`${indent}${key}: ${value}`);
    else if (typeof value === "string" && key === "text" && value.length > longest && isFoldable(value))
      lines.push(`${indent}${key}: >-`, ...fold(value, `${indent}  `));
    else if (typeof value === "string" && value.length <= longest && isPlain(value))
      lines.push(`${indent}${key}: ${value}`);
    else if (isRecord(value)) {
      const inner = toLines(value, `${indent}  `);
      if (inner === undefined || inner.length === 0) return undefined;
      lines.push(`${indent}${key}:`, ...inner);
    } else return undefined;
  }
  return lines;
}

function fold(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > lineWidth) {
      lines.push(indent + line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, indent + line];
}
