import type { VerdictOrigin } from "../../schema/insights.ts";
import type { Reading } from "../aspects/readings.ts";
import lawnSentences from "./accuracy.json" with { type: "json" };
import { measured, measuredIn, type Measured } from "./measured.ts";
import { round } from "../aspects/rounding.ts";

/** Changes whenever the same words may get another verdict. */
export const methodVersion = "11";

/** Measured on the project's own labelled sentences; a test measures again. */
export const accuracy: { accuracy: number; macro_f1: number; labelled_sentences: number } = lawnSentences;

const howItReads = [
  "Names of people, services and places are found by rules from the owner's lists; a name that several people share stays unresolved.",
  "The owner's words for each aspect say where it is raised; where they speak of something that every trade knows (price, waiting, manners, cleanliness and the like), the common English words for it do so too. A word in another sense, what a customer came for, trouble from before, and what another firm did raise nothing or judge nothing. A lexicon and rules for negation, contrast and the like read the words around them, and three small trained models weigh what was read: a linear model over word sequences, with a small network over the rules' figures, and two convolution networks; phrases of the trade on the owner's list carry a verdict by themselves.",
  "A fourth model, a small network that learned from reviews written for this project and from what people wrote elsewhere, reads each sentence as a whole, for twelve subjects that every trade knows, whatever words the owner lists. Where an aspect speaks of one of them, it takes back a doubtful verdict that rests on common words when it finds nothing of the subject there, and makes a verdict of a sentence that praises or blames the subject in other words; that sentence is then quoted whole. What is said outright stands.",
  "A review's verdict is mixed when praise and blame of the aspect are both said outright (in a review of five stars or one, where more of it speaks against the stars than with them), else positive or negative by what weighs more, neutral when the aspect is only mentioned, unsure when the engine cannot tell; several doubtful complaints may make one together. Counts are of reviews, and each is quoted. Places are counted, not judged.",
  "Every verdict rests on quoted words. The review's stars make none, but they weigh a doubtful reading: five stars raise the odds that a phrase praises 2.3 times and lower the odds that it blames as much, one star the other way round, two and four stars half as much, three not at all; a plain complaint stays a complaint in a five-star review. star_agreement leaves the stars out: of the reviews whose words alone lean one way and whose stars are not 3, the share whose lean fits the stars.",
  "A topic of kind phrase is a thing that at least three customers name and that is in a far larger share of these reviews than in those of other trades (twice as large where the owner's lists have the word, else four times); the shares elsewhere are counted in reviews written for this project.",
].join(" ");

const inWords = ({ set, trade, size, unit, accuracy: right, f1, low_star_f1: low }: Measured): string => {
  const figures = [
    ...(right === undefined ? [] : [`sign right in ${percent(right)}`]),
    ...(f1 === undefined ? [] : [`F1 ${percent(f1)}`]),
    ...(low === undefined ? [] : [`${percent(low)} in reviews of one and two stars`]),
  ];
  return `${set}, ${trade} (${size} ${unit}): ${figures.join(", ")}`;
};
const percent = (share: number): string => `${round(100 * share, 1)} %`;

/** Whether a set that was measured is of the business's trade. */
const aboutTrade = (trade: string | undefined): string => {
  if (trade === undefined)
    return "What trade this business is of is not known; in a trade that is not among these, nothing was measured.";
  const own = measuredIn(trade);
  return own.length === 0
    ? `In this business's trade, ${trade}, nothing was measured: expect more errors than in the trades named.`
    : `Of this business's trade, ${trade}, ${own.map(({ set }) => set).join(" and ")} were measured; in a trade that is not among these, nothing was.`;
};

/** How verdicts come about and what was measured, for a business of a trade. */
export const describeMethod = (trade: string | undefined): string =>
  [
    howItReads,
    "What was measured, and on what: accuracy and macro_f1 are of single sentences about lawn care that the project wrote and labelled, those not used for tuning (looked at more than once, so a little kind). Sentences are judged for words marked in them; verdicts are of whole reviews, strangers' and the project's own, compared with a careful reader's, apart from those used for tuning.",
    `${measured.map(inWords).join("; ")}.`,
    "Complaints are missed more often than praise, in good reviews most of them, so scores are a little kinder than a reader's; of the complaints counted about three in four are the reader's too.",
    aboutTrade(trade),
    "The owner can overrule a verdict; it is then marked as overruled. Verdicts that the owner accepted from a person or a language model stand in place of the reader's own; each quote says which by its origin, and verdict_origins counts them.",
  ].join(" ");

/** What `method` says of a business's trade; nothing where the owner names none. */
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
  for (const { words } of [...aspects, ...entities])
    lean += words === "positive" ? 1 : words === "negative" ? -1 : 0;
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
