import { contrasts, diminishers, intensifiers } from "./lexicon.ts";
import { isPronoun } from "./pronouns.ts";
import type { DraftReading } from "./sentence-reading.ts";
import { copulas, determiners, isContent } from "./word-classes.ts";

type Words = readonly DraftReading[];

const isPlainContent = (one: DraftReading | undefined): boolean =>
  one !== undefined && isContent(one.word) && one.base === 0;

/** Finds what an opinion is about: what follows it ("great crew"), else what stands before it ("the crew was great"). */
export function findHolder(words: Words, opinion: DraftReading, index: number): void {
  if (!findFollowing(words, opinion, index)) findPreceding(words, opinion);
}

/** Further opinions, determiners and words that strengthen may stand between an opinion and what it is about. */
const isBetween = (words: Words, at: number): boolean => {
  const { word, base } = words[at] ?? { word: "", base: 0 };
  return (
    base !== 0 ||
    word === "and" ||
    (word === "," && words[at + 1]?.base !== 0) ||
    intensifiers.has(word) ||
    determiners.has(word)
  );
};

function findFollowing(words: Words, opinion: DraftReading, index: number): boolean {
  const end = index + 1;
  let at = end;
  while (at < end + 6 && isBetween(words, at)) at += 1;
  const next = words[at];
  if (next === undefined) return false;
  if (at === end && isPronoun(next.word)) {
    opinion.pronoun = at;
    return true;
  }
  const isJoined = at > end && words[at - 1]?.word === "and";
  if (!isContent(next.word) || copulas.has(next.word) || isJoined) return false;
  let to = at + 1;
  while (to < at + 4 && isPlainContent(words[to])) to += 1;
  while (words[to]?.word === "and" && isPlainContent(words[to + 1])) to += 2;
  opinion.holder = { from: at, to, side: 1 };
  return true;
}

function findPreceding(words: Words, opinion: DraftReading): void {
  const { start } = opinion;
  let at = start - 1;
  let hasCopula = false;
  for (; at >= 0 && start - at < 12; at -= 1) {
    const before = words[at];
    if (before === undefined) return;
    const { word } = before;
    if (copulas.has(word)) hasCopula = true;
    else if (isPronoun(word)) {
      opinion.pronoun = at;
      return;
    } else if (isPlainContent(before) && !intensifiers.has(word) && !diminishers.has(word)) break;
    else if (contrasts.has(word) || word === ";" || word === "." || word === "(") return;
  }
  const last = words[Math.max(at, 0)];
  if (at < 0 || last === undefined || !isContent(last.word)) return;
  opinion.holder = { from: startOf(words, at, hasCopula), to: at + 1, side: hasCopula ? 2 : 3 };
}

const joins = new Set(["and", ",", "or", "&"]);

/** Where the list of things begins that ends at a word: "the crew and the foreman were great". */
function startOf(words: Words, last: number, hasCopula: boolean): number {
  const wordAt = (at: number): string => (at < 0 ? "" : (words[at]?.word ?? ""));
  let from = last;
  for (;;) {
    const before = wordAt(from - 1);
    const joint = wordAt(from - 2);
    if (isContent(before)) from -= 1;
    else if (!hasCopula) return from;
    else if (joins.has(before) && isContent(joint)) from -= 2;
    else if (determiners.has(before) && (joint === "and" || joint === ",") && isContent(wordAt(from - 3)))
      from -= 3;
    else return from;
  }
}
