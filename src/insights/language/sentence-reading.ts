import type { Token } from "./tokens.ts";

/** What a word does in its sentence, as far as opinions go. */
export interface SentenceReading {
  tokens: readonly Token[];
  /** Opinion of each word in context, negation and strength counted in; 0 for most. */
  valence: Float64Array;
  /** Hash of each word's class: opinions by sign and strength, negators, contrasts; else the word itself. */
  kind: Uint32Array;
  /** Hash of each word as it is meant: an opinion turned round ("not rude") is no longer that word but its class. */
  said: Uint32Array;
  /** The same class as a small number, 0 for plain words: an index into `roles`. */
  role: Uint8Array;
  /** Sum of the barriers (commas, conjunctions, contrasts, brackets) from the start up to each word. */
  barrier: Float64Array;
  /** Number of contrast words up to each word. */
  contrast: Float64Array;
  /** The words an opinion is about, as [from, to) of token indexes, by the nearest grammar we can read off; -1 if none. */
  holderFrom: Int32Array;
  holderTo: Int32Array;
  /** 1 when the holder follows the opinion ("great crew"), 2 when it precedes ("the crew was great"). */
  holderSide: Uint8Array;
  /** The pronoun an opinion is about ("it was great", "loved them"); -1 if none. */
  pronoun: Int32Array;
  /** For "better than": the index of the word that opens the other side of a comparison; -1 if none. */
  than: Int32Array;
  /** 1 for words that only set the scene of a comparison: "unlike their old crew,". */
  aside: Uint8Array;
  /** The words that make each opinion: its phrase, its negation, its strength. */
  units: number[][];
}
