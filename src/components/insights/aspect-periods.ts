import { countVerdicts, type VerdictCounts, halfYearOf, scoreOf } from "../../insights/aspects/tally.ts";
import { analysis } from "../../site.ts";

/** What was said about one aspect in one half-year. */
export interface Period extends VerdictCounts {
  period: string;
  reviews: number;
  score?: number;
  interval?: [number, number];
}

/** The half-years in which an aspect was spoken of, the oldest first. */
export function buildPeriods(aspectId: string): Period[] {
  const said = analysis.readings.flatMap(({ review, aspects }) => {
    const judgement = aspects.find(({ id }) => id === aspectId);
    return judgement === undefined ? [] : [{ period: halfYearOf(review.date), verdict: judgement.verdict }];
  });
  return [...Map.groupBy(said, ({ period }) => period)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, members]) => {
      const counts = countVerdicts(members.map(({ verdict }) => verdict));
      return { period, reviews: members.length, ...counts, ...scoreOf(counts) };
    });
}
