import type { Mentions } from "../../schema/review.ts";
import type { Site } from "../../schema/site.ts";
import { adverbs, functionWords, isFinite, placeNouns, roles, wordClassOf } from "../language/english.ts";
import { findCandidates, type Candidate, type Matcher, type Kind } from "./matcher.ts";
import { hasOtherSurname, isNamesake } from "./namesakes.ts";
import { readName } from "./person-context.ts";
import { verbsOf } from "./service-verbs.ts";
import { isDoneByOthers } from "./service-doers.ts";
import { isNotDone } from "./service-plans.ts";
import { isOtherUse } from "./service-words.ts";
import { isPlace } from "./place-context.ts";
import type { PreparedText } from "../language/prepared-text.ts";
import type { Token } from "../language/tokens.ts";
import { hasOtherSense } from "../language/word-senses.ts";
import {
  createTokenContext,
  stripClitic,
  typingOf,
  type SentenceContext,
} from "../language/token-context.ts";

export interface Mention {
  kind: Kind;
  id: string;
  from: number;
  to: number;
}

export interface FoundMentions {
  mentions: Mention[];
  /** Names that stay unresolved because several people share them, as they stand in the text. */
  unresolved: { words: string; ids: string[] }[];
}

/** Surnames that are words. */
const commonWords = new Set([
  ...functionWords,
  ...placeNouns,
  ...roles,
  ..."hall marsh moss banks bell bush cook fields flowers gates glass hill holland king little long lord love may moore noble pool pope price rivers sharp short small snow strong sweet walls waters weeks wise wood woods".split(
    " ",
  ),
]);

/** "kitchen renovation" is none of ours. */
const otherTrades = new Set("kitchen bathroom bath basement roof interior hair tire".split(" "));

/** What one text mentions, in order; offsets are of the text. */
export function findMentions(matcher: Matcher, { text, sentences }: PreparedText): FoundMentions {
  const mentions: Mention[] = [];
  const open: (Candidate & { words: string })[] = [];
  const namesakes = new Set<string>();
  const regionsOf = (ids: readonly string[]) => ids.flatMap((id) => matcher.regions.get(id) ?? []);
  for (const [index, { tokens }] of sentences.entries()) {
    const candidates = findCandidates(matcher, text, tokens);
    if (candidates.length === 0) continue;
    const context: SentenceContext = {
      text,
      tokens,
      next: sentences[index + 1]?.tokens[0]?.word,
      typing: typingOf(text, tokens),
      staffNames: matcher.staffNames,
      known: matcher.known,
    };
    const taken: Candidate[] = [];
    const undone: Candidate[] = [];
    for (const candidate of candidates) {
      if (taken.some(({ from, to }) => candidate.from < to && from < candidate.to)) continue;
      const { first, end, kind, form } = candidate;
      // "Dr. Anita Rao" is read by her full name.
      if (form === "titled" && candidates.some((other) => other.form === "full" && other.first === end - 1))
        continue;
      if (kind === "services" && !isService(text, tokens, candidate, undone, matcher.known)) continue;
      if (kind === "areas" && !isPlace(context, first, end, regionsOf(candidate.ids))) continue;
      if (kind === "technicians" && !isTechnician(context, candidate, namesakes)) {
        // The surname in "my neighbor Mrs. Hart" is hers too.
        if (form === "titled") taken.push(candidate);
        continue;
      }
      taken.push(candidate);
      if (kind === "technicians" && form === "bare" && candidate.ids.length === 1)
        open.push({ ...candidate, words: tokens[first]?.word ?? "" });
      else if (candidate.ids.length > 1)
        open.push({ ...candidate, words: text.slice(candidate.from, candidate.to) });
      else
        for (const id of candidate.ids) mentions.push({ kind, id, from: candidate.from, to: candidate.to });
    }
  }
  const unresolved: FoundMentions["unresolved"] = [];
  for (const { kind, ids, from, to, words } of open) {
    const [only = "", ...others] = ids;
    if (others.length === 0) {
      if (!namesakes.has(stripClitic(words))) mentions.push({ kind, id: only, from, to });
      continue;
    }
    if (kind === "technicians" && namesakes.has(words.toLowerCase())) continue;
    // The review itself says which of them: exactly one is named in full.
    const [named, ...more] = ids.filter((id) => mentions.some((mention) => mention.id === id));
    if (named !== undefined && more.length === 0 && kind === "technicians")
      mentions.push({ kind, id: named, from, to });
    else unresolved.push({ words, ids });
  }
  return { mentions: mentions.sort((a, b) => a.from - b.from || a.to - b.to), unresolved };
}

