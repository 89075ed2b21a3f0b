import { z } from "zod";
import { UsageError } from "../usage-error.ts";
import {
  collect,
  type Draft,
  notBefore,
  parseDay,
  parseRating,
  type Parsed,
  RowError,
  shortenName,
  unwrapTranslation,
} from "./draft.ts";

/** One review of Google Takeout's Business Profile export, and of the Business Profile API (v4). */
const GoogleReview = z.object({
  name: z.string().optional(),
  reviewId: z.string().optional(),
  reviewer: z.object({ displayName: z.string().optional() }).optional(),
  starRating: z.string(),
  comment: z.string().optional(),
  createTime: z.string(),
  updateTime: z.string().optional(),
  reviewReply: z.object({ comment: z.string().optional(), updateTime: z.string().optional() }).optional(),
});

const List = z.object({ reviews: z.array(z.unknown()), nextPageToken: z.string().optional() });

const looksLikeOne = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  "starRating" in value &&
  ("name" in value || "reviewId" in value);

/** The list of reviews in the JSON of a Google export, if it is one. */
function findList(value: unknown): { reviews: unknown[]; hasMore: boolean } | undefined {
  if (Array.isArray(value)) return value.some(looksLikeOne) ? { reviews: value, hasMore: false } : undefined;
  const list = List.safeParse(value);
  if (!list.success || !(list.data.reviews.length === 0 || list.data.reviews.some(looksLikeOne)))
    return undefined;
  return { reviews: list.data.reviews, hasMore: Boolean(list.data.nextPageToken) };
}

export function parseGoogle(file: string, value: unknown): Parsed | undefined {
  refuseOwnReviews(value);
  const list = findList(value);
  if (list === undefined) return undefined;
  return {
    format: "Google Business Profile",
    ...collect(list.reviews, (_, index) => `${file}, review ${index + 1}`, toDraft),
    notes: list.hasMore
      ? [`${file} is one page of several (it has a nextPageToken): the reviews of later pages are not in it`]
      : [],
  };
}

function toDraft(value: unknown, at: string): Draft {
  const parsed = GoogleReview.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RowError(`is not a whole review: ${issue?.path.join(".")} is missing or not text`);
  }
  const { name, reviewId, reviewer, starRating, comment, createTime, updateTime, reviewReply } = parsed.data;
  // The same location under two accounts has the same review ids below different paths.
  const key = reviewId ?? name?.split("/").at(-1);
  if (!key) throw new RowError("has neither a name nor a reviewId");
  const date = parseDay(createTime);
  const updated = updateTime === undefined ? date : parseDay(updateTime);
  const reply = unwrapTranslation(reviewReply?.comment ?? "");
  return {
    source: "Google",
    key,
    at,
    date,
    rating: parseRating(starRating),
    text: unwrapTranslation(comment ?? ""),
    author: shortenName(reviewer?.displayName ?? ""),
    ...(updated > date && { updated }),
    ...(reply && {
      reply: { date: notBefore(parseDay(reviewReply?.updateTime ?? date), date), text: reply },
    }),
    customer: { name: reviewer?.displayName ?? "" },
  };
}

const isOwnReview = ({ properties }: { properties?: Record<string, unknown> }) =>
  properties !== undefined && Object.keys(properties).some((key) => /review|star_rating/i.test(key));

/** "Maps (your places)" in Takeout holds a Reviews.json too: reviews that the account's owner wrote about others. */
function refuseOwnReviews(value: unknown): void {
  const features = (value as { type?: unknown; features?: unknown } | null)?.features;
  if ((value as { type?: unknown } | null)?.type !== "FeatureCollection" || !Array.isArray(features)) return;
  if (!features.some(isOwnReview)) return;
  throw new UsageError(
    "holds the reviews that you wrote about other places (Takeout: Maps), not those that customers wrote about you: in Takeout choose Google Business Profile instead",
  );
}
