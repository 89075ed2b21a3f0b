import { defaultLicence } from "../schema/business.ts";
import type { Aspect, Entity, Insights } from "../schema/insights.ts";
import type { Mentions } from "../schema/review.ts";
import type { Site } from "../schema/site.ts";
import { buildFaqAndSummary } from "./figures/faq.ts";
import { checkInsights } from "./figures/checks.ts";
import { judgementsOn, judgementsOnEntity, toEvidence } from "./figures/evidence.ts";
import { ClaimError } from "./figures/slots.ts";
import type { Kind } from "./mentions/matcher.ts";
import { toReviewMentions } from "./mentions/mentions.ts";
import {
  compareWithStars,
  countOrigins,
  describeMethod,
  describeTrade,
  measuredIn,
  methodVersion,
  unsureShare,
  type Disagreement,
} from "./figures/method.ts";
import { createReviewReader, type Reading } from "./reader.ts";
import { buildTopics } from "./topics/topics.ts";
import { countVerdicts, halfYearOf, round, scoreOf } from "./figures/tally.ts";

/** The findings in the reviews' own words. */
export interface Analysis {
  /** By review id. */
  mentions: Map<string, Mentions>;
  insights: Insights;
  /** Sentences for the build log, such as names that stay unresolved. */
  notes: string[];
  /** Reviews whose words and stars say the opposite, newest first. */
  disagreements: Disagreement[];
  /** All that was read from each review, newest first. */
  readings: Reading[];
}

/** Reads every review, and counts what all of them say. */
export function analyse(site: Site): Analysis {
  const readings = site.reviews.map(createReviewReader(site));
  const aspects = site.aspects.map((aspect) => buildAspect(aspect, readings));
  const entities = {
    technicians: site.technicians.map((entry) => buildEntity("technicians", entry, readings)),
    services: site.services.map((entry) => buildEntity("services", entry, readings)),
    service_areas: site.areas.map((entry) => buildEntity("areas", entry, readings)),
  };
  const { topics, otherShare } = buildTopics(site, readings);
  const answers = buildFaqAndSummary(site, readings, { aspects, entities });
  const agreement = compareWithStars(readings);
  if (answers.issues.length > 0) throw new ClaimError(answers.issues);
  const trade = describeTrade(site.business.trade);
  const insights: Insights = {
    aspects,
    entities,
    topics,
    faq: answers.faq,
    summary: answers.summary,
    method: {
      version: methodVersion,
      description: describeMethod(site.business.trade),
      star_agreement: agreement.share,
      verdict_origins: countOrigins(readings),
      unsure_share: unsureShare(readings),
      other_share: otherShare,
      measured: trade === undefined ? [] : measuredIn(trade.name),
      ...(trade && { trade }),
      data_licence: site.business.data_licence ?? defaultLicence,
    },
  };
  checkInsights(insights, site.reviews);
  return {
    mentions: new Map(readings.map(({ review, mentions }) => [review.id, toReviewMentions(site, mentions)])),
    insights,
    notes: [...notesOf(site, readings), ...site.stale_verdicts.map(toStaleNote), ...answers.notes],
    disagreements: agreement.disagreements,
    readings,
  };
}

function buildAspect(
  { id, name, description }: Site["aspects"][number],
  readings: readonly Reading[],
): Aspect {
  const judged = judgementsOn(readings, id);
  const counts = countVerdicts(judged.map(({ judgement }) => judgement.verdict));
  const periods = Map.groupBy(judged, ({ review }) => halfYearOf(review.date));
  const trend = [...periods]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, members]) => {
      const score = scoreOf(countVerdicts(members.map(({ judgement }) => judgement.verdict)))?.score;
      return { period, review_count: members.length, ...(score !== undefined && { score }) };
    });
  return {
    id,
    name,
    description,
    review_count: judged.length,
    ...counts,
    ...scoreOf(counts),
    trend,
    evidence: judged.flatMap(toEvidence),
  };
}

function buildEntity(
  kind: Kind,
  { id, name }: { id: string; name: string },
  readings: readonly Reading[],
): Entity {
  const judged = judgementsOnEntity(readings, kind, id);
  const stars = judged.reduce((sum, { review }) => sum + review.rating, 0);
  return {
    id,
    name,
    review_count: judged.length,
    mention_count: readings
      .flatMap(({ mentions }) => mentions)
      .filter((mention) => mention.kind === kind && mention.id === id).length,
    ...countVerdicts(judged.map(({ judgement }) => judgement.verdict)),
    ...(judged.length > 0 && { average_rating: round(stars / judged.length, 2) }),
    evidence: judged.flatMap(toEvidence),
  };
}

const toStaleNote = (id: string): string =>
  `review ${id}: was edited after it was judged, so its accepted verdicts are not used; ask again with npm run verdicts -- ask --new`;

function notesOf(site: Site, readings: readonly Reading[]): string[] {
  const nameOf = new Map(
    [...site.technicians, ...site.services, ...site.areas].map(({ id, name }) => [id, name]),
  );
  return readings.flatMap(({ review, unresolved }) =>
    [
      ...new Set(
        unresolved.map(
          ({ words, ids }) => `"${words}" may be ${ids.map((id) => nameOf.get(id)).join(" or ")}`,
        ),
      ),
    ].map(
      (unclear) =>
        `review ${review.id}: ${unclear}; name who is meant with mentions: [{ is: …, words: "…" }]`,
    ),
  );
}
