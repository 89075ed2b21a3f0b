import type { SentenceReading, WordReading } from "./sentence-reading.ts";

const singular = new Set(["it", "he", "she", "him", "her"]);
const plural = new Set(["they", "them", "these", "those"]);
/** Singular words that people call "they". */
const groups = new Set(
  "staff crew team company management service kitchen place restaurant hotel".split(" "),
);

export const isPronoun = (word: string): boolean => singular.has(word) || plural.has(word);

/** Whether an opinion is about a pronoun that may stand for the target at [from, to) before it. */
export function mayMean({ words }: SentenceReading, { pronoun }: WordReading, to: number): boolean {
  if (pronoun < to || to === 0) return false;
  const target = words[to - 1]?.word ?? "";
  const isPlural = target.endsWith("s") && !target.endsWith("ss");
  return groups.has(target) || plural.has(words[pronoun]?.word ?? "") === isPlural;
}
