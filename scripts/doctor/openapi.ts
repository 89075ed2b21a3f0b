import { z } from "zod";
import { endpoints } from "../../src/schema/endpoints.ts";
import { type Check, contentCause, type AuditedDeploy, read, type Reporter } from "./check.ts";
import { mediaType, redeploy } from "./failures.ts";

const OpenApi = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        parameters: z
          .array(z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() }))
          .default([]),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    }),
  ),
});
type OpenApi = z.infer<typeof OpenApi>;

const results: Record<string, z.ZodType | undefined> = Object.fromEntries(
  Object.values(endpoints).map((endpoint) => [
    endpoint.path,
    "result" in endpoint ? endpoint.result : undefined,
  ]),
);

const path = "/.well-known/openapi.json";

export const openApiCheck: Check = {
  name: "openapi",
  claim: "The API is as its OpenAPI document says, path by path and parameter by parameter",
  async run(deploy, report) {
    if ((await read(deploy, report, path, { types: ["application/json"] })) === undefined) return;
    const parsed = OpenApi.safeParse(await deploy.json(path));
    if (!parsed.success) return report.wrong(path, "is no OpenAPI document", redeploy, contentCause(path));
    const { openapi, servers, paths } = parsed.data;
    const known: string[] = Object.values(endpoints).map((endpoint) => endpoint.path);
    if (openapi !== "3.1.0")
      report.wrong(path, `is OpenAPI ${openapi}, not 3.1.0`, redeploy, contentCause(path));
    if (Object.keys(paths).sort().join() !== known.toSorted().join())
      report.wrong(
        path,
        `describes ${Object.keys(paths).join(", ")}, not ${known.join(", ")}`,
        redeploy,
        contentCause(path),
      );
    if (!servers.some(({ url }) => url.replace(/\/$/, "") === deploy.builtFor))
      report.wrong(
        path,
        `names the server ${servers[0]?.url ?? "none"}, not ${deploy.builtFor}`,
        `build with BASE_URL=${deploy.baseUrl}`,
        contentCause(path),
      );
    for (const [template, description] of Object.entries(paths))
      for (const address of toExamples(template, description))
        await compare(deploy, report, address, description, results[template]);
  },
};

type Description = OpenApi["paths"][string];

/** Addresses to ask: the plain one, and one for each parameter with its example. */
function toExamples(template: string, { get: { parameters } }: Description): string[] {
  const plain = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))),
      template,
    );
  const queries = parameters.filter(
    (parameter) => parameter.in === "query" && parameter.example !== undefined,
  );
  return [
    plain,
    ...queries.map(({ name, example }) => `${plain}?${new URLSearchParams({ [name]: String(example) })}`),
  ];
}

async function compare(
  deploy: AuditedDeploy,
  report: Reporter,
  address: string,
  description: Description,
  result: z.ZodType | undefined,
): Promise<void> {
  const types = Object.keys(description.get.responses["200"]?.content ?? {});
  const isSidecar = address.startsWith("/api/reviews/");
  const answer = await read(deploy, report, address, { types });
  // What the documents are, and their types, other checks have looked at.
  if (answer === undefined || !isSidecar) return;
  const unchanged = "let the sidecar's answers through unchanged";
  if (!types.includes(mediaType(answer)))
    return report.wrong(
      address,
      `has Content-Type ${answer.headers["content-type"] ?? "missing"}, described is ${types.join(", ")}`,
      unchanged,
      "sidecar type",
    );
  const parsed = result?.safeParse(await deploy.json(address));
  if (parsed?.error === undefined) return;
  const [issue] = parsed.error.issues;
  report.wrong(
    address,
    `is not the answer that is described (${issue?.path.join(".") || "not JSON"}: ${issue?.message})`,
    unchanged,
    "sidecar answer",
  );
}
