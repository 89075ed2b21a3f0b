import type { Token } from "./tokens.ts";

/** The words an opinion is about, as [from, to) of token indexes, by the nearest grammar we can read off. */
interface Holder {
  from: number;
  to: number;
  /** 1 when the holder follows the opinion ("great crew"), 2 when it precedes ("the crew was great"), 3 without a verb. */
  side: 1 | 2 | 3;
}

/** What a word does in its sentence, as far as opinions go. */
export interface WordReading {
  word: string;
  /** Its opinion in context, negation and strength counted in; 0 for most. */
  valence: number;
  /** Hash of its class: opinions by sign and strength, negators, contrasts; else of the word itself. */
  kind: number;
  /** Hash of it as it is meant: an opinion turned round ("not rude") is no longer that word but its class. */
  said: number;
  /** The number of its class, 0 for plain words. */
  class: number;
  /** Sum of the barriers (commas, conjunctions, contrasts, brackets) from the start up to it. */
  barrier: number;
  /** Number of contrast words up to it. */
  contrast: number;
  holder: Holder | undefined;
  /** The pronoun that its opinion is about ("it was great", "loved them"); -1 if none. */
  pronoun: number;
  /** For "better than" and "all but": the index of the word that opens the other side; -1 if none. */
  than: number;
  /** It only names what this business is compared with: "unlike their old crew,". */
  isAside: boolean;
  /** The words that make its opinion: its phrase, its negation, its strength. */
  unit: number[];
}

export interface SentenceReading {
  tokens: readonly Token[];
  words: readonly WordReading[];
}

/** A word while its sentence is being read. */
export interface DraftReading extends WordReading {
  /** Its opinion before its context was looked at. */
  base: number;
  /** Where its phrase begins, if it is the last word of one; else itself. */
  start: number;
  /** The grade of the phrase that it stands in. */
  phraseGrade: number | undefined;
}
