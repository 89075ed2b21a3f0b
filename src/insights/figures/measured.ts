import type { Insights } from "../../schema/insights.ts";

export type Measured = Insights["method"]["measured"][number];

/**
 * What was measured apart from tuning. Sentences: scripts/polarity.ts on the sets that others publish. Verdicts: strangers'
 * reviews, read by hand and kept outside the repository, with scripts/training/measure-verdicts.ts.
 */
export const measured: Measured[] = [];

/** Words of a trade that many trades share. */
const plain = new Set("and care repair service services company shop studio the of air home".split(" "));
const wordsOf = (trade: string): string[] =>
  (trade.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => !plain.has(word))
    .map((word) => word.replace(/s$/, ""));

/** The sets that are of a trade, by the words of its name. */
export function measuredIn(trade: string): Measured[] {
  const wanted = new Set(wordsOf(trade));
  return measured.filter((set) => wordsOf(set.trade).some((word) => wanted.has(word)));
}
