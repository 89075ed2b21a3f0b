import { wordsOf } from "./words.ts";

/** The words of a text to mark. */
export const findMarks = (text: string, stems: ReadonlySet<string>): { start: number; end: number }[] =>
  wordsOf(text).flatMap(({ from, to, stem }) => (stems.has(stem) ? [{ start: from, end: to }] : []));

/** How far a text has the words of a query side by side and in their order: from 0 to 1. */
export function toNearness(text: string, terms: readonly ReadonlySet<string>[]): number {
  if (terms.length < 2) return 0;
  const stems = wordsOf(text).map(({ stem }) => stem);
  const pairs = terms.slice(1).filter((next, at) => {
    const word = terms[at];
    return stems.some((stem, place) => word?.has(stem) && next.has(stems[place + 1] ?? ""));
  });
  return pairs.length / (terms.length - 1);
}
