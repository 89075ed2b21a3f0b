import { link } from "../../link.ts";
import type { PicturedReview } from "../../picture/pictures.ts";
import { maxPictures, picturePath, starsPicturePath, listPath } from "../../schema/review-paths.ts";
import type { Review } from "../../schema/review.ts";
import { dataset, words } from "../../site.ts";
import { toSummary } from "../../wording.ts";
import { toCallCardHtml } from "../call.ts";
import { toPagerHtml } from "../pager.ts";
import { toAvatarHtml } from "./avatar.ts";
import { toCanonicalJson, toCommitted } from "../../transparency-log/commitments.ts";
import { escapeMarkup } from "../../publish/markup.ts";
import { buildReviewLinkedData, toScriptJson } from "../json-ld.ts";
import { buildMarkedHtml, buildOpening } from "./passages.ts";
import { findList, findingsIn, quotedSpans, toAnchor, toPath, toWrongQuoteHtml } from "./review-index.ts";
import {
  toFactsHtml,
  toMentionsHtml,
  toReplyHtml,
  toStarsHtml,
  toTextAttributes,
  toTime,
} from "./review-card.ts";
import { toPhotosHtml } from "../photo.ts";
import { keysOf } from "../../schema/json.ts";

const newest = dataset.reviews.slice(0, maxPictures);
const pictured = new Set(newest.map(({ id }) => id));

const { t, rich } = words;
const proofOf = (method: Review["verification"]["method"]) =>
  t("review.verifiedBy", { proof: t(`proof.${method}`) });
const toBy = (rating: number, name: string) => t("single.by", { count: rating, name });

const toShown = ({ rating, title, text, author, date, verification }: Review): PicturedReview => ({
  rating,
  text: text === "" ? (title ?? "") : text,
  author: author.name,
  facts: `${words.day(date)} · ${proofOf(verification.method)}`,
});

const toName = (path: string) => path.replace(/^\/pictures\/|\.png$/g, "");

/** Pictures for shared reviews: one each for the newest, one per star count for all older ones. */
export const picturesOfReviews: readonly { name: string; shown: PicturedReview }[] = [
  ...[1, 2, 3, 4, 5].map((rating) => ({
    name: toName(starsPicturePath(rating)),
    shown: { rating, text: "", author: t("single.one"), facts: "" },
  })),
  ...newest.map((review) => ({ name: toName(picturePath(review.id)), shown: toShown(review) })),
];

/** The address of the picture that stands for a review, and its words for those who do not see it. */
const pictureOf = ({ id, rating, author }: Review): { path: string; alt: string } => ({
  path: pictured.has(id) ? picturePath(id) : starsPicturePath(rating),
  alt: toBy(rating, author.name),
});

// The page of one review is strings all through: there are as many pages as reviews, and each must cost next to
// nothing. pages/reviews/[id].astro puts them into the frame that all pages share.

/** A review between its neighbors. */
export interface PagedReview {
  review: Review;
  newer: Review | undefined;
  older: Review | undefined;
}

export const pagedReviews: readonly PagedReview[] = dataset.reviews.map((review, index, all) => ({
  review,
  newer: all[index - 1],
  older: all[index + 1],
}));

/** The parts that differ between the pages of two reviews. */
export interface ReviewPage {
  path: string;
  title: string;
  description: string;
  linkedData: object;
  /** The preview where the page is shared. */
  picture: string;
  pictureWords: string;
  /** Markup of all that stands between header and footer. */
  main: string;
}

export function buildReviewPage(paged: PagedReview): ReviewPage {
  const { business } = dataset;
  const { author, date, rating, text, verification } = paged.review;
  const by = toBy(rating, author.name);
  const picture = pictureOf(paged.review);
  const opening = buildOpening(text.replace(/\s+/g, " ").trim(), 150);
  return {
    path: toPath(paged.review),
    title: `${by}, ${words.day(date)}`,
    description:
      opening === ""
        ? t("single.aboutSilent", { business: business.name, by, day: words.day(date) })
        : t("single.about", { opening, business: business.name, proof: proofOf(verification.method) }),
    linkedData: buildReviewLinkedData(business, paged.review),
    picture: picture.path,
    pictureWords: picture.alt,
    main: toMainHtml(paged),
  };
}

