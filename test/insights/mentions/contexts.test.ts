import { expect, test } from "vitest";
import {
  findPattern,
  parsePatterns,
  typingOf,
  type Sentence,
} from "../../../src/insights/mentions/contexts.ts";
import { tokenize } from "../../../src/insights/sentences.ts";

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

test.each([
  ["my|our <kin> [@]", "It was my sister [Ann] who called.", "It was his sister [Ann]."],
  ["[@] <comma>? our <kin>", "[Ann], our mother", "[Ann] and our mother"],
  ["[@] <comma>? our <kin>", "[Ann] our mother", "[Ann], not our mother"],
  ["at * [@]", "at the very old [Ann]", "at the very, old [Ann]"],
  ["at * [@]", "at [Ann]", "at one two three four [Ann]"],
  ["next ** [@]", "next time I would really love to see them do the [hedges]", "next time, do the [hedges]"],
  ["next ** [@]", "next they all came for the [hedges]", "next time but now the [hedges]"],
  ["!my [@]", "so [Ann]", "my [Ann]"],
  ["<start> [@] <end>", "[Ann]", "So [Ann]"],
  ["[<capital>]", "We saw [Ann] there", "we saw [ann] There"],
  ["[<own>] <finite>", "[Ann's] closed", "[Ann] closed"],
  ["[@] <staff>", "[Ann] Rosa", "[Ann] Bob"],
  ["[@] <known>", "[Ann] Greenhollow", "[Ann] Roofing"],
  ["[ann|bob+!<capital>]", "so [ann] said", "So [Ann] said"],
  ["<determiners> [@]", "every [Ann]", "with [Ann]"],
])("%s stands in %s and not in %s", (pattern, yes, no) => {
  expect(stands(pattern, yes)).toBe(true);
  expect(stands(pattern, no)).toBe(false);
});

test("a pattern that asks for a class nobody has says so", () =>
  expect(() => stands("<nobody> [@]", "so [Ann]")).toThrow('pattern "<nobody>" asks for <nobody>'));

test.each([
  ["we had Ann", "normal"],
  ["we had ann here", "lower"],
  ["WE HAD ANN HERE", "upper"],
  ["Great Prices Every Single Time", "title"],
  ["Great Prices Every one", "normal"],
  ["Great Prices Every time", "normal"],
  ["WE HAD ANN", "upper"],
  ["HAD ANN", "normal"],
  ["WE HAD ANN THERE once, too I", "normal"],
  ["I had ann", "normal"],
  ["so I had ann", "lower"],
])("%s is typed in %s case", (text, typing) => expect(typingOf(text, tokenize(text))).toBe(typing));
