import { toCount } from "../schema/text.ts";
import type { Insights } from "../schema/insights.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import type { Review } from "../schema/review.ts";
import { listPath, type ListKind } from "../schema/review-paths.ts";

/** How many reviews a page of a list shows, and how many pages a list has at most: the newest reviews are in it. */
export const listPageSize = 25;
export const maxListPages = 20;

/** The reviews that one filter leaves, for readers without scripts and for search engines. */
export interface ReviewList {
  kind: ListKind;
  /** Of the person, service, area or aspect; the stars; the year. */
  id: string;
  /** As people read it: "Will Tanner", "5 stars", "2026". */
  name: string;
  /** All that fit, newest first; pages show the newest of them. */
  reviews: Review[];
}

function collect(reviews: readonly Review[], keysOf: (review: Review) => Iterable<string>) {
  const lists = new Map<string, Review[]>();
  for (const review of reviews) {
    for (const key of keysOf(review)) {
      const list = lists.get(key);
      if (list) list.push(review);
      else lists.set(key, [review]);
    }
  }
  return lists;
}

/** Every list that has reviews, in the order in which the business names its people, services and areas. */
export function buildReviewLists({ business, reviews }: ReviewsDataset, { aspects }: Insights): ReviewList[] {
  const named = (
    kind: ListKind,
    entries: readonly { id: string; name: string }[],
    lists: Map<string, Review[]>,
  ) =>
    entries
      .map(({ id, name }): ReviewList => ({ kind, id, name, reviews: lists.get(id) ?? [] }))
      .filter((list) => list.reviews.length > 0);
  const stars = collect(reviews, ({ rating }) => [String(rating)]);
  const years = collect(reviews, ({ date }) => [date.slice(0, 4)]);
  const judged = (polarity: "positive" | "negative") =>
    new Map(
      aspects.map(({ id, evidence }) => {
        const of = new Set(
          evidence.flatMap((one) =>
            one.polarity === polarity || one.polarity === "mixed" ? one.review_id : [],
          ),
        );
        return [id, reviews.filter((review) => of.has(review.id))];
      }),
    );
  return [
    // All five, so that each row of stars leads somewhere, even where nobody gave them.
    ...[5, 4, 3, 2, 1].map((value): ReviewList => ({
      kind: "stars",
      id: String(value),
      name: toCount(value, "star"),
      reviews: stars.get(String(value)) ?? [],
    })),
    ...named(
      "people",
      business.technicians,
      collect(reviews, ({ mentions }) => mentions.technicians.map(({ id }) => id)),
    ),
    ...named(
      "services",
      business.services,
      collect(reviews, ({ mentions }) => mentions.services.map(({ id }) => id)),
    ),
    ...named(
      "areas",
      business.service_areas,
      collect(reviews, ({ mentions }) => mentions.areas.map(({ id }) => id)),
    ),
    ...named("praise", aspects, judged("positive")),
    ...named("criticism", aspects, judged("negative")),
    // A single year would be all of them again.
    ...(years.size < 2
      ? []
      : named(
          "years",
          [...years.keys()].map((year) => ({ id: year, name: year })),
          years,
        )),
  ];
}

/** The pages of the lists, newest first; those of a very long list end with its newest 500 reviews. */
export const buildListPages = (lists: readonly ReviewList[]) =>
  lists.flatMap((list) => {
    const pages = Math.min(maxListPages, Math.max(1, Math.ceil(list.reviews.length / listPageSize)));
    return Array.from({ length: pages }, (_, index) => ({
      list,
      path: listPath(list.kind, list.id, index + 1),
      page: index + 1,
      pages,
      reviews: list.reviews.slice(index * listPageSize, (index + 1) * listPageSize),
    }));
  });
