import { buildHeaderRules, headersOf, privateFiles } from "../../src/schema/headers.ts";
import { hubPath } from "../../src/schema/hub.ts";
import { type Check, type AuditedDeploy, type Reporter, toNames } from "./check.ts";
import type { HttpAnswer } from "./client.ts";
import { explainFailure, isOwnPage, mediaType, isPage } from "./failures.ts";

const apply = "apply the rules of dist/_headers, or of its files for nginx and Caddy";

/** Sent with everything; a value that protects no less is as good. */
const protecting: Record<string, (value: string, expected: string) => boolean> = {
  "X-Content-Type-Options": (value) => value.toLowerCase() === "nosniff",
  "X-Frame-Options": (value, expected) => value.toUpperCase() === expected,
  "Referrer-Policy": (value) =>
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value),
  "Permissions-Policy": (value, expected) => toNames(expected).every((part) => value.includes(part)),
  "Cross-Origin-Opener-Policy": (value, expected) => value === expected,
};

export const headersCheck: Check = {
  name: "headers",
  claim: "Types, times to live, open access and protection are those of the build",
  needsManifest: true,
  async run(deploy, report) {
    const rules = buildHeaderRules(deploy.builtFor);
    const documents = deploy.manifest?.documents ?? [];
    const page = await deploy.get("/");
    deploy.isWithoutRules = lacksAll(page) && lacksAll(await deploy.get("/reviews.json"));
    if (deploy.isWithoutRules)
      report.wrong(
        "/",
        "has none of the headers of the build (security, open access, times to live), nor have the documents",
        `${apply}; a host that reads none of them needs the sidecar or a CDN with rules before it`,
      );
    for (const path of [...documents.flatMap(({ path, hashed_path }) => [path, hashed_path]), "/"]) {
      const answer = await deploy.get(path);
      if (answer.status !== 200 || deploy.spoilt.has(path)) continue;
      const expected = headersOf(rules, path);
      const type = documents.find((one) => one.path === path || one.hashed_path === path)?.type;
      lookAtType(path, answer, type ?? expected["Content-Type"] ?? "", report);
      lookAtCaching(path, answer, expected["Cache-Control"] ?? "", deploy, report);
      lookAtExtras(path, answer, report);
      if (!deploy.isWithoutRules) lookAtProtection(path, answer, expected, report);
    }
    if (page.status === 200 && !deploy.isWithoutRules)
      lookAtPolicy(page.headers["content-security-policy"], headersOf(rules, "/"), report);
  },
};

const lacksAll = ({ status, headers }: HttpAnswer): boolean =>
  status === 200 &&
  ["access-control-allow-origin", "x-content-type-options", "x-frame-options", "referrer-policy"].every(
    (name) => !(name in headers),
  );

function lookAtType(path: string, answer: HttpAnswer, type: string, { wrong }: Reporter): void {
  const given = answer.headers["content-type"];
  if (mediaType(answer) !== type.split(";")[0])
    return wrong(
      path,
      `has Content-Type ${given ?? "missing"}, not ${type}`,
      `${apply}: browsers and readers go by it`,
    );
  const charset = /charset\s*=\s*"?([^";,\s]+)/i.exec(given ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    wrong(path, `says that its letters are ${charset}, and they are utf-8`, apply);
}

