import { z } from "zod";
import { isRecord, type JsonRecord } from "../../src/schema/record.ts";

const text = z.string("must be text");
// Not a record: that would look at every value, and there may be very many.
const values = z.custom<JsonRecord>(isRecord, "must be an object of named values");
/** Names and addresses; no longer one exists, and messages repeat them. */
const label = text.max(1000, "must have at most 1,000 characters");
const page = z.looseObject({ cursor: text.nullish() }).optional();
const named = z.looseObject({ name: label, arguments: values.nullish() });
const reference = z.discriminatedUnion(
  "type",
  [
    z.looseObject({ type: z.literal("ref/prompt"), name: label }),
    z.looseObject({ type: z.literal("ref/resource"), uri: label }),
  ],
  "must be a ref/prompt with a name or a ref/resource with a uri",
);

/** What the server answers, by method, and the parameters each method must have. */
export const methods = {
  "tools/list": page,
  "tools/call": named,
  "resources/list": page,
  "resources/templates/list": page,
  "resources/read": z.looseObject({ uri: label }),
  "prompts/list": page,
  "prompts/get": named,
  "completion/complete": z.looseObject({
    ref: reference,
    argument: z.looseObject({ name: label, value: text }),
    context: z.looseObject({ arguments: z.looseObject({ part: text.nullish() }).nullish() }).nullish(),
  }),
};
export type Method = keyof typeof methods;
const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);
export type Params<M extends Method> = z.infer<(typeof methods)[M]>;

/** The SDK answers it by itself. */
const initialize = z.looseObject({
  protocolVersion: text,
  capabilities: values,
  clientInfo: z.looseObject({ name: text, version: text }, "must name the client, with name and version"),
});

/** What is wrong with a request's parameters, in one sentence; nothing for methods that we do not serve. */
export function paramsIssue(method: string, params: unknown, opensSession: boolean): string | undefined {
  const schema = opensSession ? initialize : isMethod(method) ? methods[method] : undefined;
  const issues = schema?.safeParse(params ?? {}).error?.issues;
  if (issues === undefined) return undefined;
  return `${method}: ${issues.map(({ path, message }) => `${["params", ...path].join(".")} ${message}`).join("; ")}`;
}
