import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { parse } from "yaml";
import { manifestVersion } from "../../../server/data/hashes.ts";
import type { Asked, Fault, Passing } from "./breaking-proxy.ts";

/** A broken deploy in breakages.yaml, and how it is audited. */
interface Spec {
  /** The one address that is broken, or a pattern of several; all of them without either. */
  at?: string;
  like?: string;
  /** Patterns of the requests, and of the answers, that are broken. */
  method?: string;
  agent?: string;
  if?: { status?: string | number; encoding?: "none" | "gzip" | "br"; type?: string; has?: string };
  /** From which request on. */
  after?: number;

  /** Answers in place of the deploy: with a page of that title, with HTML, with text, or by leading elsewhere. */
  answer?:
    | "never"
    | {
        status: number;
        page?: string;
        html?: string;
        text?: string;
        to?: string;
        headers?: Record<string, string>;
      };
  /** Nothing is there but the host's own page. */
  missing?: boolean;

  /** Headers of requests, and what is changed in their paths. */
  ask?: Record<string, string | null>;
  path?: [from: string, to: string][];

  /** The changes to answers. Words only where they are not compressed. */
  replace?: [from: string, to: string];
  add?: string;
  in_head?: string;
  text?: string;
  keep?: number;
  gzip?: boolean;
  headers?: Record<string, string | null>;
  status?: number;
  cut?: boolean;
  delay?: number;
  /** One of the faults below. */
  code?: keyof typeof faults;

  /** For one request and for all, in milliseconds. */
  timeout?: number;
  within?: number;
  baseUrl?: string;
  /** The certificate that is shown, or none. */
  identity?: "expired" | "ofAnotherName" | "ofNobody" | "ofStaging" | "none";
  /** The name's DNS answer. */
  addresses?: readonly string[];
  /** Faults of a site reached without encryption. */
  plain?: Spec;
}

/** One thing that is broken, and how it is audited. */
export type Breakage = Fault &
  Pick<Spec, "timeout" | "within" | "baseUrl" | "identity" | "addresses"> & {
    plain?: Fault;
    /** Nothing says where unencrypted requests go. */
    isPlainUnknown?: boolean;
  };

