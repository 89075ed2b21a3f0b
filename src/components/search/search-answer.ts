import { isQuestion } from "../../site-search/answers.ts";
import { facetKinds, maxSearched } from "../../site-search/index-format.ts";
import { findStemPhrases, frequentWords, toNearness, wordsOf } from "../../site-search/words.ts";
import { findMatches } from "../../site-search/ranking.ts";
import { facetParameters, type SearchQuestion } from "../../site-search/question.ts";
import { findPhrasePlaces, phraseOf, type SearchData } from "./search-data.ts";
import { words } from "./search-view.ts";

export type SearchAnswer = Awaited<ReturnType<typeof gather>>;

/** The answer to one query. */
export async function gather(data: SearchData, question: SearchQuestion) {
  const index = await data.index();
  const phrase = phraseOf(question.query);
  const only = phrase === undefined ? undefined : await findPhrasePlaces(data, index, phrase);
  const { counts, stars, years, ...matches } = findMatches(index, question, only);
  const { places } = matches;
  const sum = places.reduce((all, place) => all + (index.ratings[place] ?? 0), 0);
  return {
    ...matches,
    average: sum / Math.max(1, places.length),
    /** Where stars are a filter, of how many; their average would only repeat it. */
    ofAll:
      question.rating === undefined && question.minRating === undefined
        ? undefined
        : [...stars.values()].reduce((total, count) => total + count, 0),
    /** Whether they are those that an aspect's figure counts. */
    isAbout: question.about !== undefined && isQuestion(question.query),
    /** The words of the question. */
    typed: wordsOf(question.query).map(({ folded }) => folded),
    /** Names in filters that nobody is known by. */
    unknown: matches.unknown.map((kind) => question.facets[kind] ?? ""),
    /** By the name of a filter, how many reviews each of its values would leave. */
    counts: new Map([
      ...facetKinds.map((kind) => [facetParameters[kind], counts.get(kind) ?? new Map()] as const),
      ["rating", stars],
      ["year", years],
    ]),
    /** Whether there are more reviews than are searched here. */
    isPart: data.count > maxSearched,
  };
}

/** Of these reviews those come first whose text has what is asked side by side, then those that have it as it was typed. */
export function putNearestFirst(
  places: readonly number[],
  { query, about, sort = "relevant" }: SearchQuestion,
  { terms }: SearchAnswer,
  textOf: (place: number) => string,
): number[] {
  if (query === "" || sort !== "relevant") return [...places];
  const typed = wordsOf(query).map(({ folded }) => folded);
  const toWorth = (text: string): number => {
    if (about !== undefined) return Number(findStemPhrases(text, about.phrases).length > 0);
    const has = new Set(wordsOf(text).map(({ folded }) => folded));
    return toNearness(text, terms) + 0.01 * typed.filter((word) => has.has(word)).length;
  };
  const worths = new Map(places.map((place) => [place, toWorth(textOf(place))]));
  return places.toSorted((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0));
}

/** A stem is no word to show: its first form in the reviews is. */
function toWord(stem: string, texts: readonly string[]): string {
  for (const text of texts) {
    const word = wordsOf(text).find((one) => one.stem === stem);
    if (word !== undefined) return text.slice(word.from, word.to).toLowerCase();
  }
  return stem;
}

/** How many were found, and of how many or how good, as the question asks. */
function toCountWords({
  places,
  average,
  ofAll: total,
  isAbout,
  corrected,
  mistyped,
  typed,
  loose,
}: SearchAnswer) {
  const found = { count: places.length, average: words.average(average) };
  const missing = typed.filter((word) => mistyped.has(word) && !corrected.has(word));
  const [rest, ...others] = typed.filter((word) => !mistyped.has(word) && !frequentWords.has(word));
  const toQuoted = (word: string) => words.t("search.quoted", { word });
  if (places.length === 0) return words.t("search.none");
  if (loose && missing.length > 0 && rest !== undefined && others.length === 0)
    return words.t("search.missing", {
      ...found,
      words: words.list(missing.map(toQuoted)),
      rest: toQuoted(rest),
    });
  if (loose) return words.t("search.loose", found);
  if (total !== undefined && total > places.length) return words.t("search.foundOf", { ...found, total });
  return words.t(isAbout ? "search.foundAbout" : "search.found", found);
}

/** The result in sentences. */
export function summarize(answer: SearchAnswer, texts: readonly string[]): string {
  const { unknown, corrected, isPart } = answer;
  const toTaken = (stems: string) =>
    stems
      .split(" ")
      .map((stem) => toWord(stem, texts))
      .join(" ");
  return [
    toCountWords(answer),
    ...(isPart ? [words.t("search.part", { count: maxSearched })] : []),
    ...[...corrected].map(([typed, stems]) => words.t("search.corrected", { typed, taken: toTaken(stems) })),
    ...unknown.map((name) => words.t("search.unknown", { name: name.slice(0, 60) })),
  ].join(" ");
}
