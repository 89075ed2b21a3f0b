import type { Facet } from "./index-format.ts";
import { resolveName } from "../schema/names.ts";
import { foldWord, wordsOf } from "./words.ts";

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