const page = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${title}</body></html>`;
const html = { "content-type": "text/html; charset=utf-8" };

const patterns: Record<string, string> = {
  sidecar: "^/(api/reviews/|mcp|readyz|healthz|metrics|api/websub)",
  css: String.raw`^/_astro/.*\.css$`,
  js: String.raw`^/_astro/.*\.js$`,
};

function toPattern(text: string): RegExp | string {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined || (flags === "" && !/[\\^*+?.[(]/.test(source))
    ? text
    : new RegExp(source, flags);
}

const change = (headers: Record<string, unknown>, changes: Record<string, string | null> = {}): void => {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
};

function breakAnswer(spec: Spec, passing: Passing): void {
  const { headers } = passing;
  const encoding = String(headers["content-encoding"] ?? "none");
  const wanted = spec.if ?? {};
  if (wanted.status !== undefined && !new RegExp(`^${wanted.status}$`).test(String(passing.status))) return;
  if (wanted.encoding !== undefined && wanted.encoding !== encoding) return;
  if (wanted.type !== undefined && !String(headers["content-type"]).includes(wanted.type)) return;
  if (wanted.has !== undefined && headers[wanted.has] === undefined) return;
  const replacements: [string | RegExp, string][] = [
    ...(spec.replace ? [[toPattern(spec.replace[0]), spec.replace[1]] as [string | RegExp, string]] : []),
    ...(spec.add ? [["</body>", `${spec.add}</body>`] as [string, string]] : []),
    ...(spec.in_head ? [["<head>", `<head>${spec.in_head}`] as [string, string]] : []),
  ];
  if (encoding === "none" && passing.status === 200)
    for (const [from, to] of replacements)
      passing.body = Buffer.from(passing.body.toString("utf8").replace(from, to));
  if (spec.text !== undefined) passing.body = Buffer.from(spec.text);
  if (spec.keep !== undefined) passing.body = passing.body.subarray(0, spec.keep);
  if (spec.gzip) passing.body = gzipSync(passing.body);
  change(headers, spec.headers);
  passing.status = spec.status ?? passing.status;
  passing.isCut = spec.cut ?? false;
}

function toFault(spec: Spec): Fault {
  if (spec.code !== undefined) return faults[spec.code];
  const answer = spec.missing ? { status: 404, page: "404 Not Found" } : spec.answer;
  const like = new RegExp(patterns[spec.like ?? ""] ?? spec.like ?? "");
  let asked = 0;
  const fits = ({ path, method, ask }: Asked): boolean => {
    const [pathname = ""] = path.split("?");
    const isMethod = new RegExp(`^(?:${spec.method ?? ".*"})$`).test(method);
    const isAgent = new RegExp(spec.agent ?? "").test(ask["user-agent"] ?? "");
    return (spec.at === undefined || pathname === spec.at) && like.test(pathname) && isMethod && isAgent;
  };
  return {
    ...(spec.delay !== undefined && { delay: spec.delay }),
    answer: (request) => {
      if (answer === undefined || !fits(request) || (asked += 1) <= (spec.after ?? 0)) return undefined;
      if (answer === "never") return "never";
      const { status, page: title, html: whole, text = "", to, headers } = answer;
      const shown = whole ?? (title === undefined ? undefined : page(title));
      const location = to === undefined ? {} : { location: to + request.path };
      const type = shown === undefined ? { "content-type": "text/plain" } : html;
      return { status, headers: { ...type, ...location, ...headers }, body: shown ?? text };
    },
    onRequest: (request) => {
      if (!fits(request)) return;
      change(request.ask, spec.ask);
      for (const [from, to] of spec.path ?? []) request.path = request.path.replace(toPattern(from), to);
    },
    onAnswer: (passing) => {
      if (fits(passing)) breakAnswer(spec, passing);
    },
  };
}

/** Several faults at once. */
const combine = (all: readonly Fault[]): Fault => ({
  ...all.find(({ delay }) => delay !== undefined),
  answer: (asked) => all.map((fault) => fault.answer?.(asked)).find((answer) => answer !== undefined),
  onRequest: (asked) => all.forEach((fault) => fault.onRequest?.(asked)),
  onAnswer: (passing) => all.forEach((fault) => fault.onAnswer?.(passing)),
});

function toBreakage(given: Spec | Spec[]): Breakage {
  const specs = [given].flat();
  const [first = {}] = specs;
  const { timeout, within, baseUrl, identity, addresses, plain } = first;
  const known = { timeout, within, baseUrl, identity, addresses, plain: plain && toFault(plain) };
  const said = Object.entries(known).filter(([, value]) => value !== undefined);
  return { ...combine(specs.map(toFault)), ...Object.fromEntries(said) };
}

const onAnswer = (path: RegExp, task: (passing: Passing) => void): Fault => ({
  onAnswer: (passing) => {
    if (path.test(passing.path.split("?")[0] ?? "")) task(passing);
  },
});

/** Something on the way writes JSON anew. */
const rewritten = (write: (data: unknown) => string, isDocument: RegExp): Fault =>
  onAnswer(isDocument, (passing) => {
    const isJson = String(passing.headers["content-type"] ?? "").startsWith("application/json");
    if (!isJson || passing.status !== 200 || passing.method !== "GET") return;
    if (passing.path.startsWith("/api/reviews") || "content-encoding" in passing.headers) return;
    passing.body = Buffer.from(write(JSON.parse(passing.body.toString("utf8"))));
  });
const documents = /^\/(?:reviews|insights|server|data|api\/feed|schemas|\.well-known)\b/;

const toSorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(toSorted)
      : Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, toSorted(member)]),
        );

/** The manifest of a build in which one document was another; its version fits it. */
function toOlder(manifest: { documents: { path: string; sha256: string }[] }): object {
  const all = manifest.documents.map((document) =>
    document.path === "/insights.json" ? { ...document, sha256: "0".repeat(64) } : document,
  );
  return { ...manifest, documents: all, version: manifestVersion(all) };
}

const protection = [
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "x-content-type-options",
];
const rules = [
  "content-security-policy",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "link",
];
const isApi = (path: string): boolean => path.startsWith("/api/reviews");

/** Breakages that take code to describe. */
const faults = {
  bomb: onAnswer(/^\/insights\.json$/, (passing) => {
    if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(Buffer.alloc(70_000_000));
  }),
  indented: rewritten((data) => JSON.stringify(data, null, 2), documents),
  dense: rewritten((data) => JSON.stringify(data), documents),
  sorted: rewritten((data) => `${JSON.stringify(toSorted(data))}\n`, documents),
  escaped: rewritten(
    (data) => JSON.stringify({ ...(data as object), trace: "1" }).replaceAll("/", "\\/"),
    documents,
  ),
  reformatted: rewritten((data) => JSON.stringify(data, null, 2), /^\/reviews\.json$/),
  older: rewritten((data) => JSON.stringify(toOlder(data as never)), /^\/manifest\.json$/),
  ownTags: {
    onRequest: ({ ask }) => {
      if (ask["if-none-match"]) ask["if-none-match"] = ask["if-none-match"].replaceAll(/-own(?=")/g, "");
    },
    onAnswer: ({ path, headers }) => {
      if (!isApi(path) && typeof headers["etag"] === "string")
        headers["etag"] = headers["etag"].replace(/"$/, '-own"');
    },
  },
  ownTimes: {
    onRequest: ({ ask }) => {
      if (ask["if-modified-since"]) ask["if-modified-since"] = new Date().toUTCString();
    },
    onAnswer: ({ headers }) => (headers["last-modified"] = "Thu, 01 Jan 2026 00:00:00 GMT"),
  },
  withoutBrotli: {
    onRequest: ({ ask }) => {
      if (ask["accept-encoding"] === "br") delete ask["accept-encoding"];
    },
  },
  oneTag: {
    onRequest: ({ path, ask }) => {
      if (path === "/reviews.json" && ask["if-none-match"]?.includes('"same"')) ask["if-none-match"] = "*";
    },
    onAnswer: ({ path, headers }) => {
      if (path === "/reviews.json") headers["etag"] = '"same"';
    },
  },
  protectionTwice: onAnswer(/./, ({ headers }) => {
    for (const name of protection)
      if (headers[name] !== undefined) headers[name] = `${String(headers[name])}, ${String(headers[name])}`;
  }),
  withoutRules: onAnswer(/^(?!\/(api\/reviews|mcp|api\/websub|readyz|healthz))/, ({ path, headers }) => {
    for (const name of [...protection, ...rules]) delete headers[name];
    if (path === "/manifest.json") headers["cache-control"] = "no-cache";
  }),
  withoutSlashes: {
    answer: ({ path }) =>
      /^\/(insights|faq|developers)\/$/.test(path)
        ? { status: 308, headers: { location: path.replace(/\/$/, "") }, body: "" }
        : undefined,
  },
  cutInEveryEncoding: onAnswer(/^\/_astro\/.*\.css$/, (passing) => {
    const encoding = String(passing.headers["content-encoding"] ?? "");
    if (encoding === "gzip") passing.body = gzipSync(gunzipSync(passing.body).subarray(0, 200));
    else if (encoding === "br")
      passing.body = brotliCompressSync(brotliDecompressSync(passing.body).subarray(0, 200));
    else passing.body = passing.body.subarray(0, 200);
  }),
  oldLinks: onAnswer(/./, ({ headers }) => {
    if (typeof headers["link"] === "string")
      headers["link"] = headers["link"].replaceAll("https://reviews.example", "https://old.example");
  }),
  otherSession: {
    onRequest: ({ ask }) => {
      if (ask["mcp-session-id"]) ask["mcp-session-id"] = "another-replica-gave-this";
    },
  },
  refusedOrigins: {
    answer: ({ path, ask, method }) =>
      path === "/mcp" && method === "POST" && ask["origin"]
        ? { status: 403, headers: html, body: page("Forbidden") }
        : undefined,
  },
} satisfies Record<string, Fault>;

const specs = parse(readFileSync(join(import.meta.dirname, "breakages.yaml"), "utf8")) as Record<
  string,
  Record<string, Spec | (Spec | Spec[])[]>
>;

/** Every breakage by its group, with the beginning of the one finding that names it. */
export const breakages = Object.entries(specs).map(([group, all]) => ({
  group,
  all: Object.entries(all).flatMap(([finding, broken]) =>
    (Array.isArray(broken) ? broken : [broken]).map((spec) => ({ finding, breakage: toBreakage(spec) })),
  ),
}));
