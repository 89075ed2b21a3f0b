import type { IncomingHttpHeaders } from "node:http";
import {
  type CallToolResult,
  type CompleteResult,
  type GetPromptResult,
  type InboundModernRoute,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Prompt,
  ProtocolError,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  Server,
  type ServerResult,
  type Tool,
  UnsupportedProtocolVersionError,
  classifyInboundRequest,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { mcpVersions } from "../../src/schema/endpoints.ts";
import { isRecord, type JsonRecord, keysOf, memberOf } from "../../src/schema/json.ts";
import { checkMirrored, headerOf, invalidRequest, type MessageId, RpcError } from "./http.ts";

export type { CallToolResult, CompleteResult, GetPromptResult, ReadResourceResult };
export type { Prompt, Resource, ResourceTemplateType, Tool };
export { ResourceNotFoundError };

export const { session: sessionVersions, stateless: statelessVersions } = mcpVersions;

/** Thrown by a handler: the request names something that does not exist or is not written as it must be. */
export const invalidParams = (message: string): Error => new ProtocolError(-32_602, message);

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

/** The methods of the server, with their required parameters. */
const methods = {
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
type Method = keyof typeof methods;
const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);
export type Params<M extends Method> = z.infer<(typeof methods)[M]>;
export type Handlers = { [M in Method]: (params: Params<M>) => ServerResult };

/** The SDK answers it by itself. */
const initialize = z.looseObject({
  protocolVersion: text,
  capabilities: values,
  clientInfo: z.looseObject({ name: text, version: text }, "must name the client, with name and version"),
});

/** The fault in a request's parameters, in one sentence: the SDK would say the same in ten lines of JSON. */
function findIssue({ method, params }: JSONRPCRequest, opensSession: boolean): string | undefined {
  const schema = opensSession ? initialize : isMethod(method) ? methods[method] : undefined;
  const issues = schema?.safeParse(params ?? {}).error?.issues;
  if (issues === undefined) return undefined;
  return `${method}: ${issues.map(({ path, message }) => `${["params", ...path].join(".")} ${message}`).join("; ")}`;
}

export interface Identity {
  info: { name: string; title: string; version: string; websiteUrl: string };
  instructions: string;
}

const lists = { ttlMs: 300_000, cacheScope: "public" } as const;

/**
 * A fresh server per request, so that nothing of one client can stay for the next. Not McpServer, which always
 * offers listChanged and turns every schema into JSON Schema anew.
 */
function createServer(
  { info, instructions }: Identity,
  handlers: Handlers,
  onError: (error: unknown) => void,
): Server {
  const server = new Server(info, {
    instructions,
    // Nothing changes within a connection, so no listChanged, subscribe or logging is offered.
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    supportedProtocolVersions: [...sessionVersions, ...statelessVersions],
    cacheHints: {
      "tools/list": lists,
      "resources/list": lists,
      "resources/templates/list": lists,
      "prompts/list": lists,
      "resources/read": { ttlMs: 60_000, cacheScope: "public" },
      "server/discover": lists,
    },
  });
  for (const method of keysOf(methods)) {
    const handler = handlers[method] as (params: unknown) => ServerResult;
    // findIssue has looked at the parameters before.
    server.setRequestHandler(method, { params: z.unknown() }, (params) => {
      try {
        return handler(params);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        onError(error);
        throw new ProtocolError(-32_603, "Internal error; it has been logged");
      }
    });
  }
  return server;
}

/** One message in, one message out: the SDK's own transport writes a Response, of which we need only the message. */
class MessageTransport extends PerRequestHTTPServerTransport {
  readonly answer = Promise.withResolvers<JSONRPCMessage>();
  override async send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message)) this.answer.resolve(message);
  }
}

/** null stands for what is not given, also where the protocol's own schemas know only absence. */
function withoutNull(message: JSONRPCRequest): JSONRPCRequest {
  const { params } = message;
  if (params === undefined || params["arguments"] !== null) return message;
  const { arguments: _, ...rest } = params;
  return { ...message, params: rest };
}

type Classification = InboundModernRoute["classification"];

/** A message as the protocol takes it: a notification has nothing to answer, the session era no classification. */
interface Route {
  message?: JSONRPCRequest;
  opensSession: boolean;
  version?: string | undefined;
  classification?: Classification;
}

/** Which era a message belongs to; the body decides, the headers must agree. */
export function routeOf(headers: IncomingHttpHeaders, body: unknown): Route {
  if (isTooLong(memberOf(body, "id")) || isTooLong(memberOf(body, "method")))
    throw invalidRequest(`id and method must have at most ${maxLabel} characters`);
  const version = headerOf(headers, "mcp-protocol-version");
  const method = headerOf(headers, "mcp-method");
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
  });
  if (outcome.kind === "reject")
    throw new RpcError(outcome.httpStatus, outcome.code, outcome.message, outcome.data);
  if (outcome.kind === "legacy") {
    const { reason } = outcome;
    if (reason === "response" || reason === "notification") return { opensSession: false, version };
    return { message: body as JSONRPCRequest, opensSession: reason === "initialize", version };
  }
  const { classification, message, messageKind } = outcome;
  const requested = (classification.revision ?? "none").slice(0, 100);
  if (!statelessVersions.includes(requested)) {
    const error = new UnsupportedProtocolVersionError({ supported: statelessVersions, requested });
    throw new RpcError(400, error.code, error.message, error.data);
  }
  if (messageKind === "notification") return { opensSession: false };
  checkMirrored(headers, message);
  return { message, opensSession: false, classification };
}

/** The code of an error decides its HTTP status in the stateless era only. */
const statuses: Record<number, number> = { [-32_601]: 404, [-32_022]: 400 };

/** The result of a routed request. */
export async function resultOf(
  { classification, message, opensSession }: Route & { message: JSONRPCRequest },
  identity: Identity,
  handlers: Handlers,
  onError: (error: unknown) => void,
): Promise<unknown> {
  const request = withoutNull(message);
  const issue = findIssue(request, opensSession);
  if (issue !== undefined) throw new RpcError(200, -32_602, issue);
  const transport = new MessageTransport({ classification: classification ?? { era: "legacy" } });
  await createServer(identity, handlers, onError).connect(transport);
  transport.onmessage?.(request, classification && { classification });
  const answer = await transport.answer.promise;
  if (!("error" in answer)) return "result" in answer ? answer.result : {};
  const { code, message: said, data } = answer.error;
  throw new RpcError((classification && statuses[code]) ?? 200, code, said, data);
}

/** Answers repeat the id, and errors name the method. */
const maxLabel = 1000;
const isTooLong = (value: unknown): boolean => typeof value === "string" && value.length > maxLabel;

/** The id to answer to, where the body has one. */
export function idOf(body: unknown): MessageId {
  const id = memberOf(body, "method") === undefined ? null : memberOf(body, "id");
  return (typeof id === "string" && !isTooLong(id)) || typeof id === "number" ? id : null;
}