function lookAtCaching(
  path: string,
  { headers }: HttpAnswer,
  expected: string,
  { isWithoutRules }: AuditedDeploy,
  { wrong }: Reporter,
): void {
  const cache = headers["cache-control"];
  if (!isWithoutRules && toNames(cache).sort().join() !== toNames(expected).sort().join())
    wrong(
      path,
      `has Cache-Control ${cache ?? "missing"}, not ${expected}`,
      "apply the rules of dist/_headers, and let the CDN respect them",
      `cache-control ${cache}`,
    );
  const age = Number(headers["age"] ?? 0);
  const longest = [...expected.matchAll(/=(\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  if (longest > 0 && age > longest)
    wrong(
      path,
      `comes from a cache that has kept it for ${age} s, and ${longest} s are allowed (Age)`,
      "purge the cache, and let it respect Cache-Control",
      "age",
    );
}

/** What hosts and CDNs add, and what it spoils. */
function lookAtExtras(path: string, { headers }: HttpAnswer, { wrong }: Reporter): void {
  if (headers["set-cookie"] !== undefined)
    wrong(
      path,
      `sets a cookie (${headers["set-cookie"].split("=")[0]})`,
      "switch off what sets it: caches skip such answers, and visitors would have to be asked",
      "cookie",
    );
  if (/\b(noindex|none)\b/i.test(headers["x-robots-tag"] ?? ""))
    wrong(
      path,
      `tells search engines to leave it out (X-Robots-Tag: ${headers["x-robots-tag"]})`,
      "remove the header; hosts send it on preview addresses",
      "noindex header",
    );
  if (/^attachment/i.test(headers["content-disposition"] ?? ""))
    wrong(
      path,
      "is offered as a download (Content-Disposition: attachment)",
      "remove the header",
      "attachment",
    );
  if (/^same-/i.test(headers["cross-origin-resource-policy"] ?? ""))
    wrong(
      path,
      `cannot be embedded by other sites (Cross-Origin-Resource-Policy: ${headers["cross-origin-resource-policy"]})`,
      "remove the header: badge, widget and data are for other sites",
      "cross-origin-resource-policy",
    );
}

function lookAtProtection(
  path: string,
  { headers }: HttpAnswer,
  expected: Readonly<Record<string, string>>,
  { wrong }: Reporter,
): void {
  const twice: string[] = [];
  for (const [name, isGood] of Object.entries(protecting)) {
    const value = headers[name.toLowerCase()];
    const right = expected[name] ?? "";
    if (value === `${right}, ${right}`) twice.push(name);
    else if (value === undefined || !isGood(value, right))
      wrong(path, `has ${name} ${value ?? "missing"}, not ${right}`, apply, `${name} ${value}`);
  }
  if (headers["access-control-allow-origin"] === "*, *") twice.push("Access-Control-Allow-Origin");
  if (twice.length > 0)
    wrong(
      path,
      `has ${twice.join(", ")} sent twice`,
      "send each header once: the server and something before it both add it, and browsers then heed none",
      "sent twice",
    );
}

function lookAtPolicy(
  policy: string | undefined,
  expected: Readonly<Record<string, string>>,
  { wrong }: Reporter,
): void {
  const right = expected["Content-Security-Policy"] ?? "";
  const send = "send the one in dist/_headers";
  if (policy === undefined) return wrong("/", "has no Content-Security-Policy", send);
  if (policy.split(/,\s*/).every((one) => one === right)) return undefined;
  const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? /default-src[^;]*/.exec(policy)?.[0] ?? "";
  if (/'unsafe-inline'/.test(scripts))
    return wrong("/", "has a Content-Security-Policy that allows inline scripts", send);
  if (!/'(?:self|none)'/.test(scripts) || /https?:|\*/.test(scripts))
    return wrong("/", `has a Content-Security-Policy that allows scripts of others (${scripts})`, send);
  return wrong("/", "has another Content-Security-Policy than the build", send);
}

/** Files that tell of whoever runs the deploy, and how to know them. */
const secrets: readonly [string, RegExp][] = [
  ["/.git/HEAD", /^(?:ref:|[0-9a-f]{40})/],
  ["/.env", /^(?:export )?[A-Z][A-Z0-9_]*=/m],
];

export const missingCheck: Check = {
  name: "missing",
  claim: "What is not there is a 404 that nobody keeps, and what is private is not there",
  async run(deploy, { wrong, warn }) {
    let isSoft = false;
    for (const path of ["/data/reviews.0000000000000000.json", "/no-such-page-here/"]) {
      const answer = await deploy.ask(path, { headers: { Accept: "text/html,*/*;q=0.8" } });
      const { status, headers } = answer;
      const failure = explainFailure(path, answer, deploy.baseUrl, { statuses: [404, 200] });
      if (status !== 404) {
        isSoft = true;
        wrong(
          path,
          status === 200 || failure === undefined
            ? `answers ${status} although it does not exist`
            : failure.problem,
          status === 200 || failure === undefined
            ? "answer 404; no page may stand in for a missing file"
            : failure.fix,
          status === 200 ? "soft 404" : failure?.cause,
        );
      } else if (!toNames(headers["cache-control"]).includes("no-store") && !deploy.isWithoutRules)
        wrong(
          path,
          `is a 404 with Cache-Control ${headers["cache-control"] ?? "missing"}`,
          "send no-store, or a file that comes later stays unseen",
          `cache-control ${headers["cache-control"]}`,
        );
      else if (path.endsWith("/") && !isOwnPage(answer))
        warn(path, "is a 404 that shows people the host's own page", "show dist/404.html to them");
    }
    if (isSoft) return;
    for (const path of privateFiles) {
      if ((await deploy.get(path)).status === 200)
        warn(path, "can be read by everybody", "do not serve it; it is for whoever runs the deploy");
    }
    for (const [path, mark] of secrets) {
      const { status, body } = await deploy.get(path);
      if (status === 200 && mark.test(body.subarray(0, 10_000).toString("latin1")))
        wrong(
          path,
          "is a secret of yours, and everybody can read it",
          "serve the folder dist and nothing above it",
        );
    }
  },
};

const exposed = ["etag", "last-modified", "link", "retry-after", "mcp-session-id"];
const allowed = ["accept", "authorization", "content-type", "if-none-match", "if-modified-since"];
const missing = "/data/reviews.0000000000000000.json";
const another = { Origin: "https://another-site.example" };

const openAccess =
  "send Access-Control-Allow-Origin: * on every answer (dist/_headers has the rules), errors included";

/** What keeps a browser from showing an answer to another site's program; undefined when nothing does. */
export function lookAtAccess(
  path: string,
  headers: Readonly<Record<string, string>>,
  { wrong }: Reporter,
): boolean {
  const origin = headers["access-control-allow-origin"];
  if (origin === "*") return true;
  if (origin === "*, *")
    wrong(
      path,
      "has Access-Control-Allow-Origin sent twice",
      "send it once: browsers refuse two, even of the same value",
      "sent twice",
    );
  else
    wrong(
      path,
      `has Access-Control-Allow-Origin ${origin ?? "missing"}`,
      openAccess,
      `open access ${origin}`,
    );
  return false;
}

export const corsCheck: Check = {
  name: "cors",
  claim: "Programs on other sites may read every answer, errors and preflights included",
  async run(deploy, report) {
    const etag = (await deploy.get("/reviews.json")).headers["etag"];
    const files: [string, Record<string, string>][] = [
      ["/reviews.json", {}],
      ["/manifest.json", {}],
      ["/feed.xml", {}],
      ["/badge.svg", {}],
      ...(etag === undefined
        ? []
        : [["/reviews.json", { "If-None-Match": etag }] satisfies [string, Record<string, string>]]),
      [missing, {}],
    ];
    const cases: [string, Record<string, string>][] = [
      ...(deploy.isWithoutRules ? [] : files),
      ["/api/reviews/search?limit=1", {}],
      ["/api/reviews/search?limit=0", {}],
    ];
    for (const [path, headers] of cases) {
      const answer = await deploy.ask(path, { headers: { ...another, ...headers } });
      const types = path.startsWith("/api/") ? ["application/json", "application/problem+json"] : undefined;
      if (!report.isGood(path, answer, { statuses: [200, 304, 400, 404], ...(types && { types }) })) continue;
      // A page in place of a document: the check of documents has named it.
      if (isPage(answer) && path !== missing) continue;
      const shown = `${path} (${answer.status})`;
      if (!lookAtAccess(shown, answer.headers, report)) continue;
      const hidden = exposed.filter(
        (name) => !toNames(answer.headers["access-control-expose-headers"]).includes(name),
      );
      if (hidden.length > 0)
        report.wrong(
          shown,
          `does not expose ${hidden.join(", ")}`,
          "send Access-Control-Expose-Headers as in dist/_headers",
        );
    }
    for (const path of ["/reviews.json", "/api/reviews/search", "/mcp", hubPath])
      if (!deploy.isWithoutRules || path !== "/reviews.json") await lookAtPreflight(path, deploy, report);
  },
};

async function lookAtPreflight(path: string, deploy: AuditedDeploy, report: Reporter): Promise<void> {
  const { ask, baseUrl } = deploy;
  const isPost = path === "/mcp" || path === hubPath;
  // What does not answer at all is the finding of another check.
  const plain = await deploy.get(path);
  const expected = {
    statuses: isPost ? [405] : [200],
    types: ["application/json", ...(isPost ? ["text/plain", "application/problem+json"] : [])],
  };
  if (explainFailure(path, plain, baseUrl, expected) !== undefined) return undefined;
  // Bound to a loopback address, the MCP server answers its own site only.
  const from = path === "/mcp" ? { Origin: baseUrl } : another;
  const answer = await ask(path, {
    method: "OPTIONS",
    headers: {
      ...from,
      "Access-Control-Request-Method": isPost ? "POST" : "GET",
      "Access-Control-Request-Headers": "if-none-match",
    },
  });
  const { status, headers } = answer;
  const answers = "answer OPTIONS with 204 and the CORS headers";
  if ([200, 403, 404, 405, 501].includes(status))
    return report.wrong(path, `answers a preflight (OPTIONS) with ${status}, not 204`, answers, "preflight");
  if (!report.isGood(path, answer, { statuses: [204], method: "OPTIONS" })) return undefined;
  if (!lookAtAccess(`${path} (OPTIONS)`, headers, report)) return undefined;
  const lacking = allowed.filter((name) => !toNames(headers["access-control-allow-headers"]).includes(name));
  if (lacking.length > 0)
    return report.wrong(
      path,
      `does not allow the request headers ${lacking.join(", ")}`,
      "list them in Access-Control-Allow-Headers",
    );
  const methods = toNames(headers["access-control-allow-methods"]);
  if (!methods.includes(isPost ? "post" : "get"))
    return report.wrong(path, "does not allow its own method in a preflight", answers);
  if (headers["access-control-max-age"] !== "86400")
    report.wrong(
      path,
      `has Access-Control-Max-Age ${headers["access-control-max-age"] ?? "missing"}, not 86400`,
      "send it, so that browsers ask once a day",
    );
}
