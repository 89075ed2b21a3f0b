import { partitionPoint } from "../schema/lists.ts";
import type { SearchIndex } from "./index-format.ts";
import { frequentWords, stemOf, type Word, wordsOf } from "./words.ts";

// What each word of a query stands for: its forms, what it may be the beginning of, what was mistyped or written apart.

/** The number of edits between two words (insert, drop, change, swap), as far as it is at most `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** One word of a query. */
export interface Term {
  raw: string;
  /** Matching words of the index, and how well they match. */
  words: Map<number, number>;
}

const mostPrefixes = 40;

/** Where in the sorted words the first stands that is not before `word`. */
const placeOf = (words: readonly string[], word: string): number =>
  partitionPoint(words.length, (index) => (words[index] ?? "") < word);

function prefixed(words: readonly string[], prefix: string): number[] {
  const first = placeOf(words, prefix);
  const next = words.slice(first, first + mostPrefixes).findIndex((word) => !word.startsWith(prefix));
  const found = next === -1 ? Math.min(mostPrefixes, words.length - first) : next;
  return Array.from({ length: found }, (_, index) => first + index);
}

/** The words nearest to a mistyped one: a dropped or swapped letter is likelier than another one. */
function nearest({ words, reviews }: SearchIndex, folded: string): number[] {
  if (folded.length < 3 || /\d/.test(folded)) return [];
  const most = folded.length >= 8 ? 2 : 1;
  // Words of the index have lost their endings, so the mistyped one is compared with and without its own.
  const forms = [...new Set([folded, stemOf(folded), folded.replace(/e$/, "")])];
  const costOf = (word: string) =>
    Math.min(
      ...forms.map((form) => {
        const distance = editDistance(form, word, most);
        if (distance > most) return Infinity;
        const isChanged = word.length === form.length && !isSwapped(word, form);
        return distance + (isChanged ? 0.5 : 0) + (word[0] === form[0] ? 0 : 0.25);
      }),
    );
  const costs = words.map((word) => (word.length < 3 || frequentWords.has(word) ? Infinity : costOf(word)));
  const least = costs.reduce((a, b) => Math.min(a, b), Infinity);
  return costs
    .flatMap((cost, at) => (cost === least && cost < Infinity ? at : []))
    .sort((a, b) => (reviews[b]?.length ?? 0) - (reviews[a]?.length ?? 0))
    .slice(0, 3);
}

const isSwapped = (a: string, b: string): boolean =>
  Array.from(a).sort().join("") === Array.from(b).sort().join("");

/** The stems of a word written together with the one before it and with the one after it. */
const pairsOf = (words: readonly Word[], place: number): string[] =>
  [place - 1, place]
    .map((first) => `${words[first]?.folded ?? " "}${words[first + 1]?.folded ?? " "}`)
    .filter((pair) => /^[a-z0-9]{4,}$/.test(pair))
    .map(stemOf);

/** A word that nothing has as two that stand in one review: "backyard". */
function splitWord({ words, reviews }: SearchIndex, folded: string): number[] {
  for (let cut = 3; cut <= folded.length - 3; cut += 1) {
    const parts = [folded.slice(0, cut), folded.slice(cut)].map((part) => {
      const stem = stemOf(part);
      const at = placeOf(words, stem);
      return words[at] === stem && !frequentWords.has(part) ? at : -1;
    });
    const [first = [], second = []] = parts.map((part) => reviews[part] ?? []);
    const having = new Set(first);
    if (second.some((place) => having.has(place))) return parts;
  }
  return [];
}

export function buildTerms(index: SearchIndex, query: string, corrected: Map<string, string>): Term[] {
  const words = wordsOf(query);
  const isTyping = /[\p{L}\p{M}\p{N}]$/u.test(query);
  return words.flatMap(({ folded, stem }, place): Term | Term[] => {
    const matching = new Map<number, number>();
    // "e-mail" and "back yard" are also written as one word.
    for (const form of [stem, ...pairsOf(words, place)]) {
      const at = placeOf(index.words, form);
      if (index.words[at] === form) matching.set(at, 1);
    }
    // "on" is a word that is finished; "ga" and 낙 may be the beginning of one.
    const isFinished = frequentWords.has(folded) || (folded.length === 1 && folded < "\u0250");
    if (isTyping && place === words.length - 1 && !isFinished) {
      for (const other of prefixed(index.words, folded)) if (!matching.has(other)) matching.set(other, 0.6);
    }
    if (matching.size === 0) {
      const near = nearest(index, folded);
      for (const other of near) matching.set(other, 0.5);
      const parts = near.length === 0 ? splitWord(index, folded) : near.slice(0, 1);
      const shown = parts.map((part) => index.words[part] ?? "");
      if (shown.length > 0) corrected.set(folded, shown.join(" "));
      if (parts.length > 1)
        return parts.map((part, at) => ({ raw: shown[at] ?? "", words: new Map([[part, 0.5]]) }));
    }
    return { raw: folded, words: matching };
  });
}
