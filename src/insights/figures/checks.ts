import type { Insights } from "../../schema/insights.ts";
import { minOpinions, opinionsOf } from "./tally.ts";

type Member = Insights["aspects"][number] | Insights["entities"][keyof Insights["entities"]][number];
/** Each thing that must hold, with what to say where it does not. */
type Demand = (holds: boolean, issue: string) => void;

/** Stops the build when a published number does not follow from the words quoted beside it. */
export function checkInsights(
  { aspects, entities, topics }: Insights,
  reviews: readonly { id: string; text: string }[],
): void {
  const texts = new Map(reviews.map(({ id, text }) => [id, text]));
  const issues: string[] = [];
  const demand: Demand = (holds, issue) => {
    if (!holds) issues.push(issue);
  };
  for (const [kind, members] of Object.entries({ aspects, ...entities })) {
    for (const member of members) checkMember(`${kind} ${member.id}`, member, demand);
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
      `The insights contradict themselves; this is an error of the analysis:\n${issues.join("\n")}`,
    );
}

/** The counts of an aspect, a person, a service or an area agree with each other and with its quotes. */
function checkMember(name: string, member: Member, demand: Demand): void {
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
  if ("trend" in member) checkAspect(name, member, demand);
}

function checkAspect(name: string, aspect: Insights["aspects"][number], demand: Demand): void {
  const inTrend = aspect.trend.reduce((sum, { review_count }) => sum + review_count, 0);
  demand(
    inTrend === aspect.review_count,
    `${name}: the trend counts ${inTrend} of ${aspect.review_count} reviews`,
  );
  const { score, interval } = aspect;
  const isScored = score !== undefined && interval !== undefined;
  demand(
    isScored === opinionsOf(aspect) >= minOpinions,
    `${name}: a score needs exactly ${minOpinions} opinions or more`,
  );
  if (isScored)
    demand(interval[0] <= score && score <= interval[1], `${name}: the score lies outside its interval`);
}
