import type { Topic } from "../../schema/insights.ts";
import type { Site } from "../../schema/site.ts";
import type { Reading } from "../reader.ts";
import { outspoken, preface } from "../figures/showcase.ts";
import { findPhraseTopics } from "./phrase-topics.ts";
import {
  clauseAround,
  decidingQuotes,
  opposite,
  sentenceAround,
  type Side,
  strengthsIn,
  wholeUnits,
} from "../quotes.ts";
import { round } from "../figures/tally.ts";

interface Example {
  reading: Reading;
  from: number;
  to: number;
}
const maxExamples = 3;
const longestSentence = 200;

/** The sentence around a topic's word, or its clause where the sentence is long: a bare word convinces nobody. */
function inContext({ reading, from, to }: Example): Example {
  const prepared = reading.prepared();
  const words = { from, to };
  const whole = sentenceAround(prepared, words) ?? words;
  return { reading, ...(whole.to - whole.from <= longestSentence ? whole : clauseAround(prepared, words)) };
}

/** How far a quote is from a plain sentence of some length that says outright what its review's stars say too. */
function awkwardness({ reading, from, to }: Example): number {
  const said = strengthsIn(reading.prepared(), { from, to });
  const side: Side = reading.review.rating >= 4 ? "positive" : "negative";
  const isSaid = said[side] >= outspoken && said[opposite(side)] <= 1;
  const isPreface = preface.test(reading.review.text.slice(from, to));
  return Math.abs(to - from - 80) + (isSaid ? 0 : 60) + (isPreface ? 40 : 0);
}

function toTopic(
  id: string,
  label: string,
  kind: Topic["kind"],
  examples: readonly Example[],
  reviews: number,
): Topic {
  const members = [...new Map(examples.map((example) => [example.reading.review.id, example])).values()];
  // Of the newest, those that read best.
  const shown = members
    .slice(0, 8 * maxExamples)
    .map((example) => (kind === "phrase" ? inContext(example) : example))
    .map((example) => ({ example, order: awkwardness(example) }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, maxExamples)
    .map(({ example }) => example);
  const stars = members.reduce((sum, { reading }) => sum + reading.review.rating, 0);
  return {
    id,
    label,
    kind,
    review_count: members.length,
    share: round(members.length / reviews, 3),
    average_rating: round(stars / members.length, 2),
    review_ids: members.map(({ reading }) => reading.review.id),
    examples: shown.map(({ reading: { review }, ...words }) => {
      const { from, to } = wholeUnits(review.text, words);
      return { review_id: review.id, quote: review.text.slice(from, to), start: from, end: to };
    }),
  };
}

const often = (a: Topic, b: Topic) => b.review_count - a.review_count || (a.id < b.id ? -1 : 1);

/** Topics of the reviews, most frequent first: the owner's aspects and services, then phrases that customers share. */
export function buildTopics(
  site: Site,
  readings: readonly Reading[],
): { topics: Topic[]; otherShare: number } {
  const topic = (id: string, label: string, kind: Topic["kind"], examples: readonly Example[]) =>
    examples.length === 0 ? [] : [toTopic(id, label, kind, examples, readings.length)];
  const aspects = site.aspects.flatMap(({ id, name }) =>
    topic(
      id,
      name,
      "aspect",
      readings.flatMap((reading) =>
        reading.aspects
          .filter((judgement) => judgement.id === id)
          .flatMap(({ opinions, verdict }) =>
            decidingQuotes(reading.review.text, opinions, verdict)
              .slice(0, 1)
              .map((quote) => ({ reading, ...quote })),
          ),
      ),
    ),
  );
  const taken = new Set(site.aspects.map(({ id }) => id));
  const services = site.services.flatMap(({ id, name }) =>
    topic(
      taken.has(id) ? `service-${id}` : id,
      name,
      "service",
      readings.flatMap((reading) => {
        const judged = reading.entities.find(
          (candidate) => candidate.kind === "services" && candidate.id === id,
        );
        const quotes = judged ? decidingQuotes(reading.review.text, judged.opinions, judged.verdict) : [];
        return quotes.slice(0, 1).map((quote) => ({ reading, ...quote }));
      }),
    ),
  );
  const found = findPhraseTopics(site, readings);
  const phrases = found.flatMap(({ label, occurrences }) =>
    topic(
      `phrase-${label
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .slice(0, 50)}`,
      label,
      "phrase",
      occurrences,
    ),
  );
  return {
    topics: [...aspects.sort(often), ...services.sort(often), ...phrases.sort(often)],
    otherShare: otherShare(readings, new Set(found.flatMap(({ occurrences }) => occurrences))),
  };
}

/** The share of sentences that belong to no topic. */
function otherShare(readings: readonly Reading[], phrases: ReadonlySet<Example>): number {
  const inPhrases = Map.groupBy(phrases, ({ reading }) => reading);
  let all = 0;
  let other = 0;
  for (const reading of readings) {
    const spans = [
      ...reading.aspects.flatMap(({ opinions }) => opinions.map(({ target }) => target)),
      ...reading.mentions.filter(({ kind }) => kind === "services"),
      ...(inPhrases.get(reading) ?? []),
    ];
    for (const { from, to } of reading.prepared().sentences) {
      if (!/\p{L}/u.test(reading.review.text.slice(from, to))) continue;
      all += 1;
      if (!spans.some((span) => span.from < to && from < span.to)) other += 1;
    }
  }
  return all === 0 ? 0 : round(other / all, 3);
}
