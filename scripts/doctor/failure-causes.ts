import { hubPath } from "../../src/schema/hub.ts";
import type { HttpAnswer } from "./http-client.ts";

/** The media type without its parameters. */
export const mediaType = (answer: HttpAnswer): string =>
  (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Root elements of XML documents for programs. */
const dataRoots = new Set(["feed", "urlset", "sitemapindex", "svg", "rss"]);

/**
 * Whether it is a web page: its type says so, and its body does not say otherwise. Data that is only sent as a page is
 * data with a wrong type.
 */
export function isPage(answer: HttpAnswer): boolean {
  if (mediaType(answer) !== "text/html") return false;
  const start = answer.body.subarray(0, 2000).toString("utf8");
  const [, root] = /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*)*<!?([a-z]+)/i.exec(start) ?? [];
  return start === "" || (root !== undefined && !dataRoots.has(root.toLowerCase()));
}

/** Whether a build wrote the page: each has this in its head. */
export const isOwnPage = (answer: HttpAnswer): boolean =>
  mediaType(answer) === "text/html" && answer.body.includes(`rel="service-desc"`);

/** The names of a header's list, in lower case. */
export const toNames = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

export const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** The addresses that a sitemap lists. */
export const sitemapAddresses = (xml: string): string[] =>
  [...xml.matchAll(/<loc>\s*([^<\s]*)\s*<\/loc>/g)].map(([, address = ""]) => address);

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reviews that a page shows in full. */
export const idsOn = (html: string): string[] =>
  [...html.matchAll(/<article\b[^>]*\bid="([a-z0-9][a-z0-9-]{0,63})"/g)].map(([, id = ""]) => id);

/** The reviews that a page, feed, table or JSON document holds or links to; tombstones are none. */
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
      if (/^(?:review_)?ids$/.test(name) && Array.isArray(member)) ids.push(...member.map(String));
    }
  }
  const links = body.matchAll(/\/reviews\/([a-z0-9][a-z0-9-]{0,63})\/(?=["'#?<])/g);
  const rows = body.matchAll(/^([a-z0-9][a-z0-9-]{0,63}),\d{4}-\d\d-\d\d,/gm);
  return new Set([...ids, ...idsOn(body), ...[...links, ...rows].map(([, id = ""]) => id)]);
}

interface Diagnosis {
  problem: string;
  fix: string;
  /** Failures of one cause are one finding, however many addresses show it. */
  cause: string;
}

export interface Expected {
  /** Of a good answer; 200 if not given. */
  statuses?: readonly number[];
  /** Media types of which it has one, where a web page would be a failure. */
  types?: readonly string[];
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
}

/** Advice that more than one finding gives. */
export const fixes = {
  redeploy: "deploy the whole of dist, manifest.json last, and purge the CDN",
  headers: "apply the rules of dist/_headers, or of its files for nginx and Caddy",
  caching: "apply the rules of dist/_headers, and let the CDN respect them",
  validators: "let validators through: proxies and CDNs must not drop them",
  sidecar: "let the sidecar's answers through unchanged, errors included",
  baseUrl: (url: string) => `build with BASE_URL=${url}, and deploy`,
};

/** The finding at an address that shows an erased review. */
export const stillShows = (id: string): [problem: string, fix: string] => [
  `still shows the review ${id}, which was withdrawn`,
  `purge it at once: ${fixes.redeploy}`,
];

const sidecarPaths = /^\/(?:api\/reviews\/|mcp(?:$|\?)|healthz|readyz|metrics)/;
export const isSidecarPath = (path: string): boolean => sidecarPaths.test(path) || path.startsWith(hubPath);

/** Marks of pages that have a browser prove itself, which no program can. */
const challenge =
  /challenge-platform|cf-chl|_cf_chl|just a moment\.\.\.|checking your browser|_incapsula_resource|sgcaptcha|captcha-delivery|datadome|ddos-guard|awswaf|enable javascript and cookies to continue/i;

function isChallenge(answer: HttpAnswer): boolean {
  const { headers, body } = answer;
  if (/challenge|captcha/i.test(`${headers["cf-mitigated"] ?? ""} ${headers["x-amzn-waf-action"] ?? ""}`))
    return true;
  if ("sg-captcha" in headers) return true;
  const isForeignPage = mediaType(answer) === "text/html" && !isOwnPage(answer);
  return isForeignPage && challenge.test(body.subarray(0, 20_000).toString("latin1"));
}

/** Our own refusals are problems or JSON-RPC; the hub's are plain text. */
const isOurs = (path: string, answer: HttpAnswer): boolean =>
  mediaType(answer) === "application/problem+json" ||
  (mediaType(answer) === "application/json" && answer.body.includes(`"jsonrpc"`)) ||
  (path.startsWith(hubPath) &&
    mediaType(answer) === "text/plain" &&
    [400, 405, 413, 415, 429, 503].includes(answer.status) &&
    !/^(?:<|error code)/i.test(answer.body.toString("latin1").trim()));

const isFirewall = (path: string, answer: HttpAnswer): boolean =>
  !isOurs(path, answer) &&
  ([402, 403, 406, 418, 451, 999].includes(answer.status) ||
    ([405, 503].includes(answer.status) && "cf-ray" in answer.headers));

function explainRedirect(path: string, { headers, status }: HttpAnswer, baseUrl: string): Diagnosis {
  const location = headers["location"] ?? "";
  const base = new URL(baseUrl);
  const asked = new URL(baseUrl + path);
  const target = URL.canParse(location, asked) ? new URL(location, asked) : undefined;
  if (target?.href === asked.href)
    return {
      cause: "redirect to itself",
      problem: `redirects to itself (${status}), for ever`,
      fix: "end the loop: most often a CDN speaks http to the origin, which redirects to https; let it speak https (“Full”)",
    };
  if (target !== undefined && target.origin !== base.origin)
    return {
      cause: `redirect to ${target.origin}`,
      problem: `redirects to ${target.origin} (${status})`,
      fix: `audit ${target.origin} instead, or build with BASE_URL=${baseUrl} and serve it there`,
    };
  return {
    cause: `redirect ${status}`,
    problem: `redirects to ${location || "nowhere"} (${status})`,
    fix: "serve it at this very address: a redirect costs every reader, and POST does not survive it",
  };
}

function explainRefusal(path: string, answer: HttpAnswer): Diagnosis | undefined {
  const { status } = answer;
  if (isChallenge(answer))
    return {
      cause: "challenge",
      problem: `is answered by a browser check instead (${status}), which no program passes`,
      fix: "switch off challenges and captchas for this site in the CDN's or host's bot protection",
    };
  if (status === 401 || status === 407)
    return {
      cause: "login",
      problem: `asks for a login (${status})`,
      fix: "take the password off: all of it is public",
    };
  if (status === 429 && !isOurs(path, answer))
    return {
      cause: "rate limit",
      problem: "is refused after too many requests (429)",
      fix: "raise the request limit of the CDN, host or firewall; the sidecar has limits of its own where it needs them",
    };
  if (isFirewall(path, answer))
    return {
      cause: "firewall",
      problem: `is refused by a firewall or bot protection (${status})`,
      fix: "let readers and programs through there, POST included: all of it is public and needs no login",
    };
  if (status !== 403) return undefined;
  const detail = /"(?:detail|message)":"([^"]{1,200})"/.exec(answer.body.toString("utf8"))?.[1];
  return {
    cause: "host",
    problem: `refuses this Host (403): ${detail ?? "it is not the server's own"}`,
    fix: "the proxy must pass on the Host header (proxy_set_header Host), or the sidecar's BASE_URL must be this address",
  };
}

