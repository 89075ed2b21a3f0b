import { buildHeaderRules, headersOf, openHeaders, privateFiles } from "../../src/schema/headers.ts";
import { hubPath } from "../../src/schema/hub.ts";
import type { HttpAnswer } from "./http-client.ts";
import { discoveryTexts } from "./discovery.ts";
import { explainFailure, fixes, isOwnPage, shorten, toNames } from "./failure-causes.ts";
import { type AuditedDeploy, type Check, hasSidecar } from "./audited-deploy.ts";

type Headers = Readonly<Record<string, string>>;

export const headersCheck: Check = {
  name: "headers",
  claim: "Every file has the headers of the build, and none that harms",
  needsManifest: true,
  async run(deploy) {
    const rules = buildHeaderRules(deploy.builtFor, hasSidecar(deploy));
    deploy.isWithoutRules = lacksAll(await deploy.get("/")) && lacksAll(await deploy.get("/reviews.json"));
    const report = hasSidecar(deploy) ? deploy.wrong : deploy.warn;
    if (deploy.isWithoutRules)
      report(
        "/",
        "has none of the headers of the build (security, times to live, types), nor have the documents",
        `${fixes.headers}; a host that reads none of them needs the sidecar or a CDN with rules before it`,
      );
    const { documents = [], asset_sums = {} } = deploy.manifest ?? {};
    const types = new Map(
      documents.flatMap(({ path, hashed_path, type }) => [path, hashed_path].map((at) => [at, type])),
    );
    for (const path of [...types.keys(), "/", ...discoveryTexts, ...Object.keys(asset_sums)]) {
      const expected = headersOf(rules, path);
      const type = types.get(path) ?? expected["Content-Type"] ?? "";
      const answer = await deploy.get(path);
      const isFailure = explainFailure(path, answer, deploy.baseUrl, { types: [toMediaType(type)] });
      if (isFailure === undefined && !deploy.damaged.has(path))
        checkHeaders(path, answer, { ...expected, "Content-Type": type }, deploy);
    }
  },
};

const basics = ["x-content-type-options", "x-frame-options", "referrer-policy"];
const lacksAll = ({ status, headers }: HttpAnswer): boolean =>
  status === 200 && basics.every((name) => !(name in headers));

const toMediaType = (type: string): string => type.split(";")[0] ?? "";

function checkHeaders(path: string, answer: HttpAnswer, expected: Headers, deploy: AuditedDeploy): void {
  const { "Content-Type": type = "", ...others } = expected;
  const { headers } = answer;
  // Of other assets, such as fonts, browsers take any type.
  const isTyped = !path.startsWith("/_astro/") || /\.(?:css|js)$/.test(path);
  const typeFix = `${fixes.headers}: browsers and readers go by it`;
  if (isTyped && !deploy.hasType(path, answer, [toMediaType(type)], typeFix)) return;
  const charset = /charset\s*=\s*"?([^";,\s]+)/i.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    deploy.wrong(path, `says that its letters are ${charset}, and they are utf-8`, fixes.headers);
  checkAge(path, headers, expected["Cache-Control"] ?? "", deploy);
  for (const [name, harmful, problem, fix] of additions) {
    const value = headers[name];
    if (value !== undefined && harmful.test(value)) deploy.wrong(path, problem(value), fix, name);
  }
  if (!deploy.isWithoutRules)
    for (const [name, right] of Object.entries(others)) checkHeader(path, name, headers, right, deploy);
}

const toComparable = (header: string | undefined): string => toNames(header).sort().join();

/** Whether a header is as it should be; if not, that is reported. */
function checkHeader(
  path: string,
  name: string,
  headers: Headers,
  right: string,
  { wrong }: AuditedDeploy,
): boolean {
  const value = headers[name.toLowerCase()];
  if (toComparable(value) === toComparable(right)) return true;
  const isTwice = value === `${right}, ${right}`;
  // Of two equal policies, browsers obey both.
  if (isTwice && name === "Content-Security-Policy") return true;
  if (isTwice) wrong(path, `has ${name} sent twice`, sendOnce, "sent twice");
  else {
    const problem = `has ${name} ${shorten(value ?? "missing")}, not ${shorten(right)}`;
    const fix = name === "Cache-Control" ? fixes.caching : fixes.headers;
    // Every topic has a Link header of its own.
    wrong(path, problem, fix, name === "Link" ? name : `${name} ${value}`);
  }
  return false;
}

