import { hash } from "node:crypto";
import { buildSearchFiles, type SearchFile } from "../../site-search/build-index.ts";
import type { FacetKind } from "../../site-search/index-format.ts";
import { analysis, dataset } from "../../site.ts";
import { reviewLists } from "../review/review-index.ts";

/** The files that the search reads. */
export const searchFiles: readonly SearchFile[] = buildSearchFiles(dataset, analysis.insights);

const labels: readonly { kind: FacetKind; label: string; any: string }[] = [
  { kind: "people", label: "Person", any: "Anyone" },
  { kind: "services", label: "Service", any: "Any" },
  { kind: "areas", label: "Area", any: "Any" },
  { kind: "praise", label: "Praises", any: "Anything" },
  { kind: "criticism", label: "Criticises", any: "Anything" },
];

interface FacetOptions {
  kind: FacetKind;
  label: string;
  any: string;
  options: { id: string; name: string; count: number }[];
}

/** What the search form offers, and the version of the files, so that a page never mixes two builds. */
export const searchFacts = buildSearchFacts();

function buildSearchFacts(): {
  facets: FacetOptions[];
  years: { id: string; count: number }[];
  version: string;
} {
  const facets = labels.map(({ kind, ...words }) => ({
    kind,
    ...words,
    options: reviewLists
      .filter((list) => list.kind === kind)
      .map(({ id, name, reviews }) => ({ id, name, count: reviews.length })),
  }));
  const searched = [
    ...searchFiles.filter(({ name }) => name.startsWith("words-")).map(({ body }) => body()),
    ...dataset.reviews.map(({ id, updated = "" }) => `${id} ${updated}\n`),
  ];
  return {
    facets: facets.filter(({ options }) => options.length > 0),
    years: reviewLists
      .filter(({ kind }) => kind === "years")
      .map(({ id, reviews }) => ({ id, count: reviews.length })),
    version: hash("sha256", searched.join("")).slice(0, 10),
  };
}
