import { functionWords, isFinite, relations } from "../english.ts";
import type { PreparedText } from "../sentences.ts";
import { stripClitic } from "../sentences.ts";
import type { Token } from "../sentences.ts";
import { parseWords } from "../words.ts";
import names from "../words/names.json" with { type: "json" };
import lists from "../words/people.json" with { type: "json" };
import type { Mention } from "./mentions.ts";

const words = parseWords(lists);
const { women, men } = parseWords(names);

type Pronoun = "he" | "she";
const pronouns = new Map<string, Pronoun>([
  ["he", "he"],
  ["he's", "he"],
  ["him", "he"],
  ["she", "she"],
  ["she's", "she"],
]);
/** "Rosa and Teo did it. Both were great." */
const together = new Set(["both", "they", "they're"]);
const known = new Set("the another other some one their".split(" "));

interface Person {
  id: string;
  pronoun: Pronoun | undefined;
}

/** So many sentences that speak of nobody may stand between a name and its pronoun. */
const maxBetween = 3;

/** Places where "he", "she" or "both" stands for staff named before: there opinions of them stand too. */
export function findReferences({ text, sentences }: PreparedText, mentions: readonly Mention[]): Mention[] {
  const people = mentions.filter(({ kind }) => kind === "technicians");
  if (people.length === 0) return [];
  const references: Mention[] = [];
  /** The candidates, the last named at the end. */
  let recent: Person[] = [];
  let group: string[] = [];
  let silent = 0;
  for (const { from, to, tokens } of sentences) {
    const named = people.filter((mention) => mention.from >= from && mention.from < to);
    const [only] = new Set(named.length === 0 && silent === 0 ? recent.map(({ id }) => id) : []);
    const opening = tokens[0];
    if (only !== undefined && opening && isFragment(tokens))
      references.push({ kind: "technicians", id: only, from: opening.from, to: opening.to });
    let isMeant = false;
    for (const [index, token] of tokens.entries()) {
      const mention = named.find((one) => one.from === token.from);
      if (mention) {
        if (!isMeant && silent > 0) recent = [];
        recent = [...recent.filter(({ id }) => id !== mention.id), toPerson(mention, text, recent)];
        isMeant = true;
        continue;
      }
      // "my husband … he", "the receptionist … she": somebody else from here on.
      if (relations.has(token.word) || (!isMeant && isStranger(tokens, index, named))) recent = [];
      const meant = personMeant(tokens, index, recent);
      if (meant) {
        isMeant = true;
        references.push({ kind: "technicians", id: meant.id, from: token.from, to: token.to });
      } else if (group.length > 1 && named.length === 0 && isBoth(tokens, index))
        for (const id of group) references.push({ kind: "technicians", id, from: token.from, to: token.to });
    }
    group = [...new Set(named.map(({ id }) => id))];
    silent = isMeant ? 0 : silent + 1;
    if (silent > maxBetween) recent = [];
  }
  return references;
}

/** The person that the pronoun at an index stands for, if it is one: the last named whom people call so. */
function personMeant(tokens: readonly Token[], index: number, recent: readonly Person[]): Person | undefined {
  const word = tokens[index]?.word ?? "";
  // "A word from her." is she; "her price" is not.
  const isObject = word === "her" && !/^\p{L}/u.test(tokens[index + 1]?.word ?? "");
  const pronoun = isObject ? "she" : pronouns.get(word);
  if (pronoun === undefined) return undefined;
  const meant = recent.findLast((person) => person.pronoun === undefined || person.pronoun === pronoun);
  if (meant) meant.pronoun = pronoun;
  return meant;
}

function toPerson({ id, from, to }: Mention, text: string, recent: readonly Person[]): Person {
  const earlier = recent.find((person) => person.id === id)?.pronoun;
  const parts = text
    .slice(from, to)
    .toLowerCase()
    .split(/[\s.]+/);
  const byName = parts
    .map(stripClitic)
    .map((name) => (women.has(name) ? "she" : men.has(name) ? "he" : undefined))
    .find((pronoun) => pronoun !== undefined);
  return { id, pronoun: earlier ?? byName };
}

/** "Both were great", "they are so kind". */
const isBoth = (tokens: readonly Token[], index: number): boolean =>
  together.has(tokens[index]?.word ?? "") &&
  (tokens[index]?.word !== "they" || words["of-two"].has(tokens[index + 1]?.word ?? ""));

/** "The lady at the desk", "another technician": not who was named before, nor "the owner Mike". */
function isStranger(tokens: readonly Token[], index: number, named: readonly Mention[]): boolean {
  const { word = "" } = tokens[index] ?? {};
  if (!words.jobs.has(word) && !words.strangers.has(word)) return false;
  const before = [1, 2].map((step) => tokens[index - step]?.word ?? "");
  const isIntroduced = named.some(({ from }) => from > (tokens[index]?.from ?? 0));
  if (isIntroduced) return false;
  const isNew = words.strangers.has(word) && ["a", "an"].includes(before[0] ?? "") && index < 3 && index > 0;
  return before.some((one) => known.has(one)) || (isNew && isFinite(tokens[index + 1]?.word ?? ""));
}

/** "Very condescending.", "Super friendly and quick!": said of who was named in the sentence before. */
function isFragment(tokens: readonly Token[]): boolean {
  const said = tokens.map(({ word }) => word).filter((word) => /^\p{L}/u.test(word));
  const [first = ""] = said;
  if (said.length === 0 || said.length > 7) return false;
  const isOfOthers = (word: string): boolean =>
    words.premises.has(word) || isFinite(word) || ["i", "we", "they", "it", "this", "you"].includes(word);
  if (said.some(isOfOthers)) return false;
  return (
    words["human-traits"].has(first) ||
    (words.intensifiers.has(first) && said.some((word, at) => at > 0 && !functionWords.has(word)))
  );
}
