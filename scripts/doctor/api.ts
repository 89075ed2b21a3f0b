import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { endpoints } from "../../src/schema/endpoints.ts";
import { Problem } from "../../src/schema/problem.ts";
import { SearchResult } from "../../src/schema/search.ts";
import { SinceResult } from "../../src/schema/datasets.ts";
import { type Check, type Deploy, mediaType, type Report, toNames } from "./check.ts";

const sidecar = "see that the sidecar runs (npm run serve) and that this path leads to it";
const sidecarData = "the sidecar reads another build: check its DIST, and its log";

const OpenApi = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), example: z.unknown() })).default([]),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    }),
  ),
});

const results: Record<string, z.ZodType | undefined> = Object.fromEntries(
  Object.values(endpoints).map((endpoint) => [
    endpoint.path,
    "result" in endpoint ? endpoint.result : undefined,
  ]),
);

export const openApiCheck: Check = {
  name: "openapi",
  claim: "The API is as its OpenAPI document says, path by path and parameter by parameter",
  async run(deploy, report) {
    const path = "/.well-known/openapi.json";
    const parsed = OpenApi.safeParse(await deploy.json(path));
    if (!parsed.success)
      return report.wrong(path, "is no OpenAPI document", "build again and deploy the whole of dist");
    const { openapi, servers, paths } = parsed.data;
    if (openapi !== "3.1.0")
      report.wrong(path, `is OpenAPI ${openapi}, not 3.1.0`, "build again and deploy the whole of dist");
    const known = Object.values(endpoints).map((endpoint) => endpoint.path as string);
    if (Object.keys(paths).sort().join() !== known.toSorted().join()) {
      report.wrong(
        path,
        `describes ${Object.keys(paths).join(", ")}, not ${known.join(", ")}`,
        "build again and deploy the whole of dist",
      );
    }
    if (!servers.some(({ url }) => url.replace(/\/$/, "") === deploy.baseUrl)) {
      report.wrong(
        path,
        `names the server ${servers[0]?.url ?? "none"}, not ${deploy.baseUrl}`,
        `build with BASE_URL=${deploy.baseUrl}`,
      );
    }
    for (const [template, { get }] of Object.entries(paths)) {
      const inPath = get.parameters.filter((parameter) => parameter.in === "path");
      const plain = inPath.reduce(
        (at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))),
        template,
      );
      const queries = get.parameters.filter(
        (parameter) => parameter.in === "query" && parameter.example !== undefined,
      );
      const addresses = [
        plain,
        ...queries.map(({ name, example }) => `${plain}?${new URLSearchParams({ [name]: String(example) })}`),
      ];
      for (const address of addresses) {
        await compare(
          deploy,
          report,
          address,
          Object.keys(get.responses["200"]?.content ?? {}),
          results[template],
        );
      }
    }
  },
};

async function compare(
  { get, json }: Deploy,
  { wrong }: Report,
  address: string,
  types: string[],
  shape: z.ZodType | undefined,
): Promise<void> {
  const answer = await get(address);
  const isSidecar = address.startsWith("/api/reviews/");
  if (answer.status !== 200)
    return wrong(
      address,
      `answers ${answer.status}, described is 200`,
      isSidecar ? sidecar : "deploy the whole of dist",
    );
  if (!types.includes(mediaType(answer)))
    wrong(
      address,
      `answers ${answer.headers["content-type"] ?? "no type"}, described is ${types.join(", ")}`,
      isSidecar ? sidecar : "apply the rules of dist/_headers",
    );
  const parsed = shape?.safeParse(await json(address));
  if (parsed && !parsed.success) {
    const [issue] = parsed.error.issues;
    wrong(
      address,
      `has not the described shape (${issue?.path.join(".")}: ${issue?.message})`,
      isSidecar ? sidecarData : "deploy the whole of dist",
    );
  }
}

