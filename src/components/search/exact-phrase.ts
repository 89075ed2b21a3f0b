import type { SearchIndex } from "../../site-search/index-format.ts";
import { findMatches } from "../../site-search/word-matching.ts";
import { wordsOf } from "../../site-search/words.ts";
import type { Span } from "../review/passages.ts";
import type { SearchData } from "./search-data.ts";

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
    const response = await fetch(`/api/reviews/search?${query}`, { signal: AbortSignal.timeout(3_000) });
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
  const ids = await askApi(phrase);
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
