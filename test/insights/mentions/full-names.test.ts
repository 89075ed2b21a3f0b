import { expect, test } from "vitest";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import type { Kind } from "../../../src/insights/mentions/matcher.ts";
import { correct, findMentions, type Correction } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite, listed } from "../lawn-site.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

// A capital before or after a first name makes it somebody else's, unless the word is one that stands beside names.
test.each(table<[string, string]>("people"))("%s names %j", (text, ids) => {
  const { mentions } = findMentions(createMatcher(lawnSite), prepareText(text));
  const people = mentions.filter(({ kind }) => kind === "technicians");
  expect(people.map(({ id }) => id).join(" ")).toBe(ids);
});

const garage = createMatcher({
  ...lawnSite,
  technicians: [
    ...listed(
      "Amy Jo Smith, rose=Dr. Rose Chen, bob=Robert Keller, Lee Wong, sam-a=Samuel Ash, sam-b=Sam Birch",
    ),
    ...listed("Cher"),
    { id: "mary", name: "Mary K. Olsen", aliases: ["Red Mary"] },
  ],
  areas: [{ id: "mill", name: "Mill Creek", region: "Maine", aliases: ["The Creek"] }],
});
// Two first names, a title, a short form, an initial, a surname alone; each as it stands in the text.
test.each(table<[string, string[]]>("in a garage"))("in a garage, %s names %j", (text, expected) => {
  const { mentions, unresolved } = findMentions(garage, prepareText(text));
  expect([
    ...mentions.map(({ id, from, to }) => `${id}: ${text.slice(from, to)}`),
    ...unresolved.map(({ words, ids }) => `? ${words}: ${ids.join(" ")}`),
  ]).toEqual(expected);
});

const kinds = new Map<string, Kind>([
  ["mill", "areas"],
  ["sam", "technicians"],
  ["sam-b", "technicians"],
]);
// Read: the place "Sam's Mill", and "Sam" in it and at the end, whoever that is.
test.each<[string, Correction[], string[], number]>([
  ["nothing", [], ["mill: Sam's Mill", "sam: Sam"], 1],
  ["who it is", [{ is: "sam-b", words: "Sam" }], ["sam-b: Sam", "mill: Sam's Mill", "sam-b: Sam"], 0],
  ["who it is not", [{ is_not: "sam", words: "Sam" }], ["mill: Sam's Mill"], 0],
  ["that the place is none", [{ is_not: "mill", words: "Sam's Mill" }], ["sam: Sam"], 1],
  ["an id of nobody", [{ is: "none", words: "Sam" }], ["mill: Sam's Mill", "sam: Sam"], 1],
  ["a part of a word, where it is no word", [{ is_not: "mill", words: "ill" }], ["sam: Sam"], 1],
  ["words that stand nowhere", [{ is: "sam-b", words: "Bob" }], ["mill: Sam's Mill", "sam: Sam"], 1],
])("the owner corrects %s", (_, corrections, expected, open) => {
  const text = "Sam's Mill. Samples by Sam";
  const found = {
    mentions: [
      { kind: "areas" as const, id: "mill", from: 0, to: 10 },
      { kind: "technicians" as const, id: "sam", from: 23, to: 26 },
    ],
    unresolved: [{ words: "sam", ids: ["sam", "sam-b"] }],
  };
  const { mentions, unresolved } = correct(found, text, corrections, kinds);
  expect(mentions.map(({ id, from, to }) => `${id}: ${text.slice(from, to)}`)).toEqual(expected);
  expect(unresolved).toHaveLength(open);
});
