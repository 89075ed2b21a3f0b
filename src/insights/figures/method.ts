import type { Insights, VerdictOrigin } from "../../schema/insights.ts";
import type { Reading } from "../reader.ts";
import { round } from "./tally.ts";

type Measured = Insights["method"]["measured"][number];

/**
 * The reader's verdicts on whole reviews compared with those of people, by scripts/training/measure-verdicts.ts. Those on
 * hotels come from a public test set (ROAST-ABSA, `English/hotels/quads/test.txt`). The network learned nothing from it,
 * but the limits of the table were chosen with it in view.
 */
const measured: Measured[] = [
  { trade: "hotels", reviews: 413, verdicts: 1353, right: 0.8, found: 0.8, complaints_right: 0.66 },
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

/** Changes whenever the same words may get another verdict. */
export const methodVersion = "15";

const howItReads = [
  "Names of people, services and places are found by rules from the owner's lists; a name that several people share stays unresolved.",
  "A small trained network reads each sentence and says which of twelve subjects that customers of any trade judge it praises or blames. The owner's words for an aspect say where it is named; phrases on the owner's list decide where they speak.",
  "A review's verdict is mixed when praise and blame of the aspect are both said outright, else positive or negative by what is said, neutral when the aspect is only mentioned, unsure when the reader cannot tell. Counts are of reviews, and each is quoted. Places are counted, not judged. The network reads English: in a review of another language only the owner's phrases make a verdict.",
  "Each quote carries a confidence: how likely its verdict is right, by reviews that taught the network nothing. Quotes that are shown first come from verdicts that are right in 97 of 100.",
  "Every verdict rests on quoted words. The review's stars make none, but they weigh a doubtful reading. star_agreement leaves the stars out: of the reviews whose words alone lean one way and whose stars are not 3, the share whose lean fits the stars.",
  "A topic of kind phrase is a thing that at least five customers name and that is in a far larger share of these reviews than in those of other trades (twice as large where the owner's lists have the word, else four times); the shares elsewhere are counted in reviews written for this project.",
].join(" ");

const ofTen = (share: number): string => `${Math.round(share * 100)} of 100`;

const inWords = ({
  trade,
  reviews,
  verdicts,
  right,
  found,
  complaints_right: complaints,
}: Measured): string =>
  `Of ${trade}, ${verdicts} verdicts of a careful reader on ${reviews} reviews were compared: ${ofTen(right)} verdicts are the reader's too, ${ofTen(complaints)} of those that are complaints, and ${ofTen(found)} of the reader's are found.`;

const expectErrors = `Elsewhere expect about one verdict in four to be wrong`;

/** How true the verdicts are in a business's trade; of one that was not measured only that. */
function howTrue(trade: string | undefined): string {
  if (trade === undefined) return `How true they are in this trade was not measured. ${expectErrors}.`;
  const own = measuredIn(trade);
  return own.length === 0
    ? `In this business's trade, ${trade}, nothing was measured. ${expectErrors}.`
    : own.map(inWords).join(" ");
}

/** How verdicts come about and how true they are, for a business of a trade. */
export const describeMethod = (trade: string | undefined): string =>
  [
    howTrue(trade),
    howItReads,
    "Complaints are missed more often than praise, so scores are a little kinder than a reader's.",
    "The owner can overrule a verdict; it is then marked as overruled. Verdicts that the owner accepted from a person or a language model stand in place of the reader's own; each quote says which by its origin, and verdict_origins counts them.",
  ].join(" ");

/** The part of `method` on a business's trade; nothing where the owner names none. */
export const describeTrade = (trade: string | undefined): { name: string; measured: boolean } | undefined =>
  trade === undefined ? undefined : { name: trade, measured: measuredIn(trade).length > 0 };

export interface Disagreement {
  review_id: string;
  rating: number;
  polarity: "positive" | "negative";
}

/** Which way a review's words alone lean: positive less negative verdicts on aspects and names; 0 is no lean. */
function leanOf({ aspects, entities }: Reading): number {
  let lean = 0;
  for (const { wordsVerdict } of [...aspects, ...entities])
    lean += wordsVerdict === "positive" ? 1 : wordsVerdict === "negative" ? -1 : 0;
  return lean;
}

/** Compares words with stars, after the fact. */
export function compareWithStars(readings: readonly Reading[]): {
  share: number;
  disagreements: Disagreement[];
} {
  const leaning = readings
    .map((reading) => ({ reading, lean: leanOf(reading) }))
    .filter(({ reading, lean }) => lean !== 0 && reading.review.rating !== 3);
  const disagreements = leaning
    .filter(({ reading, lean }) => lean > 0 !== reading.review.rating > 3)
    .map(({ reading: { review }, lean }): Disagreement => ({
      review_id: review.id,
      rating: review.rating,
      polarity: lean > 0 ? "positive" : "negative",
    }));
  const share = leaning.length === 0 ? 0 : round(1 - disagreements.length / leaning.length, 3);
  return { share, disagreements };
}

export function countOrigins(readings: readonly Reading[]): Record<VerdictOrigin, number> {
  const counts = { reader: 0, person: 0, model: 0 };
  for (const { aspects } of readings) for (const { origin } of aspects) counts[origin ?? "reader"] += 1;
  return counts;
}

export function unsureShare(readings: readonly Reading[]): number {
  const verdicts = readings.flatMap(({ aspects }) => aspects.map(({ verdict }) => verdict));
  return verdicts.length === 0
    ? 0
    : round(verdicts.filter((verdict) => verdict === "unsure").length / verdicts.length, 3);
}
