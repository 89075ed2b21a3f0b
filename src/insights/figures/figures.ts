import type { Aspect, Entity } from "../../schema/insights.ts";
import { resolveName, probablyMeant } from "../../schema/names.ts";
import type { Site } from "../../schema/site.ts";
import type { Kind } from "../mentions/matcher.ts";
import type { Reading } from "../reader.ts";
import { goodShare, minOpinions, opinionsOf, round } from "./tally.ts";

/** A number that the owner's words may rest on. */
export interface Figure {
  /** Missing while there are too few opinions to tell. */
  value: number | undefined;
  /** As it reads in a sentence. */
  text: string;
  /** The reviews behind it. */
  reviewIds: string[];
}

/** A name that is not known, and what would be. */
export class UnknownFigure extends Error {}

export interface Figures {
  /** `aspect.punctuality.score`, `technician.will.review_count`, `aggregate.rating_value`. */
  figure: (path: string) => Figure;
  /** `technician=will rating=5`: the reviews that fit all conditions. */
  count: (conditions: readonly (readonly [key: string, value: string])[]) => Figure;
}

interface Counted {
  aspects: readonly Aspect[];
  entities: { technicians: readonly Entity[]; services: readonly Entity[]; service_areas: readonly Entity[] };
}

const verdicts = ["positive", "negative", "mixed", "neutral", "unsure"] as const;
const aspectFigures = ["review_count", ...verdicts, "positive_share", "negative_share", "score"] as const;
const entityFigures = [
  "review_count",
  "mention_count",
  ...verdicts,
  "positive_share",
  "negative_share",
  "average_rating",
] as const;
const aggregateFigures = ["review_count", "rating_value"] as const;

/** The nearest known names to an unknown one. */
function instead(name: string, names: readonly string[]): string {
  const meant = probablyMeant(name, names);
  return `${meant ? `did you mean ${meant}? Known` : "known"} are ${names.join(", ")}`;
}

/** Everything that slots in the owner's Markdown can ask for. */
export function createFigures(
  site: Site,
  readings: readonly Reading[],
  { aspects, entities }: Counted,
): Figures {
  const groups: Record<string, readonly (Aspect | Entity)[]> = {
    aspect: aspects,
    technician: entities.technicians,
    service: entities.services,
    area: entities.service_areas,
  };
  const all = readings.map(({ review }) => review.id);
  const stars = readings.reduce((sum, { review }) => sum + review.rating, 0);

  const figure = (path: string): Figure => {
    const [group = "", ...rest] = path.split(".");
    if (group === "aggregate") {
      const name = rest.join(".");
      if (name === "review_count") return { value: all.length, text: String(all.length), reviewIds: all };
      const mean = all.length === 0 ? undefined : round(stars / all.length, 2);
      if (name === "rating_value")
        return { value: mean, text: mean?.toFixed(2) ?? "not yet rated", reviewIds: all };
      throw new UnknownFigure(`there is no figure "${path}"; ${instead(name, aggregateFigures)}`);
    }
    const members = groups[group];
    if (!members)
      throw new UnknownFigure(
        `there is no figure "${path}"; a figure starts with aspect, technician, service, area or aggregate`,
      );
    const [id = "", name = ""] = rest;
    const member = members.find((candidate) => candidate.id === id);
    if (!member)
      throw new UnknownFigure(
        `there is no ${group} "${id}"; ${instead(
          id,
          members.map((candidate) => candidate.id),
        )}`,
      );
    const names: readonly string[] = group === "aspect" ? aspectFigures : entityFigures;
    if (!names.includes(name) || rest.length > 2)
      throw new UnknownFigure(
        `${group}.${id} has no figure "${rest.slice(1).join(".")}"; ${instead(name, names)}`,
      );
    return memberFigure(member, name);
  };

  const count: Figures["count"] = (conditions) => {
    if (conditions.length === 0)
      throw new UnknownFigure("count needs a condition, such as count technician=will");
    const tests = conditions.map(([key, value]) => condition(site, key, value));
    const reviewIds = readings
      .filter((reading) => tests.every((test) => test(reading)))
      .map(({ review }) => review.id);
    return { value: reviewIds.length, text: String(reviewIds.length), reviewIds };
  };
  return { figure, count };
}

function memberFigure(member: Aspect | Entity, name: string): Figure {
  const behind = (...polarities: string[]) => [
    ...new Set(
      member.evidence
        .filter(({ polarity }) => polarities.includes(polarity))
        .map(({ review_id }) => review_id),
    ),
  ];
  const opinions = opinionsOf(member);
  const reviewIds = behind(...verdicts);
  if (name === "positive_share" || name === "negative_share") {
    const isGood = name === "positive_share";
    const behindIt = behind("positive", "negative", "mixed");
    // A share of very few is no share: it is said as it is.
    if (opinions < minOpinions) {
      const part = isGood ? member.positive : member.negative;
      return { value: undefined, text: `${part} of ${opinions}`, reviewIds: behindIt };
    }
    // Rounded as the published score is, so that answers and pages never differ by one; the two make a hundred.
    const share = round(goodShare(member), 3);
    const good = Math.round(share * 100);
    return {
      value: isGood ? share : round(1 - share, 3),
      text: `${isGood ? good : 100 - good}%`,
      reviewIds: behindIt,
    };
  }
  const value = (member as Partial<Record<string, unknown>>)[name] as number | undefined;
  const text = value === undefined ? "not known yet" : String(value);
  return {
    value,
    text,
    reviewIds: (verdicts as readonly string[]).includes(name) ? behind(name) : reviewIds,
  };
}

type Condition = (reading: Reading) => boolean;

function condition(site: Site, key: string, value: string): Condition {
  const idOf = (list: readonly { id: string; name: string; aliases?: string[] }[], kind: string): string => {
    const fitting = resolveName(list, value);
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) return only.id;
    const problem =
      fitting.length > 1
        ? `"${value}" may be ${fitting.map(({ id }) => id).join(" or ")}`
        : `there is no ${kind} "${value}"`;
    throw new UnknownFigure(
      `${problem}; ${instead(
        value,
        list.map(({ id }) => id),
      )}`,
    );
  };
  const mentions = (kind: Kind): Condition => {
    const id = idOf(site[kind], key);
    return ({ entities }) => entities.some((entity) => entity.kind === kind && entity.id === id);
  };
  switch (key) {
    case "technician":
      return mentions("technicians");
    case "service":
      return mentions("services");
    case "area":
      return mentions("areas");
    case "aspect": {
      const id = idOf(site.aspects, key);
      return ({ aspects }) => aspects.some((aspect) => aspect.id === id);
    }
    case "rating":
    case "min_rating": {
      const stars = Number(value);
      if (!(stars >= 1 && stars <= 5))
        throw new UnknownFigure(`${key} must be a number from 1 to 5, got "${value}"`);
      return ({ review }) => (key === "rating" ? review.rating === stars : review.rating >= stars);
    }
    case "since":
    case "until":
      if (!/^\d{4}-\d{2}-\d{2}$/.test(value))
        throw new UnknownFigure(`${key} must be a day, written YYYY-MM-DD, got "${value}"`);
      return ({ review }) => (key === "since" ? review.date >= value : review.date <= value);
    default:
      throw new UnknownFigure(
        `count does not know "${key}"; it knows technician, service, area, aspect, rating, min_rating, since and until`,
      );
  }
}
