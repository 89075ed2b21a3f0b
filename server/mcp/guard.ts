import type { IncomingMessage } from "node:http";
import type { Env } from "../env.ts";
import { parseAccept } from "../http/encoding.ts";
import { hostName, isLoopback } from "../http/client-address.ts";
import { createHostCheck } from "../http/guard.ts";
import type { RpcError } from "./responses.ts";

/** JSON-RPC leaves -32000 to servers; it stands for whatever HTTP's status already says. */
const transportError = -32_000;

const refusal = (message: string): RpcError => ({ status: 403, code: transportError, message });

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/**
 * A server bound to this machine answers to its own names only: a page of another site could let its name lead here
 * (DNS rebinding). Whoever asks by a public BASE_URL asks a public deploy behind a proxy, whose answers are for all.
 */
export function createNameCheck(
  env: Pick<Env, "HOST" | "BASE_URL">,
): (request: IncomingMessage) => RpcError | undefined {
  const isOurs = createHostCheck(env);
  const publicName = hostName(new URL(env.BASE_URL).host);
  const isPublic = !isLoopback(publicName);
  const isBoundToAll = isOurs("elsewhere.invalid");
  if (isBoundToAll) return () => undefined;
  return ({ headers, socket }: IncomingMessage): RpcError | undefined => {
    // Only HTTP/1.0 knows requests without Host, and no browser sends them.
    const { host = `localhost:${socket.localPort}`, origin } = headers;
    if (!isOurs(host))
      return refusal(`Host ${host.slice(0, 100)} is not this server: ask ${env.BASE_URL}/mcp`);
    if (isPublic && hostName(host) === publicName) return undefined;
    if (origin === undefined || origin === new URL(env.BASE_URL).origin) return undefined;
    const [from, asked] = [URL.parse(origin), URL.parse(`http://${host}`)];
    const isNear = from !== null && isLoopback(hostName(from.host));
    // Where this machine is not the public address, only the page that the server itself shows here is ours.
    if (isNear && (!isPublic || (asked !== null && portOf(from) === portOf(asked)))) return undefined;
    return refusal(
      `Origin ${origin.slice(0, 100)} may not ask a server that is meant for this machine: set BASE_URL to its public address`,
    );
  };
}

const unsupported = (message: string): RpcError => ({ status: 415, code: transportError, message });

/** What HTTP itself must say before the body is looked at. */
export function checkHead({ headers, method }: IncomingMessage): RpcError | undefined {
  if (method !== "POST") {
    return {
      status: 405,
      code: transportError,
      message: `${method} is not allowed: send JSON-RPC by POST; there are no streams to open and no sessions to end`,
      headers: { Allow: "POST" },
    };
  }
  const [type = ""] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";", 1)
    .map((text) => text.trim());
  if (type !== "application/json") {
    return unsupported(
      `Content-Type must be application/json, got ${type === "" ? "none" : type.slice(0, 100)}`,
    );
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    return unsupported(`Content-Encoding must be absent, got ${encoding.slice(0, 100)}`);
  const accepted = parseAccept(headers.accept ?? "");
  const missing = ["application/json", "text/event-stream"].filter((needed) => !accepted.get(needed));
  if (missing.length === 0) return undefined;
  const message = `Accept must list application/json and text/event-stream, ${missing.join(" and ")} is missing`;
  return { status: 406, code: transportError, message };
}
