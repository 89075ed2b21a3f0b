import { phraseBooks, type PhraseBook } from "./phrases.ts";
import { sentences, tokenize, type Token } from "./tokens.ts";

export interface PreparedText {
  text: string;
  books: readonly PhraseBook[];
  /** The stars of the review, where the text is one. */
  rating?: number | undefined;
  sentences: { from: number; to: number; tokens: readonly Token[] }[];
}

/**
 * Splits a text once, so that several targets in it are cheap; `books` adds the owner's phrases,
 * `rating` the stars, which weigh doubtful readings.
 */
export function prepare(
  text: string,
  books: readonly PhraseBook[] = phraseBooks([]),
  rating?: number,
): PreparedText {
  return {
    text,
    books,
    rating,
    sentences: sentences(text).map(({ from, to }) => ({
      from,
      to,
      tokens: tokenize(text.slice(from, to), from),
    })),
  };
}

/** Nobody writes longer sentences; without an end the work on each of its words would grow with all of them. */
const mostTokens = 150;

/** A review's text, split once for everything that reads it. */
export function prepareReview(text: string, books: readonly PhraseBook[], rating?: number): PreparedText {
  const prepared = prepare(text, books, rating);
  const sentences = prepared.sentences.flatMap((sentence) => {
    const { from, to, tokens } = sentence;
    if (tokens.length <= mostTokens) return [sentence];
    return Array.from({ length: Math.ceil(tokens.length / mostTokens) }, (_, piece) => {
      const part = tokens.slice(piece * mostTokens, (piece + 1) * mostTokens);
      const end = tokens[(piece + 1) * mostTokens]?.from ?? to;
      return { from: piece === 0 ? from : (part[0]?.from ?? from), to: end, tokens: part };
    });
  });
  return { ...prepared, sentences };
}
