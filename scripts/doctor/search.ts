import { SinceResult, type ReviewsDataset, SearchResult } from "../../src/schema/datasets.ts";
import { type Check, type AuditedDeploy, read, type Reporter, toNames } from "./check.ts";
import { isPage, mediaType, redeploy } from "./failures.ts";
import { memberOf } from "../../src/schema/json.ts";

const types = ["application/json"];
const unchanged = "let the sidecar's answers through unchanged, errors included";
const otherBuild =
  "the sidecar reads another build, or a cache keeps old answers: check its DIST and its log";

/** All that shows that the sidecar has another build than the files. */
export const staleSidecar = "stale sidecar";

export const searchCheck: Check = {
  name: "search",
  claim: "Search and since answer from the deployed dataset, and invalid requests with what to fix",
  async run(deploy, report) {
    await lookAtErrors(deploy, report);
    await lookAtVersion(deploy, report);
    const { dataset } = deploy;
    if (dataset === undefined) return;
    for (const { query, filters, matches } of toQueries(dataset))
      await lookAtSearch(`/api/reviews/search${query}`, filters, matches, dataset, deploy, report);
    await lookAtSince(dataset, deploy, report);
    const plain = await deploy.get("/api/reviews/search");
    if (plain.status !== 200 || isPage(plain)) return;
    const { etag } = plain.headers;
    if (!etag)
      return report.wrong(
        "/api/reviews/search",
        "has no ETag",
        "let the sidecar's headers through; a CDN that changes bytes drops them",
        "no etag",
      );
    const again = await deploy.ask("/api/reviews/search", { headers: { "If-None-Match": etag } });
    if (again.status === 200)
      report.wrong(
        "/api/reviews/search",
        "answers 200, not 304, to If-None-Match",
        "let validators through: proxies and CDNs must not drop them",
        "validators",
      );
    else report.isGood("/api/reviews/search", again, { statuses: [304] });
  },
};

interface Query {
  query: string;
  filters: Record<string, unknown>;
  matches: ReviewsDataset["reviews"];
}

function toQueries({ reviews }: ReviewsDataset): Query[] {
  const [newest] = reviews;
  const since = newest?.date ?? "2026-01-01";
  // Letters and signs that a proxy which decodes addresses would spoil.
  const words = "é & 100% +";
  return [
    { query: "", filters: {}, matches: reviews },
    {
      query: "?rating=5&limit=100",
      filters: { rating: 5 },
      matches: reviews.filter(({ rating }) => rating === 5),
    },
    {
      query: `?since=${since}&limit=100`,
      filters: { since },
      matches: reviews.filter(({ date }) => date >= since),
    },
    {
      query: `?query=${encodeURIComponent(words)}`,
      filters: { query: words },
      matches: reviews.filter(({ text }) => text.toLowerCase().includes(words)),
    },
  ];
}

async function lookAtSearch(
  address: string,
  filters: Record<string, unknown>,
  matches: ReviewsDataset["reviews"],
  { removed }: ReviewsDataset,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if ((await read(deploy, report, address, { types })) === undefined) return;
  const { data: result } = SearchResult.safeParse(await deploy.json(address));
  if (result === undefined) return report.wrong(address, "is no search result", unchanged, "sidecar answer");
  const given = Object.entries(filters);
  if (given.some(([name, value]) => memberOf(result.filters, name) !== value))
    return report.wrong(
      address,
      "is answered as if its query string were another: it was dropped or changed on the way",
      "let the CDN cache by the whole query string, and the proxy pass addresses on as they come",
      "query string",
    );
  const gone = new Set(removed.map(({ id }) => id));
  const shown = result.reviews.find(({ id }) => gone.has(id));
  if (shown !== undefined)
    return report.wrong(
      address,
      `still shows the review ${shown.id}, which was withdrawn`,
      `purge it at once: ${otherBuild}`,
      staleSidecar,
    );
  const expected = matches.slice(0, result.limit);
  if (result.total !== matches.length || JSON.stringify(result.reviews) !== JSON.stringify(expected))
    report.wrong(
      address,
      `finds ${result.total} reviews where the deployed dataset has ${matches.length}${result.total === matches.length ? ", but others" : ""}`,
      otherBuild,
      staleSidecar,
    );
}

async function lookAtSince(
  { reviews, removed }: ReviewsDataset,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  const dates = [
    reviews[Math.min(9, reviews.length - 1)]?.date ?? "2026-01-01",
    ...removed.map(({ removed_at }) => removed_at).slice(0, 1),
  ];
  for (const date of dates) {
    const address = `/api/reviews/since/${date}`;
    if ((await read(deploy, report, address, { types })) === undefined) continue;
    const { data: result } = SinceResult.safeParse(await deploy.json(address));
    if (result === undefined) {
      report.wrong(address, "is no answer to since", unchanged, "sidecar answer");
      continue;
    }
    const shown = JSON.stringify([result.reviews, result.removed]);
    const expected = JSON.stringify([
      reviews.filter((review) => review.date >= date),
      removed.filter((tombstone) => tombstone.removed_at >= date),
    ]);
    if (shown !== expected)
      report.wrong(
        address,
        "does not answer what the deployed dataset holds since that day",
        otherBuild,
        staleSidecar,
      );
  }
}

async function lookAtErrors(deploy: AuditedDeploy, report: Reporter): Promise<void> {
  for (const address of ["/api/reviews/search?limit=0&minrating=4", "/api/reviews/since/2026-02-30"]) {
    const answer = await deploy.get(address);
    const { status, headers } = answer;
    if (status === 200 && mediaType(answer) === "application/json")
      report.wrong(
        address,
        "answers 200 to an invalid request",
        address.includes("?") ? "let the query string through" : unchanged,
        address.includes("?") ? "query string" : "errors replaced",
      );
    else if (
      report.isGood(address, answer, {
        statuses: [400],
        types: ["application/problem+json"],
      }) &&
      !toNames(headers["cache-control"]).includes("no-store")
    )
      report.wrong(
        address,
        "is an error without no-store",
        "let the sidecar's Cache-Control through",
        `cache-control ${headers["cache-control"]}`,
      );
  }
}

async function lookAtVersion(deploy: AuditedDeploy, report: Reporter): Promise<void> {
  const answer = await deploy.get("/readyz");
  if (answer.status === 503 && mediaType(answer) === "application/json") return;
  if (!report.isGood("/readyz", answer, { types })) return;
  const version = memberOf(await deploy.json("/readyz"), "version");
  if (deploy.manifest && version !== deploy.manifest.version)
    report.wrong(
      "/readyz",
      `serves version ${String(version)}, deployed is ${deploy.manifest.version}`,
      `${otherBuild}; ${redeploy}`,
      staleSidecar,
    );
}
