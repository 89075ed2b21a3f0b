import type { AspectEntry } from "../schema/site.ts";
import { subjects } from "./english.ts";
import { spellings } from "./mentions/forms.ts";
import { createPhraseTree, entriesAt, findAll } from "./phrases.ts";
import { opposite, type Side } from "./quotes.ts";
import type { Range, Sentence, Token } from "./sentences.ts";

interface Entry {
  aspect: number;
  /** The owner's phrases carry a verdict by themselves, or say that a trigger in them means something else. */
  verdict?: Side | "ignore";
}

/** The owner's words for an aspect in one sentence. */
export interface OwnerWords {
  /** Triggers: they name the aspect and say nothing of good or bad. */
  named: FoundWords[];
  /** Phrases that carry a verdict, already turned round where they are denied. */
  phrases: (FoundWords & { verdict: Side; why: string })[];
  /** The owner says that a word of the aspect means something else here. */
  ignored: boolean;
}
type FoundWords = Range & { first: number; end: number };

/** Finds the owner's words for all aspects in a sentence, by the index of the aspect; made once a build. */
export type AspectFinder = (sentence: Sentence) => ReadonlyMap<number, OwnerWords>;

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
  return function findWords({ tokens }) {
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
      else ownerWords.named.push({ first, end, from, to });
      found.set(entry.aspect, ownerWords);
    }
    return found;
  };
}

const denies =
  /^(?:not|never|no|nobody|none|without|nor|neither|hardly|cannot|zero|lack|lacks|lacked|lacking)$|n't$/;
/** A denial before one of these belongs to other words: "When it didn't rain they left us waiting", "not only on time". */
const ends = /^(?:but|and|for|because|so|although|though|however|when|only|more)$|^[^\p{L}\d]/u;

/** A wish must not count as praise, though the rule changes F1 on no set. "You should have no trouble" is no wish. */
const misses = /\bwish(?:ed|ing)?\b|(?<!\b(?:i|we|you|one|anyone|everyone) )\bshould(?:n't| not)? have\b/;

/** A phrase that is denied ("never left the gate open") or missed ("I wish they came on time") says the opposite. */
function turned(tokens: readonly Token[], first: number, verdict: Side): { verdict: Side; why: string } {
  const before = tokens.slice(Math.max(0, first - 8), first).map(({ word }) => word);
  const clause = before.slice(before.findLastIndex((word) => ends.test(word)) + 1);
  if (misses.test(clause.join(" ")))
    return { verdict: "negative", why: `the owner's ${verdict} phrase, of what was missed` };
  const near = clause.slice(-3);
  const denied = near
    .slice(near.findLastIndex((word) => subjects.has(word)) + 1)
    .findLast((word) => denies.test(word));
  if (denied === undefined) return { verdict, why: `the owner's ${verdict} phrase` };
  return { verdict: opposite(verdict), why: `the owner's ${verdict} phrase, turned by "${denied}"` };
}
