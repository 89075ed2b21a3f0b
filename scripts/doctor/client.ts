import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";

export interface Answer {
  status: number;
  /** Lower-case names; repeated headers are joined. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** When it was asked and when it was answered, in milliseconds since 1970. */
  asked: number;
  answered: number;
}

export interface Certificate {
  /** Why clients would refuse it, if they would. */
  fault: string | undefined;
  validTo: string;
  protocol: string;
}

export interface AskOptions {
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

export interface Client {
  ask: (path: string, options?: AskOptions) => Promise<Answer>;
  certificate: () => Certificate | undefined;
  close: () => void;
}

export interface ClientOptions {
  baseUrl: string;
  /** Where to connect instead of the address's own host: `host:port`. */
  connect?: { host: string; port: number } | undefined;
  /** For one request, all of it, in milliseconds. */
  timeout: number;
  /** Ends everything. */
  signal: AbortSignal;
}

const largestBody = 64 * 1024 * 1024;

/** Asks the deploy as it is: no redirect is followed, nothing is decoded, nothing is kept from an earlier answer. */
export function createClient({ baseUrl, connect, timeout, signal }: ClientOptions): Client {
  const base = new URL(baseUrl);
  const isTls = base.protocol === "https:";
  const agentOptions = { keepAlive: true, maxSockets: 6 };
  // A bad certificate is one finding among others, and no secret is sent, so it does not end the audit.
  const agent = isTls
    ? new HttpsAgent({ ...agentOptions, rejectUnauthorized: false })
    : new HttpAgent(agentOptions);
  let certificate: Certificate | undefined;

  const look = (socket: TLSSocket) => {
    certificate ??= {
      fault: socket.authorized ? undefined : String(socket.authorizationError),
      validTo: socket.getPeerCertificate().valid_to,
      protocol: socket.getProtocol() ?? "unknown",
    };
  };

  const ask: Client["ask"] = (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = Date.now();
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const request = (isTls ? requestHttps : requestHttp)(
        {
          agent,
          method,
          signal: deadline,
          host: connect?.host ?? base.hostname.replace(/^\[|\]$/g, ""),
          port: connect?.port ?? (base.port || (isTls ? 443 : 80)),
          path,
          ...(isTls && { servername: base.hostname }),
          headers: {
            Host: base.host,
            "User-Agent": "open-reviews-doctor",
            ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          if (isTls) look(response.socket as TLSSocket);
          const chunks: Buffer[] = [];
          let size = 0;
          response.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size > largestBody)
              request.destroy(new Error(`its body is larger than ${largestBody} bytes`));
            else chunks.push(chunk);
          });
          response.on("error", (error) => reject(toReason(error, deadline, timeout)));
          response.on("end", () => {
            const names = Object.entries(response.headersDistinct);
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(names.map(([name, values]) => [name, values?.join(", ") ?? ""])),
              body: Buffer.concat(chunks),
              asked,
              answered: Date.now(),
            });
          });
        },
      );
      request.on("error", (error) => reject(toReason(error, deadline, timeout)));
      request.end(body);
    });
  return { ask, certificate: () => certificate, close: () => agent.destroy() };
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is unknown to DNS",
  EAI_AGAIN: "DNS does not answer",
  ECONNRESET: "the connection was cut",
  EPROTO: "it does not speak TLS",
  HPE_INVALID_CONSTANT: "it does not speak HTTP",
};

function toReason(error: Error, deadline: AbortSignal, timeout: number): Error {
  if (deadline.aborted) return new Error(`no whole answer within ${timeout / 1000} s`);
  const { code = "" } = error as NodeJS.ErrnoException;
  const isTls = code.startsWith("ERR_SSL") ? reasons["EPROTO"] : undefined;
  return new Error(isTls ?? reasons[code] ?? error.message ?? code);
}
