import type { Fault, Passing, Transport } from "./breaking-proxy.ts";

/** One thing that is broken, and the one finding that names it. */
export interface Breakage {
  name: string;
  fault: Fault;
  /** "severity check: path problem → fix" */
  finding: RegExp;
  transport?: Transport;
  timeout?: number;
  /** For the whole audit, in milliseconds. */
  within?: number;
  baseUrl?: string;
  addresses?: readonly string[];
  /** What is broken where browsers ask without encryption. */
  plain?: Fault;
}

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

export const rewrite =
  (from: RegExp | string, to: string): Change =>
  (passing) => {
    if (!("content-encoding" in passing.headers) && passing.status === 200)
      passing.body = Buffer.from(passing.body.toString("utf8").replace(from, to));
  };

export const header =
  (name: string, value: string | string[] | undefined): Change =>
  ({ headers }) => {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  };

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
