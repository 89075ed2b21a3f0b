import { stripClitic } from "../sentences.ts";
import type { Mentions } from "../../schema/review.ts";
import type { Site } from "../../schema/site.ts";
import { adverbs, functionWords, isFinite, wordClassOf } from "../english.ts";
import type { PreparedText } from "../sentences.ts";
import lists from "../words/service-contexts.json" with { type: "json" };
import names from "../words/names.json" with { type: "json" };
import people from "../words/people.json" with { type: "json" };
import { parseWords } from "../words.ts";
import { findPattern, isCapitalAt, parsePatterns, typingOf, wordAt, type Sentence } from "./contexts.ts";
import { findCandidates, type Candidate, type Kind, type Matcher } from "./matcher.ts";
import { hasOtherSurname, isNamesake, readName } from "./person-names.ts";
import { isPlace } from "./places.ts";

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

const contexts = parsePatterns(lists, {}, { other: people.other });
const surnames = parseWords(names);

/** The mentions in one text, in order; offsets count in the text. */
export function findMentions(matcher: Matcher, { text, sentences }: PreparedText): FoundMentions {
  const mentions: Mention[] = [];
  const open: (Candidate & { words: string })[] = [];
  const namesakes = new Set<string>();
  const regionsOf = (ids: readonly string[]) => ids.flatMap((id) => matcher.regions.get(id) ?? []);
  for (const { tokens } of sentences) {
    const candidates = findCandidates(matcher, text, tokens);
    if (candidates.length === 0) continue;
    const { staffNames, known } = matcher;
    const context: Sentence = { text, tokens, typing: typingOf(text, tokens), staffNames, known };
    const taken: Candidate[] = [];
    const undone: Candidate[] = [];
    for (const candidate of candidates) {
      if (isCovered(candidate, taken)) continue;
      const { first, end, kind, form } = candidate;
      // "Dr. Anita Rao" is read by her full name.
      if (form === "titled" && candidates.some((other) => other.form === "full" && other.first === end - 1))
        continue;
      if (kind === "services" && !isService(context, candidate, undone)) continue;
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

/** "Cut and colored my hair" tells of two services: a word of its own keeps each. */
const isCovered = ({ hits }: Candidate, taken: readonly Candidate[]): boolean =>
  hits.every((hit) => taken.some((other) => other.hits.includes(hit)));

/** Whether words of a service tell that this firm did it; what others did, or nobody, is put to `undone`. */
function isService(sentence: Sentence, candidate: Candidate, undone: Candidate[]): boolean {
  const { first, end } = candidate;
  const senses = contexts["other-sense"];
  if (findPattern(senses, sentence, first, end) ?? findPattern(senses, sentence, end - 1, end)) return false;
  const isElse = [contexts.others, contexts["not-done"]].some(
    (patterns) => findPattern(patterns, sentence, first, end) !== undefined,
  );
  if (isElse) undone.push(candidate);
  // "They don't do [wheel alignments]": nor does the last word of it alone.
  return !isElse && !undone.some(({ from, to }) => candidate.from >= from && candidate.to <= to);
}

function isTechnician(sentence: Sentence, { form, first, end }: Candidate, namesakes: Set<string>): boolean {
  const names = sentence.tokens.slice(first, end).map(({ word }) => stripClitic(word));
  if (form === "titled") {
    // "Dr. Grace Hill" is none of ours where ours is Dr. Grace Osei.
    const isOther = sentence.staffNames.has(names.at(-1) ?? "") && hasOtherSurname(sentence, end);
    return !isOther && !isNamesake(sentence, first, end);
  }
  if (form === "full" || form === "initial") {
    const isOrdinary = names.every((name) => name.length < 2 || wordClassOf(name) !== undefined);
    return !isOrdinary || /^\p{Lu}/u.test(sentence.text.slice(sentence.tokens[end - 1]?.from));
  }
  const [name = ""] = names;
  if (form === "surname" && !isSurname(sentence, first, name)) return false;
  const reading = readName(sentence, first, end);
  if (reading === "namesake") namesakes.add(name);
  return reading === "staff";
}

/** A surname alone is somebody of the staff where it is written as a name and is no word of its own. */
function isSurname(sentence: Sentence, first: number, name: string): boolean {
  // "Stern warning": what opens a sentence has its capital from there.
  const next = sentence.tokens.slice(1, 4).find(({ word }) => !adverbs.has(word) && word !== "never");
  if (first === 0 && wordAt(sentence, 0) === name && !isFinite(next?.word ?? "")) return false;
  const isWord =
    wordClassOf(name) !== undefined || functionWords.has(name) || surnames["surname-words"].has(name);
  return isCapitalAt(sentence, first) && name.length > 3 && !isWord;
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
