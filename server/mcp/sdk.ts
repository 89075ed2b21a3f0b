import type { IncomingHttpHeaders } from "node:http";
import {
  type CallToolResult,
  type CompleteResult,
  type GetPromptResult,
  type InboundModernRoute,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type ListPromptsResult,
  type ListResourceTemplatesResult,
  type ListResourcesResult,
  type ListToolsResult,
  PerRequestHTTPServerTransport,
  ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  UnsupportedProtocolVersionError,
  classifyInboundRequest,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { MessageId, RpcError } from "./responses.ts";
import { mcpVersions } from "../../src/schema/endpoints.ts";
import { keysOf, memberOf } from "../../src/schema/json.ts";
import { type Method, type Params, headerMismatch, headerOf, methods, paramsIssue } from "./request.ts";

export type { CallToolResult, CompleteResult, GetPromptResult, ReadResourceResult };
export type Tool = ListToolsResult["tools"][number];
export type Prompt = ListPromptsResult["prompts"][number];
export type Resource = ListResourcesResult["resources"][number];
export type ResourceTemplate = ListResourceTemplatesResult["resourceTemplates"][number];
export { ResourceNotFoundError };

export const { session: sessionVersions, stateless: statelessVersions } = mcpVersions;

/** Thrown by a handler: the request names something that does not exist or is not written as it must be. */
export const invalidParams = (message: string): Error => new ProtocolError(-32_602, message);

interface Results {
  "tools/list": ListToolsResult;
  "tools/call": CallToolResult;
  "resources/list": ListResourcesResult;
  "resources/templates/list": ListResourceTemplatesResult;
  "resources/read": ReadResourceResult;
  "prompts/list": ListPromptsResult;
  "prompts/get": GetPromptResult;
  "completion/complete": CompleteResult;
}
export type Handlers = { [M in Method]: (params: Params<M>) => Results[M] };

export interface Identity {
  info: { name: string; title: string; version: string; websiteUrl: string };
  instructions: string;
}

/** paramsIssue has looked at them before. */
const checked = z.unknown();

export type OnError = (error: unknown) => void;

const lists = { ttlMs: 300_000, cacheScope: "public" } as const;

/**
 * A fresh server per request, so that nothing of one client can stay for the next. Not McpServer, which always
 * offers listChanged and turns every schema into JSON Schema anew.
 */
function createServer({ info, instructions }: Identity, handlers: Handlers, onError: OnError): Server {
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
    const handler = handlers[method] as (params: unknown) => Results[Method];
    server.setRequestHandler(method, { params: checked }, (params) => {
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
class Exchange extends PerRequestHTTPServerTransport {
  readonly answer: Promise<JSONRPCMessage>;
  #resolve: (message: JSONRPCMessage) => void;
  constructor(classification: InboundModernRoute["classification"]) {
    super({ classification });
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    this.answer = promise;
    this.#resolve = resolve;
  }
  override async send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message)) this.#resolve(message);
  }
}

/** null stands for what is not given, also where the protocol's own schemas know only absence. */
function withoutNull(message: JSONRPCRequest): JSONRPCRequest {
  const { params } = message;
  if (params === undefined || params["arguments"] !== null) return message;
  const { arguments: _, ...rest } = params;
  return { ...message, params: rest };
}

/** The SDK would say the same in ten lines of JSON. */
function checkParams(
  { id, method, params }: JSONRPCRequest,
  opensSession: boolean,
): JSONRPCMessage | undefined {
  const message = paramsIssue(method, params, opensSession);
  return message === undefined ? undefined : { jsonrpc: "2.0", id, error: { code: -32_602, message } };
}

async function exchange(
  server: Server,
  message: JSONRPCRequest,
  classification?: InboundModernRoute["classification"],
): Promise<JSONRPCMessage> {
  const transport = new Exchange(classification ?? { era: "legacy" });
  await server.connect(transport);
  transport.onmessage?.(message, classification && { classification });
  return transport.answer;
}

export type Route =
  | { kind: "failure"; failure: RpcError }
  | { kind: "nothing-to-answer"; version?: string | undefined }
  | { kind: "session"; message: JSONRPCRequest; opensSession: boolean; version: string | undefined }
  | { kind: "stateless"; message: JSONRPCRequest; classification: InboundModernRoute["classification"] };

/** Which era a message belongs to; the body decides, the headers must agree. */
export function routeOf(headers: IncomingHttpHeaders, body: unknown): Route {
  const tooLong = checkLengths(body);
  if (tooLong) return { kind: "failure", failure: tooLong };
  const version = headerOf(headers, "mcp-protocol-version");
  const method = headerOf(headers, "mcp-method");
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
  });
  if (outcome.kind === "reject") {
    const { httpStatus: status, code, message, data } = outcome;
    return { kind: "failure", failure: { status, code, message, data } };
  }
  if (outcome.kind === "legacy") {
    if (outcome.reason === "response" || outcome.reason === "notification")
      return { kind: "nothing-to-answer", version };
    const opensSession = outcome.reason === "initialize";
    return { kind: "session", message: body as JSONRPCRequest, opensSession, version };
  }
  const { classification, message } = outcome;
  const requested = (classification.revision ?? "none").slice(0, 100);
  if (!statelessVersions.includes(requested)) {
    const error = new UnsupportedProtocolVersionError({ supported: statelessVersions, requested });
    return {
      kind: "failure",
      failure: { status: 400, code: error.code, message: error.message, data: error.data },
    };
  }
  if (outcome.messageKind === "notification") return { kind: "nothing-to-answer" };
  const failure = headerMismatch(headers, message);
  if (failure) return { kind: "failure", failure };
  return { kind: "stateless", message: message as JSONRPCRequest, classification };
}

export const isInitialize = (route: Route): boolean => route.kind === "session" && route.opensSession;

export type RequestRoute = Extract<Route, { kind: "session" | "stateless" }>;

type RpcAnswer = { result: unknown } | { failure: RpcError };

/** The code of an error decides its HTTP status in the stateless era only. */
const statuses: Record<number, number> = { [-32_601]: 404, [-32_022]: 400 };

/** Answers a routed request. */
export async function answerOf(
  route: RequestRoute,
  identity: Identity,
  handlers: Handlers,
  onError: OnError,
): Promise<RpcAnswer> {
  const server = createServer(identity, handlers, onError);
  const request = withoutNull(route.message);
  const refused = checkParams(request, isInitialize(route));
  const message =
    refused ??
    (await exchange(server, request, route.kind === "stateless" ? route.classification : undefined));
  if (!("error" in message)) return { result: "result" in message ? message.result : {} };
  const { error } = message;
  const status = route.kind === "stateless" ? statuses[error.code] : undefined;
  return { failure: { status: status ?? 200, ...error } };
}

/** Answers repeat the id, and errors name the method. */
const maxLabel = 1000;
const isTooLong = (value: unknown): boolean => typeof value === "string" && value.length > maxLabel;

/** The id to answer to, where the body has one. */
export function idOf(body: unknown): MessageId {
  const id = typeof body === "object" && body !== null && "method" in body && "id" in body ? body.id : null;
  return (typeof id === "string" && !isTooLong(id)) || typeof id === "number" ? id : null;
}

function checkLengths(body: unknown): RpcError | undefined {
  if (!isTooLong(memberOf(body, "id")) && !isTooLong(memberOf(body, "method"))) return undefined;
  const message = `Invalid request: id and method must have at most ${maxLabel} characters`;
  return { status: 400, code: -32_600, message };
}
