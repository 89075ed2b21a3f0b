import { expect, test } from "vitest";
import {
  findPattern,
  parsePatterns,
  typingOf,
  type Sentence,
} from "../../../src/insights/mentions/contexts.ts";
import { tokenize } from "../../../src/insights/sentences.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

/** Whether a pattern stands around the word that the text has in brackets. */
function stands(pattern: string, marked: string): boolean {
  const text = marked.replaceAll(/[[\]]/g, "");
  const tokens = tokenize(text);
  const name = marked.slice(marked.indexOf("[") + 1, marked.indexOf("]"));
  const at = tokens.findIndex(({ from }) => from === text.indexOf(name));
  const sentence: Sentence = {
    text,
    tokens,
    typing: typingOf(text, tokens),
    staffNames: new Set(["rosa"]),
    known: new Set(["greenhollow"]),
  };
  const { pattern: patterns } = parsePatterns({
    kin: { means: "kin", words: ["sister, mother"] },
    pattern: { means: "what is tested", words: [pattern] },
  });
  return findPattern(patterns, sentence, at, at + tokenize(name).length) !== undefined;
}

test.each(table<[string, string, string]>("patterns"))(
  "%s stands in %s and not in %s",
  (pattern, yes, no) => {
    expect(stands(pattern, yes)).toBe(true);
    expect(stands(pattern, no)).toBe(false);
  },
);

test("a pattern that asks for a class nobody has says so", () =>
  expect(() => stands("<nobody> [@]", "so [Ann]")).toThrow('pattern "<nobody>" asks for <nobody>'));

test.each(table<[string, string]>("cases"))("%s is typed in %s case", (text, typing) =>
  expect(typingOf(text, tokenize(text))).toBe(typing),
);
