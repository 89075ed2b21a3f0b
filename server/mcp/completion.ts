import { fold } from "../../src/schema/fold.ts";
import { collections, insightParts } from "./insights.ts";
import { argumentKindOf } from "./prompts.ts";
import { listResourceTemplates } from "./resources.ts";
import type { Params } from "./methods.ts";
import { type CompleteResult, invalidParams } from "./sdk.ts";
import type { View } from "./view.ts";

/** The protocol's limit. */
const mostValues = 100;

/** No name and no id is longer. */
const longestText = 300;

/** What starts with the text first, then what holds it elsewhere. */
function matching(known: readonly string[], text: string): CompleteResult {
  if (text.length > longestText) return { completion: { values: [], total: 0, hasMore: false } };
  const given = fold(text);
  const starting: string[] = [];
  const holding: string[] = [];
  for (const value of known) {
    const folded = fold(value);
    if (folded.startsWith(given)) starting.push(value);
    else if (folded.includes(given)) holding.push(value);
  }
  const ranked = [...starting, ...holding];
  const values = ranked.slice(0, mostValues);
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
export function complete(
  view: View,
  { ref, argument, context }: Params<"completion/complete">,
): CompleteResult {
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
