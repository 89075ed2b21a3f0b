import { decidingQuotes, type Opinion, type ReadOpinion } from "../sentiment/opinions.ts";
import type { SecondReading } from "../subjects/second-reading.ts";

type Range = Pick<Opinion, "from" | "to">;
const overlaps =
  (ranges: readonly Range[]) =>
  ({ from, to }: Range): boolean =>
    ranges.some((range) => range.from < to && from < range.to);

/** Judges opinions on one aspect as if what is taken were not in the text. */
export type Settle = (
  opinions: ReadOpinion[],
  isTaken: (range: Range) => boolean,
) => SecondReading | undefined;

/** Reviews of people need three; the bound keeps a text from costing its square. */
const mostRounds = 4;

/**
 * A verdict with all that it rests on, so that nobody reads the same in the text without its quotes: what they leave
 * is judged again, and what makes the same verdict there is quoted too.
 */
export function settleWithAllGrounds(
  text: string,
  opinions: ReadOpinion[],
  settle: Settle,
): SecondReading | undefined {
  const settled = settle(opinions, () => false);
  if (settled?.verdict !== "positive" && settled?.verdict !== "negative") return settled;
  const { verdict } = settled;
  let grounds = settled.opinions;
  const taken: Range[] = decidingQuotes(text, grounds, verdict);
  for (let round = 0; round < mostRounds; round += 1) {
    const isTaken = overlaps(taken);
    const left = opinions.filter(({ target }) => !isTaken(target));
    const again = settle(left, isTaken);
    const more =
      again?.verdict === verdict ? again.opinions.filter(({ polarity }) => polarity === verdict) : [];
    if (more.length === 0) break;
    taken.push(...more);
    const isJudgedAnew = overlaps(more.map(({ target }) => target));
    grounds = [...grounds.filter(({ target }) => !isJudgedAnew(target)), ...more].toSorted(
      (a, b) => a.target.from - b.target.from,
    );
  }
  return { ...settled, opinions: grounds };
}
