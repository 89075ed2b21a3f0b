import {
  countVerdicts,
  type VerdictCounts,
  halfYearOf,
  opinionsOf,
  scoreOf,
  sidesOf,
} from "../../insights/figures/tally.ts";
import { analysis, dataset, words } from "../../site.ts";
import type { Aspect } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";

/** A share of fewer opinions would shout: they are counted. */
const minShared = 10;
export const hasShare = (aspect: Aspect): boolean =>
  aspect.score !== undefined && opinionsOf(aspect) >= minShared;

/** The opinions on one aspect in one half-year. */
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

/** The change over a year: the share of good opinions on a thing before and now, in percent. */
export interface Change {
  aspect: Aspect;
  before: number;
  now: number;
  /** In the year with fewer of them. */
  opinions: number;
}

/** How the last two half-years differ from the two before, where both have enough opinions to say so. */
export function findChange(aspect: Aspect): Change | undefined {
  const newest = dataset.reviews[0]?.date;
  if (newest === undefined) return undefined;
  const numberOf = (period: string) => Number(period.slice(0, 4)) * 2 + Number(period.at(-1));
  const last = numberOf(halfYearOf(newest));
  const periods = buildPeriods(aspect.id);
  const [now, before] = [0, 2].map((back) => {
    const members = periods.filter(({ period }) => [back, back + 1].includes(last - numberOf(period)));
    const sum = (key: keyof VerdictCounts) => members.reduce((total, member) => total + member[key], 0);
    const counts = { positive: sum("positive"), negative: sum("negative"), mixed: sum("mixed") };
    const score = scoreOf(counts);
    return score && { ...score, opinions: opinionsOf(counts) };
  });
  const toShown = (score: number) => Math.round(score * 100);
  return now && before
    ? {
        aspect,
        before: toShown(before.score),
        now: toShown(now.score),
        opinions: Math.min(now.opinions, before.opinions),
      }
    : undefined;
}

/** Below so many opinions a year, a change is no news. */
const minNewsworthy = 15;

/** The change that says most, if any is large enough to be one. */
export const findLargestChange = (aspects: readonly Aspect[]): Change | undefined =>
  aspects
    .flatMap((aspect) => findChange(aspect) ?? [])
    .filter(({ before, now, opinions }) => opinions >= minNewsworthy && Math.abs(now - before) >= 10)
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))[0];

/** A change of fewer than these is none. */
const leastChange = 5;

/** In a sentence. */
export const toChangeWords = ({ aspect: { name: aspect }, before, now }: Change): string =>
  Math.abs(now - before) < leastChange
    ? words.t("insights.same", { aspect, now })
    : words.t(now > before ? "insights.rose" : "insights.fell", { aspect, before, now });

/** The reviews of a quarter: how many, how many of them answered, and their stars. */
export interface Quarter {
  /** "2026-Q3" */
  quarter: string;
  count: number;
  replied: number;
  average: number;
}

const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The oldest quarter first. */
export const buildQuarters = (reviews: readonly Review[]): Quarter[] =>
  [...Map.groupBy(reviews, ({ date }) => quarterOf(date))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([quarter, members]) => ({
      quarter,
      count: members.length,
      replied: members.filter(({ reply }) => reply !== undefined).length,
      average: members.reduce((sum, { rating }) => sum + rating, 0) / members.length,
    }));

/** The quarters with the highest and the lowest average, among those of enough reviews to say so. */
export function findExtremes(quarters: readonly Quarter[], least = 5): Quarter[] {
  const ranked = quarters.filter(({ count }) => count >= least).toSorted((a, b) => b.average - a.average);
  const [highest] = ranked;
  const lowest = ranked.at(-1);
  return highest && lowest && highest.average > lowest.average ? [highest, lowest] : [];
}

/** The quarter whose average changed most from the one before, both of enough reviews to say so. */
export function findTurn(quarters: readonly Quarter[], least = 5): Quarter | undefined {
  let turn: Quarter | undefined;
  let most = 0.5;
  for (const [index, quarter] of quarters.entries()) {
    const before = quarters[index - 1];
    if (before === undefined || quarter.count < least || before.count < least) continue;
    const change = Math.abs(quarter.average - before.average);
    if (change > most) [turn, most] = [quarter, change];
  }
  return turn;
}

/** Stars of a service in one season of the year. */
export interface SeasonCell {
  count: number;
  average: number;
}

const shortMonth = new Intl.DateTimeFormat(words.catalogue, { month: "short", timeZone: "UTC" });
/** The quarters of a year by their months, as the language writes them. */
export const seasons = [0, 3, 6, 9].map((first) =>
  shortMonth.formatRange(Date.UTC(2026, first), Date.UTC(2026, first + 2)),
);

/** Season by season, the reviews that mention each service. */
export const buildSeasons = (reviews: readonly Review[], services: readonly { id: string; name: string }[]) =>
  services.flatMap(({ id, name }) => {
    const found = reviews.filter(({ mentions }) => mentions.services.some((service) => service.id === id));
    if (found.length === 0) return [];
    const cells = seasons.map((_, season): SeasonCell => {
      const members = found.filter(({ date }) => Math.ceil(Number(date.slice(5, 7)) / 3) === season + 1);
      const sum = members.reduce((total, { rating }) => total + rating, 0);
      return { count: members.length, average: members.length === 0 ? 0 : sum / members.length };
    });
    return [{ id, name, cells }];
  });

/** How many reviews praise and how many criticize: those that do both are counted on both sides, as in the lists. */
export const toOpinionCounts = (counts: Omit<VerdictCounts, "neutral" | "unsure">): string =>
  words.t(counts.mixed > 0 ? "insights.countsBoth" : "insights.counts", {
    ...sidesOf(counts),
    both: counts.mixed,
  });

/** A share of good opinions as a bar; the figure stands beside it. */
export const toShareBarHtml = (share: number): string =>
  `<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect fill="var(--bad)" opacity="0.6" width="100" height="8"/><rect class="bar-good" fill="var(--good)" width="${(share * 100).toFixed(1)}" height="8"/></svg>`;
