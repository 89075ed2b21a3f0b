import { readFileSync } from "node:fs";
import { type Aspect, type Entity, type Evidence, isSure } from "../../src/schema/insights.ts";
import { keysOf } from "../../src/schema/json.ts";
import texts from "./resources.json" with { type: "json" };
import { untrusted } from "./text.ts";
import type { View } from "./view.ts";
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "./sdk.ts";

/** The view of the tools' answers in hosts of MCP Apps (SEP-1865): all in one file, so it may ask nobody for anything. */
const app = {
  uri: "ui://open-reviews/reviews.html",
  mimeType: "text/html;profile=mcp-app",
  _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
};
const appText = readFileSync(new URL("app.html", import.meta.url), "utf8");
/** Names the view of a tool's answers; older hosts look for it under the second name. */
export const appOfTool = { ui: { resourceUri: app.uri }, "ui/resourceUri": app.uri };

/** How many quotes of each verdict a whole part shows; an item of the part shows all. */
const quotesOfEach = 3;

const cited = <T extends { review_id: string }>({ snapshot }: View, quotes: readonly T[]) =>
  quotes.map((quote) => ({ ...quote, url: snapshot.reviews.get(quote.review_id)?.url }));

/** Some quotes of praise, of complaint and of both, of sure verdicts alone. */
function fewOf(evidence: readonly Evidence[]): Evidence[] {
  const shown = new Map<string, number>();
  return evidence.filter((quote) => {
    const { polarity } = quote;
    if (polarity === "neutral" || polarity === "unsure" || !isSure(quote)) return false;
    const before = shown.get(polarity) ?? 0;
    shown.set(polarity, before + 1);
    return before < quotesOfEach;
  });
}

interface Collection {
  ids: (view: View) => string[];
  /** One item with every quote, or a shorter form for the list. */
  item: (view: View, id: string, form: "whole" | "short") => object | undefined;
}

/** Aspects, entities and topics: figures, and the quotes that they rest on. */
const quotedCollection = (items: (view: View) => readonly (Aspect | Entity)[]): Collection => ({
  ids: (view) => items(view).map(({ id }) => id),
  item: (view, id, form) => {
    const found = items(view).find((item) => item.id === id);
    if (found === undefined || form === "whole")
      return found && { ...found, evidence: cited(view, found.evidence) };
    const evidence = cited(view, fewOf(found.evidence));
    return { ...found, evidence, evidence_count: found.evidence.length };
  },
});

const linked = ({ snapshot }: View, ids: readonly string[]) =>
  ids.map((id) => ({ id, url: snapshot.reviews.get(id)?.url }));

export const collections = {
  aspects: quotedCollection(({ insights }) => insights().aspects),
  technicians: quotedCollection(({ insights }) => insights().entities.technicians),
  services: quotedCollection(({ insights }) => insights().entities.services),
  service_areas: quotedCollection(({ insights }) => insights().entities.service_areas),
  topics: {
    ids: ({ insights }) => insights().topics.map(({ id }) => id),
    item: (view, id, form) => {
      const found = view.insights().topics.find((one) => one.id === id);
      if (found === undefined) return undefined;
      const { review_ids, examples, ...figures } = found;
      if (form === "short") return { ...figures, examples: cited(view, examples.slice(0, quotesOfEach)) };
      return { ...figures, examples: cited(view, examples), reviews: linked(view, review_ids) };
    },
  },
  faq: {
    ids: ({ insights }) => insights().faq.map(({ id }) => id),
    item: (view, id, form) => {
      const found = view.insights().faq.find((one) => one.id === id);
      if (found === undefined) return undefined;
      const { answer_html: _, review_ids, ...words } = found;
      const reviews = linked(view, form === "whole" ? review_ids : review_ids.slice(0, quotesOfEach));
      return { ...words, review_count: review_ids.length, reviews };
    },
  },
} as const satisfies Record<string, Collection>;

const isCollection = (part: string): part is keyof typeof collections => Object.hasOwn(collections, part);

const listOf = (view: View, part: keyof typeof collections) => {
  const { ids, item }: Collection = collections[part];
  return ids(view).map((id) => ({ ...item(view, id, "short"), resource: `insights://${part}/${id}` }));
};

/** The parts of insights that are no lists of items. */
const wholes: Record<string, (view: View) => object> = {
  entities: (view) => ({
    technicians: listOf(view, "technicians"),
    services: listOf(view, "services"),
    service_areas: listOf(view, "service_areas"),
    note: untrusted,
  }),
  summary: ({ insights }) => ({ text: insights().summary.text, updated: insights().summary.updated }),
  method: ({ insights }) => insights().method,
};

export const insightParts = keysOf(texts.parts);

/** A part, or one item of a part; undefined when there is no such thing. */
function insightsOf(view: View, part: string, id: string | undefined): object | undefined {
  if (Object.hasOwn(wholes, part)) return id === undefined ? wholes[part]?.(view) : undefined;
  if (!isCollection(part)) return undefined;
  if (id === undefined) return { [part]: listOf(view, part), note: untrusted };
  const item = (collections[part] as Collection).item(view, id, "whole");
  return item && { ...item, note: untrusted };
}

const json = "application/json";

export const listResources = (): Resource[] => [
  { ...texts.profile, mimeType: json },
  ...insightParts.map((part) => ({
    uri: `insights://${part}`,
    name: `insights-${part}`,
    ...texts.parts[part],
    mimeType: json,
  })),
  { ...app, ...texts.view },
];

export const listResourceTemplates = (): ResourceTemplateType[] =>
  texts.templates.map(({ description, ...template }) => ({
    ...template,
    description: description
      .replace("{parts}", insightParts.join(", "))
      .replace("{lists}", Object.keys(collections).join(", "))
      .replace("{quotes}", String(quotesOfEach)),
    mimeType: json,
  }));

function notFoundMessage({ snapshot }: View, scheme: string, path: string): string {
  const removed = snapshot.dataset.removed.find(({ id }) => scheme === "review" && id === path);
  if (removed) return `Review ${path} was withdrawn on ${removed.removed_at}; do not quote it any more`;
  if (scheme === "review")
    return `There is no review ${path.slice(0, 100)}; ids are in the results of search_reviews`;
  if (scheme === "insights")
    return `There is no insights://${path.slice(0, 100)}; parts are ${insightParts.join(", ")}, and their lists name the ids`;
  return "There is no such resource; there are business://profile, insights://{part}, insights://{part}/{id} and review://{id}";
}

/** The JSON value behind a resource's URI. */
function resourceOf(view: View, uri: string): object {
  const [, scheme = "", path = ""] = /^([a-z]+):\/\/([^?#]*)$/.exec(uri) ?? [];
  const [part = "", id, ...rest] = path.split("/");
  const found =
    scheme === "review"
      ? view.snapshot.reviews.get(path)
      : uri === "business://profile"
        ? view.overview()
        : scheme === "insights" && rest.length === 0
          ? insightsOf(view, part, id)
          : undefined;
  if (found === undefined) throw new ResourceNotFoundError(uri, notFoundMessage(view, scheme, path));
  return found;
}

/** One resource as text content. */
export const contentOf = (view: View, uri: string): ReadResourceResult["contents"][number] => {
  if (uri === app.uri) return { ...app, text: appText };
  return {
    uri,
    mimeType: json,
    text: JSON.stringify(resourceOf(view, uri)),
    // The text is the published review, so what is said about it stands beside it.
    ...(uri.startsWith("review://") && { _meta: { note: untrusted } }),
  };
};
