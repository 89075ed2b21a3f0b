import shares from "./shares-elsewhere.json" with { type: "json" };

/** A word that is not in the list is in fewer reviews of other trades than this. */
const rare = 0.002;
const known = new Map(
  Object.entries(shares).flatMap(([perThousand, words]) =>
    words.split(",").map((word) => [word, Number(perThousand) / 1000] as const),
  ),
);

/**
 * In what share of the reviews of a business of any trade a word or a phrase stands, on average over some hundred trades
 * (scripts/training/shares-elsewhere.ts): "phone" in 7 %, "gate" in 1.5 %, "gumbo" in next to none.
 */
export const shareElsewhere = (key: string): number => known.get(key) ?? rare;
