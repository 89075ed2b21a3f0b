import { link } from "../../link.ts";
import type { Answer } from "../../site-search/answers.ts";
import type { CardReview } from "../review/review-card.ts";
import {
  type PackedIndex,
  type SearchIndex,
  shardSize,
  textsSize,
  unpackIndex,
} from "../../site-search/index-format.ts";
import { findMatches } from "../../site-search/ranking.ts";
import { wordsOf } from "../../site-search/words.ts";
import type { Span } from "../review/passages.ts";

// Where the search gets its files: the index and texts that the build made, each fetched once, when first needed.

const tooSlow = 15_000;

export interface SearchData {
  /** How many files the index has. */
  shards: number;
  /** Whether a sidecar is there to be asked. */
  hasApi: boolean;
  index: (shard: number) => Promise<SearchIndex>;
  /** The cards of questions; none where they cannot be had, as reviews answer too. */
  answers: () => Promise<readonly Answer[]>;
  /** The review at a place of a shard, if its text is here already. */
  known: (shard: number, place: number) => CardReview | undefined;
  /** Brings the texts of these reviews; what cannot be had stays unknown. */
  bring: (shard: number, places: readonly number[]) => Promise<void>;
}

/** The page's data attributes say which reviews there are to search. */
export function createSearchData({ count: given, version = "", api }: DOMStringMap): SearchData {
  const count = Number(given);
  const shards = Math.max(1, Math.ceil(count / shardSize));
  const indexes = new Map<number, Promise<SearchIndex>>();
  const files = new Map<number, Promise<void>>();
  const leading = new Map<number, Promise<readonly Answer[]>>();
  const reviews = new Map<string, CardReview>();
  const loaded = new Map<number, SearchIndex>();

  const get = async <T>(name: string): Promise<T> => {
    const response = await fetch(link(`/search-index/${name}.json?v=${version}`), {
      signal: AbortSignal.timeout(tooSlow),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as T;
  };
  const once = <T>(kept: Map<number, Promise<T>>, key: number, load: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loading = load();
    kept.set(key, loading);
    // Failed requests are repeated.
    loading.catch(() => kept.delete(key));
    return loading;
  };
  // Texts are numbered from the oldest review, so that files of old ones never change.
  const fileOf = (shard: number, place: number) =>
    Math.floor((count - 1 - (shard * shardSize + place)) / textsSize);
  const loadTexts = (file: number) =>
    once(files, file, async () => {
      for (const review of await get<CardReview[]>(`texts-${file}`)) reviews.set(review.id, review);
    });

  return {
    shards,
    hasApi: api !== undefined,
    index: (shard) =>
      once(indexes, shard, async () => {
        const index = unpackIndex(await get<PackedIndex>(`words-${shard}`));
        loaded.set(shard, index);
        return index;
      }),
    answers: () => once(leading, 0, () => get<readonly Answer[]>("answers")).catch(() => []),
    known: (shard, place) => reviews.get(loaded.get(shard)?.ids[place] ?? ""),
    bring: async (shard, places) => {
      const wanted = new Set(places.map((place) => fileOf(shard, place)));
      await Promise.allSettled([...wanted].map(loadTexts));
    },
  };
}

// Words in quotation marks, and queries with signs that no word has, are looked for as they are written.

/** The most texts that are looked through in the browser. */
const mostTexts = 1_000;
const mostOfApi = 100;

/** The text to look for as written; undefined when the query is words in any order. */
export function phraseOf(query: string): string | undefined {
  const trimmed = query.trim();
  const quoted = /^["“„«](.+)["”“»]$/su.exec(trimmed)?.[1];
  if (quoted !== undefined) return quoted;
  return /[<>{}()[\]$*+=|\\/^_~@#%]|\p{Extended_Pictographic}/u.test(trimmed) ||
    (trimmed !== "" && wordsOf(trimmed).length === 0)
    ? trimmed
    : undefined;
}

/** Every occurrence of the phrase, in any case. */
export function findPhrase(text: string, phrase: string): Span[] {
  const pattern = new RegExp(phrase.normalize("NFC").replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** The API knows exactly, and without texts; undefined when it does not answer or knows more than it says. */
async function askApi(phrase: string): Promise<Set<string> | undefined> {
  try {
    const query = new URLSearchParams({ query: phrase, limit: String(mostOfApi) });
    const response = await fetch(link(`/api/reviews/search?${query}`), {
      signal: AbortSignal.timeout(3_000),
    });
    if (!response.ok) return undefined;
    const { total, reviews } = (await response.json()) as { total: number; reviews: { id: string }[] };
    return total > reviews.length ? undefined : new Set(reviews.map(({ id }) => id));
  } catch {
    return undefined;
  }
}

/** The reviews of this file of the index that hold the phrase. */
export async function findPhrasePlaces(
  data: SearchData,
  index: SearchIndex,
  shard: number,
  phrase: string,
): Promise<ReadonlySet<number>> {
  const ids = data.hasApi ? await askApi(phrase) : undefined;
  if (ids !== undefined) return new Set(index.ids.flatMap((id, place) => (ids.has(id) ? place : [])));
  const words = wordsOf(phrase);
  const candidates = findMatches(index, {
    query: words.length === 0 ? "" : phrase,
    limit: 1,
    facets: {},
  }).places.slice(0, mostTexts);
  await data.bring(shard, candidates);
  return new Set(
    candidates.filter((place) => findPhrase(data.known(shard, place)?.text ?? "", phrase).length > 0),
  );
}
