import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkWords, parseTable, parseWords, type WordFile } from "../../src/insights/words.ts";

const folder = new URL("../../src/insights/words/", import.meta.url);
const files: Record<string, WordFile> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(new URL(name, folder), "utf8")) as WordFile,
  ]),
);

test("no list of words holds a word twice, a word of another class, or another list", () =>
  expect(checkWords(files)).toEqual([]));

test("all lists together stay small enough to be read", () => {
  const words = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap(({ words, also = [] }) => [...words, ...also])
    .flatMap((line) => line.split(/[\s,:|>]+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(25_000);
});

test("a class is a set of phrases, a table has rows by key", () => {
  const file = {
    kin: { means: "relatives", words: ["aunt, mother in law", "son"], also: ["dean"] },
    nicknames: { means: "short forms", words: ["robert: bob, rob", "ann: annie"] },
  };
  expect([...parseWords(file).kin]).toEqual(["aunt", "mother in law", "son", "dean"]);
  expect([...parseTable(file.nicknames)]).toEqual([
    ["robert", ["bob", "rob"]],
    ["ann", ["annie"]],
  ]);
});

const entry = (words: string[], also: string[] = []) => ({ means: "something", words, also });
test.each([
  ["a word twice", { one: entry(["a, b", "a"]) }, 'one has "a" twice'],
  ["a word of another class", { one: entry(["a"]), two: entry(["a"]) }, 'two has "a", which one has'],
  ["also without another", { one: entry(["a"], ["b"]) }, 'one has "b" under "also"'],
  ["an empty phrase", { one: entry(["a,, b"]) }, 'one: "" must be'],
  ["a capital", { one: entry(["Ann"]) }, 'one: "Ann" must be'],
  ["a key twice", { one: entry(["a: b", "a: c"]) }, "one has a key twice"],
  ["a phrase twice in a row", { one: entry(["a: b, b"]) }, 'one, "a" has a phrase twice'],
  ["no meaning", { one: { means: " ", words: ["a"] } }, "one does not say what it means"],
])("the check finds %s", (_, file, issue) => {
  const issues = checkWords({ "x.json": file });
  expect(issues).toHaveLength(1);
  expect(issues[0]).toContain(issue);
});

test("the check finds a list that is pasted twice, and lets words shared on purpose stand", () => {
  const list = entry(["a, b, c, d, e, f, g, h"]);
  expect(checkWords({ "x.json": { one: list }, "y.json": { two: list } })).toEqual([
    "y.json: two repeats 8 of the words of x.json: one",
  ]);
  expect(checkWords({ "x.json": { one: entry(["a"]), two: entry(["b"], ["a"]) } })).toEqual([]);
});
