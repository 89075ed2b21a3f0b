import { analysis, baseUrl, dataset, site, words } from "../../site.ts";
import type { Evidence, Polarity } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import { buildListPages, buildReviewLists, type ReviewList } from "../../publish/review-lists.ts";
import type { Span } from "./passages.ts";
import { type ListKind } from "../../publish/review-paths.ts";

export const reviewsById: ReadonlyMap<string, Review> = new Map(
  dataset.reviews.map((review) => [review.id, review]),
);

const hasReplies = dataset.reviews.some(({ reply }) => reply !== undefined);

/** The address of a review's page from the root. */
export const toPath = ({ url }: Review): string => url.slice(baseUrl.length);

/** The name of quoted words on the page of their review. */
export const toAnchor = (reviewId: string, { start, end }: Span): string => `${reviewId}.${start}-${end}`;

/** Where people read quoted words in their review, marked. */
export const toQuotePath = (review: Review, span: Span): string =>
  `${toPath(review)}#${toAnchor(review.id, span)}`;

/** Words of a review that a figure rests on, and what they were read as. */
export interface QuotedSpan extends Span {
  polarity?: Polarity;
}

const { aspects, entities, topics } = analysis.insights;
const spansById = new Map<string, QuotedSpan[]>();
const addSpan = (reviewId: string, { start, end, polarity }: QuotedSpan) => {
  const spans = spansById.get(reviewId) ?? [];
  if (!spans.some((span) => span.start === start && span.end === end))
    spans.push({ start, end, ...(polarity && { polarity }) });
  spansById.set(reviewId, spans);
};
for (const { evidence } of [
  ...aspects,
  ...entities.technicians,
  ...entities.services,
  ...entities.service_areas,
])
  for (const entry of evidence) addSpan(entry.review_id, entry);
for (const { examples } of topics)
  for (const { review_id, start, end } of examples) addSpan(review_id, { start, end });

/** Every span of a review that some figure rests on. */
export const quotedSpans = (reviewId: string): readonly QuotedSpan[] => spansById.get(reviewId) ?? [];

/** The findings in a review about one aspect. */
export interface AspectReading {
  id: string;
  name: string;
  quotes: Evidence[];
}

const readingsById = new Map<string, AspectReading[]>();
for (const { id, name, evidence } of aspects) {
  for (const entry of evidence) {
    const readings = readingsById.get(entry.review_id) ?? [];
    const last = readings.at(-1);
    if (last?.id === id) last.quotes.push(entry);
    else readings.push({ id, name, quotes: [entry] });
    readingsById.set(entry.review_id, readings);
  }
}

/** The findings in a review, aspect by aspect. */
export const readingsOf = (reviewId: string): readonly AspectReading[] => readingsById.get(reviewId) ?? [];

export const reviewLists: readonly ReviewList[] = buildReviewLists(dataset, analysis.insights);
export const listPages = buildListPages(reviewLists);

const judgedBy = { praise: "positive", criticism: "negative" } as const;

/** The words of a review that put it on a list of praise or criticism. */
export function quotesInList({ kind, id }: ReviewList, reviewId: string): Span[] {
  if (kind !== "praise" && kind !== "criticism") return [];
  return readingsOf(reviewId)
    .filter((reading) => reading.id === id)
    .flatMap(({ quotes }) => quotes.filter(({ polarity }) => polarity === judgedBy[kind]));
}

/** For those who think that words were read wrongly, once a page: the owner's form, or an e-mail with the page filled in. */
export function toWrongQuoteHtml(path: string): string {
  const { corrections_url: form, email } = site.business;
  const page = baseUrl + path;
  const href =
    form === undefined
      ? `mailto:${email}?subject=${encodeURIComponent(words.t("insights.wrongSubject"))}&body=${encodeURIComponent(words.t("insights.wrongBody", { page }))}`
      : `${form}${form.includes("?") ? "&" : "?"}page=${encodeURIComponent(page)}`;
  return `<details class="wrong-quote"><summary>${words.t("insights.wrong")}</summary><p>${words.rich("insights.tellUs", {}, { tell: href })}</p></details>`;
}

interface Heading {
  title: string;
  intro: string;
  /** Where the subject is looked at more closely. */
  insights?: { href: string; label: string };
}

const { t } = words;
const order = t(hasReplies ? "list.withReplies" : "list.newestFirst");
const judged = (id: string) => ({ href: `/insights/${id}/`, label: t("list.judged") });

/** The description of a list of reviews. */
const headings: Record<ListKind, (list: { id: string; name: string }) => Heading> = {
  stars: ({ id }) => ({ title: t("list.stars", { count: Number(id) }), intro: order }),
  people: ({ id, name }) => ({
    title: t("list.people", { name }),
    intro: t("list.peopleText"),
    insights: { href: `/insights/people/${id}/`, label: t("list.peopleInsights", { name }) },
  }),
  services: ({ id, name }) => ({
    title: t("list.services", { name }),
    intro: t("list.servicesText"),
    insights: { href: `/insights/#service-${id}`, label: t("list.servicesInsights") },
  }),
  areas: ({ name }) => ({ title: t("list.areas", { name }), intro: t("list.areasText") }),
  praise: ({ id, name }) => ({
    title: t("list.praise", { name }),
    intro: t("list.praiseText"),
    insights: judged(id),
  }),
  criticism: ({ id, name }) => ({
    title: t("list.criticism", { name }),
    intro: t("list.criticismText"),
    insights: judged(id),
  }),
  years: ({ name }) => ({ title: t("list.years", { name }), intro: order }),
};

export const toListHeading = ({ kind, id, name }: { kind: ListKind; id: string; name: string }): Heading =>
  headings[kind]({ id, name });