/** Whether words of a service tell that this firm did it; what others did, or nobody, is put to `undone`. */
function isService(
  text: string,
  tokens: readonly Token[],
  candidate: Candidate,
  undone: Candidate[],
  known: ReadonlySet<string>,
): boolean {
  const { first, end } = candidate;
  const isWork = verbsOf(tokens[end - 1]?.word ?? "").length > 0;
  if (isWork && otherTrades.has(tokens[first - 1]?.word ?? "")) return false;
  if (hasOtherSense(tokens, first, end) || isOtherUse(tokens, first, end)) return false;
  if (isDoneByOthers(text, tokens, first, end, known) || isNotDone(text, tokens, first, end)) {
    undone.push(candidate);
    return false;
  }
  // "They don't do [wheel alignments]": nor does the last word of it alone.
  return !undone.some(({ from, to }) => candidate.from >= from && candidate.to <= to);
}

function isTechnician(
  context: SentenceContext,
  { form, first, end }: Candidate,
  namesakes: Set<string>,
): boolean {
  if (form === "titled") {
    const titled = createTokenContext(context, first, end);
    // "Dr. Grace Hill" is none of ours where ours is Dr. Grace Osei.
    const isOther = titled.staffNames.has(titled.bare(end - 1)) && hasOtherSurname(titled);
    return !isOther && !isNamesake(titled);
  }
  const words = context.tokens.slice(first, end).map(({ word }) => stripClitic(word));
  if (form === "full" || form === "initial") {
    const names = words.filter((word) => word.length > 1);
    const ordinary = names.every((word) => wordClassOf(word) !== undefined);
    const capitals = /^\p{Lu}/u.test(context.text.slice(context.tokens[end - 1]?.from));
    if (ordinary && !capitals) return false;
    return true;
  }
  const [name = ""] = words;
  if (form === "surname" && !isSurname(context, first, name)) return false;
  const reading = readName(context, first, end);
  if (reading === "namesake") namesakes.add(name);
  return reading === "staff";
}

/** A surname alone is somebody of the staff where it is written as a name and is no word of its own. */
function isSurname({ text, tokens, typing }: SentenceContext, first: number, word: string): boolean {
  // "Stern warning": what opens a sentence has its capital from there.
  const next = tokens.slice(1, 4).find(({ word }) => !adverbs.has(word) && word !== "never");
  if (first === 0 && tokens[0]?.word === word && !isFinite(next?.word ?? "")) return false;
  const isName = typing === "normal" && /^\p{Lu}\p{Ll}/u.test(text.slice(tokens[first]?.from));
  return isName && word.length > 3 && wordClassOf(word) === undefined && !commonWords.has(word);
}

/** The owner's corrections win: each names the words it rests on. */
export function correct(
  found: FoundMentions,
  text: string,
  corrections: readonly Correction[],
  kindOf: ReadonlyMap<string, Kind>,
): FoundMentions {
  let { mentions, unresolved } = found;
  for (const correction of corrections) {
    const id = "is" in correction ? correction.is : correction.is_not;
    const kind = kindOf.get(id);
    if (kind === undefined) continue;
    for (const { from, to } of occurrences(text, correction.words)) {
      const overlaps = (mention: Mention) => mention.from < to && from < mention.to;
      mentions = mentions.filter(
        (mention) => !(overlaps(mention) && ("is" in correction ? mention.kind === kind : mention.id === id)),
      );
      if ("is" in correction) mentions.push({ kind, id, from, to });
    }
    unresolved = unresolved.filter(
      ({ words, ids }) => !(ids.includes(id) && correction.words.toLowerCase().includes(words.toLowerCase())),
    );
  }
  return { mentions: mentions.toSorted((a, b) => a.from - b.from || a.to - b.to), unresolved };
}
export type Correction = { is: string; words: string } | { is_not: string; words: string };

/** Where the words stand; as whole words if they do so anywhere. */
function occurrences(text: string, words: string): { from: number; to: number }[] {
  const spans = [];
  for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + words.length))
    spans.push({ from, to: from + words.length });
  const whole = spans.filter(
    ({ from, to }) => !/[\p{L}\p{N}]/u.test(text[from - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[to] ?? " "),
  );
  return whole.length > 0 ? whole : spans;
}

/** The mentions as a review carries them: each once, in the order of content. */
export function toReviewMentions(
  site: Pick<Site, "technicians" | "services" | "areas">,
  mentions: readonly Mention[],
): Mentions {
  const named = (kind: Kind) =>
    site[kind]
      .filter(({ id }) => mentions.some((mention) => mention.kind === kind && mention.id === id))
      .map(({ id, name }) => ({ id, name }));
  return { technicians: named("technicians"), services: named("services"), areas: named("areas") };
}
