import { escapeMarkup } from "../../publish/markup.ts";
import type { Review } from "../../schema/review.ts";
import { listPath, permalinkPath } from "../../publish/review-paths.ts";
import { buildMarkedHtml, buildHighlightedHtml, endsSentence, foldPoint, type Span } from "./passages.ts";
import { languageOf } from "../../insights/text-language.ts";
import { type Conventions, toDayName, verificationNames } from "../../wording.ts";

// One markup for reviews, whoever shows them: the build writes it into pages, the search script into its results.

/** What a card shows of a review. */
export type CardReview = Omit<Review, "url" | "verified">;

export interface CardOptions {
  /** Who replied. */
  business: string;
  /** In what order the parts of a date stand. */
  dateOrder: Conventions["dateOrder"];
  /** Of words whose own language is not plain, where it is not the page's. */
  local?: string | undefined;
  heading?: "h2" | "h3";
  /** Folded sooner, where many stand side by side. */
  brief?: boolean;
  /** The address of the review, if not its own page. */
  href?: string;
  /** Words to mark: what a search found, or what a list is about. */
  marks?: readonly Span[];
  /** What a search marks in a title or name. */
  marksOf?: (text: string) => readonly Span[];
  /** On a page that an older address of this review leads to: anchors for the review and its quoted words. */
  anchors?: { former: readonly string[]; spans: readonly Span[]; toAnchor: (span: Span) => string };
}

export const toStarsHtml = (rating: number): string =>
  `<svg class="stars" role="img" aria-label="${rating} of 5 stars" width="100" height="20"><use href="#stars-${rating}"></use></svg>`;

export const toTime = (day: string, dateOrder: Conventions["dateOrder"]) =>
  `<time datetime="${day}">${toDayName(day, { dateOrder })}</time>`;

/** The language of customers' words where it is not the page's, and the direction that they are read in. */
export function toTextAttributes(text: string, local: string | undefined): string {
  const language = languageOf(text, local) ?? local;
  return `dir="auto"${language === undefined ? "" : ` lang="${language}"`}`;
}

const toSource = ({ name, url }: Review["source"]) =>
  url === undefined
    ? `<bdi>${escapeMarkup(name)}</bdi>`
    : `<a href="${escapeMarkup(url)}" rel="external nofollow noopener"><bdi>${escapeMarkup(name)}</bdi></a>`;

/** Who wrote it, when, and how we know: one line of facts. */
export const toFactsHtml = (
  { date, verification, source, updated }: CardReview,
  when: string,
  dateOrder: Conventions["dateOrder"],
): string =>
  [
    when,
    `<span class="review-proof">Verified by ${verificationNames[verification.method].label}</span>`,
    `<span class="review-source">on ${toSource(source)}</span>`,
    updated !== undefined && updated !== date ? `<span>edited ${toTime(updated, dateOrder)}</span>` : "",
  ].join("");

export function toMentionsHtml({ technicians, services, areas }: Review["mentions"]): string {
  const chips = [
    ...technicians.map(({ id, name }) => ({ name, href: listPath("people", id) })),
    ...services.map(({ id, name }) => ({ name, href: listPath("services", id) })),
    ...areas.map(({ id, name }) => ({ name, href: listPath("areas", id) })),
  ].map(({ name, href }) => `<li><a href="${href}">${escapeMarkup(name)}</a></li>`);
  return chips.length === 0
    ? ""
    : `<ul class="chips review-mentions" aria-label="Mentioned">${chips.join("")}</ul>`;
}

const maxBriefReply = 120;

export function toReplyHtml(
  { date, text }: NonNullable<Review["reply"]>,
  {
    business,
    dateOrder,
    local,
    brief = false,
  }: Pick<CardOptions, "business" | "dateOrder" | "local" | "brief">,
): string {
  const by = `${escapeMarkup(business)} replied, ${toTime(date, dateOrder)}`;
  const words = `<p class="reply-text" ${toTextAttributes(text, local)}>${escapeMarkup(text)}</p>`;
  return brief && text.length > maxBriefReply
    ? `<details class="reply"><summary class="reply-by">${by}</summary>${words}</details>`
    : `<div class="reply"><p class="reply-by">${by}</p>${words}</div>`;
}

/** Long texts fold after their first words; the rest is one tap away, and part of the page all the same. */
function toTextHtml(review: CardReview, { marks = [], anchors, local, brief = false }: CardOptions): string {
  const { text } = review;
  if (text === "") return `<p class="review-silent">Stars only, no words.</p>`;
  const fold = foldPoint(text, brief ? 200 : 420);
  const at = marks.some(({ end }) => end > (fold ?? end)) ? undefined : fold;
  const render = (from: number, to: number) =>
    anchors
      ? buildMarkedHtml(text, anchors.spans, anchors.toAnchor, from, to)
      : buildHighlightedHtml(text, marks, from, to);
  const body =
    at === undefined
      ? render(0, text.length)
      : `${render(0, at)}${endsSentence(text.slice(0, at)) ? "" : `<span class="fold-cut"></span>`}<details class="fold"><summary aria-label="Read the rest"></summary>${render(at, text.length)}</details>`;
  return `<div class="review-text" ${toTextAttributes(text, local)}>${body}</div>`;
}

/** A review as HTML; all of its words are escaped. */
export function toReviewCard(review: CardReview, options: CardOptions): string {
  const { dateOrder, heading = "h3", href = permalinkPath(review.id), anchors, marksOf = () => [] } = options;
  const toMarked = (text: string) => buildHighlightedHtml(text, marksOf(text));
  const when = `<a class="review-link" href="${escapeMarkup(href)}">${toTime(review.date, dateOrder)}</a>`;
  return [
    `<article class="review"${anchors ? ` id="${review.id}"` : ""}>`,
    `<header class="review-head">${toStarsHtml(review.rating)}<${heading} class="review-author">${(anchors?.former ?? []).map((id) => `<span id="${id}"></span>`).join("")}<bdi>${toMarked(review.author.name)}</bdi></${heading}><p class="review-facts">${toFactsHtml(review, when, dateOrder)}</p></header>`,
    review.title === undefined
      ? ""
      : `<p class="review-title" ${toTextAttributes(review.title, options.local)}>${toMarked(review.title)}</p>`,
    toTextHtml(review, options),
    toMentionsHtml(review.mentions),
    review.reply === undefined ? "" : toReplyHtml(review.reply, options),
    "</article>",
  ].join("");
}

/** What a search knows of a review before its text is here, or when it cannot be had. */
export const toPendingCard = (
  { id, date, rating }: { id: string; date: string; rating: number },
  dateOrder: Conventions["dateOrder"],
): string =>
  `<article class="review review-pending"><header class="review-head">${toStarsHtml(rating)}<p class="review-facts"><a class="review-link" href="${permalinkPath(id)}">${toTime(date, dateOrder)}</a></p></header></article>`;
