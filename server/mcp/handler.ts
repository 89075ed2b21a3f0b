import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { apiVersion, toServerName } from "../../src/schema/endpoints.ts";
import { fold } from "../../src/schema/names.ts";
import type { Snapshot } from "../data/snapshot.ts";
import type { Env } from "../env.ts";
import { preflightAnswer, toResponse } from "../http/response.ts";
import {
  answerHeaders,
  checkHead,
  createOriginCheck,
  headerOf,
  invalidRequest,
  type MessageId,
  readJson,
  RpcError,
  sendError,
  sendResult,
} from "./http.ts";
import { argumentKindOf, getPrompt, listPrompts } from "./prompts.ts";
import { collections, contentOf, insightParts, listResourceTemplates, listResources } from "./resources.ts";
import {
  type CompleteResult,
  type Handlers,
  type Identity,
  idOf,
  invalidParams,
  type Params,
  resultOf,
  routeOf,
  sessionVersions,
  statelessVersions,
} from "./sdk.ts";
import { ratingText, untrusted } from "./text.ts";
import { callTool, listTools } from "./tools.ts";
import { toMeta, type View, viewOf } from "./view.ts";

/** The first key signs; an id that any of them has signed is genuine. */
export type SessionKeys = () => readonly [string, ...string[]];

const form = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

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
  onError: (error: unknown) => void;
}

const noSession = () =>
  new RpcError(404, -32_001, "Session not found: start a new one with initialize, without a session id");

function checkVersion(version: string | undefined): void {
  const requested = version?.slice(0, 100);
  if (requested === undefined || sessionVersions.includes(requested)) return;
  const supported = [...sessionVersions, ...statelessVersions];
  const message = `Unsupported protocol version ${requested}; supported are ${supported.join(", ")}`;
  throw new RpcError(400, -32_022, message, { supported, requested });
}

/** POST /mcp: both eras of the protocol on one endpoint, nothing kept for anyone between requests. */
export function createMcp({ env, sessionKeys, snapshot, randomBytes, onError }: McpParts) {
  const checkOrigin = createOriginCheck(env);
  const sessions = createSessions(sessionKeys, randomBytes);

  async function answer(id: MessageId, headers: IncomingHttpHeaders, body: unknown): Promise<Response> {
    const route = routeOf(headers, body);
    const { classification, message, opensSession, version } = route;
    if (!opensSession) {
      // The stateless era knows no sessions.
      const session = classification === undefined ? headerOf(headers, "mcp-session-id") : undefined;
      if (session !== undefined && !sessions.isGenuine(session)) throw noSession();
      checkVersion(version);
    }
    if (message === undefined) return toResponse(202, { ...answerHeaders, "Content-Length": "0" }, null);
    const view = viewOf(snapshot());
    const result = await resultOf(
      { ...route, message },
      identityOf(view.snapshot.dataset),
      createHandlers(view),
      onError,
    );
    return sendResult(id, result, opensSession ? { "Mcp-Session-Id": sessions.issue() } : {});
  }

  return async (request: IncomingMessage): Promise<Response> => {
    let id: MessageId = null;
    try {
      checkOrigin(request);
      if (request.method === "OPTIONS") return toResponse(204, preflightAnswer, null);
      checkHead(request);
      const body = await readJson(request);
      if (Array.isArray(body)) throw invalidRequest("batches are not accepted, send one message at a time");
      id = idOf(body);
      return await answer(id, request.headers, body);
    } catch (error) {
      if (error instanceof RpcError) return sendError(error, id);
      onError(error);
      return sendError(new RpcError(200, -32_603, "Internal error; it has been logged"), id);
    }
  };
}

/** The server's name, and its instructions for a model. */
const identityOf = ({ business, aggregate_rating }: Snapshot["dataset"]): Identity => ({
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

/** The answers of the server, from one view of the data. */
function createHandlers(view: View): Handlers {
  const meta = { _meta: toMeta(view) };
  const onePage =
    <T extends object>(list: () => T) =>
    (params: Params<"tools/list">): T & typeof meta => {
      if (params?.cursor)
        throw invalidParams("Unknown cursor: every list here is one page, ask without a cursor");
      return { ...list(), ...meta };
    };
  return {
    "tools/list": onePage(() => ({ tools: listTools(view) })),
    "tools/call": ({ name, arguments: given }) => callTool(view, name, given ?? {}),
    "resources/list": onePage(() => ({ resources: listResources() })),
    "resources/templates/list": onePage(() => ({ resourceTemplates: listResourceTemplates() })),
    "resources/read": ({ uri }) => ({ contents: [contentOf(view, uri)], ...meta }),
    "prompts/list": onePage(() => ({ prompts: listPrompts(view) })),
    "prompts/get": ({ name, arguments: given }) => getPrompt(view, name, given ?? {}),
    "completion/complete": (params) => complete(view, params),
  };
}

/** The protocol's limit. */
const maxValues = 100;

/** No name and no id is longer. */
const maxText = 300;

/** Values that start with the text come first, then those that contain it. */
function matching(known: readonly string[], text: string): CompleteResult {
  if (text.length > maxText) return { completion: { values: [], total: 0, hasMore: false } };
  const given = fold(text);
  const found = known
    .map((value) => ({ value, at: fold(value).indexOf(given) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Math.min(one.at, 1) - Math.min(other.at, 1));
  const values = found.slice(0, maxValues).map(({ value }) => value);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

function ofTemplate(
  view: View,
  uriTemplate: string,
  argument: string,
  part: string | null | undefined,
): string[] | undefined {
  if (uriTemplate === "review://{id}") return argument === "id" ? view.recentIds() : undefined;
  if (uriTemplate === "insights://{part}") return argument === "part" ? insightParts : undefined;
  if (uriTemplate !== "insights://{part}/{id}") return undefined;
  if (argument === "part") return Object.keys(collections);
  if (argument !== "id") return undefined;
  const chosen = Object.entries(collections).filter(([name]) => !part || name === part);
  return [...new Set(chosen.flatMap(([, { ids }]) => ids(view)))];
}

/** Suggests values for a prompt's or a template's argument. */
function complete(view: View, { ref, argument, context }: Params<"completion/complete">): CompleteResult {
  const isPrompt = ref.type === "ref/prompt";
  const values = isPrompt
    ? argumentKindOf(ref.name, argument.name)?.values(view)
    : ofTemplate(view, ref.uri, argument.name, context?.arguments?.part);
  if (values) return matching(values, argument.value);
  const what = isPrompt ? `prompt ${ref.name.slice(0, 100)}` : `template ${ref.uri.slice(0, 100)}`;
  throw invalidParams(`There is no ${what} with an argument ${argument.name.slice(0, 100)}`);
}
