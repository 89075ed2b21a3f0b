import type { Manifest } from "../../src/schema/manifest.ts";
import type { Answer, AskOptions, Certificate } from "./client.ts";

export interface Finding {
  /** `warning` is worth fixing; `wrong` breaks the contract. */
  severity: "wrong" | "warning";
  /** What it was found on. */
  path: string;
  problem: string;
  fix: string;
}

/** What the checks know of the deploy; each address is fetched plainly at most once. */
export interface Deploy {
  baseUrl: string;
  ask: (path: string, options?: AskOptions) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  /** The parsed JSON of an address; undefined when it is none. */
  json: (path: string) => Promise<unknown>;
  /** Undefined when the deploy shows none that is right; checks that need it are then skipped. */
  manifest: Manifest | undefined;
  certificate: () => Certificate | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Report {
  wrong: (path: string, problem: string, fix: string) => void;
  warn: (path: string, problem: string, fix: string) => void;
}

export interface Check {
  name: string;
  /** What is so when nothing is found. */
  claim: string;
  needsManifest?: boolean;
  run: (deploy: Deploy, report: Report) => Promise<void>;
}

/** The media type without its parameters. */
export const mediaType = (answer: Answer): string =>
  (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** A refusal that is none of ours, which say what they refuse in JSON or plain text. */
export const isRefusedOnTheWay = (answer: Answer): boolean =>
  (answer.status === 403 || answer.status === 429 || (answer.status === 503 && "cf-ray" in answer.headers)) &&
  !/json|text\/plain/.test(mediaType(answer));

/** `rel` → addresses of a Link header. */
export function parseLinks(header: string | undefined): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const [, address = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:\s*;[^,<]*)*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    for (const rel of (quoted ?? bare ?? "").toLowerCase().split(/\s+/).filter(Boolean)) {
      links.set(rel, [...(links.get(rel) ?? []), address]);
    }
  }
  return links;
}

export const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** Header names of a list, in lower case. */
export const toNames = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
