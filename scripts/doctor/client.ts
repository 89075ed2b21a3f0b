import { codeOf } from "../../src/schema/errors.ts";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { parseRetryAfter } from "../../server/http/conditional.ts";

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
  /** Asks without encryption, where browsers try first. */
  isPlain?: boolean;
  /** Asks this address of the name. */
  at?: string;
}

export interface Client {
  /** Whether it is known where unencrypted requests go. */
  hasPlain: boolean;
  /** Where DNS says that the name leads. */
  addresses: readonly string[];
  ask: (path: string, options?: AskOptions) => Promise<HttpAnswer>;
  certificate: () => Certificate | undefined;
  close: () => void;
}

export interface ClientOptions {
  baseUrl: string;
  /** Where to connect instead of the address's own host: `host:port`. */
  connect?: { host: string; port: number } | undefined;
  /** Where unencrypted requests go on that host; 80 if not given, unless `connect` leads to a port of its own. */
  plainPort?: number | undefined;
  /** All addresses of the name; empty where they are not looked at. */
  addresses?: readonly string[];
  /** For one request, all of it, in milliseconds. */
  timeout: number;
  /** Ends everything. */
  signal: AbortSignal;
}

const largestBody = 64 * 1024 * 1024;

const toHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(", ") ?? ""]),
  );

const toCertificate = (socket: TLSSocket): Certificate => {
  const { valid_to, subject, subjectaltname } = socket.getPeerCertificate();
  return {
    refusal: socket.authorized ? undefined : String(socket.authorizationError),
    names: subjectaltname?.replaceAll("DNS:", "") ?? String(subject?.CN ?? "no name"),
    validTo: valid_to,
    protocol: socket.getProtocol() ?? "unknown",
  };
};

function createAgent(isTls: boolean) {
  const options = { keepAlive: true, maxSockets: 6 };
  // A bad certificate is one finding among others, and no secret is sent, so it does not end the audit.
  return isTls ? new HttpsAgent({ ...options, rejectUnauthorized: false }) : new HttpAgent(options);
}

/** The body of an answer; fails when it breaks off, or has no end. */
function collect(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) response.destroy(new Error(`it is larger than ${largestBody} bytes`));
      else chunks.push(chunk);
    });
    response.on("error", reject);
    response.on("end", () => resolve(Buffer.concat(chunks)));
  });
}

/** The longest wait for a server that says when to ask again. */
const longestWait = 5000;

/** Asks again, once, where the answer is that it will be there in a few seconds, as while a deploy is switched. */
const patiently =
  (ask: Client["ask"], signal: AbortSignal): Client["ask"] =>
  async (path, options) => {
    const answer = await ask(path, options);
    const retryAfter = answer.headers["retry-after"];
    if (answer.status !== 503 || retryAfter === undefined) return answer;
    const wait = parseRetryAfter(retryAfter, answer.answered);
    if (wait > longestWait) return answer;
    await pause(wait, undefined, { signal }).catch(() => {});
    return ask(path, options);
  };

/** Asks the deploy as it is: no redirect is followed, nothing is decoded, nothing is kept from an earlier answer. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, connect, plainPort, addresses = [], timeout, signal } = options;
  const base = new URL(baseUrl);
  const isTls = base.protocol === "https:";
  const hostname = base.hostname.replace(/^\[|\]$/g, "");
  const host = connect?.host ?? hostname;
  const port = connect?.port ?? (base.port || (isTls ? 443 : 80));
  const agent = createAgent(isTls);
  let certificate: Certificate | undefined;

  const askOnce: Client["ask"] = (path, asking = {}) =>
    new Promise((resolve) => {
      const { method = "GET", headers = {}, body, isPlain = false, at } = asking;
      const asked = Date.now();
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const end = (part: Pick<HttpAnswer, "status"> & Partial<HttpAnswer>) =>
        resolve({ headers: {}, body: Buffer.alloc(0), asked, answered: Date.now(), ...part });
      const fail = (error: Error) =>
        end({ status: 0, failure: toReason(error, deadline, timeout), code: codeOf(error) });
      const encrypts = isTls && !isPlain;
      const request = (encrypts ? requestHttps : requestHttp)(
        {
          method,
          path,
          host: at ?? host,
          signal: deadline,
          ...(isPlain ? { port: plainPort ?? 80, agent: false } : { port, agent }),
          ...(encrypts && isIP(hostname) === 0 && { servername: hostname }),
          headers: {
            Host: base.host,
            "User-Agent": "open-reviews-doctor",
            ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          if (response.socket instanceof TLSSocket) certificate ??= toCertificate(response.socket);
          collect(response).then(
            (whole) => end({ status: response.statusCode ?? 0, headers: toHeaders(response), body: whole }),
            fail,
          );
        },
      );
      request.on("error", fail);
      request.end(body);
    });
  const hasPlain =
    isTls && base.port === "" && (plainPort !== undefined || connect === undefined || connect.port === 443);
  return {
    hasPlain,
    addresses,
    ask: patiently(askOnce, signal),
    certificate: () => certificate,
    close: () => agent.destroy(),
  };
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is unknown to DNS",
  EAI_AGAIN: "DNS does not answer",
  ECONNRESET: "the connection was reset",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  EPROTO: "it does not speak TLS",
  HPE_INVALID_CONSTANT: "it does not speak HTTP",
};

function toReason(error: Error, deadline: AbortSignal, timeout: number): string {
  if (deadline.aborted) return `no whole answer within ${timeout / 1000} s`;
  const code = codeOf(error) ?? "";
  const isTls = code.startsWith("ERR_SSL") ? reasons["EPROTO"] : undefined;
  return isTls ?? reasons[code] ?? (error.message || code);
}
