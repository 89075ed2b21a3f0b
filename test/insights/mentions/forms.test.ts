import { expect, test } from "vitest";
import { inflect, pluralsOf, spellings, verbsOf } from "../../../src/insights/mentions/forms.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

test.each(table<[string, string]>("forms of verbs"))("the forms of %s are %s", (verb, forms) =>
  expect(inflect(verb).join(" ")).toBe(forms),
);

test("irregular verbs have their own forms", () => expect(inflect("do").join(" ")).toContain("did"));

test.each(table<[string, string]>("plurals"))("%s stands for %s", (word, forms) =>
  expect(new Set(forms.split(" "))).toEqual(new Set(pluralsOf(word))),
);

test.each(table<[string, string]>("verbs of nouns"))("the verbs behind %s are %s", (noun, verbs) =>
  expect(verbsOf(noun).join(" ")).toBe(verbs),
);

test("some nouns stand for more verbs than spelling tells", () =>
  expect([verbsOf("treatment"), verbsOf("treatments")]).toEqual([
    ["treat", "spray", "rid"],
    ["treat", "spray", "rid"],
  ]));

test.each(table<[string, string[]]>("spellings"))("%s is written %j", (phrase, written) =>
  expect(spellings(phrase).map((words) => words.join(" "))).toEqual(written),
);
