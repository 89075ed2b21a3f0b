import { XMLValidator } from "fast-xml-parser";
import { type Check, contentCause, type AuditedDeploy, read, type Reporter } from "./check.ts";
import type { HttpAnswer } from "./client.ts";
import { mediaType, redeploy } from "./failures.ts";

const hidden = "deploy the whole of dist, hidden folders included, with the rules of dist/_headers";

export const discoveryCheck: Check = {
  name: "discovery",
  claim: "Crawlers and agents find what they look for",
  async run(deploy, report) {
    const { wrong } = report;
    const robots = await read(deploy, report, "/robots.txt", { types: ["text/plain"] });
    const named = [...(robots?.body.toString("utf8") ?? "").matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)];
    if (robots !== undefined) lookAtType("/robots.txt", robots, ["text/plain"], report);
    if (robots !== undefined && !named.some(([, address]) => address === `${deploy.builtFor}/sitemap.xml`))
      wrong(
        "/robots.txt",
        `does not name the sitemap of this address${named.length > 0 ? `, but ${named.map(([, address]) => address).join(", ")}` : ""}`,
        `build with BASE_URL=${deploy.baseUrl}, and deploy`,
      );
    const sitemap = await read(deploy, report, "/sitemap.xml", { types: ["application/xml", "text/xml"] });
    if (sitemap !== undefined) lookAtType("/sitemap.xml", sitemap, ["application/xml", "text/xml"], report);
    if (sitemap !== undefined) lookAtSitemap(sitemap.body.toString("utf8"), deploy, report);
    const llms = await read(deploy, report, "/llms.txt", { types: ["text/plain"] });
    if (llms !== undefined) lookAtType("/llms.txt", llms, ["text/plain"], report);
    const catalog = "/.well-known/api-catalog";
    const answer = await deploy.get(catalog);
    if (answer.status === 404) wrong(catalog, "answers 404", redeploy, "status 404 of a file");
    else if (report.isGood(catalog, answer, { types: ["application/linkset+json"] }))
      lookAtType(catalog, answer, ["application/linkset+json"], report);
  },
};

function lookAtType(path: string, answer: HttpAnswer, types: readonly string[], { wrong }: Reporter): void {
  if (!types.includes(mediaType(answer)))
    wrong(path, `has Content-Type ${answer.headers["content-type"] ?? "missing"}, not ${types[0]}`, hidden);
}

function lookAtSitemap(
  xml: string,
  { baseUrl, builtFor, dataset }: AuditedDeploy,
  { wrong }: Reporter,
): void {
  const path = "/sitemap.xml";
  const addresses = [...xml.matchAll(/<loc>\s*([^<\s]*)\s*<\/loc>/g)].map(([, address = ""]) => address);
  if (XMLValidator.validate(xml) !== true || addresses.length === 0)
    return wrong(path, "is no sitemap: its XML is broken or names nothing", redeploy, contentCause(path));
  const foreign = addresses.find((address) => !address.startsWith(`${builtFor}/`));
  if (foreign !== undefined)
    return wrong(
      path,
      `lists addresses of another site: ${foreign}`,
      `build with BASE_URL=${baseUrl}`,
      contentCause(path),
    );
  if (/<sitemapindex/.test(xml) || dataset === undefined) return undefined;
  const listed = new Set(addresses);
  const missing = dataset.reviews.filter(({ url }) => !listed.has(url.split("#")[0] ?? url));
  if (missing.length > 0)
    wrong(
      path,
      `is of another build: it lacks the pages of ${missing.length} reviews, ${missing[0]?.id} first`,
      redeploy,
      contentCause(path),
    );
  const gone = dataset.removed.find(({ id }) => listed.has(`${builtFor}/reviews/${id}/`));
  if (gone !== undefined)
    wrong(path, `still lists the review ${gone.id}, which was withdrawn`, redeploy, contentCause(path));
}

const day = 86_400_000;

export const securityCheck: Check = {
  name: "security.txt",
  claim: "security.txt names a contact and is not about to expire",
  async run(deploy, report) {
    const path = "/.well-known/security.txt";
    const answer = await read(deploy, report, path, { types: ["text/plain"] });
    if (answer === undefined) return;
    const { wrong, warn } = report;
    lookAtType(path, answer, ["text/plain"], report);
    const fields = new Map(
      answer.body
        .toString("utf8")
        .split(/\r?\n/)
        .map((line) => [line.split(":")[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    if (!fields.get("contact"))
      wrong(path, "names no contact", "set the e-mail address in content/business.yaml");
    const left = Math.floor((Date.parse(fields.get("expires") ?? "") - deploy.now()) / day);
    const fix =
      "it lives a year from the newest content: publish what is new, or bring content/summary.md up to date, and deploy";
    if (Number.isNaN(left)) wrong(path, "has no date in Expires", "build again and deploy the whole of dist");
    else if (left < 0) wrong(path, `expired ${-left} days ago`, fix);
    else if (left < 30) warn(path, `expires in ${left} days`, fix);
    const canonical = fields.get("canonical");
    if (canonical !== deploy.builtFor + path)
      wrong(path, `says that it is ${canonical ?? "nowhere"}`, `build with BASE_URL=${deploy.baseUrl}`);
  },
};
