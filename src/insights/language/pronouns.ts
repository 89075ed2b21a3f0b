import type { SentenceReading } from "./sentence-reading.ts";

const singular = new Set(["it", "he", "she", "him", "her"]);
const plural = new Set(["they", "them", "these", "those"]);
/** Singular words that people call "they". */
const groups = new Set(
  "staff crew team company management service kitchen place restaurant hotel".split(" "),
);

export const isPronoun = (word: string): boolean => singular.has(word) || plural.has(word);

/** Whether the opinion at one word is about a pronoun that may stand for the target at [from, to) before it. */
export function mayMean({ tokens, pronoun }: SentenceReading, at: number, to: number): boolean {
  const index = pronoun[at]!;
  if (index < to || to === 0) return false;
  const { word } = tokens[to - 1]!;
  const isPlural = word.endsWith("s") && !word.endsWith("ss");
  return groups.has(word) || plural.has(tokens[index]!.word) === isPlural;
}
