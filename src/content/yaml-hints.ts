import type { YAMLParseError } from "yaml";

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

/** What stands behind the field's name, when the line has one. */
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

/** A issue of YAML as what the owner did and how to fix it, and where. */
export function toHint(
  { code, message, pos: [at] }: YAMLParseError,
  text: string,
): { message: string; at: number } {
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
