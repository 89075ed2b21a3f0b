import type { Polarity } from "../../schema/insights.ts";

export const round = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
};

/** Wilson 95 % interval of a share `value` seen in `size` cases. */
export function wilson(value: number, size: number): [number, number] {
  const z = 1.959964;
  const denominator = 1 + (z * z) / size;
  const center = value + (z * z) / (2 * size);
  const spread = z * Math.sqrt((value * (1 - value)) / size + (z * z) / (4 * size * size));
  const bound = (end: number) => round(Math.min(1, Math.max(0, end / denominator)), 3);
  return [bound(center - spread), bound(center + spread)];
}

/** Below this many opinions a share says nothing, so none is published. */
export const minOpinions = 5;

export type VerdictCounts = Record<Polarity, number>;

export function countVerdicts(verdicts: Iterable<Polarity>): VerdictCounts {
  const counts: VerdictCounts = { positive: 0, negative: 0, mixed: 0, neutral: 0, unsure: 0 };
  for (const verdict of verdicts) counts[verdict]++;
  return counts;
}

/** Neutral and unsure verdicts are no opinions. */
type OpinionCounts = Pick<VerdictCounts, "positive" | "negative" | "mixed"> & Partial<VerdictCounts>;

export const opinionsOf = ({ positive, negative, mixed }: OpinionCounts): number =>
  positive + negative + mixed;

/** How many praise and how many criticize: what does both is counted on both sides. */
export const sidesOf = ({
  positive,
  negative,
  mixed,
}: OpinionCounts): Record<"praise" | "criticism", number> => ({
  praise: positive + mixed,
  criticism: negative + mixed,
});

/** The share of opinions that are good, a mixed one counted half: what every page, answer and document calls good. */
export const goodShare = (counts: OpinionCounts): number =>
  (counts.positive + counts.mixed / 2) / opinionsOf(counts);

/** The score and its interval, from the fewest opinions on that carry them. */
export function scoreOf(counts: OpinionCounts): { score: number; interval: [number, number] } | undefined {
  const size = opinionsOf(counts);
  if (size < minOpinions) return undefined;
  const value = goodShare(counts);
  return { score: round(value, 3), interval: wilson(value, size) };
}

/** "2026-H1" for a day. */
export const halfYearOf = (day: string): string =>
  `${day.slice(0, 4)}-H${Number(day.slice(5, 7)) <= 6 ? 1 : 2}`;
