import { expect, test } from "vitest";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import type { Kind } from "../../../src/insights/mentions/matcher.ts";
import { correct, findMentions, type Correction } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite } from "../lawn-site.ts";

// A capital before or after a first name makes it somebody else's, unless the word is one that stands beside names.
test.each([
  ["We saw Will Ferrell there.", ""],
  ["We saw Will, Ferrell too.", "will"],
  ["We saw Will Did it.", "will"],
  ["We saw Will ROCKS.", "will"],
  ["We like Will A lot.", "will"],
  ["We like Will A. lot.", ""],
  ["We like Will K. there.", ""],
  ["We like Will's K's there.", ""],
  ["We like Grant Manager there.", "grant"],
  ["We like Will Fernwick there.", "will"],
  ["We like Will Great there.", "will"],
  ["He met Hugh Grant there.", ""],
  ["Hugh Grant came.", ""],
  ["Thanks Grant came.", "grant"],
  ["Then Hugh Grant came.", ""],
  ["Ulysses S. Grant came.", ""],
  ["Ulysses S. Teo came.", ""],
  ["Ulysses Ss. Teo came.", "teo"],
  ["Xyl S. Teo came.", "teo"],
  ["Ulysses came. Teo came.", "teo"],
  ["We saw Hugh teo there.", "teo"],
  ["Then Xyl Grant came.", ""],
  ["We love Xyl Grant here.", ""],
  ["We love, Xyl Grant here.", "grant"],
  ['"Xyl Grant came.', "grant"],
  ["We love XYL Grant here.", "grant"],
  ["We love Technician Grant here.", "grant"],
  ["We love Dr Grant here.", "grant"],
  ["We love Fernwick Grant here.", "grant"],
  ["We love Teo Grant here.", "teo grant"],
])("%s names %j", (text, ids) => {
  const { mentions } = findMentions(createMatcher(lawnSite), prepareText(text));
  const people = mentions.filter(({ kind }) => kind === "technicians");
  expect(people.map(({ id }) => id).join(" ")).toBe(ids);
});

const person = (id: string, name: string, aliases: string[] = []) => ({ id, name, aliases });
const garage = createMatcher({
  ...lawnSite,
  technicians: [
    person("amy", "Amy Jo Smith"),
    person("rose", "Dr. Rose Chen"),
    person("bob", "Robert Keller"),
    person("lee", "Lee Wong"),
    person("sam-a", "Samuel Ash"),
    person("sam-b", "Sam Birch"),
    person("cher", "Cher"),
    person("mary", "Mary K. Olsen", ["Red Mary"]),
  ],
  areas: [{ id: "mill", name: "Mill Creek", region: "Maine", aliases: ["The Creek"] }],
});
// Two first names, a title, a short form, an initial, a surname alone; each as it stands in the text.
test.each([
  ["Amy Jo did it.", ["amy: Amy Jo"]],
  ["Amy Smith did it.", ["amy: Amy Smith"]],
  ["Amy S. did it.", ["amy: Amy S."]],
  ["Amy J did it.", []],
  ["Amy K. did it.", []],
  ["Ms. Smith did it.", ["amy: Ms. Smith"]],
  ["Dr. Rose did it.", ["rose: Dr. Rose"]],
  ["Doc Rose did it.", ["rose: Doc Rose"]],
  ["Doctor Chen did it.", ["rose: Doctor Chen"]],
  ["Mr. Rose did it.", ["rose: Rose"]],
  ["We saw Chen there.", ["rose: Chen"]],
  ["We saw chen there.", []],
  ["Bobby Keller did it.", ["bob: Bobby Keller"]],
  ["Rob K did it.", ["bob: Rob K"]],
  ["Robert Keller's crew did it.", ["bob: Robert Keller"]],
  ["Lee W fixed it.", ["lee: Lee W"]],
  ["Lee w fixed it.", []],
  ["Cher fixed it.", ["cher: Cher"]],
  ["Mary K fixed it.", []],
  ["Mary O. fixed it.", ["mary: Mary O."]],
  ["Mary K. Olsen fixed it.", ["mary: Mary K. Olsen"]],
  ["Red Mary fixed it.", ["mary: Red Mary"]],
  ["They came to Mill Creek's edge.", ["mill: Mill Creek"]],
  ["They came to the Creek.", ["mill: the Creek"]],
  ["They came to Mill Creek, ME.", ["mill: Mill Creek"]],
  ["They came to Mill Creek, OH.", []],
  ["They came to Mill Creek Lee knows.", ["mill: Mill Creek", "lee: Lee"]],
  ["They came to Mill Creek And more.", ["mill: Mill Creek"]],
  ["They came to Mill Creek Greenhollow has.", ["mill: Mill Creek"]],
  ["They came to Mill Creek Bakery.", []],
  ["They came to Mill Creek 5 times.", ["mill: Mill Creek"]],
  ["All of us love Abe Mill Creek here.", []],
  ["All of us love ABE Mill Creek here.", ["mill: Mill Creek"]],
  ["So, Abe Mill Creek is here.", ["mill: Mill Creek"]],
  ["All of us love Because Mill Creek is here.", ["mill: Mill Creek"]],
  ["All of us love Each Mill Creek here.", ["mill: Mill Creek"]],
  ["All of us love Village Mill Creek here.", ["mill: Mill Creek"]],
  ["All of us love Historic Mill Creek here.", ["mill: Mill Creek"]],
  ["All of us love Covering Mill Creek here.", ["mill: Mill Creek"]],
  // Of two who share it, whom the review names in full; a namesake is neither.
  ["Sam fixed it.", ["? Sam: sam-a sam-b"]],
  ["Sam Birch fixed it, Sam did.", ["sam-b: Sam Birch", "sam-b: Sam"]],
  ["Sam Ash and Sam Birch fixed it, Sam did.", ["sam-a: Sam Ash", "sam-b: Sam Birch", "? Sam: sam-a sam-b"]],
  ["Samuel fixed it.", ["sam-a: Samuel"]],
  ["My husband Sam came. Sam did it.", []],
  ["My husband Bob came. Bob did it.", []],
])("in a garage, %s names %j", (text, expected) => {
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
