import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadSite } from "../../../src/content/load-site.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import { findMentions } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import type { PublishedEntry, Site } from "../../../src/schema/site.ts";
import { lawnSite, listed, review, withReviews } from "../lawn-site.ts";
import { demonstration } from "../../demonstration.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const namesIn = (text: string, changes: Partial<PublishedEntry> = {}, site: Site = lawnSite): string[] => {
  const { mentions } = analyse({ ...site, reviews: [review(text, changes)] });
  const { technicians, services, areas } = mentions.get("r1")!;
  return [...technicians, ...services, ...areas].map(({ id }) => id);
};

interface Labelled {
  text: string;
  technicians: string[];
  services: string[];
  areas: string[];
}
const read = <T>(file: string): T[] =>
  readFileSync(new URL(`../../fixtures/entities/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

describe("on the labelled sentences", async () => {
  const site = await loadSite(demonstration, { today: "9999-12-31" });
  const matcher = createMatcher(site);
  const goals = {
    technicians: { precision: 0.98, recall: 0.93 },
    services: { precision: 0.97, recall: 0.95 },
    areas: { precision: 0.98, recall: 0.95 },
  };
  for (const kind of ["technicians", "services", "areas"] as const) {
    test(`${kind} are found with the precision and recall we promise`, () => {
      let [right, found, wanted] = [0, 0, 0];
      for (const sentence of ["tuning.jsonl", "report.jsonl"].flatMap((file) => read<Labelled>(file))) {
        const { mentions } = findMentions(matcher, prepareText(sentence.text));
        const ids = new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id));
        found += ids.size;
        wanted += sentence[kind].length;
        right += sentence[kind].filter((id) => ids.has(id)).length;
      }
      expect(wanted).toBeGreaterThan(20);
      expect(right / found).toBeGreaterThanOrEqual(goals[kind].precision);
      expect(right / wanted).toBeGreaterThanOrEqual(goals[kind].recall);
    });
  }
});

test.each(table<[string, string, string[]]>("found"))("finds %s", (_, text, ids) =>
  expect(namesIn(text)).toEqual(ids),
);

test.each(table<string>("no name"))("finds no name in: %s", (text) => expect(namesIn(text)).toEqual([]));

test("names that are words hit only where the word is a name, in dozens of sentences", () => {
  const names = "Mark Rose Hope Drew Chase Art Bill Pat Sky Dale May Summer June Will Grant Frank Rich";
  const technicians = names.split(" ").flatMap((name) => listed(`${name} Doyle`));
  const matcher = createMatcher({ ...lawnSite, technicians });
  const lines = read<{ text: string; term: string }>("words-like-names.jsonl");
  expect(lines.length).toBeGreaterThan(30);
  const wrong = lines.filter(({ text, term }) =>
    findMentions(matcher, prepareText(text)).mentions.some(
      ({ kind, from, to }) => kind === "technicians" && text.slice(from, to) !== term,
    ),
  );
  expect(wrong).toEqual([]);
});

test("a first name that two people share stays unresolved, and the build log says so", () => {
  const { mentions, notes } = analyse(withReviews(["Mike fixed it."]));
  expect(mentions.get("r1")!.technicians).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('review r1: "Mike" may be Mike Alvarez or Mike Donnelly')]);
});

test("a review that names one of them in full means him throughout", () => {
  const { mentions, notes, insights } = analyse(withReviews(["Mike Donnelly came. Mike fixed it."]));
  expect(mentions.get("r1")!.technicians).toEqual([{ id: "mike-d", name: "Mike Donnelly" }]);
  expect(insights.entities.technicians.find(({ id }) => id === "mike-d")!.mention_count).toBe(2);
  expect(notes).toEqual([]);
});

test.each<
  [what: string, text: string, before: string[], mentions: PublishedEntry["mentions"], after: string[]]
>([
  ["is", "WILL!!!", [], [{ is: "will", words: "WILL" }], ["will"]],
  ["is_not", "Grant was late.", ["grant"], [{ is_not: "grant", words: "Grant" }], []],
  ["is, of a shared name", "Mike fixed it.", [], [{ is: "mike-a", words: "Mike" }], ["mike-a"]],
])("the owner's corrections win: %s", (_, text, before, mentions, after) => {
  expect(namesIn(text)).toEqual(before);
  expect(namesIn(text, { mentions })).toEqual(after);
  expect(analyse(withReviews([review(text, { mentions })])).notes).toEqual([]);
});

const counts = (from: Site) =>
  new Map(
    Object.values(analyse(from).insights.entities)
      .flat()
      .map(({ id, review_count, mention_count }) => [id, [review_count, mention_count]]),
  );

test("renaming a technician to an unused name moves exactly his counts", async () => {
  const site = await loadSite(demonstration, { today: "9999-12-31" });
  const reviews = site.reviews.map((one) => ({ ...one, mentions: [] }));
  const technicians = site.technicians.map((one) =>
    one.id === "will-tanner" ? { ...one, name: "Quentin Zabel", aliases: [] } : one,
  );
  const renamed = { ...site, reviews, technicians };
  const [before, after] = [counts({ ...site, reviews }), counts(renamed)];
  expect(before.get("will-tanner")![0]).toBeGreaterThan(5);
  expect(after.get("will-tanner")).toEqual([0, 0]);
  before.delete("will-tanner");
  after.delete("will-tanner");
  expect(after).toEqual(before);
});

describe("words that are names, and services by other words", () => {
  const services = listed(
    "haircut=Haircut, ac-repair=AC repair, interior-painting=Interior painting, Bridges",
  );
  const technicians = listed(
    "Hope Sanders, Bill Turner, Rob Haines, Drew Park, Dale Orr, Joy Lund, Ivy Sands",
  );
  const areas = listed("Bend", "Oregon");
  const site = { ...lawnSite, services, technicians, areas };

  test.each(table<[string, string[]]>("words that are names"))("%s", (text, ids) =>
    expect(namesIn(text, {}, site)).toEqual(ids),
  );
});
