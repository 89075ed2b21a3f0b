import { XMLValidator } from "fast-xml-parser";
import { sha256 } from "../../server/data/hashes.ts";
import { type Check, type AuditedDeploy, read, type Reporter } from "./check.ts";
import { mediaType, redeploy } from "./failures.ts";
import { attribute, tags } from "./html.ts";
import { samplePages } from "./pages.ts";

const types: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

/** What pages load, and what other sites embed. */
export async function listAssets(deploy: AuditedDeploy): Promise<Map<string, string>> {
  const assets = new Map([
    ["/badge.svg", "image/svg+xml"],
    ["/widget.js", "text/javascript"],
  ]);
  for (const page of await samplePages(deploy)) {
    const { status, body } = await deploy.get(page);
    if (status !== 200) continue;
    const html = body.toString("utf8");
    const addresses = [
      ...tags(html, "link")
        .filter((tag) => /stylesheet|icon|manifest|modulepreload|preload/.test(attribute(tag, "rel") ?? ""))
        .map((tag) => attribute(tag, "href")),
      ...[...tags(html, "script"), ...tags(html, "img")].map((tag) => attribute(tag, "src")),
      ...tags(html, "meta")
        .filter((tag) => attribute(tag, "property") === "og:image")
        .map((tag) => attribute(tag, "content")),
    ];
    for (const address of addresses) {
      if (address === undefined || !URL.canParse(address, deploy.baseUrl + page)) continue;
      const { origin, pathname } = new URL(address, deploy.baseUrl + page);
      const isOurs = origin === new URL(deploy.baseUrl).origin || origin === new URL(deploy.builtFor).origin;
      const type = types[pathname.split(".").at(-1) ?? ""];
      if (isOurs && type !== undefined && !pathname.startsWith("/cdn-cgi/")) assets.set(pathname, type);
    }
  }
  return assets;
}

export const assetsCheck: Check = {
  name: "assets",
  claim: "Styles, scripts and pictures are there, whole and of their type",
  async run(deploy, report) {
    for (const [path, type] of await listAssets(deploy)) await lookAtAsset(path, type, deploy, report);
  },
};

async function lookAtAsset(
  path: string,
  type: string,
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  const { wrong } = report;
  const answer = await deploy.get(path);
  if (answer.status === 404)
    return wrong(path, "answers 404, and pages or other sites need it", redeploy, "asset missing");
  if ((await read(deploy, report, path, { types: [type] })) === undefined) return;
  const need = "pages or other sites need it";
  if (answer.body.length === 0) return wrong(path, `is empty, and ${need}`, redeploy);
  if (mediaType(answer) !== type)
    return wrong(
      path,
      `has Content-Type ${answer.headers["content-type"] ?? "missing"}, not ${type}: browsers refuse it`,
      "apply the rules of dist/_headers",
      "asset type",
    );
  if (type === "image/svg+xml" && XMLValidator.validate(answer.body.toString("utf8")) !== true)
    return wrong(path, "is no whole picture (its XML is broken)", redeploy);
  if (type === "image/png" && !answer.body.includes("IEND"))
    return wrong(path, "is no whole picture (PNG without its end)", redeploy);
  const sum = deploy.manifest?.asset_sums?.[path];
  if (sum !== undefined && sum !== sha256(answer.body))
    return wrong(
      path,
      "is not the file of this build: it is cut, or something on the way changes it",
      redeploy,
    );
  if (path.startsWith("/_astro/")) {
    const cache = answer.headers["cache-control"] ?? "missing";
    if (!deploy.isWithoutRules && !/immutable/.test(cache))
      wrong(
        path,
        `has Cache-Control ${cache}, not immutable`,
        "apply the rules of dist/_headers, and let the CDN respect them",
        `cache-control ${answer.headers["cache-control"]}`,
      );
  }
}
