import type { Fault, Passing, Transport } from "./breaking-proxy.ts";

/** How a broken deploy is audited. */
interface AuditOptions {
  transport?: Transport;
  /** For one request, in milliseconds. */
  timeout?: number;
  /** For the whole audit, in milliseconds. */
  within?: number;
  baseUrl?: string;
  /** What DNS says of the name. */
  addresses?: readonly string[];
  /** What is broken where browsers ask without encryption. */
  plain?: Fault;
  /** Nothing says where unencrypted requests go. */
  isPlainUnknown?: boolean;
}

/** One thing that is broken, and how it is audited. */
export type Breakage = Fault & AuditOptions;

/**
 * Breakages by the beginning of the one finding that names each: "severity check: path problem → fix", where "…" stands for
 * any words.
 */
export type Breakages = Record<string, Breakage | Breakage[]>;

type Change = (passing: Passing) => void;

const fits = (path: string, wanted: string | RegExp): boolean => {
  const [pathname = ""] = path.split("?");
  return typeof wanted === "string" ? pathname === wanted : wanted.test(pathname);
};

/** Changes what comes back from an address. */
export const on = (path: string | RegExp, change: Change): Fault => ({
  onAnswer: (passing) => {
    if (fits(passing.path, path)) change(passing);
  },
});

export const everywhere = (change: Change): Fault => ({ onAnswer: change });

/** Answers an address, as something before the deploy does. */
export const instead = (
  path: string | RegExp,
  status: number,
  body: string | Buffer = "",
  headers: Record<string, string> = {},
  method = /./,
): Fault => ({
  answer: (asked) =>
    fits(asked.path, path) && method.test(asked.method) ? { status, headers, body } : undefined,
});

/** Nothing is there but the host's own page. */
export const missing = (path: string | RegExp): Fault => instead(path, 404, page("404 Not Found"), html);

/** Changes the text of an answer that is not compressed. */
export function replace(passing: Passing, from: RegExp | string, to: string): void {
  if (!("content-encoding" in passing.headers) && passing.status === 200)
    passing.body = Buffer.from(passing.body.toString("utf8").replace(from, to));
}

export const rewrite = (path: string | RegExp, from: RegExp | string, to: string): Fault =>
  on(path, (passing) => replace(passing, from, to));

/** Sends another value of a header, or none. */
export const header = (
  name: string,
  value: string | string[] | undefined,
  path: string | RegExp = /./,
): Fault =>
  on(path, ({ headers }) => {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  });

/** Takes headers away from what goes on to the deploy. */
export const drop = (...names: string[]): Fault => ({
  onRequest: ({ ask }) => {
    for (const name of names) delete ask[name];
  },
});

export const html = { "content-type": "text/html; charset=utf-8" };
export const page = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${title}</body></html>`;

export const sidecarPaths = /^\/(api\/reviews\/|mcp|readyz|healthz|metrics|api\/websub)/;
export const pages = /\/$/;
