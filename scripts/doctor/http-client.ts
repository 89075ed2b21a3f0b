import { basePathOf } from "../../src/schema/endpoints.ts";
import { setTimeout as pause } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Agent, buildConnector } from "undici";
import { parseRetryAfter } from "../../server/http/conditional.ts";
import { codeOf, messageOf } from "../../src/schema/errors.ts";

export interface HttpAnswer {
  /** 0 when there was no whole answer; `failure` says why. */
  status: number;
  failure?: string;
  /** Node's name for it. */
  code?: string | undefined;
  /** Lower-case names; repeated headers are joined. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** When it was asked and when it was answered, in milliseconds since 1970. */
  asked: number;
  answered: number;
}

export interface Certificate {
  /** Why clients would refuse it, if they would: a code of Node's or OpenSSL's. */
  refusal: string | undefined;
  /** The names that it is for. */
  names: string;
  validTo: string;
  protocol: string;
}

export interface AskOptions {
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** The path is the host's, and not below that of the deploy. */
  isOfHost?: boolean;
  /** Asks without encryption, where browsers try first. */
  isPlain?: boolean;
  /** Asks this address of the name. */
  at?: string;
}

export type Client = ReturnType<typeof createClient>;
type Ask = (path: string, options?: AskOptions) => Promise<HttpAnswer>;

export interface ClientOptions {
  baseUrl: string;
  /** Where to connect instead of the address's own host. */
  connect?: { host: string; port: number } | undefined;
  /** Where unencrypted requests go on that host; 80 if not given, unless `connect` leads to a port of its own. */
  plainPort?: number | undefined;
  /** All addresses of the name; empty where they are not checked. */
  addresses?: readonly string[];
  /** For one request, all of it, in milliseconds. */
  timeout: number;
  /** Ends everything. */
  signal: AbortSignal;
}

/** Of a body, packed and unpacked. */
const maxBytes = 64 * 1024 * 1024;

const options = { maxOutputLength: maxBytes };
export const decoders = {
  gzip: (bytes: Buffer) => gunzipSync(bytes, options),
  br: (bytes: Buffer) => brotliDecompressSync(bytes, options),
};

function toCertificate(socket: TLSSocket): Certificate {
  const { valid_to, subject, subjectaltname } = socket.getPeerCertificate();
  return {
    refusal: socket.authorized ? undefined : String(socket.authorizationError),
    names: subjectaltname?.replaceAll("DNS:", "") ?? String(subject?.CN ?? "no name"),
    validTo: valid_to,
    protocol: socket.getProtocol() ?? "unknown",
  };
}

/** The longest wait for a server that says when to ask again, in milliseconds. */
const maxWait = 5000;

/** Asks again, once, where the answer is that it will be there in a few seconds, as while a deploy is switched. */
const withRetry =
  (ask: Ask, signal: AbortSignal): Ask =>
  async (path, asking) => {
    const answer = await ask(path, asking);
    const retryAfter = answer.headers["retry-after"];
    if (answer.status !== 503 || retryAfter === undefined) return answer;
    const wait = parseRetryAfter(retryAfter, answer.answered);
    if (wait > maxWait) return answer;
    await pause(wait, undefined, { signal }).catch(() => {});
    return ask(path, asking);
  };

/** Connections to this host and port in place of the address's own. */
function createAgents(onCertificate: (shown: Certificate) => void) {
  // A bad certificate is one finding among others, and no secret is sent, so it does not end the audit.
  const connector = buildConnector({ rejectUnauthorized: false, allowH2: false });
  const agents = new Map<string, Agent>();
  const create = (instead: { hostname?: string; port?: string }) =>
    new Agent({
      connections: 6,
      maxResponseSize: maxBytes,
      connect: (target, callback) =>
        connector({ ...target, ...instead }, (...result) => {
          if (result[1] instanceof TLSSocket) onCertificate(toCertificate(result[1]));
          callback(...result);
        }),
    });
  return {
    to: (hostname?: string, port?: number): Agent => {
      const instead = { ...(hostname && { hostname }), ...(port && { port: String(port) }) };
      const agent = agents.get(JSON.stringify(instead)) ?? create(instead);
      agents.set(JSON.stringify(instead), agent);
      return agent;
    },
    close: () => void Promise.all([...agents.values()].map((agent) => agent.destroy())),
  };
}

/** Asks the deploy as it is: follows no redirect, decodes nothing, keeps nothing from an earlier answer. */
export function createClient(given: ClientOptions) {
  const { baseUrl, connect, plainPort, addresses = [], timeout, signal } = given;
  const base = new URL(baseUrl);
  const basePath = basePathOf(baseUrl);
  const isTls = base.protocol === "https:";
  let certificate: Certificate | undefined;
  const agents = createAgents((shown) => (certificate ??= shown));

  const ask: Ask = async (path, { method = "GET", headers = {}, body, isOfHost, isPlain, at } = {}) => {
    const asked = Date.now();
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const agent = agents.to(at ?? connect?.host, isPlain ? plainPort : connect?.port);
    try {
      const response = await agent.request({
        origin: isPlain ? `http://${base.hostname}` : base.origin,
        path: isOfHost ? path : basePath + path,
        method,
        headers: { "User-Agent": "open-reviews-doctor", ...headers },
        ...(body !== undefined && { body }),
        signal: deadline,
      });
      const names = Object.entries(response.headers);
      return {
        status: response.statusCode,
        headers: Object.fromEntries(names.map(([name, value]) => [name, [value].flat().join(", ")])),
        body: Buffer.from(await response.body.arrayBuffer()),
        asked,
        answered: Date.now(),
      };
    } catch (error) {
      const failure = toReason(error, deadline, timeout);
      const body = Buffer.alloc(0);
      return { status: 0, failure, code: codeOf(error), headers: {}, body, asked, answered: Date.now() };
    }
  };
  const isPlainKnown = plainPort !== undefined || connect === undefined || connect.port === 443;
  return {
    /** Whether it is known where unencrypted requests go. */
    hasPlain: isTls && base.port === "" && isPlainKnown,
    /** Where DNS says that the name leads. */
    addresses,
    ask: withRetry(ask, signal),
    certificate: (): Certificate | undefined => certificate,
    close: agents.close,
  };
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is unknown to DNS",
  EAI_AGAIN: "DNS does not answer",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection was reset",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  HPE_INVALID_CONSTANT: "it does not speak HTTP",
};

function toReason(error: unknown, deadline: AbortSignal, timeout: number): string {
  if (deadline.aborted) return `no whole answer within ${timeout / 1000} s`;
  const code = codeOf(error) ?? "";
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return "it does not speak TLS";
  return reasons[code] ?? (messageOf(error) || code);
}
