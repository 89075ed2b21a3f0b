import type { Insights } from "../schema/insights.ts";
import type { Review } from "../schema/review.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import { maxSearched, packIndex, textsSize, type Facet, type SearchIndex } from "./index-format.ts";
import { toPhrase } from "./answers.ts";
import { findStemPhrases, wordsOf } from "./words.ts";

const addTo = (lists: Map<string, number[]>, word: string, place: number): void => {
  const list = lists.get(word);
  if (list) list.push(place);
  else lists.set(word, [place]);
};

/** By stem, the reviews that have a form of it; by word of a name, those that have its stem in that name only. */
function indexWords(reviews: readonly Review[], phrases: readonly string[]) {
  const words = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  for (const [place, { title = "", text, author }] of reviews.entries()) {
    const said = `${title}\n${text}`;
    const spans = findStemPhrases(said, phrases).filter(({ start }) => /\p{Lu}/u.test(said.charAt(start)));
    const isName = (from: number) => spans.some(({ start, end }) => from >= start && from < end);
    const all = wordsOf(said);
    const own = all.filter(({ from }) => isName(from));
    const stems = new Set(
      [...all.filter(({ from }) => !isName(from)), ...wordsOf(author.name)].map(({ stem }) => stem),
    );
    for (const word of new Set(own.flatMap(({ folded, stem }) => (stems.has(stem) ? [] : folded))))
      addTo(names, word, place);
    for (const stem of new Set([...stems, ...own.map((word) => word.stem)])) addTo(words, stem, place);
  }
  return { words, names };
}

function buildIndex(
  reviews: readonly Review[],
  { technicians, services, service_areas: areas }: ReviewsDataset["business"],
  { aspects }: Insights,
): SearchIndex {
  const places = new Map(reviews.map(({ id }, place) => [id, place]));
  const mentioning = (
    entries: readonly { id: string; name: string; aliases?: string[] | undefined }[],
    kind: keyof Review["mentions"],
  ): Facet[] =>
    entries.map(({ id, name, aliases }) => ({
      id,
      name,
      ...(aliases && { aliases }),
      reviews: reviews.flatMap(({ mentions }, place) =>
        mentions[kind].some((mention) => mention.id === id) ? place : [],
      ),
    }));
  const judged = (polarity: "positive" | "negative"): Facet[] =>
    aspects.map(({ id, name, evidence }) => {
      const found = new Set<number>();
      for (const entry of evidence) {
        const place = places.get(entry.review_id);
        if ((entry.polarity === polarity || entry.polarity === "mixed") && place !== undefined)
          found.add(place);
      }
      return { id, name, reviews: [...found].sort((a, b) => a - b) };
    });
  const { words, names } = indexWords(
    reviews,
    [...technicians, ...areas.map((area) => ({ ...area, aliases: [] }))].flatMap(({ name, aliases = [] }) =>
      [name, ...aliases].map(toPhrase),
    ),
  );
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ids: reviews.map(({ id }) => id),
    dates: reviews.map(({ date }) => date),
    ratings: reviews.map(({ rating }) => rating),
    people: mentioning(technicians, "technicians"),
    services: mentioning(services, "services"),
    areas: mentioning(areas, "areas"),
    praise: judged("positive"),
    criticism: judged("negative"),
    words: sorted.map(([word]) => word),
    reviews: sorted.map(([, list]) => list),
    names: [...names].map(([word, list]) => ({ word, reviews: list })),
  };
}

/** A review as a result shows it: everything but what its id and this site already say. */
function toText(review: Review) {
  const { url: _, verified: _is, proof: _log, published: _first, changed: _last, ...text } = review;
  return text;
}

/** One file for the search on the site. */
export interface SearchFile {
  name: string;
  body: () => string;
}

/** The files that the search on the site reads: the index of the newest 20,000 reviews, and their texts, 50 in a file. */
export function buildSearchFiles({ business, reviews }: ReviewsDataset, insights: Insights): SearchFile[] {
  const texts = Math.ceil(reviews.length / textsSize);
  // Numbered from the oldest, of which those that are not searched have none.
  const oldest = Math.max(0, Math.floor((reviews.length - maxSearched) / textsSize));
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;
  const words = json(packIndex(buildIndex(reviews.slice(0, maxSearched), business, insights)));
  return [
    { name: "words", body: () => words },
    ...Array.from({ length: texts - oldest }, (_, place) => oldest + place).map((file) => ({
      name: `texts-${file}`,
      body: () => {
        const end = reviews.length - file * textsSize;
        return json(reviews.slice(Math.max(0, end - textsSize), end).map(toText));
      },
    })),
  ];
}
