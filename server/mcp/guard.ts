import type { Failure } from "./answers.ts";

/** JSON-RPC leaves -32000 to servers; it stands for whatever HTTP's status already says. */
const transportFault = -32_000;

export interface Bind {
  host: string;
  /** 0 while the port is not known. */
  port: number;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Who may ask a server that only this machine reaches: else a web page could rebind its name to 127.0.0.1. */
export function createNameCheck(
  baseUrl: string,
  bind: () => Bind,
): (request: Request) => Failure | undefined {
  const isOurs = (host: string, { port }: Bind): boolean => {
    const url = URL.parse(`http://${host}`);
    if (url === null || url.host === "") return false;
    if (host.toLowerCase() === new URL(baseUrl).host) return true;
    return loopback.test(url.hostname) && (port === 0 || Number(url.port || 80) === port);
  };
  return (request) => {
    const now = bind();
    if (!loopback.test(now.host)) return undefined;
    const host = request.headers.get("host") ?? new URL(request.url).host;
    const origin = request.headers.get("origin");
    if (!isOurs(host, now)) {
      return {
        status: 403,
        code: transportFault,
        message: `Host ${host.slice(0, 100)} is not this server: ask ${baseUrl}/mcp`,
      };
    }
    if (origin === null || origin === new URL(baseUrl).origin) return undefined;
    const url = URL.parse(origin);
    if (url?.protocol === "http:" && isOurs(url.host, now)) return undefined;
    return {
      status: 403,
      code: transportFault,
      message: `Origin ${origin.slice(0, 100)} may not ask a server on this machine; a public deploy answers every origin`,
    };
  };
}

const mediaTypes = (header: string | null): string[] =>
  (header ?? "")
    .toLowerCase()
    .split(",")
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => range.split(";", 1)[0]?.trim() ?? "");

/** What HTTP itself must say before the body is looked at. */
export function checkHead(request: Request): Failure | undefined {
  const { headers, method } = request;
  if (method !== "POST") {
    return {
      status: 405,
      code: transportFault,
      message: `${method} is not allowed here: send JSON-RPC by POST; there are no streams to open and no sessions to end`,
      headers: { Allow: "POST" },
    };
  }
  const [type] = mediaTypes(headers.get("content-type"));
  if (type !== "application/json") {
    return {
      status: 415,
      code: transportFault,
      message: `Content-Type must be application/json, got ${type === "" ? "none" : type}`,
    };
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    return { status: 415, code: transportFault, message: `Content-Encoding must be absent, got ${encoding}` };
  }
  const accepted = mediaTypes(headers.get("accept"));
  const missing = ["application/json", "text/event-stream"].filter((needed) => !accepted.includes(needed));
  if (missing.length > 0) {
    return {
      status: 406,
      code: transportFault,
      message: `Accept must list application/json and text/event-stream; ${missing.join(" and ")} is missing`,
    };
  }
  return undefined;
}
