import type { PhraseBook } from "./phrases.ts";
import { prepare, type PreparedText } from "./polarity.ts";

/** A review's text, split once for everything that reads it. */
export interface PreparedReview extends PreparedText {
  text: string;
}

export const prepareReview = (text: string, books: readonly PhraseBook[]): PreparedReview => ({
  text,
  ...prepare(text, books),
});