const sendOnce =
  "send each header once: the server and something before it both add it, and browsers then accept none";

function checkAge(path: string, headers: Headers, expected: string, { wrong }: AuditedDeploy): void {
  const age = Number(headers["age"] ?? 0);
  const maxAge = [...expected.matchAll(/=(\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  if (maxAge === 0 || age <= maxAge) return;
  const problem = `comes from a cache that has kept it for ${age} s, and ${maxAge} s are allowed (Age)`;
  wrong(path, problem, "purge the cache, and let it respect Cache-Control", "age");
}

/** Headers that hosts and CDNs add: the values that do harm, which harm, and what to do. */
const additions: [name: string, harmful: RegExp, problem: (value: string) => string, fix: string][] = [
  [
    "set-cookie",
    /^/,
    (value) => `sets a cookie (${value.split("=")[0]})`,
    "switch off what sets it: caches skip such answers, and visitors would have to be asked",
  ],
  [
    "x-robots-tag",
    /\b(noindex|none)\b/i,
    (value) => `tells search engines to leave it out (X-Robots-Tag: ${value})`,
    "remove the header; hosts send it on preview addresses",
  ],
  [
    "content-disposition",
    /^attachment/i,
    () => "is offered as a download (Content-Disposition: attachment)",
    "remove the header",
  ],
  [
    "cross-origin-resource-policy",
    /^same-/i,
    (value) => `cannot be embedded by other sites (Cross-Origin-Resource-Policy: ${value})`,
    "remove the header: badge, widget and data are for other sites",
  ],
];

/** Files that give away whoever runs the deploy, and how to recognize them. */
const secrets: readonly [string, RegExp][] = [
  ["/.git/HEAD", /^(?:ref:|[0-9a-f]{40})/],
  ["/.env", /^(?:export )?[A-Z][A-Z0-9_]*=/m],
];

const missingFile = "/data/reviews.0000000000000000.json";

export const missingCheck: Check = {
  name: "missing",
  claim: "What is not there is a 404 that nobody keeps, and what is private is not there",
  async run(deploy) {
    const { wrong, warn } = deploy;
    let isSoft = false;
    for (const path of [missingFile, "/no-such-page-here/"]) {
      const answer = await deploy.ask(path, { headers: { Accept: "text/html,*/*;q=0.8" } });
      const { status, headers } = answer;
      const failure = explainFailure(path, answer, deploy.baseUrl, { statuses: [404, 200] });
      const caching = headers["cache-control"];
      if (status !== 404) {
        isSoft = true;
        const fix = "answer 404; no page may stand in for a missing file";
        if (failure) wrong(path, failure.problem, failure.fix, failure.cause);
        else wrong(path, `answers ${status} although it does not exist`, fix, "soft 404");
      } else if (!toNames(caching).includes("no-store") && !deploy.isWithoutRules) {
        const fix = "send no-store, or a file that comes later stays unseen";
        wrong(path, `is a 404 with Cache-Control ${caching ?? "missing"}`, fix, `Cache-Control ${caching}`);
      } else if (path.endsWith("/") && !isOwnPage(answer))
        warn(path, "is a 404 that shows people the host's own page", "show dist/404.html to them");
    }
    if (isSoft) return;
    for (const path of privateFiles)
      if ((await deploy.get(path)).status === 200)
        warn(path, "can be read by everybody", "do not serve it; it is for whoever runs the deploy");
    for (const [path, mark] of secrets) {
      const { status, body } = await deploy.get(path);
      const fix = "serve the folder dist and nothing above it";
      if (status === 200 && mark.test(body.subarray(0, 10_000).toString("latin1")))
        wrong(path, "is a secret of yours, and everybody can read it", fix);
    }
  },
};

const allowed = ["accept", "authorization", "content-type", "if-none-match", "if-modified-since"];
const another = { Origin: "https://another-site.example" };

/** Whether a browser shows an answer to another site's program; if not, that is reported. */
export const isOpen = (path: string, headers: Headers, deploy: AuditedDeploy): boolean =>
  Object.entries(openHeaders)
    .filter(([name]) => name.startsWith("Access-Control-"))
    .every(([name, right]) => checkHeader(path, name, headers, right, deploy));

export const corsCheck: Check = {
  name: "cors",
  claim: "Programs on other sites may read every answer, errors and preflights included",
  async run(deploy) {
    const { etag } = (await deploy.get("/reviews.json")).headers;
    const cases: [path: string, headers: Record<string, string>][] = [
      ...(deploy.isWithoutRules ? [] : [...(deploy.manifest ? ["/manifest.json"] : []), missingFile]),
      ...(hasSidecar(deploy) ? ["/api/reviews/search?limit=1", "/api/reviews/search?limit=0"] : []),
    ].map((path) => [path, {}]);
    if (etag !== undefined && !deploy.isWithoutRules)
      cases.push(["/reviews.json", { "If-None-Match": etag }]);
    const apiTypes = { types: ["application/json", "application/problem+json"] };
    for (const [path, headers] of cases) {
      const answer = await deploy.ask(path, { headers: { ...another, ...headers } });
      const expected = { statuses: [200, 304, 400, 404], ...(path.startsWith("/api/") && apiTypes) };
      if (deploy.isGood(path, answer, expected)) isOpen(`${path} (${answer.status})`, answer.headers, deploy);
    }
    if (!deploy.isWithoutRules) await checkPreflight("/reviews.json", "GET", deploy);
    if (!hasSidecar(deploy)) return;
    await checkPreflight("/api/reviews/search", "GET", deploy);
    await checkPreflight("/mcp", "POST", deploy);
    await checkPreflight(hubPath, "POST", deploy);
  },
};

async function checkPreflight(path: string, method: "GET" | "POST", deploy: AuditedDeploy): Promise<void> {
  const { ask, baseUrl, wrong } = deploy;
  // Another check reports addresses that do not answer.
  const types = [
    "application/json",
    ...(method === "POST" ? ["text/plain", "application/problem+json"] : []),
  ];
  const expected = { statuses: [method === "POST" ? 405 : 200], types };
  if (explainFailure(path, await deploy.get(path), baseUrl, expected) !== undefined) return;
  // Bound to a loopback address, the MCP server answers its own site only.
  const from = path === "/mcp" ? { Origin: baseUrl } : another;
  const answer = await ask(path, {
    method: "OPTIONS",
    headers: {
      ...from,
      "Access-Control-Request-Method": method,
      "Access-Control-Request-Headers": "if-none-match",
    },
  });
  const { status, headers } = answer;
  const fix = "answer OPTIONS with 204 and the CORS headers";
  if ([200, 403, 404, 405, 501].includes(status))
    return wrong(path, `answers a preflight (OPTIONS) with ${status}, not 204`, fix, "preflight");
  if (!deploy.isGood(path, answer, { statuses: [204], method: "OPTIONS" })) return;
  if (!isOpen(`${path} (OPTIONS)`, headers, deploy)) return;
  const names = toNames(headers["access-control-allow-headers"]);
  const lacking = allowed.filter((name) => !names.includes(name));
  const maxAge = headers["access-control-max-age"];
  if (lacking.length > 0) {
    const list = "list them in Access-Control-Allow-Headers";
    wrong(path, `does not allow the request headers ${lacking.join(", ")}`, list);
  } else if (!toNames(headers["access-control-allow-methods"]).includes(method.toLowerCase()))
    wrong(path, "does not allow its own method in a preflight", fix);
  else if (maxAge !== "86400") {
    const problem = `has Access-Control-Max-Age ${maxAge ?? "missing"}, not 86400`;
    wrong(path, problem, "send it, so that browsers ask once a day");
  }
}
