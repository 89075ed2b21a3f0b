import type { Analysis } from "../insights/analyse.ts";
import { type AggregateRating, Business, defaultLicence } from "../schema/business.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import { photoFolder, toPhoto } from "./photo-paths.ts";
import type { Photo, PhotoEntry } from "../schema/photo.ts";
import { type Review, WithheldReason, lastChange, newestFirst } from "../schema/review.ts";
import type { PublishedEntry, Site, PreviousDeploy, PreviousReview } from "../schema/site.ts";
import { permalinkPath } from "../schema/review-paths.ts";
import { recordOf } from "../schema/json.ts";

/** The most reviews that one page of a month's archive shows. */
export const archivePageSize = 50;

/** One page of a month's reviews, for people. */
export interface ArchivePage<T> {
  path: string;
  /** `YYYY-MM` */
  month: string;
  /** From 1, the oldest of the month, to `pages`, the newest. */
  page: number;
  pages: number;
  /** Newest first. */
  reviews: T[];
}

/**
 * The archive, newest page first, from reviews that are newest first. A month with more reviews than fit on a page
 * is filled from its oldest on, so that new reviews move no permalink.
 */
export function buildArchivePages<T extends { date: string }>(reviews: readonly T[]): ArchivePage<T>[] {
  const months = Map.groupBy(reviews, ({ date }) => date.slice(0, 7));
  return [...months].flatMap(([month, all]) => {
    const pages = Math.ceil(all.length / archivePageSize);
    return Array.from({ length: pages }, (_, index) => {
      const page = pages - index;
      const end = all.length - (page - 1) * archivePageSize;
      return {
        path: `/reviews/${month}/${page > 1 ? `${page}/` : ""}`,
        month,
        page,
        pages,
        reviews: all.slice(Math.max(0, end - archivePageSize), end),
      };
    });
  });
}

/** The months of each year, the newest first: how many reviews, and the address of the newest page of them. */
export const buildArchiveYears = (reviews: readonly { date: string }[]) =>
  [...Map.groupBy(buildArchivePages(reviews), ({ month }) => month.slice(0, 4))].map(([year, pages]) => ({
    year,
    count: pages.reduce((sum, page) => sum + page.reviews.length, 0),
    months: pages
      .filter(({ page, pages }) => page === pages)
      .map(({ month, path }) => ({
        month,
        path,
        count: reviews.filter(({ date }) => date.startsWith(month)).length,
      })),
  }));

export function buildAggregateRating(reviews: readonly { rating: number }[]): AggregateRating {
  const count = (stars: number): number => reviews.filter(({ rating }) => rating === stars).length;
  const distribution = { "1": count(1), "2": count(2), "3": count(3), "4": count(4), "5": count(5) };
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  const rating_value = reviews.length === 0 ? 0 : Math.round((sum / reviews.length) * 100) / 100;
  return { rating_value, best_rating: 5, worst_rating: 1, review_count: reviews.length, distribution };
}

/** How many reviews are withheld for each reason there is, so that everybody can see it. */
export const buildWithheldCounts = ({ withheld }: Pick<Site, "withheld">): Record<WithheldReason, number> =>
  recordOf(
    WithheldReason.options,
    (reason) => withheld.filter((review) => review.withheld === reason).length,
  );

/** Of what content/edits withdraws, the words are off the site and still in content. */
export const buildUnerasedWarnings = ({ unerased }: Pick<Site, "unerased">): string[] =>
  unerased.map(
    ({ id, place, reason }) =>
      `warning: ${id} is withdrawn from the site, and its words still stand in ${place}: npm run redact -- ${id} --reason ${reason} takes them out`,
  );

/**
 * What the owner should look into: withheld reviews that are worse than the published ones look like reviews that
 * are withheld for being bad, and that is a thing nobody may do.
 */
export function buildWithheldWarnings(site: Pick<Site, "reviews" | "withheld">): string[] {
  if (site.withheld.length === 0 || site.reviews.length === 0) return [];
  const withheld = buildAggregateRating(site.withheld).rating_value;
  const published = buildAggregateRating(site.reviews).rating_value;
  if (withheld >= published) return [];
  const low = site.withheld
    .filter(({ rating }) => rating <= 2)
    .map(({ id, withheld }) => `${id} (${withheld})`);
  const named =
    low.length === 0
      ? ""
      : `; look again at ${low.slice(0, 5).join(", ")}${low.length > 5 ? ` and ${low.length - 5} more` : ""}`;
  return [
    `warning: withheld reviews average ${withheld.toFixed(2)} stars, published ones ${published.toFixed(2)}: being negative is no reason to withhold one${named}. Where one was a customer, write verification: { method: job_record, date: … } in place of withheld`,
  ];
}

/** Pictures as they are published, in their order. */
const buildPhotos = (site: Pick<Site, "photos">, entries: readonly PhotoEntry[], baseUrl: string): Photo[] =>
  entries.flatMap(({ file, alt }) => {
    const facts = site.photos.get(file);
    return facts === undefined ? [] : [toPhoto(facts, alt, baseUrl)];
  });

