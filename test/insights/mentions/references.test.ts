import { describe, expect, test } from "vitest";
import { findReferences } from "../../../src/insights/mentions/references.ts";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite, listed, named, review } from "../lawn-site.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const read = createReviewReader({
  ...lawnSite,
  business: named("Corner Works"),
  services: [],
  areas: [],
  technicians: listed("Elaine Ross, Marcus Webb, Paula Kim, Deborah Finch, Tobin Hale"),
});
const verdicts = (text: string, rating: number): Record<string, string> =>
  Object.fromEntries(read(review(text, { rating })).entities.map(({ id, verdict }) => [id, verdict]));

describe("what is said of staff without their names", () => {
  test.each(table<[string, string, Record<string, string>]>("of staff without names"))(
    "%s",
    (_, text, expected) =>
      expect(verdicts(text, Object.values(expected).includes("negative") ? 1 : 5)).toMatchObject(expected),
  );
});

describe("what is said of others is not theirs", () => {
  test.each(table<[string, string, string]>("of others"))("%s", (_, text, id) =>
    expect(verdicts(text, 3)[id]).not.toBe("negative"),
  );
});

describe("what is plainly said of one person holds in a review that says the opposite of others", () => {
  test.each(table<[string, string, number, Record<string, string>]>("plainly of one"))(
    "%s",
    (_, text, rating, expected) => expect(verdicts(text, rating)).toMatchObject(expected),
  );

  test.each(table<[string, string, Record<string, string>]>("without plain words"))(
    "%s",
    (_, text, expected) => expect(verdicts(text, 3)).toMatchObject(expected),
  );

  test("who should be kept is not warned of", () =>
    expect(verdicts("Don't let Marcus go, he is the best you have.", 5)).toMatchObject({
      marcus: "positive",
    }));
});

describe("words that stand for names", () => {
  const referencesIn = (text: string): string => {
    const mentions = [...text.matchAll(/(?:Dr\. )?(Marcus|Elaine|Paula|Sam)/g)].map(
      ({ index, 0: words, 1: name = "" }) => ({
        kind: "technicians" as const,
        id: name.toLowerCase(),
        from: index,
        to: index + words.length,
      }),
    );
    return findReferences(prepareText(text), mentions)
      .map(({ id, from, to }) => `${text.slice(from, to)}: ${id}`)
      .join(", ");
  };
  test.each(table<[string, string]>("words for names"))("%s · %s", (text, references) =>
    expect(referencesIn(text)).toBe(references),
  );
  test("are sought for staff alone", () => {
    const place = { kind: "areas" as const, id: "fernwick", from: 0, to: 8 };
    expect(findReferences(prepareText("Fernwick. He was kind."), [place])).toEqual([]);
  });
});