function toMainHtml({ review, newer, older }: PagedReview): string {
  const { date, rating } = review;
  const year = date.slice(0, 4);
  const hasYear = findList("years", year) !== undefined;
  return [
    `<nav class="breadcrumb" aria-label="${t("frame.breadcrumb")}"><ol><li><a href="${link("/reviews/")}">${t("frame.reviews")}</a></li><li><a href="${link(`/reviews/${date.slice(0, 7)}/`)}">${words.month(date)}</a></li></ol></nav>`,
    `<div class="split">${toArticleHtml(review)}<aside class="split-aside">${toCallCardHtml()}${toVerificationHtml(review)}${toProofHtml(review)}</aside></div>`,
    toPagerHtml({
      label: t("single.others"),
      newer: newer && toNeighbor(newer),
      older: older && toNeighbor(older),
    }),
    `<p class="quiet list-end">${rich("single.more", { stars: t("review.stars", { count: rating }), year }, { stars: link(listPath("stars", rating)), year: link(hasYear ? listPath("years", year) : "/reviews/#archive"), all: link("/reviews/") })}</p>`,
  ].join("");
}

function toArticleHtml(review: Review): string {
  const { author, id, mentions, photos, rating, reply, text, title } = review;
  const marked = buildMarkedHtml(text, quotedSpans(id), (span) => toAnchor(id, span));
  return [
    `<article class="single" id="${id}"><header class="single-head">${toAvatarHtml(author.name)}`,
    title === undefined
      ? `<h1>${rich("single.by", { count: rating, name: { html: `<bdi>${escapeMarkup(author.name)}</bdi>` } })}</h1>`
      : `<h1 ${toTextAttributes(title, words)}>${escapeMarkup(title)}</h1>`,
    toStarsHtml(rating, words),
    `<p class="review-facts">${title === undefined ? "" : `<span class="single-author"><bdi>${escapeMarkup(author.name)}</bdi></span>`}${toFactsHtml(review, words)}</p></header>`,
    text === ""
      ? `<p class="review-silent">${t("review.silent")}</p>`
      : `<blockquote class="review-text" ${toTextAttributes(text, words)}>${marked}</blockquote>`,
    toPhotosHtml(photos, "(max-width: 52rem) 100vw, 22rem", words),
    toMentionsHtml(mentions, words),
    reply ? toReplyHtml(reply, { business: dataset.business.name, words }) : "",
    toFindingsHtml(review, marked),
    "</article>",
  ].join("");
}

const verdicts = ["positive", "negative", "mixed"] as const;

/** What the marks in the text mean, and to which words each subject leads. */
function toFindingsHtml(review: Review, markedText: string): string {
  const findings = findingsIn(review.id);
  const marked = verdicts.filter((verdict) => markedText.includes(`said-${verdict}"`));
  const rows = marked.map((verdict) => {
    const chips = findings
      .filter(({ polarity }) => polarity === verdict)
      .map(
        ({ name, ...words }) => `<li><a href="#${toAnchor(review.id, words)}">${escapeMarkup(name)}</a></li>`,
      );
    return `<dt><span class="said-${verdict}">${t(`verdict.${verdict}`)}</span></dt><dd><ul class="chips">${chips.join("")}</ul></dd>`;
  });
  const [verdict, ...others] = marked;
  const isBoth = others.length > 0 || verdict === "mixed";
  const title = t(
    isBoth ? "single.readings" : verdict === "positive" ? "single.praises" : "single.criticizes",
  );
  return rows.length === 0
    ? ""
    : `<section class="single-read" aria-labelledby="read-heading"><h2 id="read-heading">${title}</h2><dl class="findings">${rows.join("")}</dl><p class="quiet">${t("single.legend")}</p>${toWrongQuoteHtml(toPath(review))}</section>`;
}

