import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseTag, parseTagged } from "../../../scripts/training/subjects/parse.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import { readSentence } from "../../../src/insights/language/clauses.ts";
import { prepare } from "../../../src/insights/language/prepared-text.ts";
import { inputsOf } from "../../../src/insights/subjects/inputs.ts";
import { subjects, type Subject } from "../../../src/insights/subjects/names.ts";
import { scoreSentences } from "../../../src/insights/subjects/network.ts";
import type { AspectEntry } from "../../../src/schema/site.ts";
import { aspect, review, withReviews } from "../lawn-site.ts";
import trainedScores from "./trained-scores.json" with { type: "json" };

const root = new URL("../../../", import.meta.url).pathname;
const price = aspect("price", ["price", "expensive"]);
const contact = aspect("contact", ["communication", "explained"]);
const unanswered = "I left message after message and nobody ever got back to me.";
const gates = aspect("gates", ["gate", "fence"]);

const read = (text: string, aspects: AspectEntry[], rating = 3) =>
  analyse(withReviews([review(text, { rating })], { aspects })).insights.aspects;
const found = (text: string, aspects: AspectEntry[], rating?: number) =>
  Object.fromEntries(
    read(text, aspects, rating).map(({ id, evidence }) => [
      id,
      evidence.map((one) => `${one.polarity}: ${one.quote}`),
    ]),
  );

describe("the network of sentences", () => {
  const scoresOf = (text: string) => {
    const { sentences, books } = prepare(text);
    return scoreSentences(
      sentences.map(({ tokens }) => inputsOf(readSentence(tokens, books))),
      subjects.map((_, index) => index),
    );
  };
  test.each<[string, Subject, "praise" | "blame"]>([
    ["They were forty minutes behind and nobody said sorry.", "time", "blame"],
    ["I left message after message and nobody ever got back to me.", "communication", "blame"],
    ["The girl at the counter was an absolute sweetheart.", "staff", "praise"],
    ["There was hair in the tub and crumbs in the bed.", "clean", "blame"],
    ["Best tacos I have had in years.", "food", "praise"],
    ["They billed me twice and kept the deposit.", "price", "blame"],
  ])("%s", (text, subject, side) => {
    const [scores] = scoresOf(text);
    const index = subjects.indexOf(subject);
    expect(scores![side][index]).toBeGreaterThan(0);
    expect(scores![side === "praise" ? "blame" : "praise"][index]).toBeLessThan(0);
  });

  // Written by scripts/training/subjects/train.py --scores, which has a network of its own.
  test.each(trainedScores)(
    "says what the network said where it was trained: $text",
    ({ text, sentences }) => {
      const scores = scoresOf(text);
      expect(scores).toHaveLength(sentences.length);
      for (const [index, trained] of sentences.entries())
        for (const side of ["praise", "blame"] as const)
          for (const [subject, score] of trained[side].entries())
            expect(scores[index]?.[side][subject], `${side} of ${subjects[subject]}`).toBeCloseTo(score, 1);
    },
  );

  test("says nothing of a sentence that judges nothing", () => {
    for (const { praise, blame } of scoresOf("We drove down from Ohio. My sister lives nearby."))
      expect(Math.max(...praise, ...blame)).toBeLessThan(0);
  });

  test("an empty text and one without words have scores without words", () => {
    expect(scoresOf("")).toEqual([]);
    expect(() => scoresOf("… !!! 👍")).not.toThrow();
  });

  test("reads a sentence in the light of its neighbours alone, so that cost grows with the text", () => {
    const story = "I called on Monday. Nobody answered the phone. ";
    const [alone] = scoresOf(story.repeat(2)).slice(1, 2);
    const [among] = scoresOf(story.repeat(9)).slice(1, 2);
    expect(among).toEqual(alone);
  });

  test("all weights of the reader stay within 1.5 MB", () => {
    const sizes = ["sentiment", "subjects"].map(
      (part) => statSync(join(root, "src/insights", part, "weights.json")).size,
    );
    expect(sizes[0]! + sizes[1]!).toBeLessThanOrEqual(1_500_000);
  });
});

