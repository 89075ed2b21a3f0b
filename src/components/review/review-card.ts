import { link } from "../../link.ts";
import { escapeMarkup } from "../../publish/markup.ts";
import type { Review } from "../../schema/review.ts";
import { listPath, permalinkPath } from "../../schema/review-paths.ts";
import {
  buildExcerpt,
  buildExcerptHtml,
  buildHighlightedHtml,
  buildMarkedHtml,
  endsSentence,
  foldPoint,
  type Span,
} from "./passages.ts";
import { toAvatarHtml } from "./avatar.ts";
import { languageOf } from "../../insights/text-language.ts";
import { toPhotosHtml } from "../photo.ts";
import type { Words } from "../../messages/words.ts";

// One markup for reviews, whoever shows them: the build writes it into pages, the search script into its results.

/** A review as a card shows it. */
export type CardReview = Omit<Review, "url" | "verified">;

export interface CardOptions {
  /** The author of the reply. */
  business: string;
  words: Words;
  heading?: "h2" | "h3";
  /** Folded sooner, where many stand side by side. */
  brief?: boolean;
  /** The address of the review, if not its own page. */
  href?: string;
  /** Words to mark: what a search found, or what a list is about. */
  marks?: readonly Span[];
  /** The marks of a search in a title or name. */
  marksOf?: (text: string) => readonly Span[];
  /** The address of the list on which it stands, which it need not lead to. */
  list?: string;
  /** On a page that an older address of this review leads to: anchors for the review and its quoted words. */
  anchors?: { former: readonly string[]; spans: readonly Span[]; toAnchor: (span: Span) => string };
}

export const toStarsHtml = (rating: number, { t }: Words): string =>
  `<svg class="stars" role="img" aria-label="${t("review.outOf", { value: rating })}" width="100" height="20"><use href="#stars-${rating}"></use></svg>`;

export const toTime = (day: string, words: Words, shown = words.day(day)) =>
  `<time datetime="${day}">${shown}</time>`;
const toShortTime = (day: string, words: Words) => toTime(day, words, words.shortDay(day));

/** The language of customers' words where it is not the page's, and the direction that they are read in. */
export function toTextAttributes(text: string, { local, page }: Words): string {
  const language = languageOf(text, (local ?? page).slice(0, 2)) ?? local;
  return `dir="auto"${language === undefined ? "" : ` lang="${language}"`}`;
}

const toSource = ({ name, url }: Review["source"]) =>
  url === undefined
    ? `<bdi>${escapeMarkup(name)}</bdi>`
    : `<a href="${escapeMarkup(url)}" rel="external nofollow noopener"><bdi>${escapeMarkup(name)}</bdi></a>`;

/** Of the lines of facts the first says when, the second who vouches for it; `href` leads to the review's own page. */
export function toFactsHtml(
  { date, verification: { method }, source, updated }: CardReview,
  words: Words,
  href?: string,
): string {
  const time = toShortTime(date, words);
  const from = `<span class="review-source">${toSource(source)}</span>`;
  const proof = method === "platform" ? { html: from } : words.t(`proof.${method}`);
  return [
    href === undefined ? time : `<a class="review-link" href="${escapeMarkup(link(href))}">${time}</a>`,
    updated !== undefined && updated !== date
      ? `<span>${words.rich("review.edited", { day: { html: toShortTime(updated, words) } })}</span>`
      : "",
    `<span class="review-proof">${words.rich("review.verifiedBy", { proof })}${method === "platform" ? "" : ` · ${from}`}</span>`,
  ].join("");
}

export function toMentionsHtml(
  { technicians, services, areas }: Review["mentions"],
  { t }: Words,
  list?: string,
): string {
  const chips = [
    ...technicians.map(({ id, name }) => ({ name, href: listPath("people", id) })),
    ...services.map(({ id, name }) => ({ name, href: listPath("services", id) })),
    ...areas.map(({ id, name }) => ({ name, href: listPath("areas", id) })),
  ]
    .filter(({ href }) => href !== list)
    .map(({ name, href }) => `<li><a href="${link(href)}">${escapeMarkup(name)}</a></li>`);
  return chips.length === 0
    ? ""
    : `<ul class="chips review-mentions" aria-label="${t("review.mentioned")}">${chips.join("")}</ul>`;
}

export const toReplyHtml = (
  { date, text }: NonNullable<Review["reply"]>,
  { business, words }: Pick<CardOptions, "business" | "words">,
): string =>
  `<div class="reply"><p class="reply-by">${words.rich("review.replied", { business, day: { html: toTime(date, words) } })}</p><p class="reply-text" ${toTextAttributes(text, words)}>${escapeMarkup(text)}</p></div>`;

/**
 * Long texts fold after their first words, or around the first mark where that stands further down; the rest is one tap
 * away, and part of the page all the same.
 */
function toTextHtml(review: CardReview, { marks = [], anchors, words, brief = false }: CardOptions): string {
  const { text } = review;
  if (text === "") return `<p class="review-silent">${words.t("review.silent")}</p>`;
  const at = foldPoint(text, brief ? 200 : 420);
  const render = (from: number, to: number) =>
    anchors
      ? buildMarkedHtml(text, anchors.spans, anchors.toAnchor, from, to)
      : buildHighlightedHtml(text, marks, from, to);
  const toFold = (rest: string) =>
    `<details class="fold"><summary aria-label="${words.t("review.rest")}" data-less="${words.t("review.less")}"></summary>${rest}</details>`;
  const [mark] = marks;
  const body =
    at === undefined
      ? render(0, text.length)
      : mark !== undefined && mark.end > at
        ? `<span class="fold-excerpt">${buildExcerptHtml(buildExcerpt(text, mark, 200))}</span>${toFold(render(0, text.length))}`
        : `${render(0, at)}${endsSentence(text.slice(0, at)) ? "" : `<span class="fold-cut"></span>`}${toFold(render(at, text.length))}`;
  return `<div class="review-text" ${toTextAttributes(text, words)}>${body}</div>`;
}

/** A review as HTML; all of its words are escaped. */
export function toReviewCard(review: CardReview, options: CardOptions): string {
  const { words, heading = "h3", href = permalinkPath(review.id), anchors, marksOf = () => [] } = options;
  const toMarked = (text: string) => buildHighlightedHtml(text, marksOf(text));
  return [
    `<article class="review"${anchors ? ` id="${review.id}"` : ""}>`,
    `<header class="review-head">${toAvatarHtml(review.author.name)}<${heading} class="review-author">${(anchors?.former ?? []).map((id) => `<span id="${id}"></span>`).join("")}<bdi>${toMarked(review.author.name)}</bdi></${heading}>${toStarsHtml(review.rating, words)}<p class="review-facts">${toFactsHtml(review, words, href)}</p></header>`,
    review.title === undefined
      ? ""
      : `<p class="review-title" ${toTextAttributes(review.title, words)}>${toMarked(review.title)}</p>`,
    toTextHtml(review, options),
    toPhotosHtml(review.photos, "10rem", words),
    toMentionsHtml(review.mentions, words, options.list),
    review.reply === undefined ? "" : toReplyHtml(review.reply, options),
    "</article>",
  ].join("");
}

/** A review in a search before its text has loaded, or when it cannot be had. */
export const toPendingCard = (
  { id, date, rating }: { id: string; date: string; rating: number },
  words: Words,
): string =>
  `<article class="review review-pending"><header class="review-head">${toStarsHtml(rating, words)}<p class="review-facts"><a class="review-link" href="${link(permalinkPath(id))}">${toShortTime(date, words)}</a></p></header></article>`;
