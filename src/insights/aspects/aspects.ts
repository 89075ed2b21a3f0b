import type { AspectEntry } from "../../schema/site.ts";
import { createPhraseTree, entriesAt, findAll, type PhraseTree } from "../language/phrase-tree.ts";
import { clauseAround, judgeTarget, type ReadOpinion } from "../sentiment/opinions.ts";
import { phraseBooks, type TradePhrase } from "../language/phrases.ts";
import type { Scores } from "../sentiment/linear.ts";
import { prepareReview, type PreparedText } from "../language/prepared-text.ts";
import { readSentence } from "../language/clauses.ts";
import { asideAt, findStoriesOfOthers } from "./perspective.ts";
import { compareWithRivals } from "./rival-comparisons.ts";
import { comparisonAt, readComparison } from "./rival-opinions.ts";
import type { AspectWords } from "./concepts.ts";
import { wordClassOf } from "../english.ts";
import { readName } from "../mentions/people.ts";
import { typingOf } from "../mentions/contexts.ts";
import { hasOtherSense } from "../language/word-senses.ts";
import { weighDoubt } from "./doubts.ts";
import { negationBefore, missedBefore } from "./negation.ts";
import { weighByStars } from "../sentiment/star-prior.ts";
import { spellings } from "../mentions/forms.ts";
import type { Token } from "../language/tokens.ts";

interface Entry {
  aspect: string;
  /** The owner's phrases carry a verdict by themselves, or say that a trigger in them means something else. */
  verdict?: "positive" | "negative" | "ignore";
  /** It raises the aspect only where this business is compared with others: "less". */
  isCompared?: true;
}
export type AspectMatcher = PhraseTree<Entry>;

/** Knows all triggers and phrases of the owner; made once a build. */
export function createAspectMatcher(aspects: readonly AspectWords[]): AspectMatcher {
  const root = createPhraseTree<Entry>();
  const add = (phrase: string, entry: Entry) => {
    for (const words of spellings(phrase)) entriesAt(root, words).push(entry);
  };
  for (const { id, triggers, compared, positive, negative, ignore } of aspects) {
    for (const phrase of triggers) add(phrase, { aspect: id });
    for (const phrase of compared) add(phrase, { aspect: id, isCompared: true });
    for (const phrase of positive) add(phrase, { aspect: id, verdict: "positive" });
    for (const phrase of negative) add(phrase, { aspect: id, verdict: "negative" });
    for (const phrase of ignore) add(phrase, { aspect: id, verdict: "ignore" });
  }
  return root;
}

/** The owner's phrases as the polarity engine takes them. */
export const tradePhrases = (aspects: readonly AspectEntry[]): TradePhrase[] =>
  aspects.flatMap(({ positive, negative }) => [
    ...positive.map((phrase): TradePhrase => ({ phrase, polarity: "positive" })),
    ...negative.map((phrase): TradePhrase => ({ phrase, polarity: "negative" })),
  ]);

/** "Bill was so patient": a trigger that is a name here. Only words that are both are looked at. */
function namesPerson({ text }: PreparedText, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || wordClassOf(token.word) !== "noun" || !/\p{Lu}/u.test(text.charAt(token.from))) return false;
  const sentence = { text, tokens, typing: typingOf(text, tokens), staffNames: noNames, known: noNames };
  return readName(sentence, at, at + 1) !== "other";
}
const noNames: ReadonlySet<string> = new Set();

/** What a text says about each aspect at the owner's words. */
interface RaisedAspects {
  opinions: Map<string, ReadOpinion[]>;
  /** By aspect, the sentences in which its words mean something else or tell of somebody or something else. */
  dismissed: Map<string, Set<number>>;
  /** The sentences that tell of another firm. */
  ofOthers: ReadonlySet<number>;
}

type Found = ReturnType<typeof findAll<Entry>>[number];

/** The owner's words in a sentence, phrases and longer ones first. */
const findWords = (matcher: AspectMatcher, tokens: readonly Token[]): Found[] =>
  findAll(matcher, tokens).sort(
    (a, b) =>
      Number(b.entry.verdict !== undefined) - Number(a.entry.verdict !== undefined) ||
      b.to - b.from - (a.to - a.from) ||
      a.from - b.from,
  );

/** "The crew blocked my drive" judges no crew: a phrase does not speak for another aspect's words in it. */
const isInPhraseOfAnother = (found: readonly Found[], { entry, from, to }: Found): boolean =>
  found.some(
    (phrase) =>
      (phrase.entry.verdict === "positive" || phrase.entry.verdict === "negative") &&
      phrase.entry.aspect !== entry.aspect &&
      phrase.from <= from &&
      to <= phrase.to,
  );

