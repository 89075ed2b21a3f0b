import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isRecord } from "../../src/schema/record.ts";
import type { Env } from "../env.ts";
import type { Snapshot } from "../data/snapshot.ts";
import {
  type RpcError,
  acceptedResponse,
  failureResponse,
  preflightResponse,
  resultResponse,
} from "./responses.ts";
import { type ResponseCache, createResponseCache } from "../http/response-cache.ts";
import { oncePer } from "../data/once-per.ts";
import { parseBody, readText } from "./body.ts";
import { framed } from "./frames.ts";
import { checkHead, createNameCheck } from "./guard.ts";
import { type RequestKey, requestKeyOf } from "./request-key.ts";
import {
  answerOf,
  type Handlers,
  idOf,
  isInitialize,
  type OnError,
  type RequestRoute,
  type Route,
  routeOf,
  sessionVersions,
  statelessVersions,
} from "./sdk.ts";
import { createSessions, type SessionKeys } from "./sessions.ts";
import { createHandlers, identityOf } from "./surface.ts";
import { findAnswer } from "./tools.ts";
import { type View, viewOf } from "./view.ts";
import { headerOf } from "./headers.ts";

export interface McpParts {
  env: Pick<Env, "BASE_URL" | "HOST">;
  sessionKeys: SessionKeys;
  snapshot: () => Snapshot;
  randomBytes: (size: number) => Buffer;
  /** Called with errors that we did not foresee; clients learn only that there was one. */
  onError: OnError;
}

/** Results as bytes, by what was asked: they depend on the snapshot and the question alone, never on who asks. */
const resultsOf = oncePer<Snapshot, ResponseCache<Buffer>>(() =>
  createResponseCache(16 * 1024 * 1024, 1024 * 1024),
);

const batch: RpcError = {
  status: 400,
  code: -32_600,
  message: "Invalid request: batches are not accepted, send one message at a time",
};
const noSession: RpcError = {
  status: 404,
  code: -32_001,
  message: "Session not found: start a new one with initialize, without a session id",
};
const internalError: RpcError = { status: 200, code: -32_603, message: "Internal error; it has been logged" };

function checkVersion(route: Route): RpcError | undefined {
  if (!("version" in route) || isInitialize(route)) return undefined;
  const requested = route.version?.slice(0, 100);
  if (requested === undefined || sessionVersions.includes(requested)) return undefined;
  const supported = [...sessionVersions, ...statelessVersions];
  const message = `Unsupported protocol version ${requested}; supported are ${supported.join(", ")}`;
  return { status: 400, code: -32_022, message, data: { supported, requested } };
}

/** A good call of a tool, answered; undefined where the SDK has to look at it first. */
function toolAnswerOf(view: View, { message: { method, params = {} } }: RequestRoute) {
  if (method !== "tools/call") return undefined;
  const { _meta: _, name, arguments: values, ...others } = params;
  const given = values ?? {};
  if (typeof name !== "string" || !isRecord(given) || Object.keys(others).length > 0) return undefined;
  return findAnswer(view, name, given);
}

/** The bytes of the result that answers this, or why there is none. */
async function resultOf(
  route: RequestRoute,
  view: View,
  onError: OnError,
): Promise<{ result: Buffer } | { failure: RpcError }> {
  const handlers = createHandlers(view);
  const ask = (own?: Partial<Handlers>) =>
    answerOf(route, identityOf(view), { ...handlers, ...own }, onError);
  const found = toolAnswerOf(view, route);
  if (found !== undefined) {
    return {
      result: await framed(view, route.kind, found, (standIn) => ask({ "tools/call": () => standIn })),
    };
  }
  const answered = await ask();
  return "failure" in answered ? answered : { result: Buffer.from(JSON.stringify(answered.result)) };
}

/** POST /mcp: both eras of the protocol on one endpoint, nothing kept for anyone between requests. */
export function createMcp({ env, sessionKeys, snapshot, randomBytes, onError }: McpParts) {
  const checkNames = createNameCheck(env);
  const sessions = createSessions(sessionKeys, randomBytes);

  const isGoodSession = (headers: IncomingHttpHeaders): boolean => {
    const id = headerOf(headers, "mcp-session-id");
    return id === undefined || sessions.isGenuine(id);
  };

  /** The stateless era knows no sessions, and initialize opens one. */
  function checkSession(headers: IncomingHttpHeaders, route: Route): RpcError | undefined {
    if (route.kind === "stateless" || isInitialize(route) || isGoodSession(headers)) return undefined;
    return noSession;
  }

  async function serve(route: RequestRoute, view: View, question: RequestKey | undefined): Promise<Response> {
    const { id } = route.message;
    const answered = await resultOf(route, view, onError);
    if ("failure" in answered) return failureResponse(answered.failure, id);
    const { result } = answered;
    const idJson = JSON.stringify(id);
    if (isInitialize(route)) return resultResponse(idJson, result, { "Mcp-Session-Id": sessions.issue() });
    if (question?.id === idJson) resultsOf(view.snapshot).offer(question.key, result, result.length);
    return resultResponse(idJson, result);
  }

  async function answer(request: IncomingMessage): Promise<Response> {
    const refused = checkNames(request);
    if (refused) return failureResponse(refused);
    if (request.method === "OPTIONS") return preflightResponse();
    const rejected = checkHead(request);
    if (rejected) return failureResponse(rejected);
    const text = await readText(request);
    if (!text.ok) return failureResponse(text.failure);
    const view = viewOf(snapshot());
    const question = requestKeyOf(request.headers, text.value);
    const known = question && resultsOf(view.snapshot).get(question.key);
    if (question && known && isGoodSession(request.headers)) return resultResponse(question.id, known);
    const body = parseBody(text.value);
    if (!body.ok) return failureResponse(body.failure);
    if (Array.isArray(body.value)) return failureResponse(batch);
    const id = idOf(body.value);
    const route = routeOf(request.headers, body.value);
    if (route.kind === "failure") return failureResponse(route.failure, id);
    const failure = checkSession(request.headers, route) ?? checkVersion(route);
    if (failure) return failureResponse(failure, id);
    if (route.kind === "nothing-to-answer") return acceptedResponse();
    try {
      return await serve(route, view, question);
    } catch (error) {
      onError(error);
      return failureResponse(internalError, id);
    }
  }
  return answer;
}
