import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { feedSize, JsonFeed } from "../../src/schema/feed.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { type Check, type Deploy, parseLinks } from "./check.ts";

const rebuild = "build again and deploy the whole of dist";

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub and itself, on GET and on HEAD, and the hub is there",
  async run(deploy, { wrong }) {
    const hub = deploy.baseUrl + hubPath;
    for (const path of topicPaths) {
      for (const method of ["GET", "HEAD"] as const) {
        const { status, headers, body } =
          method === "GET" ? await deploy.get(path) : await deploy.ask(path, { method });
        if (status !== 200) {
          wrong(path, `answers ${status} to ${method}`, "serve HEAD as GET, without a body");
          continue;
        }
        if (method === "HEAD" && body.length > 0) wrong(path, "sends a body to HEAD", "send none");
        const links = parseLinks(headers["link"]);
        for (const [rel, address] of [
          ["hub", hub],
          ["self", deploy.baseUrl + path],
        ] as const) {
          if (links.get(rel)?.includes(address)) continue;
          wrong(
            path,
            `has no Link to its ${rel} (${address}) on ${method}${links.has(rel) ? `, but to ${links.get(rel)?.join(", ")}` : ""}`,
            "send the Link header of dist/_headers on GET and HEAD; BASE_URL of the build must be this address",
          );
        }
      }
    }
    const preflight = await deploy.ask(hubPath, { method: "OPTIONS" });
    const asked = await deploy.get(hubPath);
    if (preflight.status !== 204 || asked.status !== 405) {
      wrong(
        hubPath,
        `does not answer as a hub (GET ${asked.status}, OPTIONS ${preflight.status})`,
        "send this path to the sidecar (npm run serve), and see that it runs",
      );
    }
  },
};

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

async function newestIds(deploy: Deploy): Promise<string[] | undefined> {
  const parsed = ReviewsDataset.safeParse(await deploy.json("/reviews.json"));
  return parsed.data?.reviews.slice(0, feedSize).map(({ id }) => id);
}

export const feedsCheck: Check = {
  name: "feeds",
  claim: "Both feeds are valid and hold the newest reviews of the dataset",
  async run(deploy, { wrong }) {
    const newest = await newestIds(deploy);
    const json = JsonFeed.safeParse(await deploy.json("/api/feed.json"));
    if (!json.success) {
      const [issue] = json.error.issues;
      wrong(
        "/api/feed.json",
        `is no valid JSON Feed 1.1 (${issue?.path.join(".")}: ${issue?.message})`,
        rebuild,
      );
    } else {
      const hub = deploy.baseUrl + hubPath;
      if (!json.data.hubs.some(({ url }) => url === hub))
        wrong("/api/feed.json", `does not name the hub ${hub}`, `build with BASE_URL=${deploy.baseUrl}`);
      const ids = json.data.items.map(({ _review }) => _review.id);
      if (newest && ids.join() !== newest.join())
        wrong(
          "/api/feed.json",
          "does not hold the newest reviews of /reviews.json",
          `${rebuild}; purge the CDN`,
        );
    }
    const { body } = await deploy.get("/feed.xml");
    const xml = body.toString("utf8");
    const isWellFormed = XMLValidator.validate(xml);
    if (isWellFormed !== true)
      return wrong(
        "/feed.xml",
        `is not well-formed XML (line ${isWellFormed.err.line}: ${isWellFormed.err.msg})`,
        rebuild,
      );
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "",
      processEntities: false,
    });
    const atom = Atom.safeParse(parser.parse(xml));
    if (!atom.success) {
      const [issue] = atom.error.issues;
      return wrong(
        "/feed.xml",
        `is no valid Atom feed (${issue?.path.join(".")}: ${issue?.message})`,
        rebuild,
      );
    }
    const { link, entry } = atom.data.feed;
    for (const [rel, href] of [
      ["self", `${deploy.baseUrl}/feed.xml`],
      ["hub", deploy.baseUrl + hubPath],
    ] as const) {
      if (!link.some((one) => one.rel === rel && one.href === href))
        wrong("/feed.xml", `has no link rel="${rel}" to ${href}`, `build with BASE_URL=${deploy.baseUrl}`);
    }
    if (newest && entry.length !== newest.length)
      wrong("/feed.xml", `holds ${entry.length} entries, not ${newest.length}`, `${rebuild}; purge the CDN`);
  },
};
