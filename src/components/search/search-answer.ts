import {
  facetKinds,
  type FacetKind,
  maxShards,
  type SearchIndex,
  shardSize,
} from "../../site-search/index-format.ts";
import { toNearness, wordsOf } from "../../site-search/words.ts";
import { findMatches } from "../../site-search/ranking.ts";
import { facetParameters, type SearchQuestion } from "../../site-search/question.ts";
import { findPhrasePlaces, phraseOf, type SearchData } from "./search-data.ts";
import { words } from "./search-view.ts";

// The answer to one query so far: it grows with each file of the index.

export interface FoundReview {
  shard: number;
  place: number;
  score: number;
  rating: number;
  /** Whether it has only some of the words. */
  isLoose: boolean;
}

/** A filter that one tap would set, and how many reviews it would leave. */
interface OfferedFilter {
  kind: FacetKind;
  id: string;
  name: string;
  count: number;
}

export interface SearchAnswer {
  found: FoundReview[];
  stems: Set<string>;
  terms: Set<string>[];
  /** By the name of a filter, how many reviews each of its values would leave. */
  counts: Map<string, Map<string, number>>;
  /** Names in filters that nobody is known by. */
  unknown: Set<string>;
  /** Filters that the words name, and how many reviews each leaves. */
  named: Map<string, OfferedFilter>;
  /** Filters that may have been meant by a name that nobody is known by. */
  meant: Map<string, OfferedFilter>;
  /** The word without matches, and the stem that was searched instead. */
  corrected: Map<string, string>;
  /** How many of the files have been looked at. */
  searched: number;
}

const createAnswer = (): SearchAnswer => ({
  found: [],
  stems: new Set(),
  terms: [],
  counts: new Map(),
  unknown: new Set(),
  named: new Map(),
  meant: new Map(),
  corrected: new Map(),
  searched: 0,
});

function merge(
  answer: SearchAnswer,
  shard: number,
  index: SearchIndex,
  { facets }: SearchQuestion,
  matches: ReturnType<typeof findMatches>,
): void {
  for (const place of matches.places)
    answer.found.push({
      shard,
      place,
      score: matches.scores.get(place) ?? 0,
      rating: index.ratings[place] ?? 0,
      isLoose: matches.loose,
    });
  // Reviews with some of the words are shown only while none has all.
  if (answer.found.some(({ isLoose }) => !isLoose))
    answer.found = answer.found.filter(({ isLoose }) => !isLoose);
  for (const offered of ["named", "meant"] as const) {
    for (const { kind, id, name, count } of matches[offered]) {
      const key = `${kind} ${id}`;
      answer[offered].set(key, { kind, id, name, count: count + (answer[offered].get(key)?.count ?? 0) });
    }
  }
  for (const kind of matches.unknown) answer.unknown.add(facets[kind] ?? "");
  for (const stem of matches.stems) answer.stems.add(stem);
  for (const [typed, taken] of matches.corrected) answer.corrected.set(typed, taken);
  for (const [at, stems] of matches.terms.entries()) {
    const known = (answer.terms[at] ??= new Set());
    for (const stem of stems) known.add(stem);
  }
  const counted = [
    ...facetKinds.map((kind) => [facetParameters[kind], matches.counts.get(kind)] as const),
    ["rating", matches.stars] as const,
    ["year", matches.years] as const,
  ];
  for (const [name, counts] of counted) {
    const sums = answer.counts.get(name) ?? new Map<string, number>();
    for (const [value, of] of counts ?? []) sums.set(value, (sums.get(value) ?? 0) + of);
    answer.counts.set(name, sums);
  }
}

/** Searches every file of the index; `each` is called after each. */
export async function gather(
  data: SearchData,
  question: SearchQuestion,
  each: (answer: SearchAnswer) => Promise<void> | undefined = () => undefined,
): Promise<SearchAnswer> {
  let answer = createAnswer();
  const known = new Set<string>();
  const phrase = phraseOf(question.query);
  for (let shard = 0; shard < Math.min(data.shards, maxShards); shard += 1) {
    const index = await data.index(shard);
    const only = phrase === undefined ? undefined : await findPhrasePlaces(data, index, shard, phrase);
    const matches = findMatches(index, question, only, known);
    // A word that an earlier file took for mistyped stands in this one: all are searched anew.
    if ([...answer.corrected.keys()].some((word) => known.has(word))) {
      answer = createAnswer();
      shard = -1;
      continue;
    }
    merge(answer, shard, index, question, matches);
    answer.searched = shard + 1;
    await each(answer);
  }
  return answer;
}

/** Of these hits those come first whose text has the words side by side. */
export function putPhrasesFirst(
  hits: readonly FoundReview[],
  { terms }: SearchAnswer,
  textOf: (hit: FoundReview) => string,
): FoundReview[] {
  const nearness = new Map(hits.map((hit) => [hit, toNearness(textOf(hit), terms)]));
  return hits.toSorted((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0));
}

/** A stem is no word to show: its first form in the reviews is. */
function toWord(stem: string, texts: readonly string[]): string {
  for (const text of texts) {
    const word = wordsOf(text).find((one) => one.stem === stem);
    if (word !== undefined) return text.slice(word.from, word.to).toLowerCase();
  }
  return stem;
}

const averageOf = (found: readonly FoundReview[]): string =>
  words.average(found.reduce((sum, { rating }) => sum + rating, 0) / Math.max(1, found.length));

/** The result in sentences; a large index may not have been searched whole. */
export function summarize(
  { found, unknown, corrected, searched }: SearchAnswer,
  texts: readonly string[],
  shards: number,
): string {
  const toTaken = (stems: string) =>
    stems
      .split(" ")
      .map((stem) => toWord(stem, texts))
      .join(" ");
  return [
    found.length === 0
      ? words.t("search.none")
      : words.t("search.found", { count: found.length, average: averageOf(found) }),
    ...(searched < shards ? [words.t("search.part", { count: searched * shardSize })] : []),
    ...[...corrected].map(([typed, stems]) => words.t("search.corrected", { typed, taken: toTaken(stems) })),
    ...[...unknown].map((name) => words.t("search.unknown", { name: name.slice(0, 60) })),
    ...(found[0]?.isLoose ? [words.t("search.loose")] : []),
  ].join(" ");
}
