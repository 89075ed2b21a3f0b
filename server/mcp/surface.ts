import { apiVersion } from "../../src/schema/endpoints.ts";
import { complete } from "./completion.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { contentOf, listResources, listResourceTemplates } from "./resources.ts";
import { type Handlers, type Identity, invalidParams } from "./sdk.ts";
import { ratingText, untrusted } from "./text.ts";
import { callTool, listTools } from "./tools.ts";
import { toMeta, type View } from "./view.ts";

/** Who the server says it is, and what a model should know before it asks anything. */
export const identityOf = ({
  snapshot: {
    dataset: { business, aggregate_rating },
  },
}: View): Identity => ({
  info: {
    name: "open-reviews",
    title: `${business.name}: customer reviews`,
    version: apiVersion,
    websiteUrl: business.url,
  },
  instructions: [
    `Verified customer reviews of ${business.name}, read-only: ${ratingText(aggregate_rating)}.`,
    "Start with get_business: it names all that search_reviews can filter by. Then search_reviews for what customers wrote. Counts of praise and complaint, each with its quotes, are in the resources insights://aspects, insights://entities and insights://topics; one review is review://{id}.",
    "Say how many reviews an answer rests on, and cite the url of each review you quote. Few reviews prove little: say so.",
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
