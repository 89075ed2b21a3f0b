import { expect, test } from "vitest";
import { inflect, pluralsOf, spellings, verbsOf } from "../../../src/insights/mentions/forms.ts";

test.each([
  ["mow", "mow mows mowed mown mowing"],
  ["fix", "fix fixes fixed fixing"],
  ["patch", "patch patches patched patching"],
  ["wash", "wash washes washed washing"],
  ["spray", "spray sprays sprayed spraying"],
  ["apply", "apply applies applied applying"],
  ["trim", "trim trims trimmed trimming"],
  ["retrim", "retrim retrims retrimmed retrimming"],
  ["prune", "prune prunes pruned pruning"],
  ["repair", "repair repairs repaired repairing"],
])("the forms of %s are %s", (verb, forms) => expect(inflect(verb).join(" ")).toBe(forms));

test("irregular verbs have their own forms", () => expect(inflect("do").join(" ")).toContain("did"));

test.each([
  ["hedge", "hedge hedges"],
  ["hedges", "hedges hedge"],
  ["brush", "brush brushes"],
  ["brushes", "brushes brush brushe"],
  ["patio", "patio patios"],
  ["cargo", "cargo cargos cargoes"],
  ["cavity", "cavity cavities"],
  ["grass", "grass grasses"],
  ["ac", "ac"],
  ["a/c", "a/c"],
])("%s stands for %s", (word, forms) => expect(new Set(forms.split(" "))).toEqual(new Set(pluralsOf(word))));

test.each([
  ["fertilization", "fertilize fertilise"],
  ["extraction", "extract"],
  ["enrollment", "enroll"],
  ["skimming", "skim"],
  ["glazing", "glaz glaze"],
  ["blowing", "blow"],
  ["bleaching", "bleach"],
  ["seeding", "seed"],
  ["boating", "boat"],
  ["staging", "stag stage"],
  ["dancing", "danc dance"],
  ["bulging", "bulg bulge"],
  ["king", ""],
  ["lawn", ""],
])("the verbs behind %s are %s", (noun, verbs) => expect(verbsOf(noun).join(" ")).toBe(verbs));

test("some nouns stand for more verbs than spelling tells", () =>
  expect([verbsOf("treatment"), verbsOf("treatments")]).toEqual([
    ["treat", "spray", "rid"],
    ["treat", "spray", "rid"],
  ]));

test.each([
  ["Lawn mowing", ["lawn mowing"]],
  ["Rip-off", ["rip off", "ripoff", "ripoff"]],
  ["overseeding", ["overseeding", "over seeding"]],
  ["cleanup", ["cleanup", "clean up", "cleanup"]],
  ["tune up", ["tune up", "tuneup"]],
  ["Will’s  yard", ["will's yard"]],
  ["24-7", ["24 7"]],
  ["the tune ups", ["the tune ups", "the tuneups"]],
  ["up front", ["up front"]],
])("%s is written %j", (phrase, written) =>
  expect(spellings(phrase).map((words) => words.join(" "))).toEqual(written),
);