/** What is published of the business: what the schema names, and nothing else that the owner wrote. */
export function buildBusiness(site: Site, baseUrl: string): Business {
  const { cover, gallery = [], log, logo, name, same_as, website } = site.business;
  const one = (entry: PhotoEntry | undefined) => buildPhotos(site, entry ? [entry] : [], baseUrl)[0];
  const all = buildPhotos(site, gallery, baseUrl);
  return Business.parse({
    ...site.business,
    url: `${baseUrl}/`,
    same_as: website === undefined ? same_as : [website, ...same_as],
    data_licence: site.business.data_licence ?? defaultLicence,
    fictional: site.business.fictional || undefined,
    log: log && { origin: log.origin, key: log.key, witnesses: log.witnesses },
    logo: one(logo === undefined ? undefined : { file: logo, alt: name }),
    cover: one(cover),
    gallery: all.length > 0 ? all : undefined,
    services: site.services,
    technicians: site.technicians.map((technician) => ({
      ...technician,
      aliases: technician.aliases.length > 0 ? technician.aliases : undefined,
      portrait: one(technician.portrait),
    })),
    service_areas: site.areas,
  });
}

/** Every picture of the dataset, which may be one of an earlier version. */
export const listPhotos = ({ business, reviews }: Pick<ReviewsDataset, "business" | "reviews">): Photo[] => [
  ...[
    business?.logo,
    business?.cover,
    ...(business?.technicians ?? []).map(({ portrait }) => portrait),
  ].filter((photo) => photo !== undefined),
  ...(business?.gallery ?? []),
  ...reviews.flatMap(({ photos = [] }) => photos),
];

function buildReview(
  entry: PublishedEntry,
  url: string,
  mentions: Review["mentions"],
  photos: Photo[],
  isConfidential: boolean,
): Review {
  const { id, date, rating, title, text, author, source, verification, reply, updated } = entry;
  return {
    id,
    url,
    date,
    rating,
    ...(title && { title }),
    text,
    author: { name: author },
    source,
    verification: isConfidential ? { method: verification.method } : verification,
    verified: true,
    mentions,
    ...(reply && { reply }),
    ...(photos.length > 0 && { photos }),
    ...(updated && { updated }),
  };
}

export function buildReviewsDataset(site: Site, { mentions }: Analysis, baseUrl: string): ReviewsDataset {
  return {
    business: buildBusiness(site, baseUrl),
    aggregate_rating: buildAggregateRating(site.reviews),
    reviews: site.reviews.map((entry) =>
      buildReview(
        entry,
        baseUrl + permalinkPath(entry.id),
        mentions.get(entry.id) ?? { technicians: [], services: [], areas: [] },
        buildPhotos(site, entry.photos ?? [], baseUrl),
        site.business.confidential ?? false,
      ),
    ),
    removed: site.removed.map(({ id, removed_at }) => ({ id, removed_at })),
  };
}

/** The newest of these days; undefined when there is none. */
const latest = (days: readonly (string | undefined)[]): string | undefined =>
  days.reduce((newest, day) => (newest === undefined || (day ?? "") > newest ? day : newest), undefined);

/** The facts about a published review that the next build needs. */
export const toPreviousReview = (review: Review): PreviousReview => {
  const { id, published, changed } = review;
  return {
    id,
    newest: lastChange(review),
    ...(published && { published }),
    ...(changed && { changed }),
    // All but addresses, which move with the site, and what the build adds by itself.
    content: JSON.stringify({
      ...review,
      photos: review.photos?.map((photo) => ({
        ...photo,
        url: photo.url.slice(photo.url.lastIndexOf(photoFolder)),
      })),
      url: undefined,
      proof: undefined,
      published: undefined,
      changed: undefined,
    }),
  };
};

/** Days on which a review gave up earlier ids that copies of the data hold. */
type FormerIds = readonly { id: string; until?: string | undefined }[];

function dateReview(
  review: Review,
  before: PreviousReview | undefined,
  former: FormerIds,
  today: string | undefined,
): Review {
  const isSame = before?.content === toPreviousReview(review).content;
  const published = before === undefined ? today : before.published;
  const changed = latest([
    ...former.map(({ until }) => until),
    ...(before === undefined ? [] : [before.changed, isSame ? undefined : today]),
  ]);
  const first = { ...review, ...(published && published > review.date && { published }) };
  return { ...first, ...(changed && changed > lastChange(first) && { changed }) };
}

/**
 * The dataset with the days on which reviews first stood here, or last changed, where no day that content names is as
 * late: a copy of the previous deploy knows all days up to its newest, and would never ask for anything earlier. Nothing
 * is dated that the previous deploy cannot tell; `today` is the day of the build.
 */
export function withPublicationDays(
  dataset: ReviewsDataset,
  {
    previous,
    today,
    formerly = new Map(),
  }: { previous: PreviousDeploy; today: string; formerly?: ReadonlyMap<string, FormerIds> },
): ReviewsDataset {
  const before = new Map(previous.reviews?.map((review) => [review.id, review]));
  const tombstones = new Map(previous.removed.map(({ id, removed_at }) => [id, removed_at]));
  const newest =
    latest([...[...before.values()].map((review) => review.newest), ...tombstones.values()]) ?? "";
  const now = previous.reviews && (latest([today, newest]) as string);
  return {
    ...dataset,
    reviews: dataset.reviews.map((review) => {
      const former = formerly.get(review.id) ?? [];
      const known = [review, ...former].flatMap(({ id }) => before.get(id) ?? []);
      return dateReview(review, known[0], former, now);
    }),
    removed: dataset.removed
      .map(({ id, removed_at }) => {
        const late = removed_at < newest ? now : undefined;
        return { id, removed_at: latest([removed_at, tombstones.get(id) ?? late]) ?? removed_at };
      })
      .sort((a, b) => newestFirst({ ...a, date: a.removed_at }, { ...b, date: b.removed_at })),
  };
}
