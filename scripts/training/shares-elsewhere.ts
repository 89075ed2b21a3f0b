import { sentencesOf, tokenize } from "../../src/insights/sentences.ts";
import { isContent, isLetters, keyOf } from "../../src/insights/topics/word-keys.ts";
import { loadMaterial } from "./material.ts";

// Prints src/insights/topics/shares-elsewhere.json: how many reviews of any trade hold a word, in thousandths, from the
// reviews that were written for this project. Usage: node scripts/training/shares-elsewhere.ts > FILE

/** Of fewer reviews no share is known. */
const leastReviews = 40;
const leastShare = { word: 0.002, phrase: 0.003 };

const reviewsByTrade = (): Map<string, { text: string }[]> =>
  Map.groupBy(
    // Contrasting reviews avoid the words that customers use most.
    loadMaterial(undefined).filter(({ from }) => !from.startsWith("contrast")),
    ({ from, trade = "" }) => (from === "corpus" ? `corpus ${trade}` : trade),
  );

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
  const trades = [...reviewsByTrade().values()].filter((texts) => texts.length >= leastReviews);
  const shares = new Map<string, number>();
  for (const texts of trades)
    for (const { text } of texts)
      for (const key of keysOf(text))
        shares.set(key, (shares.get(key) ?? 0) + 1 / texts.length / trades.length);
  const kept = [...shares].filter(
    ([key, share]) => share >= (key.includes(" ") ? leastShare.phrase : leastShare.word),
  );
  const groups = Map.groupBy(kept, ([, share]) => Math.round(share * 1000));
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([share, words]) => [
        share,
        words
          .map(([word]) => word)
          .toSorted()
          .join(","),
      ]),
  );
}

if (import.meta.main) console.log(JSON.stringify(countShares(), undefined, 2));
