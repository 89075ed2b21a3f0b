import type { AspectEntry } from "../schema/site.ts";
import { subjects, wordClassOf } from "./english.ts";
import { typingOf } from "./mentions/contexts.ts";
import { spellings } from "./mentions/forms.ts";
import { readName } from "./mentions/people.ts";
import { createPhraseTree, entriesAt, findAll, type FoundPhrase } from "./phrases.ts";
import type { PreparedText, Range, Sentence, Token } from "./sentences.ts";

type Side = "positive" | "negative";

interface Entry {
  aspect: number;
  /** The owner's phrases carry a verdict by themselves, or say that a trigger in them means something else. */
  verdict?: Side | "ignore";
}

/** The owner's words for an aspect in one sentence. */
export interface OwnerWords {
  /** Triggers: they name the aspect and say nothing of good or bad. */
  named: FoundWords[];
  /** Phrases that carry a verdict, already turned round where they are denied or missed. */
  phrases: (FoundWords & { verdict: Side; why: string })[];
  /** The owner says that a word of the aspect means something else here. */
  ignored: boolean;
}
type FoundWords = Range & { first: number; end: number };

/** Finds the owner's words of all aspects in a sentence, by the number of the aspect; made once a build. */
export type AspectFinder = (prepared: PreparedText, sentence: Sentence) => ReadonlyMap<number, OwnerWords>;

export function createAspectFinder(aspects: readonly AspectEntry[]): AspectFinder {
  const root = createPhraseTree<Entry>();
  for (const [aspect, { triggers, positive, negative, ignore }] of aspects.entries()) {
    const add = (phrases: readonly string[], entry: Entry): void => {
      for (const words of phrases.flatMap(spellings)) entriesAt(root, words).push(entry);
    };
    add(triggers, { aspect });
    add(positive, { aspect, verdict: "positive" });
    add(negative, { aspect, verdict: "negative" });
    add(ignore, { aspect, verdict: "ignore" });
  }
  return function findWords(prepared, { tokens }) {
    // Phrases and longer words first.
    const matches = findAll(root, tokens).sort(
      (a, b) =>
        Number(b.entry.verdict !== undefined) - Number(a.entry.verdict !== undefined) ||
        b.to - b.from - (a.to - a.from) ||
        a.from - b.from,
    );
    const found = new Map<number, OwnerWords>();
    const taken = new Map<number, Range[]>();
    for (const { entry, first, end, from, to } of matches) {
      const spans = taken.get(entry.aspect) ?? [];
      if (spans.some((span) => span.from < to && from < span.to)) continue;
      taken.set(entry.aspect, [...spans, { from, to }]);
      const ownerWords = found.get(entry.aspect) ?? { named: [], phrases: [], ignored: false };
      if (entry.verdict === "ignore") ownerWords.ignored = true;
      else if (entry.verdict !== undefined)
        ownerWords.phrases.push({ first, end, from, to, ...turned(tokens, first, entry.verdict) });
      else if (isInPhraseOfAnother(matches, entry.aspect, from, to) || namesPerson(prepared, tokens, first))
        continue;
      else ownerWords.named.push({ first, end, from, to });
      found.set(entry.aspect, ownerWords);
    }
    return found;
  };
}

/** "The crew blocked my drive" judges no crew: a phrase does not speak for another aspect's words in it. */
const isInPhraseOfAnother = (
  found: readonly FoundPhrase<Entry>[],
  aspect: number,
  from: number,
  to: number,
): boolean =>
  found.some(
    ({ entry, ...phrase }) =>
      (entry.verdict === "positive" || entry.verdict === "negative") &&
      entry.aspect !== aspect &&
      phrase.from <= from &&
      to <= phrase.to,
  );

const noNames: ReadonlySet<string> = new Set();

/** "Bill was so patient": a trigger that is a name here. Only words that are both are looked at. */
function namesPerson({ text }: PreparedText, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || wordClassOf(token.word) !== "noun" || !/\p{Lu}/u.test(text.charAt(token.from))) return false;
  const sentence = { text, tokens, typing: typingOf(text, tokens), staffNames: noNames, known: noNames };
  return readName(sentence, at, at + 1) !== "other";
}

const denies =
  /^(?:not|never|no|nobody|none|without|nor|neither|hardly|cannot|zero|lack|lacks|lacked|lacking)$|n't$/;
/** "Not only a great job" denies nothing; "not more bang for your buck" is the most of it. */
const adds = new Set("only just merely simply mention more better".split(" "));
const misses = new Set("wish wished wishing should shouldn't supposed used".split(" "));
/** "You shouldn't have trouble" and "everybody should be this polite" ask nothing of the business. */
const advises = new Set(
  "i we you one anyone everyone everybody all every any more other others as".split(" "),
);
const isBeing = new Set(
  "am is are was were be been being get got i'm he's she's it's we're they're".split(" "),
);
const ends = /^(?:but|and|for|because|so|although|though|however|when)$|^[^\p{L}\d]/u;

/** A phrase that is denied ("never left the gate open") or missed ("I wish they came on time") says the opposite. */
function turned(tokens: readonly Token[], first: number, verdict: Side): { verdict: Side; why: string } {
  let denied: string | undefined;
  let isNear = true;
  for (let at = first - 1; at >= 0 && first - at <= 8; at -= 1) {
    const { word } = tokens[at]!;
    if (ends.test(word)) break;
    if (misses.has(word) && isMissed(tokens, at))
      return { verdict: "negative", why: `the owner's ${verdict} phrase, under "${word}"` };
    if (isNear && first - at <= 3 && denies.test(word)) denied = word;
    // "When it didn't rain they left us waiting": what is denied of something else is past.
    if (adds.has(word) || subjects.has(word)) isNear = false;
  }
  if (denied === undefined) return { verdict, why: `the owner's ${verdict} phrase` };
  const opposite = verdict === "positive" ? "negative" : "positive";
  return { verdict: opposite, why: `the owner's ${verdict} phrase, turned by "${denied}"` };
}

/** Whether what follows is wished for or past, and so is not: "they should have come", "they used to come". */
function isMissed(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]!.word;
  if (word.startsWith("wish")) return true;
  if (word === "used") return tokens[at + 1]?.word === "to" && !isBeing.has(tokens[at - 1]?.word ?? "");
  return !tokens.slice(Math.max(0, at - 3), at).some((before) => advises.has(before.word));
}
