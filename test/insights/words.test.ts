import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  parseTable,
  parseWords,
  phrasesOf,
  type WordClass,
  type WordFile,
} from "../../src/insights/words.ts";

const folder = new URL("../../src/insights/words/", import.meta.url);
const files: Record<string, WordFile> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(new URL(name, folder), "utf8")) as WordFile,
  ]),
);

const isTable = ({ words }: WordClass): boolean => words.every((line) => line.includes(":"));

/** So much of the smaller of two classes, and so much of the larger, may stand in both before one is a copy. */
const maxShared = { ofSmaller: 0.5, ofLarger: 0.25 };

/** Faults in files of words, by file name: duplicates, words in two classes, and spelling. */
function checkWords(files: Readonly<Record<string, WordFile>>): string[] {
  const issues: string[] = [];
  const sets: [name: string, words: ReadonlySet<string>][] = [];
  for (const [file, classes] of Object.entries(files)) {
    const owners = new Map<string, string>();
    for (const [name, found] of Object.entries(classes)) {
      const at = `${file}: ${name}`;
      if (found.means.trim() === "") issues.push(`${at} does not say what it means`);
      const rows = isTable(found) ? [...parseTable(found)].map(([key, words]) => [key, ...words]) : [];
      const words = isTable(found) ? [...parseTable(found).keys()] : phrasesOf(found.words);
      if (isTable(found) && rows.length < found.words.length) issues.push(`${at} has a key twice`);
      for (const row of rows)
        if (new Set(row.slice(1)).size < row.length - 1) issues.push(`${at}, "${row[0]}" has a phrase twice`);
      for (const word of rows.length > 0 ? rows.flat() : [...words, ...phrasesOf(found.also ?? [])])
        if (word === "" || word !== word.toLowerCase().replaceAll(/\s+/g, " "))
          issues.push(`${at}: "${word}" must be lower case, with single spaces and no empty phrase`);
      if (rows.length > 0) continue;
      for (const word of words) {
        const owner = owners.get(word);
        if (owner !== undefined)
          issues.push(
            owner === name
              ? `${at} has "${word}" twice`
              : `${at} has "${word}", which ${owner} has; where both are meant, move it to "also"`,
          );
        owners.set(word, name);
      }
      sets.push([at, new Set(words)]);
    }
    for (const [name, { also = [] }] of Object.entries(classes))
      for (const word of phrasesOf(also))
        if ((owners.get(word) ?? name) === name)
          issues.push(`${file}: ${name} has "${word}" under "also", but no other class has it`);
  }
  for (const [index, [name, words]] of sets.entries())
    for (const [other, others] of sets.slice(0, index)) {
      const [smaller = 0, larger = 0] = [words.size, others.size].toSorted((a, b) => a - b);
      const shared = words.intersection(others).size;
      if (smaller >= 8 && shared > smaller * maxShared.ofSmaller && shared > larger * maxShared.ofLarger)
        issues.push(`${name} repeats ${shared} of the words of ${other}`);
    }
  return issues;
}

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
