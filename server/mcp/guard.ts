import type { IncomingMessage } from "node:http";
import type { Env } from "../env.ts";
import { createHostCheck } from "../http/limits.ts";
import type { Failure } from "./answers.ts";

/** JSON-RPC leaves -32000 to servers; it stands for whatever HTTP's status already says. */
const transportFault = -32_000;

const refusal = (message: string): Failure => ({ status: 403, code: transportFault, message });

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** A server on a loopback address answers to its own names only: a web page could rebind its name to 127.0.0.1. */
export function createNameCheck(env: Pick<Env, "HOST" | "BASE_URL">) {
  const isOurs = createHostCheck(env as Env);
  const isPublic = isOurs("elsewhere.invalid");
  const { origin: publicOrigin } = new URL(env.BASE_URL);
  return ({ headers, socket }: IncomingMessage): Failure | undefined => {
    if (isPublic) return undefined;
    // Only HTTP/1.0 knows requests without Host, and no browser sends them.
    const { host = `localhost:${socket.localPort}`, origin: given } = headers;
    if (!isOurs(host))
      return refusal(`Host ${host.slice(0, 100)} is not this server: ask ${env.BASE_URL}/mcp`);
    if (given === undefined || given === publicOrigin) return undefined;
    const [origin, asked] = [URL.parse(given), URL.parse(`http://${host}`)];
    const isSame =
      origin?.protocol === "http:" && asked && isOurs(origin.host) && portOf(origin) === portOf(asked);
    if (isSame) return undefined;
    return refusal(
      `Origin ${given.slice(0, 100)} may not ask a server on this machine; a public deploy answers every origin`,
    );
  };
}

const mediaTypes = (header = ""): string[] =>
  header
    .toLowerCase()
    .split(",")
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => range.split(";", 1)[0]?.trim() ?? "");

const unsupported = (message: string): Failure => ({ status: 415, code: transportFault, message });

/** What HTTP itself must say before the body is looked at. */
export function checkHead({ headers, method }: IncomingMessage): Failure | undefined {
  if (method !== "POST") {
    return {
      status: 405,
      code: transportFault,
      message: `${method} is not allowed: send JSON-RPC by POST; there are no streams to open and no sessions to end`,
      headers: { Allow: "POST" },
    };
  }
  const [type = ""] = mediaTypes(headers["content-type"]);
  if (type !== "application/json") {
    return unsupported(
      `Content-Type must be application/json, got ${type === "" ? "none" : type.slice(0, 100)}`,
    );
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    return unsupported(`Content-Encoding must be absent, got ${encoding.slice(0, 100)}`);
  const accepted = mediaTypes(headers.accept);
  const missing = ["application/json", "text/event-stream"].filter((needed) => !accepted.includes(needed));
  if (missing.length === 0) return undefined;
  const message = `Accept must list application/json and text/event-stream, ${missing.join(" and ")} is missing`;
  return { status: 406, code: transportFault, message };
}
