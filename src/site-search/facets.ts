import { type Facet, facetKinds, type FacetKind, type SearchIndex } from "./index-format.ts";
import { resolveName } from "../schema/names.ts";
import { foldWord, frequentWords, wordsOf } from "./words.ts";

/** The facet that is known by this id, name or alias; a name that two share names nobody. */
export function findFacet(facets: readonly Facet[], asked: string): Facet | undefined {
  const meant = resolveName(facets, asked.trim(), foldWord);
  return meant.length === 1 ? meant[0] : undefined;
}

/** Facets with a name or alias that has one of the words: those who may have been meant. */
export function findLike(facets: readonly Facet[], asked: string): Facet[] {
  const wanted = new Set(wordsOf(asked).map(({ folded }) => folded));
  const isLike = (name: string) => wordsOf(name).some(({ folded }) => wanted.has(folded));
  return facets.filter(({ name, aliases = [] }) => [name, ...aliases].some(isLike)).slice(0, 3);
}

/** A filter that the words of a query name. */
export interface NamedFacet extends Facet {
  kind: FacetKind;
}

/** The filters whose name, or an alias, has all of the words: a person is more than the word "Will". */
export function findNamed(index: SearchIndex, query: string): NamedFacet[] {
  const words = wordsOf(query);
  const isTelling = words.some(({ folded }) => folded.length > 2 && !frequentWords.has(folded));
  const hasAll = (name: string) => {
    const stems = new Set(wordsOf(name).map(({ stem }) => stem));
    return words.every(({ stem }) => stems.has(stem));
  };
  if (words.length === 0) return [];
  return facetKinds
    .filter((kind) => isTelling || kind === "people")
    .flatMap((kind) => index[kind].map((facet) => ({ ...facet, kind })))
    .filter(({ name, aliases = [], reviews }) => reviews.length > 0 && [name, ...aliases].some(hasAll))
    .slice(0, 2);
}
