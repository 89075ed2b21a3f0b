import { hubPath } from "../../src/schema/hub.ts";
import { explainFailure, isPage } from "./failures.ts";
import { type Check, type AuditedDeploy, type Reporter, toNames } from "./check.ts";

const exposed = ["etag", "last-modified", "link", "retry-after", "mcp-session-id"];
const allowed = ["accept", "authorization", "content-type", "if-none-match", "if-modified-since"];
const missing = "/data/reviews.0000000000000000.json";
const another = { Origin: "https://another-site.example" };

const fix =
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
  else wrong(path, `has Access-Control-Allow-Origin ${origin ?? "missing"}`, fix, `open access ${origin}`);
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
