import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import type { HttpAnswer, AskOptions, Certificate } from "./client.ts";
import { type Expected, redeploy } from "./failures.ts";

export interface Finding {
  /** `warning` is worth fixing; `wrong` breaks the contract. */
  severity: "wrong" | "warning";
  /** What it was found on. */
  path: string;
  problem: string;
  fix: string;
  /** Findings of one cause are one finding; without it, those of the same problem and fix are. */
  cause?: string;
}

/** What the checks know of the deploy; each address is fetched plainly at most once. */
export interface AuditedDeploy {
  baseUrl: string;
  /** The address that the build was made for; what names another than this is a fault of its own. */
  builtFor: string;
  ask: (path: string, options?: AskOptions) => Promise<HttpAnswer>;
  get: (path: string) => Promise<HttpAnswer>;
  /** The parsed JSON of an address; undefined when it is none. */
  json: (path: string) => Promise<unknown>;
  /** Undefined when the deploy shows none that is right; checks that need it are then skipped. */
  manifest: Manifest | undefined;
  /** The reviews that the manifest stands for, even where their stable address shows others. */
  dataset: ReviewsDataset | undefined;
  /** Documents whose bytes are wrong in a way that was reported: not worth a look at what they say. */
  spoilt: Set<string>;
  /** Addresses of which something was found. */
  named: Set<string>;
  /** Nothing more can be looked at; why, was reported. */
  isClosed: boolean;
  /** The host sends none of the headers of the build, which is one finding. */
  isWithoutRules: boolean;
  certificate: () => Certificate | undefined;
  /** Whether it is known where unencrypted requests go. */
  hasPlain: boolean;
  /** Where DNS says that the name leads. */
  addresses: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
}

type Add = (path: string, problem: string, fix: string, cause?: string) => void;

export interface Reporter {
  wrong: Add;
  warn: Add;
  /** As `wrong`, but gives way to any other finding of the same cause. */
  vague: Add;
  /** Whether the answer is what was expected; if not, why is reported. */
  isGood: (path: string, answer: HttpAnswer, expected?: Expected) => boolean;
}

export interface Check {
  name: string;
  /** What is so when nothing is found. */
  claim: string;
  needsManifest?: boolean;
  run: (deploy: AuditedDeploy, report: Reporter) => Promise<void>;
}

/** The cause of pages that are older than the data, of which one that shows a withdrawn review is the gravest. */
export const oldPages = "old pages";

/** What is said of an address that shows a review which was erased, and what to do. */
export const stillShows = (id: string): [problem: string, fix: string] => [
  `still shows the review ${id}, which was withdrawn`,
  `purge it at once: ${redeploy}`,
];

/** The cause of all that is wrong with the bytes of one document. */
export const contentCause = (path: string): string => `content of ${path}`;

/** The answer of an address, when it is a good one. */
export async function read(
  deploy: AuditedDeploy,
  report: Reporter,
  path: string,
  expected?: Expected,
): Promise<HttpAnswer | undefined> {
  if (deploy.spoilt.has(path)) return undefined;
  const answer = await deploy.get(path);
  return report.isGood(path, answer, expected) ? answer : undefined;
}

/** Fetches addresses a few at a time, for those who look at them one after the other. */
export async function getAll({ get }: AuditedDeploy, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += maxRequests)
    await Promise.all(paths.slice(at, at + maxRequests).map(get));
}

const maxRequests = 6;

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

/** As much HTML as the doctor reads: attributes of start tags, as the build writes them or as others add them. */
export const tags = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "gi")) ?? [];

export const attribute = (tag: string, name: string): string | undefined => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag) ?? [];
  return (double ?? single ?? bare)?.replaceAll("&amp;", "&");
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The reviews that a page, feed, table or JSON document holds or leads to; tombstones are none. */
export function reviewsIn(body: string): Set<string> {
  const lines = body.trimEnd().split("\n");
  const waiting = [parseJson(body) ?? (body.startsWith("{") ? lines.map(parseJson) : undefined)];
  const ids: string[] = [];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const isId = name === "review_id" || (name === "id" && "rating" in value);
      if (typeof member === "object") waiting.push(member);
      if (typeof member === "string" && (isId || name === "ids")) ids.push(...member.split("\n"));
      if (name === "review_ids" && Array.isArray(member)) ids.push(...member.map(String));
    }
  }
  return new Set([
    ...ids,
    ...idsOn(body),
    ...[...body.matchAll(/\/reviews\/([a-z0-9][a-z0-9-]{0,63})\/(?=["'#?<])/g)].map(([, id = ""]) => id),
    ...[...body.matchAll(/^([a-z0-9][a-z0-9-]{0,63}),\d{4}-\d\d-\d\d,/gm)].map(([, id = ""]) => id),
  ]);
}

/** The reviews that a page shows in full. */
export const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);
