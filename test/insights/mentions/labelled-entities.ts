import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { createReviewReader, Reading } from "../../../src/insights/reader.ts";
import { review } from "../lawn-site.ts";

interface Labelled {
  text: string;
  kind: "technicians" | "services" | "areas";
  ids: string[];
  sentiment?: "positive" | "negative";
}

interface LabelledReading extends Labelled {
  reading: Reading;
}

/** Sentences of a fixture with what a person found in them, each read as a review of so many stars. */
export const readLabelled = (
  fixture: string,
  read: ReturnType<typeof createReviewReader>,
  ratingOf: (sentiment: Labelled["sentiment"]) => 1 | 3 | 5 = () => 3,
): LabelledReading[] =>
  readFileSync(new URL(`../../fixtures/entities/${fixture}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled)
    .map((line) => ({ ...line, reading: read(review(line.text, { rating: ratingOf(line.sentiment) })) }));

export const idsOf = ({ mentions }: Reading, kind: Labelled["kind"]): string[] => [
  ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
];

/** Of each kind: the least precision and the least recall. */
export function describeMentions(
  title: string,
  lines: readonly LabelledReading[],
  least: Record<Labelled["kind"], [number, number]>,
): void {
  describe.each(["technicians", "services", "areas"] as const)(title, (kind) => {
    const [minPrecision, minRecall] = least[kind];
    const ofKind = lines.filter((line) => line.kind === kind);
    test("are found where they are meant, and only there", () => {
      const found = ofKind.flatMap(({ reading, ids }) => idsOf(reading, kind).map((id) => ids.includes(id)));
      const right = found.filter(Boolean).length;
      const wanted = ofKind.reduce((sum, { ids }) => sum + ids.length, 0);
      expect(right / found.length).toBeGreaterThanOrEqual(minPrecision);
      expect(right / wanted).toBeGreaterThanOrEqual(minRecall);
    });
  });
}

/** Whether enough of what is said of people is read with the sign that a person gave it. */
export function expectSentiments(lines: readonly LabelledReading[], minRight: number): void {
  const judged = lines.filter(({ sentiment }) => sentiment !== undefined);
  const right = judged.filter(({ reading, ids, sentiment }) =>
    ids.every((id) => reading.entities.find((entity) => entity.id === id)?.verdict === sentiment),
  );
  expect(judged.length).toBeGreaterThan(30);
  expect(right.length / judged.length).toBeGreaterThanOrEqual(minRight);
}
