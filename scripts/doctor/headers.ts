import { buildHeaderRules, headersOf, privateFiles } from "../../src/schema/headers.ts";
import { hubPath } from "../../src/schema/hub.ts";
import type { HttpAnswer } from "./client.ts";
import { explainFailure, fixes, isOwnPage, isPage, shorten, toNames } from "./failures.ts";
import { type AuditedDeploy, type Check, hasSidecar } from "./deploy.ts";

type Headers = Readonly<Record<string, string>>;

/** Sent with everything. */
const protecting = [
  "X-Content-Type-Options",
  "X-Frame-Options",
  "Referrer-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
];

export const headersCheck: Check = {
  name: "headers",
  claim: "Types, times to live, open access and protection are those of the build",
  needsManifest: true,
  async run(deploy) {
    const rules = buildHeaderRules(deploy.builtFor);
    const page = await deploy.get("/");
    deploy.isWithoutRules = lacksAll(page) && lacksAll(await deploy.get("/reviews.json"));
    const report = hasSidecar(deploy) ? deploy.wrong : deploy.warn;
    if (deploy.isWithoutRules)
      report(
        "/",
        "has none of the headers of the build (security, times to live, types), nor have the documents",
        `${fixes.headers}; a host that reads none of them needs the sidecar or a CDN with rules before it`,
      );
    const documents = (deploy.manifest?.documents ?? []).flatMap(({ path, hashed_path, type }) => [
      { path, type },
      { path: hashed_path, type },
    ]);
    for (const { path, type } of [...documents, { path: "/", type: undefined }]) {
      const answer = await deploy.get(path);
      if (answer.status !== 200 || deploy.damaged.has(path)) continue;
      const expected = headersOf(rules, path);
      checkType(path, answer, type ?? expected["Content-Type"] ?? "", deploy);
      checkCaching(path, answer.headers, expected["Cache-Control"] ?? "", deploy);
      checkAdditions(path, answer.headers, deploy);
      if (!deploy.isWithoutRules) checkProtection(path, answer.headers, expected, deploy);
    }
    if (page.status === 200 && !deploy.isWithoutRules)
      checkPolicy(page.headers["content-security-policy"], headersOf(rules, "/"), deploy);
  },
};

const basics = ["x-content-type-options", "x-frame-options", "referrer-policy"];
const lacksAll = ({ status, headers }: HttpAnswer): boolean =>
  status === 200 && basics.every((name) => !(name in headers));

function checkType(path: string, answer: HttpAnswer, type: string, deploy: AuditedDeploy): void {
  const [mediaType = ""] = type.split(";");
  if (!deploy.hasType(path, answer, [mediaType], `${fixes.headers}: browsers and readers go by it`)) return;
  const charset = /charset\s*=\s*"?([^";,\s]+)/i.exec(answer.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    deploy.wrong(path, `says that its letters are ${charset}, and they are utf-8`, fixes.headers);
}

