import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { feedSize, JsonFeed } from "../../src/schema/datasets.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { memberOf } from "../../src/schema/json.ts";
import { fixes, parseLinks, stillShows, toNames } from "./answers.ts";
import { type AuditedDeploy, type Check, hasSidecar } from "./deploy.ts";

const text = z.union([z.string(), z.number()]).transform(String);
const list = <T extends z.ZodType>(shape: T) =>
  z.union([z.array(shape), shape.transform((one) => [one])]).default([]);
const AtomLink = z.object({ rel: z.string().default("alternate"), href: z.string() });

/** Requirements of RFC 4287 and our own for a feed. */
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
  async run(deploy) {
    await checkJsonFeed("/api/feed.json", deploy);
    await checkAtom("/feed.xml", deploy);
  },
};

async function checkJsonFeed(path: string, deploy: AuditedDeploy): Promise<void> {
  const types = ["application/json", "application/feed+json"];
  const feed = await deploy.parse(path, JsonFeed, "valid JSON Feed 1.1", types);
  if (feed === undefined) return;
  const { builtFor, baseUrl } = deploy;
  const ids = feed.items.map(({ _review }) => _review.id);
  compareIds(path, ids, deploy);
  if (feed.feed_url !== builtFor + path)
    deploy.altered(path, `says that it is ${feed.feed_url} (feed_url)`, fixes.baseUrl(baseUrl));
  const hubs = (feed.hubs ?? []).map(({ url }) => url);
  if (!hasSidecar(deploy)) {
    if (hubs.length > 0) deploy.altered(path, `names the hub ${hubs[0]}, and the build has none`);
  } else if (!hubs.includes(builtFor + hubPath))
    deploy.altered(path, `does not name the hub ${builtFor}${hubPath}`, fixes.baseUrl(baseUrl));
}

async function checkAtom(path: string, deploy: AuditedDeploy): Promise<void> {
  const answer = await deploy.read(path, ["application/atom+xml"]);
  if (answer === undefined) return;
  const xml = answer.body.toString("utf8");
  const valid = XMLValidator.validate(xml);
  if (valid !== true)
    return deploy.altered(path, `is not well-formed XML (line ${valid.err.line}: ${valid.err.msg})`);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", processEntities: false });
  const { data, error } = Atom.safeParse(parser.parse(xml));
  const [issue] = error?.issues ?? [];
  if (data === undefined)
    return deploy.altered(path, `is no valid Atom feed (${issue?.path.join(".")}: ${issue?.message})`);
  const { link, entry } = data.feed;
  const pages = entry.flatMap((one) => one.link.filter(({ rel }) => rel === "alternate").slice(0, 1));
  const ids = pages.map(({ href }) => /\/reviews\/([^/]+)\/$/.exec(href)?.[1] ?? href);
  compareIds(path, ids, deploy);
  for (const [rel, href] of linksOf(path, deploy))
    if (!link.some((one) => one.rel === rel && one.href === href))
      deploy.altered(path, `has no link rel="${rel}" to ${href}`, fixes.baseUrl(deploy.baseUrl));
}

/** How a topic names its hub and itself. */
const linksOf = (path: string, deploy: AuditedDeploy): (readonly [rel: string, href: string])[] => [
  ...(hasSidecar(deploy) ? [["hub", deploy.builtFor + hubPath] as const] : []),
  ["self", deploy.builtFor + path],
];

/** Both feeds hold the newest reviews, newest first. */
function compareIds(path: string, ids: readonly string[], { dataset, altered }: AuditedDeploy): void {
  if (dataset === undefined) return;
  const erased = dataset.removed.find(({ id }) => ids.includes(id));
  if (erased !== undefined) return altered(path, ...stillShows(erased.id));
  const newest = dataset.reviews.slice(0, feedSize).map(({ id }) => id);
  if (ids.join() === newest.join()) return;
  const missing = newest.filter((id) => !ids.includes(id)).length;
  const counts = `${ids.length} of ${newest.length}, ${missing} of them missing`;
  altered(path, `does not hold the newest reviews of /reviews.json (${counts})`);
}

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub and itself, on GET and on HEAD, and the hub takes POST",
  needsSidecar: true,
  async run(deploy) {
    for (const path of topicPaths)
      for (const method of ["GET", "HEAD"] as const) await checkTopic(path, method, deploy);
    await checkPost(deploy);
    const asked = await deploy.get(hubPath);
    const isThere = deploy.isGood(hubPath, asked, { statuses: [405], types: ["text/plain"] });
    if (isThere && !toNames(asked.headers["allow"]).includes("post"))
      deploy.wrong(hubPath, "answers GET with 405 and no Allow: POST", "pass its headers on");
    const { status } = await deploy.get("/readyz");
    if (status === 503 && memberOf(await deploy.json("/readyz"), "status") === "store unreachable")
      deploy.wrong(
        "/readyz",
        "says that the hub cannot reach its store (503): nobody can subscribe",
        "see that the database of DATABASE_URL runs, or that its disk has room",
      );
  },
};

async function checkTopic(path: string, method: "GET" | "HEAD", deploy: AuditedDeploy): Promise<void> {
  if (deploy.damaged.has(path)) return;
  const answer = method === "GET" ? await deploy.get(path) : await deploy.ask(path, { method });
  if (answer.status === 405 || answer.status === 501) {
    const problem = `answers ${answer.status} to ${method}`;
    return deploy.wrong(path, problem, "serve HEAD as GET, without a body", "head");
  }
  if (!deploy.isGood(path, answer, { method }) || deploy.isWithoutRules) return;
  const links = parseLinks(answer.headers["link"]);
  const missing = linksOf(path, deploy).filter(([rel, address]) => !links.get(rel)?.includes(address));
  if (missing.length === 0) return;
  const names = missing.map(([rel]) => `rel="${rel}"`).join(" and ");
  const others = missing.flatMap(([rel]) => links.get(rel) ?? []);
  const onHead = method === "HEAD" ? " on HEAD" : "";
  const but = others.length > 0 ? `, but to ${others.join(", ")}` : "";
  deploy.wrong(
    path,
    `has no Link header ${names} to this deploy${onHead}${but}: subscribers do not find the hub`,
    "send the Link header of dist/_headers on GET and HEAD; BASE_URL of the build must be this address",
    "link header",
  );
}

/** A subscription with a callback that the hub itself refuses, in words of its own: firewalls dislike such forms. */
async function checkPost({ ask, builtFor, isGood, wrong }: AuditedDeploy): Promise<void> {
  const form = {
    "hub.mode": "subscribe",
    "hub.topic": `${builtFor}/feed.xml`,
    "hub.callback": "http://subscriber.example/only-https-is-taken",
  };
  const answer = await ask(hubPath, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const expected = { statuses: [400, 429, 503], types: ["text/plain"], method: "POST" } as const;
  if (!isGood(hubPath, answer, expected) || answer.status !== 400) return;
  const reply = answer.body.toString("utf8").trim();
  if (!/callback/i.test(reply))
    wrong(
      hubPath,
      `does not get the form of a subscription: ${reply.slice(0, 100)}`,
      "pass POST on with its body and Content-Type unchanged",
    );
}
