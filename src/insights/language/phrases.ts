import { idioms } from "./idioms.ts";

/** A phrase of the owner's trade with its opinion, such as "weeds were back" (negative). */
export interface TradePhrase {
  phrase: string;
  polarity: "positive" | "negative" | "neutral";
}

interface Step {
  words: ReadonlySet<string> | null;
  /** How many words this step may pass over: 0, or up to 2 for `*`. */
  skip: number;
}
interface Phrase {
  steps: Step[];
  grade: number;
}
export type PhraseBook = ReadonlyMap<string, readonly Phrase[]>;
export interface PhraseMatch {
  start: number;
  end: number;
  grade: number;
}

/** What `n't` stands for in a phrase: contractions are single words. */
const contractions =
  "don't doesn't didn't isn't wasn't aren't weren't won't wouldn't can't couldn't shouldn't haven't hasn't hadn't ain't dont doesnt didnt isnt wasnt wont wouldnt cant couldnt".split(
    " ",
  );

function parsePhrase(line: string, grade: number): Phrase {
  const steps = line.split(/\s+/).map((part): Step => {
    if (part === "*") return { words: null, skip: 2 };
    if (part === "_") return { words: null, skip: 0 };
    const words = part.split("|").flatMap((word) => (word === "n't" ? [word, ...contractions] : word));
    return { words: new Set(words), skip: 0 };
  });
  while (steps.length > 1 && (steps.at(-1)?.skip ?? 0) > 0) steps.pop();
  return { steps, grade };
}

function toBook(phrases: readonly Phrase[]): PhraseBook {
  const book = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    for (const word of phrase.steps[0]?.words ?? []) {
      const list = book.get(word);
      if (list) list.push(phrase);
      else book.set(word, [phrase]);
    }
  }
  return book;
}

const general = toBook(
  Object.entries(idioms).flatMap(([grade, list]) =>
    list
      .split(";")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => parsePhrase(line, Number(grade))),
  ),
);
const grades = { positive: 2, negative: -2, neutral: 0 };

/** The phrases of the language alone, or with the owner's on top. */
export function phraseBooks(trade: readonly TradePhrase[]): readonly PhraseBook[] {
  if (trade.length === 0) return [general];
  return [
    toBook(
      trade.map(({ phrase, polarity }) =>
        parsePhrase(phrase.toLowerCase().replaceAll("’", "'"), grades[polarity]),
      ),
    ),
    general,
  ];
}

/** `*` does not reach over these: marks, negations, and words that turn "not" into "more than". */
const barriers = new Set(
  '! ? . , ; : ( ) … – — / " - & “ ” .. ... only just merely simply without not never no'.split(" "),
);

/** Words that `_` does not stand for: after them something else begins. */
const closers = new Set(
  "and but the for was were are our you your they she his her with when because who that this not has had from all".split(
    " ",
  ),
);

function endOf(steps: readonly Step[], step: number, words: readonly string[], at: number): number {
  const next = steps[step];
  if (next === undefined) return at;
  const { words: allowed, skip } = next;
  if (skip > 0) {
    for (let passed = 0; passed <= skip; passed += 1) {
      const end = endOf(steps, step + 1, words, at + passed);
      if (end >= 0) return end;
      const next = words[at + passed];
      if (next === undefined || barriers.has(next)) return -1;
    }
    return -1;
  }
  const word = words[at];
  if (word === undefined || (allowed ? !allowed.has(word) : !/^\p{L}{3,}$/u.test(word) || closers.has(word)))
    return -1;
  return endOf(steps, step + 1, words, at + 1);
}

/** Longest match first, from left to right, without overlaps; `end` is exclusive. */
export function findPhrases(words: readonly string[], books: readonly PhraseBook[]): PhraseMatch[] {
  const matches: PhraseMatch[] = [];
  for (let start = 0; start < words.length; start += 1) {
    let best: PhraseMatch | undefined;
    for (const book of books) {
      for (const { steps, grade } of book.get(words[start] ?? "") ?? []) {
        const end = endOf(steps, 0, words, start);
        if (end > (best?.end ?? start)) best = { start, end, grade };
      }
      if (best) break;
    }
    if (!best) continue;
    matches.push(best);
    start = best.end - 1;
  }
  return matches;
}
