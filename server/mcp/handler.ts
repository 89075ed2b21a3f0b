import type { Snapshot } from "../snapshot.ts";
import { emptyAnswer, type Failure, failureAnswer, messageAnswer } from "./answers.ts";
import { readBody } from "./body.ts";
import { type Bind, checkHead, createNameCheck } from "./guard.ts";
import { createHandlers, identityOf } from "./surface.ts";
import { answerOf, idOf, type Route, routeOf, sessionVersions, statelessVersions } from "./sdk.ts";
import { createSessions, sessionKeyOf } from "./sessions.ts";
import { viewOf } from "./view.ts";

export interface McpOptions {
  baseUrl: string;
  /** Where the server listens, once it does: on a loopback address it answers to its own names only. */
  bind: () => Bind;
  /** MCP_SESSION_KEY; without one the key follows from the address of the deploy. */
  sessionKey?: string | undefined;
  snapshot: () => Snapshot;
  randomBytes: (size: number) => Buffer;
  onError: (error: unknown) => void;
}

const sessionHeader = "Mcp-Session-Id";

/** POST /mcp: both eras of the protocol on one endpoint, nothing kept between requests. */
export function createMcp(options: McpOptions): { handle: (request: Request) => Promise<Response> } {
  const { baseUrl, bind, sessionKey = sessionKeyOf(baseUrl), snapshot, randomBytes, onError } = options;
  const checkName = createNameCheck(baseUrl, bind);
  const sessions = createSessions(sessionKey, randomBytes);

  function checkSession(headers: Headers, route: Route): Failure | undefined {
    if (route.kind === "stateless" || (route.kind === "session" && route.isInitialize)) return undefined;
    const id = headers.get(sessionHeader);
    if (id !== null && !sessions.isGenuine(id)) {
      return {
        status: 404,
        code: -32_001,
        message: "Session not found: start a new one with initialize, without a session id",
      };
    }
    if (route.kind !== "session" || route.version === undefined || sessionVersions.includes(route.version)) {
      return undefined;
    }
    const supported = [...sessionVersions, ...statelessVersions];
    const message = `Unsupported protocol version ${route.version}; supported are ${supported.join(", ")}`;
    return { status: 400, code: -32_022, message, data: { supported, requested: route.version } };
  }

  async function answer(request: Request): Promise<Response> {
    const refused = checkName(request);
    if (refused) return failureAnswer(refused);
    if (request.method === "OPTIONS") return emptyAnswer(204);
    const unfit = checkHead(request);
    if (unfit) return failureAnswer(unfit);
    const body = await readBody(request);
    if (!body.ok) return failureAnswer(body.failure);
    const id = idOf(body.value);
    if (Array.isArray(body.value)) {
      return failureAnswer({
        status: 400,
        code: -32_600,
        message: "Invalid request: batches are not accepted, send one message",
      });
    }
    const route = routeOf(request.headers, body.value);
    if (route.kind === "failure") return failureAnswer(route.failure, id);
    const failure = checkSession(request.headers, route);
    if (failure) return failureAnswer(failure, id);
    if (route.kind === "nothing-to-answer") return emptyAnswer(202);
    try {
      const view = viewOf(snapshot());
      const { status, message } = await answerOf(route, identityOf(view), createHandlers(view));
      const opened = route.kind === "session" && route.isInitialize && "result" in message;
      return messageAnswer(message, status, opened ? { [sessionHeader]: sessions.issue() } : {});
    } catch (error) {
      onError(error);
      return failureAnswer({ status: 500, code: -32_603, message: "Internal error; it has been logged" }, id);
    }
  }

  return { handle: answer };
}
