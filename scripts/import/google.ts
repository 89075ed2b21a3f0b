import { isRecord, memberOf } from "../../src/schema/json.ts";
import { z } from "zod";
import { UsageError } from "../usage-error.ts";
import { type DayReading, notBefore, parseDay } from "./days.ts";
import {
  collect,
  type NewDraft,
  parseRating,
  type ParsedExport,
  RowError,
  shortenName,
  unwrapTranslation,
} from "./draft.ts";

/** One review of Google Takeout's Business Profile export, and of the Business Profile API (v4). */
const GoogleReview = z.object({
  name: z.string().nullish(),
  reviewId: z.string().nullish(),
  reviewer: z.object({ displayName: z.string().nullish() }).nullish(),
  starRating: z.union([z.string(), z.number()]),
  comment: z.string().nullish(),
  createTime: z.string(),
  updateTime: z.string().nullish(),
  reviewReply: z
    .object({
      comment: z.string().nullish(),
      updateTime: z.string().nullish(),
      reviewReplyState: z.string().nullish(),
    })
    .nullish(),
});

const looksLikeOne = (value: unknown) =>
  isRecord(value) && "starRating" in value && ("name" in value || "reviewId" in value);

interface List {
  reviews: unknown[];
  hasMore: boolean;
}

/** The list of reviews in the JSON of a Google export, if it is one: of one location, or of several at once. */
function findList(value: unknown): List | undefined {
  if (Array.isArray(value)) {
    if (value.some(looksLikeOne)) return { reviews: value, hasMore: false };
    const pages = value.map(findList);
    if (pages.length === 0 || !pages.every((page) => page !== undefined)) return undefined;
    return { reviews: pages.flatMap(({ reviews }) => reviews), hasMore: pages.at(-1)?.hasMore ?? false };
  }
  if (!isRecord(value)) return undefined;
  if (looksLikeOne(value)) return { reviews: [value], hasMore: false };
  const hasMore = Boolean(value["nextPageToken"]);
  const batch = value["locationReviews"];
  if (Array.isArray(batch)) {
    // batchGetReviews: the location stands beside the review.
    const reviews = batch
      .filter(isRecord)
      .map(({ name, review }) => ({ location: name, ...(isRecord(review) && review) }));
    return reviews.some(looksLikeOne) ? { reviews, hasMore } : undefined;
  }
  const { reviews } = value;
  if (!Array.isArray(reviews) || !(reviews.length === 0 || reviews.some(looksLikeOne))) return undefined;
  return { reviews, hasMore };
}

/** The location's own number, the same under every account that manages it. */
const toLocation = (...names: unknown[]): string | undefined =>
  names
    .map((name) => (typeof name === "string" ? /(?:^|\/)locations\/([^/]+)/.exec(name)?.[1] : undefined))
    .find((id) => id !== undefined);

export function parseGoogle(
  file: string,
  value: unknown,
  { timeZone }: DayReading,
): ParsedExport | undefined {
  refuseOwnReviews(value);
  const list = findList(value);
  if (list === undefined) return undefined;
  return {
    format: "Google Business Profile",
    ...collect(
      file,
      list.reviews,
      (_, index) => `review ${index + 1}`,
      (review) => toDraft(review, timeZone),
    ),
    isWholeOf: list.hasMore ? [] : ["Google"],
    notes: list.hasMore
      ? [`${file} is one page of several (it has a nextPageToken): the reviews of later pages are not in it`]
      : [],
  };
}

function toDraft(value: unknown, timeZone: string | undefined): NewDraft {
  const parsed = GoogleReview.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RowError(`is not a whole review: ${issue?.path.join(".")} is missing or not text`);
  }
  const location = toLocation(memberOf(value, "location"), parsed.data.name);
  const { name, reviewId, reviewer, starRating, comment, createTime, updateTime, reviewReply } = parsed.data;
  // The same location under two accounts has the same review ids below different paths.
  const key = reviewId ?? name?.split("/").at(-1);
  if (!key) throw new RowError("has neither a name nor a reviewId");
  const date = parseDay(createTime, { timeZone });
  const updated = updateTime ? parseDay(updateTime, { timeZone }) : date;
  // A reply that Google still looks at, or has refused, stands nowhere.
  const isReplyShown = !/REJECTED|PENDING/.test(reviewReply?.reviewReplyState ?? "");
  const reply = isReplyShown ? unwrapTranslation(reviewReply?.comment ?? "") : "";
  return {
    source: "Google",
    key,
    date,
    rating: parseRating(starRating),
    text: unwrapTranslation(comment ?? ""),
    author: shortenName(reviewer?.displayName ?? ""),
    ...(updated > date && { updated }),
    ...(reply && {
      reply: { date: notBefore(parseDay(reviewReply?.updateTime ?? date, { timeZone }), date), text: reply },
    }),
    ...(location !== undefined && { location }),
    customer: { name: reviewer?.displayName ?? "" },
  };
}

const isOwnReview = ({ properties }: { properties?: Record<string, unknown> }) =>
  properties !== undefined && Object.keys(properties).some((key) => /review|star_rating/i.test(key));

/** "Maps (your places)" in Takeout holds a Reviews.json too: reviews that the account's owner wrote about others. */
function refuseOwnReviews(value: unknown): void {
  const features = memberOf(value, "features");
  if (memberOf(value, "type") !== "FeatureCollection" || !Array.isArray(features)) return;
  if (!features.some(isOwnReview)) return;
  throw new UsageError(
    "holds the reviews that you wrote about other places (Takeout: Maps), not those that customers wrote about you: in Takeout choose Google Business Profile instead",
  );
}
