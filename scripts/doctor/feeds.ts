import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { feedSize, JsonFeed } from "../../src/schema/datasets.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { memberOf } from "../../src/schema/json.ts";
import {
  type Check,
  contentCause,
  type AuditedDeploy,
  read,
  type Reporter,
  parseLinks,
  toNames,
} from "./check.ts";
import { redeploy } from "./failures.ts";

const text = z.union([z.string(), z.number()]).transform(String);
const list = <T extends z.ZodType>(shape: T) =>
  z.union([z.array(shape), shape.transform((one) => [one])]).default([]);
const AtomLink = z.object({ rel: z.string().default("alternate"), href: z.string() });

/** What RFC 4287 demands of a feed, and we of ours. */
const Atom = z.object({
  feed: z.object({
    id: text,
    title: z.unknown().refine((title) => title !== undefined, "is missing"),
    updated: z.iso.datetime({ offset: true }),
    link: list(AtomLink),
    entry: list(z.object({ id: text, updated: z.iso.datetime({ offset: true }), link: list(AtomLink) })),
  }),
});

export const feedsCheck: Check = {
  name: "feeds",
  claim: "Both feeds are valid, name themselves and their hub, and hold the newest reviews of the dataset",
  async run(deploy, report) {
    if (
      await read(deploy, report, "/api/feed.json", { types: ["application/json", "application/feed+json"] })
    )
      await lookAtJsonFeed("/api/feed.json", deploy, report);
    const answer = await read(deploy, report, "/feed.xml", { types: ["application/atom+xml"] });
    if (answer !== undefined) lookAtAtom("/feed.xml", answer.body.toString("utf8"), deploy, report);
  },
};

async function lookAtJsonFeed(path: string, deploy: AuditedDeploy, { wrong }: Reporter): Promise<void> {
  const cause = contentCause(path);
  const parsed = JsonFeed.safeParse(await deploy.json(path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "not JSON";
    return wrong(path, `is no valid JSON Feed 1.1 (${where}: ${issue?.message})`, redeploy, cause);
  }
  const { hubs, feed_url, items } = parsed.data;
  const build = `build with BASE_URL=${deploy.baseUrl}`;
  compareIds(
    path,
    items.map(({ _review }) => _review.id),
    deploy,
    wrong,
  );
  if (feed_url !== deploy.builtFor + path)
    wrong(path, `says that it is ${feed_url} (feed_url)`, build, cause);
  if (!hubs.some(({ url }) => url === deploy.builtFor + hubPath))
    wrong(path, `does not name the hub ${deploy.builtFor}${hubPath}`, build, cause);
}

function lookAtAtom(path: string, xml: string, deploy: AuditedDeploy, { wrong }: Reporter): void {
  const cause = contentCause(path);
  const isWellFormed = XMLValidator.validate(xml);
  if (isWellFormed !== true)
    return wrong(
      path,
      `is not well-formed XML (line ${isWellFormed.err.line}: ${isWellFormed.err.msg})`,
      redeploy,
      cause,
    );
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", processEntities: false });
  const atom = Atom.safeParse(parser.parse(xml));
  if (!atom.success) {
    const [issue] = atom.error.issues;
    return wrong(
      path,
      `is no valid Atom feed (${issue?.path.join(".")}: ${issue?.message})`,
      redeploy,
      cause,
    );
  }
  const { link, entry } = atom.data.feed;
  const addresses = entry.flatMap((one) => one.link.filter(({ rel }) => rel === "alternate").slice(0, 1));
  compareIds(
    path,
    addresses.map(({ href }) => /\/reviews\/([^/]+)\/$/.exec(href)?.[1] ?? href),
    deploy,
    wrong,
  );
  for (const [rel, href] of [
    ["self", deploy.builtFor + path],
    ["hub", deploy.builtFor + hubPath],
  ] as const) {
    if (!link.some((one) => one.rel === rel && one.href === href))
      wrong(path, `has no link rel="${rel}" to ${href}`, `build with BASE_URL=${deploy.baseUrl}`, cause);
  }
}

/** Both feeds hold the newest reviews, newest first. */
function compareIds(
  path: string,
  ids: readonly string[],
  { dataset }: AuditedDeploy,
  wrong: Reporter["wrong"],
): void {
  if (dataset === undefined) return;
  const removed = new Set(dataset.removed.map(({ id }) => id));
  const shown = ids.find((id) => removed.has(id));
  if (shown !== undefined)
    return wrong(
      path,
      `still shows the review ${shown}, which was withdrawn`,
      `purge it at once: ${redeploy}`,
      contentCause(path),
    );
  const newest = dataset.reviews.slice(0, feedSize).map(({ id }) => id);
  if (ids.join() !== newest.join())
    wrong(
      path,
      `does not hold the newest reviews of /reviews.json (${ids.length} of ${newest.length}, ${newest.filter((id) => !ids.includes(id)).length} of them missing)`,
      redeploy,
      contentCause(path),
    );
}

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub and itself, on GET and on HEAD, and the hub takes POST",
  async run(deploy, report) {
    for (const path of topicPaths)
      for (const method of ["GET", "HEAD"] as const) await lookAtTopic(path, method, deploy, report);
    await lookAtPost(deploy, report);
    const asked = await deploy.get(hubPath);
    const isThere = report.isGood(hubPath, asked, { statuses: [405], types: ["text/plain"] });
    if (isThere && !toNames(asked.headers["allow"]).includes("post"))
      report.wrong(hubPath, "answers GET with 405 and no Allow: POST", "pass its headers on");
    const ready = await deploy.get("/readyz");
    const status = memberOf(await deploy.json("/readyz"), "status");
    if (ready.status === 503 && status === "store unreachable")
      report.wrong(
        "/readyz",
        "says that the hub cannot reach its store (503): nobody can subscribe",
        "see that the database of DATABASE_URL runs, or that its disk has room",
        "store",
      );
  },
};

