import type { Env } from "../env.ts";
import type { Snapshot } from "../snapshot.ts";
import { answerCacheOf } from "./answer-cache.ts";
import { accepted, encodeResult, type Failure, failureAnswer, preflight, resultAnswer } from "./answers.ts";
import { readBody } from "./body.ts";
import { checkHead, createNameCheck } from "./guard.ts";
import {
  answerOf,
  idOf,
  type OnError,
  type RequestRoute,
  type Route,
  routeOf,
  sessionVersions,
  statelessVersions,
} from "./sdk.ts";
import { createSessions, sessionKeyOf } from "./sessions.ts";
import { createHandlers, identityOf } from "./surface.ts";
import { viewOf } from "./view.ts";

export interface McpParts {
  env: Pick<Env, "BASE_URL" | "HOST" | "MCP_SESSION_KEY">;
  snapshot: () => Snapshot;
  randomBytes: (size: number) => Buffer;
  /** Told of errors that we did not foresee; askers learn only that there was one. */
  onError: OnError;
}

const sessionHeader = "Mcp-Session-Id";

const batch: Failure = {
  status: 400,
  code: -32_600,
  message: "Invalid request: batches are not accepted, send one message at a time",
};
const noSession: Failure = {
  status: 404,
  code: -32_001,
  message: "Session not found: start a new one with initialize, without a session id",
};
const ourFault: Failure = { status: 500, code: -32_603, message: "Internal error; it has been logged" };

function checkVersion(route: Route): Failure | undefined {
  if (route.kind !== "session" || route.isInitialize) return undefined;
  const { version: requested } = route;
  if (requested === undefined || sessionVersions.includes(requested)) return undefined;
  const supported = [...sessionVersions, ...statelessVersions];
  const message = `Unsupported protocol version ${requested}; supported are ${supported.join(", ")}`;
  return { status: 400, code: -32_022, message, data: { supported, requested } };
}

/** What was asked, but for who asked: the same question has the same answer. */
function questionOf({ kind, message }: RequestRoute): string {
  const { _meta: _, ...params } = message.params ?? {};
  return `${kind} ${message.method} ${JSON.stringify(params)}`;
}

/** POST /mcp: both eras of the protocol on one endpoint, nothing kept for anyone between requests. */
export function createMcp({ env, snapshot, randomBytes, onError }: McpParts) {
  const checkNames = createNameCheck(env);
  const sessions = createSessions(env.MCP_SESSION_KEY ?? sessionKeyOf(env.BASE_URL), randomBytes);

  /** The stateless era knows no sessions, and initialize opens one. */
  function checkSession(headers: Headers, route: Route): Failure | undefined {
    if (route.kind === "stateless" || (route.kind === "session" && route.isInitialize)) return undefined;
    const id = headers.get(sessionHeader);
    return id === null || sessions.isGenuine(id) ? undefined : noSession;
  }

  async function serve(route: RequestRoute): Promise<Response> {
    const { id } = route.message;
    const view = viewOf(snapshot());
    const cache = answerCacheOf(view.snapshot);
    const question = questionOf(route);
    const known = cache.get(question);
    if (known !== undefined) return resultAnswer(id, known);
    const { status, message } = await answerOf(route, identityOf(view), createHandlers(view), onError);
    if ("error" in message) return failureAnswer({ status, ...message.error }, id);
    const result = encodeResult("result" in message ? message.result : {});
    if (route.kind === "session" && route.isInitialize) {
      return resultAnswer(id, result, { [sessionHeader]: sessions.issue() });
    }
    cache.keep(question, result);
    return resultAnswer(id, result);
  }

  return async (request: Request): Promise<Response> => {
    const refused = checkNames(request);
    if (refused) return failureAnswer(refused);
    if (request.method === "OPTIONS") return preflight();
    const unfit = checkHead(request);
    if (unfit) return failureAnswer(unfit);
    const body = await readBody(request);
    if (!body.ok) return failureAnswer(body.failure);
    if (Array.isArray(body.value)) return failureAnswer(batch);
    const id = idOf(body.value);
    const route = routeOf(request.headers, body.value);
    if (route.kind === "failure") return failureAnswer(route.failure, id);
    const failure = checkSession(request.headers, route) ?? checkVersion(route);
    if (failure) return failureAnswer(failure, id);
    if (route.kind === "nothing-to-answer") return accepted();
    try {
      return await serve(route);
    } catch (error) {
      onError(error);
      return failureAnswer(ourFault, id);
    }
  };
}