describe("a second reading", () => {
  test("finds what customers say in words that the owner did not list, and quotes the sentence", () => {
    expect(found(`We moved in May. ${unanswered}`, [contact], 1)).toEqual({
      contact: [`negative: ${unanswered}`],
    });
  });

  test("names a word of the sentence as what it speaks of, never what stands between words", () => {
    const work = aspect("work", ["workmanship", "great job"]);
    const text = "I also had a wax by Crystal, and she was just amazing.";
    const { readings } = analyse(withReviews([review(text, { rating: 5 })], { aspects: [work] }));
    const opinions = readings.flatMap(({ aspects }) => aspects.flatMap((one) => one.opinions));
    expect(opinions.map(({ target: { from, to } }) => text.slice(from, to))).toEqual(["amazing"]);
  });

  test("judges no aspect that only the trade knows", () => {
    expect(found(unanswered, [gates], 1)).toEqual({ gates: [] });
  });

  test("takes back a doubtful verdict whose sentence speaks of something else", () => {
    const time = aspect("time", ["late", "on time", "arrived"]);
    const text = "End-of-season statement arrived with every visit on it.";
    const [judged] = read(text, [time], 5);
    expect(judged).toMatchObject({ positive: 0, unsure: 1 });
    const [phrase] = read(text, [{ ...time, positive: ["statement arrived"] }], 5);
    expect(phrase).toMatchObject({ positive: 1 });
  });

  test("takes no verdict from what an owner's own words raise", () => {
    const sprinklers = aspect("sprinklers", ["sprinkler", "clean", "dirty"]);
    const [own] = read("The sprinkler works again.", [sprinklers], 5);
    expect(own).toMatchObject({ positive: 1 });
  });

  test("is silent where the owner says that a trigger means something else", () => {
    const text = "They billed me twice, the expensive way to learn.";
    expect(found(text, [price], 1)["price"]).toHaveLength(1);
    expect(found(text, [aspect("price", price.triggers, { ignore: ["expensive way"] })], 1)).toEqual({
      price: [],
    });
  });

  test("is silent on a subject that two aspects share", () => {
    const staff = aspect("staff", ["friendly", "rude"]);
    const servers = aspect("servers", ["server", "waiter"]);
    const text = "The girl at the counter was an absolute sweetheart.";
    expect(found(text, [staff], 5)["staff"]).toHaveLength(1);
    expect(found(text, [staff, servers], 5)).toEqual({ staff: [], servers: [] });
  });

  test("is not heard on the story of another firm", () => {
    const text = "He never got back to me, message after message.";
    expect(found(text, [contact], 1)["contact"]).toHaveLength(1);
    expect(found(`I took it to Joe's across town first. ${text}`, [contact], 1)).toEqual({ contact: [] });
  });

  test("never stands against the owner's word that a review says nothing of an aspect", () => {
    const site = withReviews(
      [
        review("I left four messages and nobody got back to me.", {
          rating: 1,
          verdicts: { contact: "none" },
        }),
      ],
      { aspects: [contact] },
    );
    expect(analyse(site).insights.aspects[0]).toMatchObject({ review_count: 0 });
  });
});

describe("the reviews it learns from", () => {
  const folder = join(root, "scripts/training/subjects");
  const linesOf = (name: string) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
  test("are well formed, and enough", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".txt") && !name.endsWith("-tags.txt"));
    const reviews = files.flatMap((name) => linesOf(name).map(parseTagged));
    expect(reviews.length).toBeGreaterThan(8000);
    expect(reviews.reduce((sum, { tags }) => sum + tags.length, 0)).toBeGreaterThan(35_000);
  });
  test.each(["corpus-tags.txt", "public-tags.txt"])(
    "have tags that name a subject and a sign: %s",
    (file) => {
      for (const line of linesOf(file))
        for (const entry of line.split(" ").slice(1))
          for (const tag of entry.split(":")[1]!.split(",")) expect(() => parseTag(tag, 0)).not.toThrow();
    },
  );
  test.each(["hvac|4|Fine. {work}", "hvac|6|Fine.", "hvac|4|Fine. {speed+}", "hvac|4|Fine. {work+"])(
    "that are malformed are refused: %s",
    (line) => expect(() => parseTagged(line)).toThrow(),
  );
});
