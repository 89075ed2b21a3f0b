import { markComparisons } from "./comparisons.ts";
import { findHolder } from "./holders.ts";
import { contrasts } from "./lexicon.ts";
import { inContext, moodOf } from "./opinion-context.ts";
import { findPhrases, type PhraseBook } from "./phrases.ts";
import type { DraftReading, SentenceReading } from "./sentence-reading.ts";
import { hashOf, type Token } from "./tokens.ts";
import { barrierOf, classes, factsOf, isNegator, opinionClass, type WordClass } from "./word-classes.ts";

/** Readings by their tokens: one sentence is asked about many targets. 11 % of `npm run bench -- insights`. */
const readings = new WeakMap<readonly Token[], { books: readonly PhraseBook[]; reading: SentenceReading }>();

/** Reads a sentence; the same tokens are read once. */
export function readSentence(tokens: readonly Token[], books: readonly PhraseBook[]): SentenceReading {
  const before = readings.get(tokens);
  if (before?.books === books) return before.reading;
  const reading = { tokens, words: readWords(tokens, books) };
  readings.set(tokens, { books, reading });
  return reading;
}

function readWords(tokens: readonly Token[], books: readonly PhraseBook[]): DraftReading[] {
  const words = tokens.map(begin);
  markPhrases(words, books);
  markBarriers(words);
  markComparisons(words);
  for (const word of words) word.base = word.valence;
  const isQuestion =
    words.findLast(({ word }) => !/^["')\]]$/.test(word))?.word === "?" &&
    !words.some(({ word }) => word === "even");
  for (const [index, word] of words.entries()) {
    if (word.base === 0) assignPlain(word);
    else readOpinion(words, word, index, isQuestion);
  }
  return words;
}

/** A word that nothing is known of but what it always is. */
const begin = ({ word, hash }: Token, index: number): DraftReading => ({
  word,
  valence: factsOf(word).opinion,
  kind: hash,
  said: hash,
  class: 0,
  barrier: 0,
  contrast: 0,
  holder: undefined,
  pronoun: -1,
  than: -1,
  isAside: false,
  unit: [],
  base: 0,
  start: index,
  phraseGrade: undefined,
});

const assign = (word: DraftReading, to: WordClass): void => {
  word.class = to.number;
  if (to !== classes.plain) word.kind = to.hash;
};

/** A word that no text has. */
const unknownHash = hashOf("");

/** A word without an opinion; "not" in "not only" negates nothing. */
function assignPlain(word: DraftReading): void {
  const { class: own } = factsOf(word.word);
  if (word.phraseGrade !== 0) assign(word, own);
  else if (own === classes.negator) word.said = word.kind = unknownHash;
}

/** Words that may stand between a negation and what it denies. */
const fillers = new Set("that a an so very really too all any as be been".split(" "));

/** "Wasn't even expensive": what would blame by its negation ("wasn't even there") denies the blame that follows. */
function deniesBlame(words: readonly DraftReading[], start: number, end: number): boolean {
  const phrase = words.slice(start, end);
  if (!phrase.some(({ word }) => isNegator(word))) return false;
  if (phrase.some(({ word }) => word !== "even" && factsOf(word).opinion !== 0)) return false;
  return (words.slice(end, end + 3).find(({ word }) => !fillers.has(word))?.valence ?? 0) < 0;
}

/** A phrase counts once, at its last word. */
function markPhrases(words: readonly DraftReading[], books: readonly PhraseBook[]): void {
  const list = words.map(({ word }) => word);
  for (const { start, end, grade } of findPhrases(list, books)) {
    if (grade < 0 && deniesBlame(words, start, end)) {
      for (const word of words.slice(start, end)) word.valence = 0;
      continue;
    }
    for (const word of words.slice(start, end)) {
      if (word.valence * grade < 0) word.said = opinionClass(grade).hash;
      word.valence = 0;
      word.phraseGrade = grade;
    }
    const last = words[end - 1];
    if (last) Object.assign(last, { valence: grade, start });
  }
}

function markBarriers(words: readonly DraftReading[]): void {
  let barrier = 0;
  let contrast = 0;
  for (const [index, word] of words.entries()) {
    if (word.phraseGrade === undefined || word.word === ",")
      barrier += barrierOf(word.word, words[index + 1]?.word ?? "");
    if (contrasts.has(word.word)) contrast += 1;
    word.barrier = barrier;
    word.contrast = contrast;
  }
}

function readOpinion(
  words: readonly DraftReading[],
  word: DraftReading,
  index: number,
  isQuestion: boolean,
): void {
  const { start } = word;
  for (let at = start; at <= index; at += 1) word.unit.push(at);
  const barrier = words[start]?.barrier ?? 0;
  let value = inContext(words, word, barrier);
  const mood = value > 0 ? moodOf(words, { start, barrier }) : "real";
  if (mood === "missed") value = -Math.max(1, 0.7 * value);
  // Questions and conditions do not praise. What they complain of may still be meant.
  if ((isQuestion || mood === "supposed") && value > 0) {
    word.valence = 0;
    assign(word, classes.plain);
    return;
  }
  word.valence = value;
  assign(word, opinionClass(value));
  if (value * word.base < 0) word.said = word.kind;
  findHolder(words, word, index);
}