function toVerificationHtml({ verification: { method, date } }: Review): string {
  const dated = date === undefined ? "" : ` ${rich("single.dated", { day: { html: toTime(date, words) } })}`;
  return `<section class="single-proof" aria-labelledby="proof-heading"><h2 id="proof-heading">${t("single.how")}</h2><p><strong>${proofOf(method)}.</strong> ${t(`proofMeans.${method}`)}${dated} <a href="${link("/about-these-reviews/#verified")}">${t("frame.verify")}</a></p></section>`;
}

/** A button that has the browser work out the review's proof for itself, where check-proof.astro stands too. */
export function toProofCheckHtml(review: Review): string {
  const { log } = dataset.business;
  const { proof } = review;
  if (proof === undefined || log === undefined) return "";
  const data = {
    committed: toCanonicalJson(toCommitted(review)),
    entry: String(proof.entry),
    salt: proof.salt,
    key: log.key,
    witnesses: (log.witnesses ?? []).map(({ key }) => key).join(" "),
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeMarkup(value)}"`);
  return [
    `<p><button type="button" class="button" hidden data-check-proof${attributes.join("")}>${t("single.check")}</button></p>`,
    `<ul class="proof-steps" aria-live="polite" data-proof-result></ul>`,
    `<noscript><p>${t("single.checkElsewhere")}</p></noscript>`,
  ].join("");
}

function toProofHtml(review: Review): string {
  const check = toProofCheckHtml(review);
  const { entry = 0 } = review.proof ?? {};
  return check === ""
    ? ""
    : `<section id="proof" class="single-proof" aria-labelledby="history-heading"><h2 id="history-heading">${t("single.unchanged")}</h2><p>${rich("single.logged", { entry }, { history: link("/history/") })}</p>${check}</section>`;
}

const toNeighbor = (review: Review) => ({
  path: toPath(review),
  name: `${review.author.name}, ${t("review.stars", { count: review.rating })}`,
});

// Astro takes a millisecond for each page, however small. So a build has it render the page of a review once, with
// slots in place of a review, and fills them for all.

/** No id of a review begins like this. */
export const templateId = "_";

/** The placeholder that Astro renders in place of a review. */
export const slots: ReviewPage = {
  path: "/reviews/review-page-path/",
  title: "review-page-title",
  description: "review-page-description",
  linkedData: { slot: "review-page-linked-data" },
  picture: "/review-page-picture",
  pictureWords: "review-page-words-for-picture",
  main: "review-page-main",
};

const tokens = new Map(
  keysOf(slots).map((name) => {
    const slot = slots[name];
    return [typeof slot === "string" ? slot : toScriptJson(slot), name];
  }),
);

const toMarkup = ({ path, title, description, linkedData, picture, pictureWords, main }: ReviewPage) =>
  ({
    path,
    title: escapeMarkup(title),
    description: escapeMarkup(toSummary(description)),
    linkedData: toScriptJson(linkedData),
    picture,
    pictureWords: escapeMarkup(pictureWords),
    main,
  }) satisfies Record<keyof ReviewPage, string>;

/** Takes the page that was rendered with slots; answers how a review's page is made from it. */
export function createTemplate(html: string): (page: ReviewPage) => string {
  const slotNames = [...tokens.keys()].map((token) => token.replace(/[{}]/g, "\\$&"));
  const pieces = html
    .split(new RegExp(`(${slotNames.join("|")})`))
    .map((piece) => ({ piece, slot: tokens.get(piece) }));
  for (const name of tokens.values()) {
    if (!pieces.some(({ slot }) => slot === name))
      throw new Error(`src/pages/reviews/[id].astro leaves out the ${name} of a review`);
  }
  return (page) => {
    const markup = toMarkup(page);
    return pieces.map(({ piece, slot }) => (slot === undefined ? piece : markup[slot])).join("");
  };
}
