import type { Facet } from "./index-format.ts";
import { fold, wordsOf } from "./words.ts";

/** The facet that is known by this id, name or alias; an alias that two share names nobody. */
export function findFacet(facets: readonly Facet[], asked: string): Facet | undefined {
  const wanted = fold(asked.trim());
  const exact = facets.find(({ id, name }) => fold(id) === wanted || fold(name) === wanted);
  if (exact !== undefined) return exact;
  const aliased = facets.filter(({ aliases = [] }) => aliases.some((alias) => fold(alias) === wanted));
  return aliased.length === 1 ? aliased[0] : undefined;
}

/** Facets with a name or alias that has one of the words: those who may have been meant. */
export function findLike(facets: readonly Facet[], asked: string): Facet[] {
  const wanted = new Set(wordsOf(asked).map(({ folded }) => folded));
  const isLike = (name: string) => wordsOf(name).some(({ folded }) => wanted.has(folded));
  return facets.filter(({ name, aliases = [] }) => [name, ...aliases].some(isLike)).slice(0, 3);
}
