import { analysis, baseUrl, dataset, site, words } from "../../site.ts";
import type { Polarity } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";
import { buildListPages, buildReviewLists, type ReviewList } from "../../publish/review-lists.ts";
import { mergeVerdicts, type Span } from "./passages.ts";
import { type ListKind } from "../../schema/review-paths.ts";

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

/** Words of a review that a figure rests on, and what they were read as where that is shown. */
export interface QuotedSpan extends Span {
  polarity?: Polarity;
}

/** What a verdict is about, and where more is said about it. */
interface Verdict extends Span {
  name: string;
  href: string;
  polarity: Polarity;
}

const { aspects, entities, topics } = analysis.insights;
const addTo = <Entry>(lists: Map<string, Entry[]>, reviewId: string, entry: Entry) => {
  const list = lists.get(reviewId);
  if (list) list.push(entry);
  else lists.set(reviewId, [entry]);
};

const readings = new Map(analysis.readings.map((reading) => [reading.review.id, reading]));

const verdictsById = new Map<string, Verdict[]>();
const toAspectPath = (id: string) => `/insights/${id}/`;
for (const [toHref, subjects] of [
  [toAspectPath, aspects],
  [(id: string) => `/insights/people/${id}/`, entities.technicians],
] as const) {
  for (const { id, name, evidence } of subjects) {
    for (const { review_id, start, end, polarity } of evidence)
      addTo(verdictsById, review_id, { name, href: toHref(id), polarity, start, end });
  }
}

const spansById = new Map<string, QuotedSpan[]>();
for (const [reviewId, verdicts] of verdictsById)
  for (const { start, end, polarity } of verdicts) addTo(spansById, reviewId, { start, end, polarity });
for (const { evidence } of [...entities.services, ...entities.service_areas])
  for (const { review_id, start, end } of evidence) addTo(spansById, review_id, { start, end });
for (const { examples } of topics)
  for (const { review_id, start, end } of examples) addTo(spansById, review_id, { start, end });
for (const [reviewId, spans] of spansById) {
  const same = Map.groupBy(spans, ({ start, end }) => `${start}-${end}`);
  spansById.set(
    reviewId,
    [...same.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { start, end } = first;
      const polarity = mergeVerdicts([first, ...others].map((span) => span.polarity));
      return { start, end, ...(polarity && { polarity }) };
    }),
  );
}

/** Every span of a review that some figure rests on, each once. */
export const quotedSpans = (reviewId: string): readonly QuotedSpan[] => spansById.get(reviewId) ?? [];

/** A subject that a review praises or criticizes, or both at once, and the first words in which it does. */
export interface Finding extends Span {
  name: string;
  polarity: Polarity;
}

/** All that a review praises and criticizes, each subject once for each side. */
export const findingsIn = (reviewId: string): Finding[] =>
  [
    ...Map.groupBy(verdictsById.get(reviewId) ?? [], ({ href, polarity }) => `${polarity} ${href}`).values(),
  ].flatMap(([first]) => first ?? []);

export const reviewLists: readonly ReviewList[] = buildReviewLists(dataset, analysis.insights);
/** Lists of one kind: those of most reviews first; stars and years have an order of their own. */
export const inOrder = (kind: ListKind, lists: readonly ReviewList[]): readonly ReviewList[] =>
  kind === "stars" || kind === "years"
    ? lists
    : lists.toSorted((a, b) => b.reviews.length - a.reviews.length);
export const listPages = buildListPages(reviewLists);
/** The list of one kind on one thing, where it has reviews. */
export const findList = (kind: ListKind, id: string): ReviewList | undefined =>
  reviewLists.find((list) => list.kind === kind && list.id === id);

const judgedBy = { praise: "positive", criticism: "negative" } as const;

/** The words of a review that put it on a list of praise or criticism, or of reviews that name a person. */
export function quotesInList({ kind, id }: ReviewList, reviewId: string): Span[] {
  if (kind === "people")
    return (readings.get(reviewId)?.mentions ?? []).flatMap((mention) =>
      mention.kind === "technicians" && mention.id === id ? { start: mention.from, end: mention.to } : [],
    );
  if (kind !== "praise" && kind !== "criticism") return [];
  return (verdictsById.get(reviewId) ?? []).filter(
    ({ href, polarity }) =>
      href === toAspectPath(id) && (polarity === judgedBy[kind] || polarity === "mixed"),
  );
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
const isEnglish = words.catalogue.startsWith("en");
/** As an English sentence has it; other languages put it after a colon. */
const toInline = (name: string): string =>
  isEnglish && !/\p{Lu}/u.test(name.slice(1)) ? name.toLowerCase() : name;
const order = t(hasReplies ? "list.withReplies" : "list.newestFirst");
const judged = (id: string) => ({ href: toAspectPath(id), label: t("list.judged") });

/** The description of a list of reviews. */
const headings: Record<ListKind, (list: { id: string; name: string }) => Heading> = {
  stars: ({ id }) => ({ title: t("list.stars", { count: Number(id) }), intro: order }),
  people: ({ id, name }) => ({
    title: t("list.people", { name }),
    intro: t("list.peopleText"),
    insights: { href: `/insights/people/${id}/`, label: t("list.peopleInsights", { name }) },
  }),
  services: ({ id, name }) => ({
    title: t("list.services", { name: toInline(name) }),
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
