import { sentencesOf, tokenize } from "../../src/insights/sentences.ts";
import { isContent, isLetters, keyOf } from "../../src/insights/topics/word-keys.ts";
import { loadMaterial } from "./material.ts";

// Prints src/insights/topics/shares-elsewhere.json: how many reviews of any trade hold a word, in thousandths, from the
// reviews that were written for this project. Usage: node scripts/training/shares-elsewhere.ts > FILE

/** Of fewer reviews no share is known. */
const minReviews = 40;

/** The words of a review, and each two that stand side by side. */
function keysOf(text: string): Set<string> {
  const keys = new Set<string>();
  for (const { from, to } of sentencesOf(text)) {
    let before = "";
    for (const { word } of tokenize(text.slice(from, to))) {
      const key = isLetters(word) && isContent(word) ? keyOf(word) : "";
      if (key !== "") keys.add(key);
      if (key !== "" && before !== "") keys.add(`${before} ${key}`);
      before = key;
    }
  }
  return keys;
}

export function countShares(): Record<string, string> {
  // Contrasting reviews avoid the words that customers use most.
  const reviews = loadMaterial(undefined).filter(({ from }) => !from.startsWith("contrast"));
  const trades = Map.groupBy(reviews, ({ from, trade }) => (from === "corpus" ? `corpus ${trade}` : trade));
  const known = [...trades.values()].filter((texts) => texts.length >= minReviews);
  const shares = new Map<string, number>();
  for (const texts of known)
    for (const key of texts.flatMap(({ text }) => [...keysOf(text)]))
      shares.set(key, (shares.get(key) ?? 0) + 1 / texts.length / known.length);
  const kept = [...shares].filter(([key, share]) => share >= (key.includes(" ") ? 0.003 : 0.002));
  const groups = [...Map.groupBy(kept, ([, share]) => Math.round(share * 1000))].toSorted(
    ([a], [b]) => a - b,
  );
  const listOf = (words: [string, number][]): string =>
    words
      .map(([word]) => word)
      .toSorted()
      .join(",");
  return Object.fromEntries(groups.map(([share, words]) => [share, listOf(words)]));
}

if (import.meta.main) console.log(JSON.stringify(countShares(), undefined, 2));
