import { hash } from "node:crypto";
import { type Answer, toPhrase } from "../../site-search/answers.ts";
import { buildSearchFiles, type SearchFile } from "../../site-search/build-index.ts";
import { maxSearched, packNumbers } from "../../site-search/index-format.ts";
import { facetParameters } from "../../site-search/question.ts";
import { link } from "../../link.ts";
import { escapeMarkup } from "../../publish/markup.ts";
import type { ListKind } from "../../schema/review-paths.ts";
import { analysis, dataset, site, words } from "../../site.ts";
import { opinionsOf, sidesOf } from "../../insights/figures/tally.ts";
import { toOpinionCounts } from "../insights/periods.ts";
import { inOrder, reviewLists } from "../review/review-index.ts";

const { aspects, faq } = analysis.insights;

/** The cards that questions lead to: one for each judged aspect, and for each question that the owner answers. */
function buildAnswers(): Answer[] {
  const toCard = (href: string, title: string, html: string) =>
    `<section class="leading"><h2><a href="${link(href)}">${escapeMarkup(title)}</a></h2>${html}</section>`;
  return [
    ...aspects.flatMap((aspect): Answer[] => {
      const { id, name, score, evidence } = aspect;
      const entry = site.aspects.find((one) => one.id === id);
      if (entry === undefined || opinionsOf(aspect) === 0) return [];
      const figure =
        score === undefined
          ? words.t("search.few", sidesOf(aspect))
          : words.rich("search.score", { good: Math.round(score * 100), ...sidesOf(aspect) });
      const phrases = [name, ...entry.triggers, ...entry.positive, ...entry.negative].map(toPhrase);
      const mentioning = new Set(evidence.map(({ review_id }) => review_id));
      const places = dataset.reviews.flatMap((review, place) => (mentioning.has(review.id) ? place : []));
      return [
        {
          kind: "aspect",
          id,
          phrases: [...new Set(phrases)],
          ignored: entry.ignore.map(toPhrase),
          reviews: packNumbers(places.filter((place) => place < maxSearched)),
          aspects: [],
          html: toCard(`/insights/${id}/`, name, `<p>${figure}</p>`),
        },
      ];
    }),
    ...faq.map(({ id, question, answer_html: html }): Answer => {
      const source = site.faq.find((entry) => entry.id === id)?.answer.text ?? "";
      const cited = aspects.filter((aspect) => source.includes(`aspect.${aspect.id}.`));
      // The whole answer stands where its question leads; a paragraph that announces a list does not end here.
      const opening = /^.*?[^:]<\/p>/s.exec(html)?.[0] ?? html;
      const behind = cited.map(
        (aspect) =>
          `<p class="quiet"><a href="${link(`/insights/${aspect.id}/`)}">${escapeMarkup(aspect.name)}</a>: ${toOpinionCounts(aspect)}</p>`,
      );
      return {
        kind: "faq",
        id,
        phrases: [toPhrase(question)],
        ignored: [],
        reviews: "",
        aspects: cited.map((aspect) => aspect.id),
        html: toCard(`/faq/#${id}`, question, opening + behind.join("")),
      };
    }),
  ];
}

/** The files that the search reads. */
export const searchFiles: readonly SearchFile[] = [
  ...buildSearchFiles(dataset, analysis.insights),
  { name: "answers", body: () => `${JSON.stringify(buildAnswers())}\n` },
];

/** A value of a filter, as the panel lists it. */
export interface FilterValue {
  kind: ListKind;
  /** The parameter of the search, and its value. */
  parameter: string;
  id: string;
  name: string;
  count: number;
}

const parameters: Readonly<Record<ListKind, string>> = { ...facetParameters, stars: "rating", years: "year" };

/** The parameter of the search that leaves the reviews of a list. */
export const parameterOf = (kind: ListKind): string => parameters[kind];

/** The filters' choices, kind by kind: of most reviews first, where they have no order of their own. */
export const filterGroups: ReadonlyMap<ListKind, FilterValue[]> = new Map(
  [...Map.groupBy(reviewLists, ({ kind }) => kind)].map(([kind, lists]) => [
    kind,
    inOrder(kind, lists).map(({ id, name, reviews }) => ({
      kind,
      parameter: parameters[kind],
      id,
      name: kind === "stars" ? words.t("review.stars", { count: Number(id) }) : name,
      count: reviews.length,
    })),
  ]),
);

/** The version of the files, so that a page never mixes two builds. */
export const searchVersion = hash(
  "sha256",
  [
    ...searchFiles.filter(({ name }) => !name.startsWith("texts-")).map(({ body }) => body()),
    ...dataset.reviews.map(({ id, updated = "" }) => `${id} ${updated}\n`),
  ].join(""),
).slice(0, 10);