/** What the engine, or the owner's phrase, says of words that speak of this business. */
function judgeWord(
  prepared: PreparedText,
  tokens: readonly Token[],
  { entry, first, from, to }: Found,
  /** The text without owners' phrases, where the word stands in one of another aspect. */
  plain: PreparedText | undefined,
): ReadOpinion {
  if (entry.verdict === "positive" || entry.verdict === "negative")
    return fromPhrase(prepared, tokens, first, from, to, entry.verdict);
  return plain ? { ...judgeTarget(plain, from, to), why: ofAnother } : judgeTarget(prepared, from, to);
}

export function readAspects(matcher: AspectMatcher, prepared: PreparedText): RaisedAspects {
  const opinions = new Map<string, ReadOpinion[]>();
  const dismissed = new Map<string, Set<number>>();
  let withoutPhrases: PreparedText | undefined;
  const plain = (): PreparedText =>
    (withoutPhrases ??= prepareReview(prepared.text, phraseBooks([]), prepared.rating));
  const ofOthers = findStoriesOfOthers(prepared.sentences);
  for (const [index, { tokens }] of prepared.sentences.entries()) {
    const reading = readSentence(tokens, prepared.books);
    const taken = new Map<string, { from: number; to: number }[]>();
    const found = findWords(matcher, tokens);
    const comparisons = found.length === 0 || ofOthers.has(index) ? [] : compareWithRivals(reading);
    for (const word of found) {
      const { entry, from, to, first, end } = word;
      const isPhrase = entry.verdict !== undefined;
      const comparison = comparisonAt(comparisons, tokens, first, end, isPhrase);
      if (entry.isCompared && !comparison) continue;
      const spans = taken.get(entry.aspect) ?? [];
      if (spans.some((span) => span.from < to && from < span.to)) continue;
      taken.set(entry.aspect, [...spans, { from, to }]);
      const dismiss = (): void => {
        dismissed.set(entry.aspect, (dismissed.get(entry.aspect) ?? new Set()).add(index));
      };
      if (
        entry.verdict === "ignore" ||
        // "Better work at half the price": what is compared is meant, though "work at" is somebody's employment.
        (!comparison && hasOtherSense(tokens, first, end)) ||
        namesPerson(prepared, tokens, first)
      ) {
        dismiss();
        continue;
      }
      const isOver = entry.verdict === "negative" && missedBefore(tokens, first)?.word === "used";
      // A rival inside a phrase of the owner is what it compares with.
      const aside = ofOthers.has(index)
        ? "somebody else"
        : isOver
          ? "trouble from before"
          : asideAt(reading, first, end, isPhrase);
      if (aside || comparison) dismiss();
      const list = opinions.get(entry.aspect) ?? [];
      opinions.set(entry.aspect, list);
      if (comparison) list.push(readComparison(prepared, tokens, comparison, { from, to }));
      else if (aside) list.push(named(from, to, aside));
      else {
        const apart = !isPhrase && isInPhraseOfAnother(found, word) ? plain() : undefined;
        const judged = judgeWord(prepared, tokens, word, apart);
        const weighed = weighDoubt(judged, reading, { first, end, isPhrase, rating: prepared.rating });
        // "An expensive watch" is no price of this business, whatever else the sentence says.
        if (weighed !== judged && !isPhrase) dismiss();
        list.push(weighed);
      }
    }
  }
  for (const list of opinions.values()) list.sort((a, b) => a.target.from - b.target.from);
  return { opinions, dismissed, ofOthers };
}

const ofAnother = "it is read without the phrase around it, which is of another aspect";

/** Words that name the aspect without judging this business. */
const named = (from: number, to: number, reason: string): ReadOpinion => ({
  polarity: "neutral",
  words: [0, 1, 0],
  odds: [0, 1, 0],
  from,
  to,
  target: { from, to },
  why: `it tells of ${reason}`,
});

/** The owner's phrases are sure. */
const phraseOdds: Record<"positive" | "negative", Scores> = {
  positive: [0.96, 0.03, 0.01],
  negative: [0.01, 0.03, 0.96],
};

function fromPhrase(
  prepared: PreparedText,
  tokens: readonly Token[],
  first: number,
  from: number,
  to: number,
  verdict: "positive" | "negative",
): ReadOpinion {
  const { text, rating } = prepared;
  const missed = missedBefore(tokens, first);
  const negation = negationBefore(tokens, first, verdict);
  const phrase = `the owner's phrase "${text.slice(from, to)}"`;
  const say = (polarity: typeof verdict, start: number) => {
    const words = phraseOdds[polarity];
    const odds = weighByStars(words, rating);
    return { polarity, words, odds, ...clauseAround(prepared, start, to), target: { from, to } };
  };
  // What is wished or past is not so: for praise that blames, and of blame denied there it leaves all.
  if (missed && (verdict === "positive" || negation))
    return { ...say("negative", missed.from), why: `${phrase} is missed: "${missed.word}"` };
  if (!negation) return { ...say(verdict, from), why: `${phrase} is ${verdict}` };
  const opposite = verdict === "positive" ? "negative" : "positive";
  return {
    ...say(opposite, negation.from),
    why: `${phrase} is ${verdict}, "${negation.word}" turns it`,
  };
}
