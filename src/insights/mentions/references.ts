import { functionWords, humanTraits, isFinite, relations } from "../language/english.ts";
import { intensifiers } from "../language/lexicon.ts";
import type { PreparedText } from "../language/prepared-text.ts";
import { stripClitic } from "../language/token-context.ts";
import type { Token } from "../language/tokens.ts";
import { wordSet } from "../language/word-set.ts";
import type { Mention } from "./mentions.ts";
import { pronounOf } from "./person-genders.ts";
import { isJob } from "./person-jobs.ts";

type Pronoun = "he" | "she";
const pronouns = new Map<string, Pronoun>([
  ["he", "he"],
  ["he's", "he"],
  ["him", "he"],
  ["she", "she"],
  ["she's", "she"],
]);
/** "Rosa and Teo did it. Both were great." */
const together = wordSet("both they they're");
/** "They" of a firm does all sorts of things; of two people it is said what they are and how they act. */
const theirs = wordSet("are were both all always really truly did made have know listened took");
const strangers = wordSet("guy lady woman man girl gentleman person kid customer dude");
const known = wordSet("the another other some one their");
const places = wordSet(
  "place places shop store salon clinic office location area food room rooms price prices parking business spot",
);

interface Person {
  id: string;
  pronoun: Pronoun | undefined;
}

/** So many sentences that speak of nobody may stand between a name and its pronoun. */
const mostBetween = 3;

/** Places where "he", "she" or "both" stands for staff named before: there opinions of them stand too. */
export function findReferences({ text, sentences }: PreparedText, mentions: readonly Mention[]): Mention[] {
  const people = mentions.filter(({ kind }) => kind === "technicians");
  if (people.length === 0) return [];
  const references: Mention[] = [];
  /** Who may be meant, the last named at the end. */
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
    if (silent > mostBetween) recent = [];
  }
  return references;
}

/** Whom the pronoun at an index stands for, if it is one: the last named whom people call so. */
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
  const words = text
    .slice(from, to)
    .toLowerCase()
    .split(/[\s.]+/);
  const byName = words.map((word) => pronounOf(stripClitic(word))).find((pronoun) => pronoun !== undefined);
  return { id, pronoun: earlier ?? byName };
}

/** "Both were great", "they are so kind". */
const isBoth = (tokens: readonly Token[], index: number): boolean =>
  together.has(tokens[index]?.word ?? "") &&
  (tokens[index]?.word !== "they" || theirs.has(tokens[index + 1]?.word ?? ""));

/** "The lady at the desk", "another technician": not who was named before, nor "the owner Mike". */
function isStranger(tokens: readonly Token[], index: number, named: readonly Mention[]): boolean {
  const { word = "" } = tokens[index] ?? {};
  if (!isJob(word) && !strangers.has(word)) return false;
  const before = [1, 2].map((step) => tokens[index - step]?.word ?? "");
  const isIntroduced = named.some(({ from }) => from > (tokens[index]?.from ?? 0));
  if (isIntroduced) return false;
  const isNew = strangers.has(word) && ["a", "an"].includes(before[0] ?? "") && index < 3 && index > 0;
  return before.some((one) => known.has(one)) || (isNew && isFinite(tokens[index + 1]?.word ?? ""));
}

/** "Very condescending.", "Super friendly and quick!": said of who was named in the sentence before. */
function isFragment(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ word }) => word).filter((word) => /^\p{L}/u.test(word));
  const [first = ""] = words;
  if (words.length === 0 || words.length > 7 || words.some((word) => places.has(word) || isFinite(word)))
    return false;
  if (words.some((word) => ["i", "we", "they", "it", "this", "you"].includes(word))) return false;
  return (
    humanTraits.has(first) ||
    (intensifiers.has(first) && words.some((word, at) => at > 0 && !functionWords.has(word)))
  );
}
