import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { feedSize, JsonFeed } from "../../src/schema/datasets.ts";
import { hubPath } from "../../src/schema/hub.ts";
import { type Check, contentCause, type AuditedDeploy, read, type Reporter } from "./check.ts";
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
