import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Env } from "../env.ts";
import type { Snapshot } from "../data/snapshot.ts";
import {
  type RpcError,
  acceptedResponse,
  failureResponse,
  preflightResponse,
  resultResponse,
} from "./responses.ts";
import { checkHead, createNameCheck } from "./guard.ts";
import {
  type OnError,
  type RequestRoute,
  type Route,
  answerOf,
  idOf,
  isInitialize,
  routeOf,
  sessionVersions,
  statelessVersions,
} from "./sdk.ts";
import { createHandlers, identityOf } from "./surface.ts";
import { type View, viewOf } from "./view.ts";
import { headerOf, parseBody, readText } from "./request.ts";

const form = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/** The first key signs; an id that any of them has signed is genuine. */
export type SessionKeys = () => readonly [string, ...string[]];

/** Ids that carry their own proof: any replica with the same key knows them, and none remembers them. */
function createSessions(keys: SessionKeys, randomBytes: (size: number) => Buffer) {
  const sign = (value: string, key: string) =>
    createHmac("sha256", key).update(`mcp-session ${value}`).digest("base64url");
  return {
    issue: (): string => {
      const value = randomBytes(16).toString("base64url");
      return `${value}.${sign(value, keys()[0])}`;
    },
    isGenuine: (id: string): boolean => {
      if (!form.test(id)) return false;
      const [value = "", signature = ""] = id.split(".");
      return keys().some((key) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(value, key))));
    },
  };
}

export interface McpParts {
  env: Pick<Env, "BASE_URL" | "HOST">;
  sessionKeys: SessionKeys;
  snapshot: () => Snapshot;
  randomBytes: (size: number) => Buffer;
  /** Called with errors that we did not foresee; clients learn only that there was one. */
  onError: OnError;
}

const refusal = (status: number, code: number, message: string): RpcError => ({ status, code, message });
const batch = refusal(400, -32_600, "Invalid request: batches are not accepted, send one message at a time");
const noSession = refusal(
  404,
  -32_001,
  "Session not found: start a new one with initialize, without a session id",
);
const internalError = refusal(200, -32_603, "Internal error; it has been logged");

function checkVersion(route: Route): RpcError | undefined {
  if (!("version" in route) || isInitialize(route)) return undefined;
  const requested = route.version?.slice(0, 100);
  if (requested === undefined || sessionVersions.includes(requested)) return undefined;
  const supported = [...sessionVersions, ...statelessVersions];
  const message = `Unsupported protocol version ${requested}; supported are ${supported.join(", ")}`;
  return { status: 400, code: -32_022, message, data: { supported, requested } };
}

/** POST /mcp: both eras of the protocol on one endpoint, nothing kept for anyone between requests. */
export function createMcp({ env, sessionKeys, snapshot, randomBytes, onError }: McpParts) {
  const checkNames = createNameCheck(env);
  const sessions = createSessions(sessionKeys, randomBytes);

  /** The stateless era knows no sessions, and initialize opens one. */
  function checkSession(headers: IncomingHttpHeaders, route: Route): RpcError | undefined {
    const id = headerOf(headers, "mcp-session-id");
    if (id === undefined || route.kind === "stateless" || isInitialize(route)) return undefined;
    return sessions.isGenuine(id) ? undefined : noSession;
  }

  async function serve(route: RequestRoute, view: View): Promise<Response> {
    const { id } = route.message;
    const answered = await answerOf(route, identityOf(view), createHandlers(view), onError);
    if ("failure" in answered) return failureResponse(answered.failure, id);
    return resultResponse(
      id,
      answered.result,
      isInitialize(route) ? { "Mcp-Session-Id": sessions.issue() } : {},
    );
  }

  async function answer(request: IncomingMessage): Promise<Response> {
    const refused = checkNames(request);
    if (refused) return failureResponse(refused);
    if (request.method === "OPTIONS") return preflightResponse();
    const rejected = checkHead(request);
    if (rejected) return failureResponse(rejected);
    const text = await readText(request);
    if (!text.ok) return failureResponse(text.failure);
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
      return await serve(route, viewOf(snapshot()));
    } catch (error) {
      onError(error);
      return failureResponse(internalError, id);
    }
  }
  return answer;
}
