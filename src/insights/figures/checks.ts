import type { Insights } from "../../schema/insights.ts";
import { leastOpinions, opinionsOf } from "../aspects/tally.ts";

/** Stops the build when a published number does not follow from the words quoted beside it. */
export function checkInsights(
  { aspects, entities, topics }: Insights,
  reviews: readonly { id: string; text: string }[],
): void {
  const texts = new Map(reviews.map(({ id, text }) => [id, text]));
  const issues: string[] = [];
  const demand = (holds: boolean, issue: string) => {
    if (!holds) issues.push(issue);
  };
  for (const [kind, members] of Object.entries({ aspects, ...entities })) {
    for (const member of members) {
      const name = `${kind} ${member.id}`;
      const total = opinionsOf(member) + member.neutral + member.unsure;
      demand(
        total === member.review_count,
        `${name}: verdicts add up to ${total}, but review_count is ${member.review_count}`,
      );
      const quoted = new Set(member.evidence.map(({ review_id }) => review_id));
      demand(
        quoted.size === member.review_count,
        `${name}: ${quoted.size} reviews are quoted, but ${member.review_count} counted`,
      );
      if ("mention_count" in member)
        demand(member.mention_count >= member.review_count, `${name}: fewer mentions than reviews`);
      if ("trend" in member) {
        const inTrend = member.trend.reduce((sum, { review_count }) => sum + review_count, 0);
        demand(
          inTrend === member.review_count,
          `${name}: the trend counts ${inTrend} of ${member.review_count} reviews`,
        );
        const scored = member.score !== undefined && member.interval !== undefined;
        demand(
          scored === opinionsOf(member) >= leastOpinions,
          `${name}: a score needs exactly ${leastOpinions} opinions or more`,
        );
        if (member.score !== undefined && member.interval)
          demand(
            member.interval[0] <= member.score && member.score <= member.interval[1],
            `${name}: the score lies outside its interval`,
          );
      }
    }
  }
  const quotes = [
    ...[...aspects, ...Object.values(entities).flat()].flatMap(({ evidence }) => evidence),
    ...topics.flatMap(({ examples }) => examples),
  ];
  for (const { review_id, quote, start, end } of quotes)
    demand(
      quote !== "" && texts.get(review_id)?.slice(start, end) === quote,
      `review ${review_id}: "${quote}" does not stand at ${start} to ${end}`,
    );
  for (const { id, review_count, review_ids } of topics)
    demand(
      new Set(review_ids).size === review_count && review_ids.every((review) => texts.has(review)),
      `topic ${id}: review_count is ${review_count}, but ${review_ids.length} reviews are listed`,
    );
  if (issues.length > 0)
    throw new Error(
      `The insights contradict themselves; this is a issue of the analysis:\n${issues.join("\n")}`,
    );
}
