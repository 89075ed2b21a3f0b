import type { VerdictOrigin } from "../../schema/insights.ts";
import type { Reading } from "../aspects/readings.ts";
import measured from "./accuracy.json" with { type: "json" };
import { round } from "../aspects/tally.ts";

/** Changes whenever the same words may get another verdict. */
export const methodVersion = "3";

/** Measured on the project's own labelled sentences; a test measures again. */
export const accuracy: { accuracy: number; macro_f1: number; labelled_sentences: number } = measured;

export const methodDescription = [
  "Names of people, services and places are found by rules from the owner's lists; a name that several people share stays unresolved.",
  "The owner's words for each aspect say where it is raised; where they speak of something that every trade knows (price, waiting, manners, cleanliness and the like), the common English words for it do so too. A word in another sense, what a customer came for, trouble from before, and what another firm did raise nothing or judge nothing. A lexicon and rules for negation, contrast and the like read the words around them, and three small trained models weigh what was read: a linear model over word sequences, with a small network over the rules' figures, and two convolution networks; phrases of the trade on the owner's list carry a verdict by themselves.",
  "A review's verdict is mixed when praise and blame of the aspect are both said outright, else positive or negative by what weighs more, neutral when the aspect is only mentioned, unsure when the engine cannot tell. Counts are of reviews, and each is quoted. Places are counted, not judged.",
  "Every verdict rests on quoted words. The review's stars make none, but they weigh a doubtful reading: five stars double the odds that a phrase praises and halve the odds that it blames, one star the other way round, two and four stars half as much, three not at all; a plain complaint stays a complaint in a five-star review. star_agreement leaves the stars out: of the reviews whose words alone lean one way and whose stars are not 3, the share whose lean fits the stars.",
  "What was measured, and on what: accuracy and macro_f1 are of single sentences about lawn care that the project wrote and labelled, the 132 not used for tuning (looked at more than once, so a little kind). On other people's labelled sentences the sign is right in 77 of 100 about restaurants, 72 about laptops and 76 in sentences that praise one thing and blame another. Whole verdicts were compared with a careful reader's on 174 strangers' reviews of dentists, garages, salons, plumbers and other services, hotels and restaurants, apart from those used for tuning: F1 is 75 over all, 75 for services, 75 for hotels, 78 for restaurants; of the verdicts that blame, 3 in 5 are the reader's too, and complaints in good reviews are often missed. In a trade that is not among these, nothing was measured. The owner can overrule a verdict; it is then marked as overruled. Verdicts that the owner accepted from a person or a language model stand in place of the reader's own; each quote says which by its origin, and verdict_origins counts them.",
].join(" ");

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
