import type { Insights } from "../../schema/insights.ts";

export type Measured = Insights["method"]["measured"][number];

/**
 * What was measured apart from tuning. Sentences: scripts/polarity.ts on the sets that others publish. Verdicts: half of the
 * demonstration's reviews, and 396 reviews of strangers whose errors nobody has read, of which more than half have three
 * stars or fewer or none, labelled by hand and kept outside the repository, with scripts/training/measure-verdicts.ts.
 */
export const measured: Measured[] = [
  {
    set: "SemEval-2014",
    trade: "restaurants",
    unit: "sentences",
    size: 1120,
    accuracy: 0.782,
    macro_f1: 0.727,
  },
  {
    set: "ARTS",
    trade: "restaurants",
    unit: "sentences",
    size: 3529,
    accuracy: 0.77,
    macro_f1: 0.712,
  },
  {
    set: "MAMS",
    trade: "restaurants",
    unit: "sentences",
    size: 1336,
    accuracy: 0.771,
    macro_f1: 0.766,
  },
  {
    set: "SemEval-2014",
    trade: "laptops",
    unit: "sentences",
    size: 638,
    accuracy: 0.716,
    macro_f1: 0.682,
  },
  {
    set: "this project's sentences",
    trade: "lawn care",
    unit: "sentences",
    size: 132,
    accuracy: 0.932,
    macro_f1: 0.922,
  },
  {
    set: "this project's reviews",
    trade: "lawn care",
    unit: "verdicts",
    size: 318,
    f1: 0.787,
    low_star_f1: 0.786,
  },
  {
    set: "strangers' reviews",
    trade: "services, hotels and restaurants together",
    unit: "verdicts",
    size: 1010,
    f1: 0.745,
    low_star_f1: 0.716,
  },
  {
    set: "strangers' reviews",
    trade: "services together",
    unit: "verdicts",
    size: 649,
    f1: 0.746,
    low_star_f1: 0.689,
  },
  {
    set: "strangers' reviews",
    trade: "hotels",
    unit: "verdicts",
    size: 141,
    f1: 0.746,
  },
  {
    set: "strangers' reviews",
    trade: "restaurants",
    unit: "verdicts",
    size: 220,
    f1: 0.744,
  },
  {
    set: "strangers' reviews",
    trade: "garages",
    unit: "verdicts",
    size: 61,
    f1: 0.756,
  },
  {
    set: "strangers' reviews",
    trade: "doctors",
    unit: "verdicts",
    size: 56,
    f1: 0.71,
  },
  {
    set: "strangers' reviews",
    trade: "salons",
    unit: "verdicts",
    size: 48,
    f1: 0.842,
  },
  {
    set: "strangers' reviews",
    trade: "gyms",
    unit: "verdicts",
    size: 32,
    f1: 0.467,
  },
  {
    set: "strangers' reviews",
    trade: "nail salons",
    unit: "verdicts",
    size: 31,
    f1: 0.667,
  },
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
  return measured.filter(
    ({ trade: of }) =>
      !of.endsWith(" together") &&
      tradesIn(of).some((words) => words.length > 0 && kinds.has(words.at(-1) ?? "")),
  );
}
