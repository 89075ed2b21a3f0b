import { expect, test } from "vitest";
import { prepareText, sentencesOf, tokenize } from "../../src/insights/sentences.ts";

test.each([
  ["He came. She left.", ["He came.", " She left."]],
  ["Dr. Hale came.", ["Dr. Hale came."]],
  ["At 3 p.m. we left.", ["At 3 p.m.", " we left."]],
  ["Wow!!! Great.", ["Wow!!!", " Great."]],
  ["Wait... What", ["Wait...", " What"]],
  ["One\nTwo", ["One\n", "Two"]],
  ["\n\nOne", ["\n\nOne"]],
  ["e.g. this", ["e.g. this"]],
  ["...", ["..."]],
  ["One. !!", ["One. !!"]],
  ["It cost $3.50 today.", ["It cost $3.50 today."]],
  ["(Good.) Then bad.", ["(Good.)", " Then bad."]],
  ['Good?! "Yes." No.', ["Good?!", ' "Yes."', " No."]],
  ["a. b. c.", ["a. b. c."]],
  ["It is St. Paul.", ["It is St. Paul."]],
  ["Bolts, nuts etc.", ["Bolts, nuts etc."]],
  ["I want a fee 😀 Will is great 👌🏽 really.", ["I want a fee 😀", " Will is great 👌🏽 really."]],
])("the sentences of %j are %j", (text, sentences) =>
  expect(sentencesOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(sentences),
);

test.each([
  ["don’t top-notch - ok", ["don't", "top", "notch", "-", "ok"]],
  ["-ok ok-", ["-", "ok", "ok", "-"]],
  ["3.5, 10:30...", ["3.5", ",", "10:30", "..."]],
  ["a…b x!?", ["a", "…", "b", "x", "!", "?"]],
  ["It's O´Neil", ["it's", "o'neil"]],
])("the tokens of %j are %j", (text, tokens) => {
  const found = tokenize(`  ${text}`, 5);
  expect(found.map(({ word }) => word)).toEqual(tokens);
  for (const { word, from, to } of found) expect(to - from).toBe(word.length);
  expect(found[0]!.from).toBe(7);
});

test("very long sentences are read in pieces that hold all words", () => {
  const text = `Now ${"so ".repeat(340)}good.`;
  const { sentences } = prepareText(text);
  expect(sentences.map(({ tokens }) => tokens.length)).toEqual([150, 150, 43]);
  expect(sentences.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
  expect(prepareText(`${"so ".repeat(149)}good`).sentences).toHaveLength(1);
});
