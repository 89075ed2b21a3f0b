import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { collectCandidates } from "../../../src/insights/topics/candidates.ts";
import { isPointing, mayStandAlone, namesOf, tradeWords } from "../../../src/insights/topics/topic-words.ts";
import { aspect, lawnSite, review } from "../lawn-site.ts";

const plumber = {
  ...lawnSite,
  business: { ...lawnSite.business, name: "Pike Boiler House", trade: "Plumbers", description: "Boilers." },
  aspects: [aspect("waiting", ["queue"])],
  services: [{ id: "pipes", name: "Pipe fitting", description: "Copper and traps.", aliases: [] }],
};
const { trade, named } = tradeWords(plumber);
const split = (words: string): string[] => words.split(" ");

test("a thing may be a topic by itself, not a verdict, an adverb, who works or comes along, nor a kind of shop", () => {
  const words = split(
    "gate axe noise flavor patio ox quickly excellent rude another thing waitress husband salon came",
  );
  expect(words.filter(mayStandAlone)).toEqual(split("gate axe noise flavor patio"));
  expect(split("another the quickly gate thing").filter(isPointing)).toEqual(split("another the quickly"));
});

test("words of aspects, services and the trade stand for themselves, those of descriptions do not", () => {
  expect(
    split("wait waited waiting plumb plumber pipe fitting fit trap boiler copper").filter(named),
  ).toEqual(split("wait waited waiting plumb plumber pipe fitting"));
  expect([...trade].toSorted()).toEqual(split("and boiler copper queue trap"));
});

test("names are those of content, of authors, and words that most often have a capital inside sentences", () => {
  const reviews = [
    review("We saw Xyla and the trap. Xylo waved.", { id: "a", author: "Wren Oakes" }),
    review("Then Bexley, bexley, Zorba; ZORBA, Pike's Boiler, GPS.", { id: "b", author: "Jo" }),
  ];
  const { readings } = analyse({ ...plumber, reviews });
  const names = namesOf(plumber, readings, new Set([...trade, "house"]));
  expect(
    split("will tanner fernwick old wren oakes jo pike xyla").filter((word) => !names.has(word)),
  ).toEqual([]);
  expect(split("xylo bexley zorba gps house trap we then").filter((word) => names.has(word))).toEqual([]);
});

test("each free word is a candidate, and with its neighbors, also over 'and' and 'of'", () => {
  const text = "The gate code and shrimp & grits of bread; Red oak gate code. Box of";
  const { readings } = analyse({ ...lawnSite, reviews: [review(text)] });
  const found = (...names: string[]) =>
    [...collectCandidates(readings, new Set(names))].map(
      ([key, places]) => `${key}: ${places.map(({ from, to }) => text.slice(from, to)).join(", ")}`,
    );
  const free = [
    "gate: gate, gate",
    "shrimp: shrimp",
    "shrimp and grit: shrimp & grits",
    "grit: grits",
    "grit of bread: grits of bread",
    "bread: bread",
    "red: Red",
    "red oak: Red oak",
    "red oak gate: Red oak gate",
    "oak: oak",
    "oak gate: oak gate",
    "box: Box",
  ];
  expect(found("code")).toEqual(free);
  expect(new Set(found()).difference(new Set(free))).toEqual(
    new Set([
      "gate code: gate code, gate code",
      "code: code, code",
      "code and shrimp: code and shrimp",
      "oak gate code: oak gate code",
    ]),
  );
});