/** Why an answer is not the one expected; undefined when it is. */
export function explainFailure(
  path: string,
  answer: HttpAnswer,
  baseUrl: string,
  { statuses = [200], types, method = "GET" }: Expected = {},
): Diagnosis | undefined {
  const { status, failure } = answer;
  if (failure !== undefined)
    return {
      cause: `no answer: ${failure}`,
      problem: `cannot be checked: ${failure}`,
      fix: "see that it can be reached from here and answers in time",
    };
  const refusal = explainRefusal(path, answer);
  if (refusal !== undefined) return refusal;
  const isAPage = isPage(answer);
  const isWrongPage = isAPage && types !== undefined && !types.includes("text/html");
  if (statuses.includes(status) && !isWrongPage) return undefined;
  if ([301, 302, 303, 307, 308].includes(status)) return explainRedirect(path, answer, baseUrl);
  if ([502, 504].includes(status) || (status >= 520 && status <= 530))
    return {
      cause: "no upstream",
      problem: `answers ${status}: the proxy reaches no server behind it`,
      fix: "see that the sidecar runs (npm run serve), and that the proxy has its right address and port",
    };
  const to = method === "GET" ? "" : ` to ${method}`;
  const isSidecar = isSidecarPath(path);
  if (isSidecar && !isOurs(path, answer)) {
    if (status === 400)
      return {
        cause: "errors replaced",
        problem: `answers 400 with ${answer.headers["content-type"] ?? "no type"}, not with a problem that lists issues`,
        fix: fixes.sidecar,
      };
    if (isAPage || [404, 405, 501].includes(status))
      return {
        cause: "no sidecar",
        problem: `is answered by the static host${to} (${status}${isAPage ? ", a web page" : ""}), not by the sidecar`,
        fix: "send /api/reviews/…, /api/websub/hub, /mcp, /healthz and /readyz to the sidecar (npm run serve) unchanged, POST included",
      };
  }
  if (isWrongPage && status === 200)
    return {
      cause: "page instead",
      problem: `is a web page, not ${types.join(" or ") || "the file"}`,
      fix: `${fixes.redeploy}; no page may stand in for a missing file`,
    };
  return {
    cause: `status ${status} of ${isSidecar ? "the sidecar" : "a file"}`,
    problem: `answers ${status}${to}`,
    fix: isSidecar
      ? "look at the sidecar's log, and see that nothing on the way changes requests or answers"
      : fixes.redeploy,
  };
}