function checkCaching(path: string, headers: Headers, expected: string, deploy: AuditedDeploy): void {
  const cache = headers["cache-control"];
  if (!deploy.isWithoutRules && toNames(cache).sort().join() !== toNames(expected).sort().join()) {
    const problem = `has Cache-Control ${cache ?? "missing"}, not ${expected}`;
    deploy.wrong(path, problem, fixes.caching, `cache-control ${cache}`);
  }
  const age = Number(headers["age"] ?? 0);
  const maxAge = [...expected.matchAll(/=(\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  if (maxAge > 0 && age > maxAge) {
    const problem = `comes from a cache that has kept it for ${age} s, and ${maxAge} s are allowed (Age)`;
    deploy.wrong(path, problem, "purge the cache, and let it respect Cache-Control", "age");
  }
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

function checkAdditions(path: string, headers: Headers, { wrong }: AuditedDeploy): void {
  for (const [name, harmful, problem, fix] of additions) {
    const value = headers[name];
    if (value !== undefined && harmful.test(value)) wrong(path, problem(value), fix, name);
  }
}

function checkProtection(path: string, headers: Headers, expected: Headers, { wrong }: AuditedDeploy): void {
  const twice: string[] = [];
  for (const name of protecting) {
    const value = headers[name.toLowerCase()];
    const right = expected[name] ?? "";
    if (value === `${right}, ${right}`) twice.push(name);
    else if (value !== right)
      wrong(path, `has ${name} ${value ?? "missing"}, not ${right}`, fixes.headers, `${name} ${value}`);
  }
  if (headers["access-control-allow-origin"] === "*, *") twice.push("Access-Control-Allow-Origin");
  if (twice.length > 0) wrong(path, `has ${twice.join(", ")} sent twice`, sendOnce, "sent twice");
}

const sendOnce =
  "send each header once: the server and something before it both add it, and browsers then accept none";

function checkPolicy(policy: string | undefined, expected: Headers, { wrong }: AuditedDeploy): void {
  const right = expected["Content-Security-Policy"] ?? "";
  if (policy?.split(/,\s*/).every((one) => one === right)) return;
  const problem =
    policy === undefined
      ? "has no Content-Security-Policy"
      : `has another Content-Security-Policy than the build: ${shorten(policy)}`;
  wrong("/", problem, "send the one in dist/_headers");
}

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
        wrong(path, `is a 404 with Cache-Control ${caching ?? "missing"}`, fix, `cache-control ${caching}`);
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

const exposed = ["etag", "last-modified", "link", "retry-after", "mcp-session-id"];
const allowed = ["accept", "authorization", "content-type", "if-none-match", "if-modified-since"];
const another = { Origin: "https://another-site.example" };

/** Whether a browser shows an answer to another site's program; if not, that is reported. */
export function isOpen(path: string, headers: Headers, { wrong }: AuditedDeploy): boolean {
  const origin = headers["access-control-allow-origin"];
  if (origin === "*") return true;
  const fix =
    "send Access-Control-Allow-Origin: * on every answer (dist/_headers has the rules), errors included";
  if (origin === "*, *") wrong(path, "has Access-Control-Allow-Origin sent twice", sendOnce, "sent twice");
  else wrong(path, `has Access-Control-Allow-Origin ${origin ?? "missing"}`, fix, `open access ${origin}`);
  return false;
}

export const corsCheck: Check = {
  name: "cors",
  claim: "Programs on other sites may read every answer, errors and preflights included",
  async run(deploy) {
    const { etag } = (await deploy.get("/reviews.json")).headers;
    const files = ["/reviews.json", "/manifest.json", "/feed.xml", "/badge.svg", missingFile];
    const cases: [path: string, headers: Record<string, string>][] = [
      ...(deploy.isWithoutRules ? [] : files),
      ...(hasSidecar(deploy) ? ["/api/reviews/search?limit=1", "/api/reviews/search?limit=0"] : []),
    ].map((path) => [path, {}]);
    if (etag !== undefined && !deploy.isWithoutRules)
      cases.push(["/reviews.json", { "If-None-Match": etag }]);
    const apiTypes = { types: ["application/json", "application/problem+json"] };
    for (const [path, headers] of cases) {
      const answer = await deploy.ask(path, { headers: { ...another, ...headers } });
      const expected = { statuses: [200, 304, 400, 404], ...(path.startsWith("/api/") && apiTypes) };
      if (!deploy.isGood(path, answer, expected)) continue;
      // A page in place of a document: the check of documents has named it.
      if (isPage(answer) && path !== missingFile) continue;
      const shown = `${path} (${answer.status})`;
      if (!isOpen(shown, answer.headers, deploy)) continue;
      const names = toNames(answer.headers["access-control-expose-headers"]);
      const hidden = exposed.filter((name) => !names.includes(name));
      const fix = "send Access-Control-Expose-Headers as in dist/_headers";
      if (hidden.length > 0) deploy.wrong(shown, `does not expose ${hidden.join(", ")}`, fix);
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
