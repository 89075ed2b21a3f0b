import { fold } from "../../src/schema/names.ts";
import { argumentKindOf, getPrompt, listPrompts } from "./prompts.ts";
import { type CompleteResult, type Handlers, type Identity, invalidParams } from "./sdk.ts";
import { type View, toMeta } from "./view.ts";
import type { Params } from "./request.ts";
import { collections, contentOf, insightParts, listResourceTemplates, listResources } from "./resources.ts";
import { apiVersion, toServerName } from "../../src/schema/endpoints.ts";
import { ratingText, untrusted } from "./text.ts";
import { callTool, listTools } from "./tools.ts";

/** The protocol's limit. */
const maxValues = 100;

/** No name and no id is longer. */
const maxText = 300;

/** What starts with the text first, then what holds it elsewhere. */
function matching(known: readonly string[], text: string): CompleteResult {
  if (text.length > maxText) return { completion: { values: [], total: 0, hasMore: false } };
  const given = fold(text);
  const starting: string[] = [];
  const holding: string[] = [];
  for (const value of known) {
    const folded = fold(value);
    if (folded.startsWith(given)) starting.push(value);
    else if (folded.includes(given)) holding.push(value);
  }
  const ranked = [...starting, ...holding];
  const values = ranked.slice(0, maxValues);
  return { completion: { values, total: ranked.length, hasMore: ranked.length > values.length } };
}

function ofTemplate(
  view: View,
  uriTemplate: string,
  argument: string,
  part: string | null | undefined,
): string[] | undefined {
  if (uriTemplate === "review://{id}") return argument === "id" ? view.recentIds() : undefined;
  if (argument === "part")
    return uriTemplate === "insights://{part}" ? insightParts : Object.keys(collections);
  if (argument !== "id" || uriTemplate !== "insights://{part}/{id}") return undefined;
  const chosen = Object.entries(collections).filter(([name]) => !part || name === part);
  return [...new Set(chosen.flatMap(([, { ids }]) => ids(view)))];
}

/** Suggests values for a prompt's or a template's argument. */
function complete(view: View, { ref, argument, context }: Params<"completion/complete">): CompleteResult {
  if (ref.type === "ref/prompt") {
    const kind = argumentKindOf(ref.name, argument.name);
    if (kind) return matching(kind.values(view), argument.value);
    throw invalidParams(
      `There is no prompt ${ref.name.slice(0, 100)} with an argument ${argument.name.slice(0, 100)}`,
    );
  }
  const known = listResourceTemplates().some(({ uriTemplate }) => uriTemplate === ref.uri);
  const values = known ? ofTemplate(view, ref.uri, argument.name, context?.arguments?.["part"]) : undefined;
  if (values) return matching(values, argument.value);
  throw invalidParams(
    `There is no template ${ref.uri.slice(0, 100)} with an argument ${argument.name.slice(0, 100)}`,
  );
}

/** Who the server says it is, and what a model should know before it asks anything. */
export const identityOf = ({
  snapshot: {
    dataset: { business, aggregate_rating },
  },
}: View): Identity => ({
  info: {
    // The same as in /server.json and the server card, which clients compare with it.
    name: toServerName(business.url),
    title: `${business.name}: customer reviews`,
    version: apiVersion,
    websiteUrl: business.url,
  },
  instructions: [
    `Verified customer reviews of ${business.name}, read-only: ${ratingText(aggregate_rating)}.`,
    "Start with get_business: it names all that search_reviews can filter by. Then search_reviews for what customers wrote. Counts of praise and complaint, each with its quotes, are in the resources insights://aspects, insights://entities and insights://topics; one review is review://{id}.",
    "Say how many reviews an answer rests on, and cite the url of each review you quote. Few reviews prove little, and none prove nothing: say so.",
    untrusted,
  ].join("\n"),
});

const onePage = (params: { cursor?: string | null | undefined } | undefined): void => {
  if (params?.cursor)
    throw invalidParams("Unknown cursor: every list here is one page, ask without a cursor");
};

/** What the server answers, from one view of the data. */
export function createHandlers(view: View): Handlers {
  const meta = { _meta: toMeta(view) };
  return {
    "tools/list": (params) => {
      onePage(params);
      return { tools: listTools(view), ...meta };
    },
    "tools/call": ({ name, arguments: given }) => callTool(view, name, given ?? {}),
    "resources/list": (params) => {
      onePage(params);
      return { resources: listResources(), ...meta };
    },
    "resources/templates/list": (params) => {
      onePage(params);
      return { resourceTemplates: listResourceTemplates(), ...meta };
    },
    "resources/read": ({ uri }) => ({ contents: [contentOf(view, uri)], ...meta }),
    "prompts/list": (params) => {
      onePage(params);
      return { prompts: listPrompts(view), ...meta };
    },
    "prompts/get": ({ name, arguments: given }) => getPrompt(view, name, given ?? {}),
    "completion/complete": (params) => complete(view, params),
  };
}
