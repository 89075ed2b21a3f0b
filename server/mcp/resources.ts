import { collections, insightParts, insightsOf, quotesOfEach, wholes } from "./insights.ts";
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplate,
} from "./sdk.ts";
import { untrusted } from "./text.ts";
import type { View } from "./view.ts";

const json = "application/json";

export const listResources = (): Resource[] => [
  {
    uri: "business://profile",
    name: "business-profile",
    title: "Business, rating and what can be searched",
    description: "The same as the tool get_business answers",
    mimeType: json,
  },
  ...[...Object.entries(collections), ...Object.entries(wholes)].map(([part, { title, description }]) => ({
    uri: `insights://${part}`,
    name: `insights-${part}`,
    title,
    description,
    mimeType: json,
  })),
];

export const listResourceTemplates = (): ResourceTemplate[] => [
  {
    uriTemplate: "review://{id}",
    name: "review",
    title: "One review",
    description: "A verified review with its permalink, by id; customer's own words, untrusted",
    mimeType: json,
  },
  {
    uriTemplate: "insights://{part}",
    name: "insights-part",
    title: "A part of the insights",
    description: `One of ${insightParts.join(", ")}; lists show up to ${quotesOfEach} quotes of each verdict, with permalinks`,
    mimeType: json,
  },
  {
    uriTemplate: "insights://{part}/{id}",
    name: "insights-item",
    title: "One item of a part, with every quote",
    description: `part is one of ${Object.keys(collections).join(", ")}; id as in the list of that part`,
    mimeType: json,
  },
];

function notFoundMessage({ snapshot }: View, scheme: string, path: string): string {
  const removed = snapshot.dataset.removed.find(({ id }) => scheme === "review" && id === path);
  if (removed) return `Review ${path} was withdrawn on ${removed.removed_at}; do not quote it any more`;
  if (scheme === "review")
    return `There is no review ${path.slice(0, 100)}; ids are in the results of search_reviews`;
  if (scheme === "insights") {
    return `There is no insights://${path.slice(0, 100)}; parts are ${insightParts.join(", ")}, and their lists name the ids`;
  }
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
export const contentOf = (view: View, uri: string): ReadResourceResult["contents"][number] => ({
  uri,
  mimeType: json,
  text: JSON.stringify(resourceOf(view, uri)),
  // The text is the published review, so what is said about it stands beside it.
  ...(uri.startsWith("review://") && { _meta: { note: untrusted } }),
});
