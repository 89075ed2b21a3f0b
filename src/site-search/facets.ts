import { type Facet, facetKinds, type FacetKind, type SearchIndex } from "./index-format.ts";
import { resolveName, distance, probablyMeant } from "../schema/names.ts";
import { foldWord, frequentWords, wordsOf } from "./words.ts";

/** The facet that is known by this id, name or alias; a name that two share names nobody. */
export function findFacet(facets: readonly Facet[], asked: string): Facet | undefined {
  const meant = resolveName(facets, asked.trim(), foldWord);
  return meant.length === 1 ? meant[0] : undefined;
}

const foldedWords = (text: string): string[] => wordsOf(text).map(({ folded }) => folded);

/** No name has more words; what follows is not compared. */
const mostWords = 8;

/** Facets that may have been meant, the likeliest first: their names share a word, or have one that was mistyped. */
export function findLike(facets: readonly Facet[], asked: string): Facet[] {
  const given = foldWord(asked);
  const words = foldedWords(asked).slice(0, mostWords);
  const named = facets.map((facet) => {
    const names = [facet.name, ...(facet.aliases ?? [])];
    const far = Math.min(...names.map((name) => distance(given, foldWord(name))));
    return { facet, far, words: [facet.id, ...names.map(foldWord), ...names.flatMap(foldedWords)] };
  });
  const having = (wanted: ReadonlySet<string>) =>
    named.filter((one) => one.words.some((word) => wanted.has(word)));
  const sharing = having(new Set(words.filter((word) => !frequentWords.has(word))));
  // Two letters are one edit from any two others.
  const isTelling = (word: string) => word.length > 2;
  const known = named.flatMap((one) => one.words).filter(isTelling);
  const meant = () =>
    new Set([given, ...words].filter(isTelling).flatMap((word) => probablyMeant(word, known) ?? []));
  return (sharing.length > 0 ? sharing : having(meant()))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ facet }) => facet);
}

/** A filter that the words of a query name. */
export interface NamedFacet extends Facet {
  kind: FacetKind;
}

/**
 * The filters whose name, or an alias, has all of the words: a person is more than the word "Will". Words of the query
 * that no review has may be mistyped names.
 */
export function findNamed(index: SearchIndex, query: string, mistyped: ReadonlySet<string>): NamedFacet[] {
  const words = wordsOf(query);
  const isTelling = words.some(({ folded }) => folded.length > 2 && !frequentWords.has(folded));
  const hasAll = (name: string) => {
    const own = wordsOf(name);
    const stems = new Set(own.map(({ stem }) => stem));
    const isMeant = (word: string) =>
      word.length > 2 &&
      mistyped.has(word) &&
      probablyMeant(
        word,
        own.map(({ folded }) => folded),
      ) !== undefined;
    return words.every(({ stem, folded }) => stems.has(stem) || isMeant(folded));
  };
  if (words.length === 0) return [];
  return facetKinds
    .filter((kind) => isTelling || kind === "people")
    .flatMap((kind) => index[kind].map((facet) => ({ ...facet, kind })))
    .filter(({ name, aliases = [], reviews }) => reviews.length > 0 && [name, ...aliases].some(hasAll))
    .slice(0, 2);
}