export const searchCheck: Check = {
  name: "search",
  claim: "Search and since answer from the deployed dataset, and faulty requests with what to fix",
  async run(deploy, { wrong }) {
    const { data: dataset } = ReviewsDataset.safeParse(await deploy.json("/reviews.json"));
    if (dataset === undefined)
      return wrong(
        "/reviews.json",
        "cannot be read, so search cannot be compared with it",
        "fix the dataset first",
      );
    const { reviews } = dataset;
    const queries = [
      { query: "", matches: reviews },
      { query: "?rating=5&limit=100", matches: reviews.filter(({ rating }) => rating === 5) },
      ...(reviews[0]
        ? [
            {
              query: `?since=${reviews[0].date}&limit=100`,
              matches: reviews.filter(({ date }) => date >= (reviews[0]?.date ?? "")),
            },
          ]
        : []),
    ];
    for (const { query, matches } of queries) {
      const address = `/api/reviews/search${query}`;
      const { data: result } = SearchResult.safeParse(await deploy.json(address));
      if (result === undefined) {
        wrong(
          address,
          `does not answer with a search result (${(await deploy.get(address)).status})`,
          sidecar,
        );
        continue;
      }
      const expected = matches.slice(0, result.limit);
      if (result.total !== matches.length || JSON.stringify(result.reviews) !== JSON.stringify(expected)) {
        wrong(
          address,
          `finds ${result.total} reviews where the deployed dataset has ${matches.length}${result.total === matches.length ? ", but others" : ""}`,
          sidecarData,
        );
      }
    }
    const etag = (await deploy.get("/api/reviews/search")).headers["etag"];
    const again = etag && (await deploy.ask("/api/reviews/search", { headers: { "If-None-Match": etag } }));
    if (!again || again.status !== 304)
      wrong("/api/reviews/search", etag ? "does not answer its own ETag with 304" : "has no ETag", sidecar);
    await compareSince(
      deploy,
      reviews[Math.min(9, reviews.length - 1)]?.date ?? "2026-01-01",
      dataset,
      wrong,
    );
    for (const address of ["/api/reviews/search?limit=0&minrating=4", "/api/reviews/since/2026-02-30"]) {
      const answer = await deploy.get(address);
      const problem = Problem.safeParse(await deploy.json(address));
      const isRight =
        answer.status === 400 &&
        mediaType(answer) === "application/problem+json" &&
        (problem.data?.issues?.length ?? 0) > 0;
      if (!isRight)
        wrong(
          address,
          `answers ${answer.status} (${answer.headers["content-type"] ?? "no type"}), not 400 problem+json with issues`,
          `${sidecar}; nothing on the way may replace its errors`,
        );
      else if (!toNames(answer.headers["cache-control"]).includes("no-store"))
        wrong(address, "is an error without no-store", "let the sidecar's Cache-Control through");
    }
    const ready = await deploy.json("/readyz");
    const { status } = await deploy.get("/readyz");
    const version = (ready as { version?: unknown } | undefined)?.version;
    if (status !== 200) wrong("/readyz", `answers ${status}`, sidecar);
    else if (deploy.manifest && version !== deploy.manifest.version)
      wrong(
        "/readyz",
        `serves version ${String(version)}, deployed is ${deploy.manifest.version}`,
        sidecarData,
      );
  },
};

async function compareSince(
  deploy: Deploy,
  date: string,
  { reviews, removed }: ReviewsDataset,
  wrong: Report["wrong"],
): Promise<void> {
  const address = `/api/reviews/since/${date}`;
  const { data: result } = SinceResult.safeParse(await deploy.json(address));
  if (result === undefined)
    return wrong(
      address,
      `does not answer with what is new (${(await deploy.get(address)).status})`,
      sidecar,
    );
  const expected = {
    reviews: reviews.filter((review) => review.date >= date),
    removed: removed.filter((tombstone) => tombstone.removed_at >= date),
  };
  if (JSON.stringify({ reviews: result.reviews, removed: result.removed }) !== JSON.stringify(expected)) {
    wrong(address, "does not answer what the deployed dataset holds since that day", sidecarData);
  }
}
