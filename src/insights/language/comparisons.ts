import { wordSet } from "./word-set.ts";
import type { SentenceReading, WordReading } from "./sentence-reading.ts";

/** How far a comparison reaches back. */
const reach = 7;

const wholes = wordSet("everything everyone everybody all anything anyone");
const clauseStarters = wordSet(
  "i we they he she it you that this there when if maybe perhaps to not was is were are",
);

/** "Everything but the edges": what follows is left out of what is said before. */
const isException = (before: string, word: string, next: string): boolean =>
  word === "but" && wholes.has(before) && !clauseStarters.has(next);

/** Marks what stands on this side of "than" or of an exception, and what "unlike" and "compared to" set this business against. */
export function markComparisons(words: readonly WordReading[]): void {
  const wordAt = (at: number): string => words[at]?.word ?? "";
  for (const [at, { word }] of words.entries()) {
    if (
      word === "than" ||
      (word === "over" && wordAt(at - 1) === "preferred") ||
      isException(wordAt(at - 1), word, wordAt(at + 1))
    )
      markCompared(words, at);
    if (word === "unlike" || (word === "compared" && /^(?:to|with)$/.test(wordAt(at + 1))))
      markAside(words, at);
  }
}

function markCompared(words: readonly WordReading[], than: number): void {
  const before = words.slice(Math.max(0, than - reach), than);
  const opens = before.findLastIndex(({ word }) => word === "," || word === "but");
  for (const compared of before.slice(opens + 1)) compared.than = than;
}

function markAside(words: readonly WordReading[], from: number): void {
  for (const aside of words.slice(from)) {
    if (aside.word === "," || aside.word === ".") return;
    aside.isAside = true;
  }
}

/** The opinion of one word as it falls on a target at [from, to): turned round on the losing side of a comparison and at an exception. */
export function valenceFor({ words }: SentenceReading, word: WordReading, at: number, from: number): number {
  const { valence, than } = word;
  if (valence === 0) return 0;
  if (than >= 0 && from > than && at < from) return -0.8 * valence;
  if (!word.isAside && words[from]?.isAside) return -0.7 * valence;
  return valence;
}
