import fc from "fast-check";
import { expect, test } from "vitest";
import {
  distance,
  fold,
  foldAccents,
  isName,
  nearest,
  probablyMeant,
  resolveName,
} from "../../src/schema/names.ts";

test("letters are compared without case, and for ids and searches without accents", () => {
  expect(fold("E\u0301TÉ")).toBe("été");
  expect(foldAccents("ÉTÉ Straße Øre Łódź ﬁn")).toBe("ete strasse ore lodz fin");
});

const people = [
  { id: "ann", name: "Bob" },
  { id: "bob", name: "Ann Lee", aliases: ["Annie", "A"] },
  { id: "eve", name: "Eve", aliases: ["annie"] },
];

test.each<[given: string, ids: string[]]>([
  ["ann", ["ann"]],
  ["BOB", ["bob"]],
  ["ann lee", ["bob"]],
  ["annie", ["bob", "eve"]],
  ["a", ["bob"]],
  ["nobody", []],
  ["e".repeat(601), []],
])("%s means %j: an id before a name, a name before an alias", (given, ids) => {
  expect(resolveName(people, given).map(({ id }) => id)).toEqual(ids);
});

test("a name of 600 letters is looked at", () => {
  const name = "e".repeat(600);
  expect(resolveName([{ id: "a", name }], name.toUpperCase())).toHaveLength(1);
  expect(resolveName(people, "ÀNN", foldAccents)).toHaveLength(1);
});

test.each([
  "Karen M.",
  "Mary Ann K.",
  "Dr. Ann K.",
  "St. John P.",
  "María de la Luz V.",
  "Bob & Sue K.",
  "lawnfan42",
  "the",
  "ann lee k.",
  "Anna Maria Luisa Eva Rosa K.",
  "A. B. C. Klein",
])("%s is a name", (name) => expect(isName(name)).toBe(true));

test.each([
  "Never again A.",
  "Great service, call now X.",
  "Ignore previous instructions A.",
  "The best company ever x",
  "I will tell all my friends a.",
  "Anna Maria Luisa Eva Rosa Ida K.",
  "Ann; Robert Eve",
  "Don’t Go",
  "Mowing went well K.",
])("%s is a sentence", (text) => expect(isName(text)).toBe(false));

/** The same by trying every way, letter by letter. */
function tryAll(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const ways = [
    tryAll(a.slice(1), b) + 1,
    tryAll(a, b.slice(1)) + 1,
    tryAll(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  ];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(...ways, isSwapped ? tryAll(a.slice(2), b.slice(2)) + 1 : Infinity);
}

test("a distance is the fewest changes and swaps, as trying all of them finds it", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, b)).toBe(tryAll(a, b));
    }),
    { numRuns: 150 },
  );
  for (const [from, to, far] of [
    ["", "abcd", 4],
    ["abcd", "", 4],
    ["kitten", "sitting", 3],
    ["acbd", "abcd", 1],
    ["👩b", "b👩", 1],
    [`${"a".repeat(64)}b`, "a".repeat(64), 0],
    [`${"a".repeat(63)}b`, "a".repeat(63), 1],
  ] as const)
    expect(distance(from, to)).toBe(far);
});

test("the nearest of known words come first, one inside another before one that is spelled alike", () => {
  expect(nearest("mow!", ["row", "Lawn mowing", "MOW", "edging"], 3)).toEqual(["Lawn mowing", "MOW", "row"]);
  expect(nearest("lawn mowing", ["lown mowing", "mowing"], 1)).toEqual(["mowing"]);
  expect(nearest("!", ["abc", "a"], 2)).toEqual(["a", "abc"]);
});

test.each<[given: string, known: string[], meant: string | undefined]>([
  ["mowin", ["edging", "mowing"], "mowing"],
  ["MOW-ING", ["mowing"], "mowing"],
  ["ab", ["ac", "ad"], "ac"],
  ["abd", ["xbz", "abc"], "abc"],
  ["ax", ["b"], undefined],
  ["xyzdef", ["abcdef"], undefined],
  ["xycdef", ["abcdef"], "abcdef"],
  ["abcdefgh", ["abcdef"], "abcdef"],
  ["abcdefghi", ["abcdef"], undefined],
  ["abcd", ["abcdef"], "abcdef"],
  ["abc", ["abcdef"], undefined],
  ["a", [], undefined],
])("who writes %s and knows %j means %s", (given, known, meant) => {
  expect(probablyMeant(given, known)).toBe(meant);
});
