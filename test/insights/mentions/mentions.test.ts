import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadSite } from "../../../src/content/load-site.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import { findMentions } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import type { PublishedEntry, Site } from "../../../src/schema/site.ts";
import { lawnSite, review, withReviews } from "../lawn-site.ts";
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
const labelled = (file: string): Labelled[] =>
  readFileSync(new URL(`../../fixtures/entities/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);

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
      for (const sentence of [...labelled("tuning.jsonl"), ...labelled("report.jsonl")]) {
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
  const names = "Mark Rose Hope Drew Chase Art Bill Pat Sky Dale May Summer June Will Grant Frank Rich".split(
    " ",
  );
  const technicians = names.map((name) => ({ id: name.toLowerCase(), name: `${name} Doyle`, aliases: [] }));
  const matcher = createMatcher({ ...lawnSite, technicians });
  const lines = readFileSync(
    new URL("../../fixtures/entities/words-like-names.jsonl", import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n");
  expect(lines.length).toBeGreaterThan(30);
  const wrong = lines
    .map((line) => JSON.parse(line) as { text: string; term: string })
    .filter(({ text, term }) =>
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

describe("the owner's corrections win", () => {
  test("is", () => {
    expect(namesIn("WILL!!!")).toEqual([]);
    expect(namesIn("WILL!!!", { mentions: [{ is: "will", words: "WILL" }] })).toEqual(["will"]);
  });
  test("is_not", () => {
    expect(namesIn("Grant was late.")).toEqual(["grant"]);
    expect(namesIn("Grant was late.", { mentions: [{ is_not: "grant", words: "Grant" }] })).toEqual([]);
  });
  test("is resolves a shared name", () => {
    const site = withReviews([review("Mike fixed it.", { mentions: [{ is: "mike-a", words: "Mike" }] })]);
    expect(analyse(site).mentions.get("r1")!.technicians).toEqual([{ id: "mike-a", name: "Mike Alvarez" }]);
    expect(analyse(site).notes).toEqual([]);
  });
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
  const renamed = {
    ...site,
    reviews,
    technicians: site.technicians.map((one) =>
      one.id === "will-tanner" ? { ...one, name: "Quentin Zabel", aliases: [] } : one,
    ),
  };
  const [before, after] = [counts({ ...site, reviews }), counts(renamed)];
  expect(before.get("will-tanner")![0]).toBeGreaterThan(5);
  expect(after.get("will-tanner")).toEqual([0, 0]);
  before.delete("will-tanner");
  after.delete("will-tanner");
  expect(after).toEqual(before);
});

describe("words that are names, and services by other words", () => {
  const services = ["Haircut", "AC repair", "Interior painting", "Bridges"].map((name) => ({
    id: name.toLowerCase().replaceAll(" ", "-"),
    name,
    description: "",
    aliases: [],
  }));
  const people = "Hope Sanders, Bill Turner, Rob Haines, Drew Park, Dale Orr, Joy Lund, Ivy Sands".split(
    ", ",
  );
  const technicians = people.map((name) => ({ id: name.toLowerCase().split(" ")[0]!, name, aliases: [] }));
  const areas = [{ id: "bend", name: "Bend", region: "Oregon", aliases: [] }];
  const site = { ...lawnSite, services, technicians, areas };

  test.each(table<[string, string[]]>("words that are names"))("%s", (text, ids) =>
    expect(namesIn(text, {}, site)).toEqual(ids),
  );
});
