import type { Insights } from "../../schema/insights.ts";

export type Measured = Insights["method"]["measured"][number];

/**
 * Whole reviews against the verdicts of a careful reader, with scripts/training/measure-verdicts.ts: of hotels those of a
 * public test set (ROAST-ABSA), of heating and plumbing strangers', of lawn care the demonstration's. None was used for
 * tuning here; those of strangers are kept outside the repository.
 */
const measured: Measured[] = [
  { trade: "hotels", reviews: 372, verdicts: 1205, right: 0.78, found: 0.8, complaints_right: 0.61 },
  {
    trade: "heating, plumbing",
    reviews: 110,
    verdicts: 219,
    right: 0.67,
    found: 0.81,
    complaints_right: 0.64,
  },
  { trade: "lawn care", reviews: 107, verdicts: 290, right: 0.8, found: 0.79, complaints_right: 0.75 },
];

/** Words of a trade that many trades share. */
const plain = new Set(
  "and salon care repair service services company shop studio the of a business home local family".split(" "),
);
/** The trades that a name lists, each by the words that tell it from others: "Heating and air conditioning". */
const tradesIn = (name: string): string[][] =>
  name
    .toLowerCase()
    .split(/,|&|\/|\band\b/)
    .map((trade) =>
      (trade.match(/\p{L}+/gu) ?? [])
        .map((word) => word.replace(/s$/, ""))
        .filter((word) => !plain.has(word) && !plain.has(`${word}s`)),
    );

/**
 * The sets that are of a trade. The last word says what is done: a boutique hotel is a hotel, but hair removal is not
 * the trade of a hair salon, nor the repair of lawn mowers lawn care.
 */
export function measuredIn(trade: string): Measured[] {
  const kinds = new Set(tradesIn(trade).flatMap((words) => words.at(-1) ?? []));
  return measured.filter(({ trade: of }) =>
    tradesIn(of).some((words) => words.length > 0 && kinds.has(words.at(-1) ?? "")),
  );
}