async function lookAtTopic(
  path: string,
  method: "GET" | "HEAD",
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if (deploy.spoilt.has(path)) return;
  const answer = method === "GET" ? await deploy.get(path) : await deploy.ask(path, { method });
  if (answer.status === 405 || answer.status === 501)
    return report.wrong(
      path,
      `answers ${answer.status} to ${method}`,
      "serve HEAD as GET, without a body",
      "head",
    );
  if (!report.isGood(path, answer, { method }) || deploy.isWithoutRules) return;
  const links = parseLinks(answer.headers["link"]);
  const wanted = [
    ["hub", deploy.builtFor + hubPath],
    ["self", deploy.builtFor + path],
  ] as const;
  const missing = wanted.filter(([rel, address]) => !links.get(rel)?.includes(address));
  if (missing.length === 0) return;
  const others = missing.flatMap(([rel]) => links.get(rel) ?? []);
  const names = missing.map(([rel]) => `rel="${rel}"`).join(" and ");
  report.wrong(
    path,
    `has no Link header ${names} to this deploy${method === "HEAD" ? " on HEAD" : ""}${others.length > 0 ? `, but to ${others.join(", ")}` : ""}: subscribers do not find the hub`,
    "send the Link header of dist/_headers on GET and HEAD; BASE_URL of the build must be this address",
    "link header",
  );
}

/** A subscription with a callback that the hub itself refuses, in words of its own: firewalls dislike such forms. */
async function lookAtPost({ ask, builtFor }: AuditedDeploy, report: Reporter): Promise<void> {
  const answer = await ask(hubPath, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.topic": `${builtFor}/feed.xml`,
      "hub.callback": "http://subscriber.example/only-https-is-taken",
    }).toString(),
  });
  const expected = { statuses: [400, 429, 503], types: ["text/plain"], method: "POST" } as const;
  if (!report.isGood(hubPath, answer, expected) || answer.status !== 400) return;
  if (!/callback/i.test(answer.body.toString("utf8")))
    report.wrong(
      hubPath,
      `does not get the form of a subscription: ${answer.body.toString("utf8").trim().slice(0, 100)}`,
      "pass POST on with its body and Content-Type unchanged",
    );
}
