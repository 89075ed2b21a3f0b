import type { Token } from "./tokens.ts";

/** How a sentence is typed: where all is lower, upper or title case, capitals say nothing. */
export type Typing = "normal" | "lower" | "upper" | "title";

/** A sentence in which names were found. */
export interface SentenceContext {
  text: string;
  tokens: readonly Token[];
  /** The first word of the sentence after it, in lower case. */
  next?: string | undefined;
  typing: Typing;
  /** First names and one-word aliases of the staff, in lower case. */
  staffNames: ReadonlySet<string>;
  /** Words of the business's own name and of the places it serves, in lower case. */
  known: ReadonlySet<string>;
}

/** A name at some words of a sentence, and what the rules ask about the words around it. */
export interface TokenContext extends SentenceContext {
  /** Token indexes of the name, `to` exclusive. */
  from: number;
  to: number;
  /** Where it stands in the text. */
  start: number;
  end: number;
  /** The word at an index, in lower case; empty outside the sentence. */
  at: (index: number) => string;
  /** The same without 's and the like. */
  bare: (index: number) => string;
  /** As it was typed. */
  raw: (index: number) => string;
  isWord: (index: number) => boolean;
  /** Starts with a capital. */
  isCapital: (index: number) => boolean;
  /** Is all capitals, and more than one. */
  isShouted: (index: number) => boolean;
}

/** The word without 's, 'll and the like. */
export const stripClitic = (word: string): string => word.replace(/'(?:s|ll|d|ve|re)?$/, "");

export function createTokenContext(sentence: SentenceContext, from: number, to: number): TokenContext {
  const { text, tokens } = sentence;
  const at = (index: number): string => tokens[index]?.word ?? "";
  const raw = (index: number): string =>
    tokens[index] === undefined ? "" : text.slice(tokens[index].from, tokens[index].to);
  return {
    ...sentence,
    from,
    to,
    start: tokens[from]?.from ?? text.length,
    end: tokens[to - 1]?.to ?? text.length,
    at,
    bare: (index) => stripClitic(at(index)),
    raw,
    isWord: (index) => /^\p{L}/u.test(at(index)),
    isCapital: (index) => /^\p{Lu}/u.test(raw(index)),
    isShouted: (index) => raw(index).length > 1 && raw(index) === raw(index).toUpperCase(),
  };
}

export function typingOf(text: string, tokens: readonly Token[]): Typing {
  const raws = tokens
    .filter(({ word, from, to }) => /^\p{L}/u.test(word) && to - from > 1)
    .map(({ from, to }) => text.slice(from, to));
  // "I hope mills …" opens with a capital as much as "They hope …"; a lone "I" further on comes from the keyboard.
  const opening = tokens[0] === undefined ? "" : text.slice(tokens[0].from, tokens[0].to);
  if (![opening, ...raws].some((raw) => /\p{Lu}/u.test(raw))) return "lower";
  const upper = raws.filter((raw) => raw === raw.toUpperCase()).length;
  if (raws.length > 2 && upper >= raws.length * 0.7) return "upper";
  const long = raws.filter((raw) => raw.length > 3);
  const capitals = long.filter((raw) => /^\p{Lu}/u.test(raw)).length;
  return long.length > 3 && capitals >= long.length * 0.9 ? "title" : "normal";
}
