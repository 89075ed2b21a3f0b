import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildAtom,
  buildChannel,
  buildFeedLinks,
  buildFeedWarnings,
  buildJsonFeed,
  PreviousFeed,
  tagAuthority,
} from "../../src/publish/feeds.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { JsonFeed } from "../../src/schema/datasets.ts";
import type { PublishedEntry, Site } from "../../src/schema/site.ts";
import {
  baseUrl,
  buildAnalysis,
  buildEntry,
  buildSite,
  cleanHostileText,
  hostileText,
  picture,
} from "./fixture.ts";

interface Entry {
  id: string;
  title: { "#text"?: string; type: string };
  updated: string;
  published: string;
  author: { name: string };
  content: { "#text": string; type: string };
  link: { href: string; rel?: string };
  category?: { term: string; label: string } | { term: string; label: string }[];
}
interface AtomFeed {
  id: string;
  title: string;
  updated: string;
  author: { name: string };
  link: { rel: string; href: string }[];
  entry?: Entry[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  trimValues: false,
  isArray: (_, path) => path === "feed.entry" || path === "feed.link",
});

/** The feed as a strict reader parses it; malformed XML fails here. */
function readAtom(xml: string): AtomFeed {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
  const outsideCdata = xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, "");
  expect(outsideCdata.replaceAll(/="[^"]*"/g, "")).not.toContain("]]>");
  expect(outsideCdata).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
  expect(outsideCdata).not.toMatch(/="[^"]*<[^"]*"/);
  return (parser.parse(xml) as { feed: AtomFeed }).feed;
}

const render = (
  entries: PublishedEntry[],
  changes: Partial<Site> = {},
  named: { id: string; name: string }[] = [],
) => {
  const site = buildSite(entries, changes);
  const dataset = buildReviewsDataset(site, buildAnalysis(site, named), baseUrl);
  const channel = buildChannel(dataset, baseUrl, "2026-01-01");
  return { xml: buildAtom(channel, baseUrl), json: buildJsonFeed(channel, baseUrl) };
};

/** The text that a browser would show for this HTML. */
const shown = (html: string) => {
  const names: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  const text = html.replaceAll("<br>", "\n").replaceAll(/<[^>]*>/g, "");
  return text.replaceAll(/&([^;]+);/g, (escape, name: string) => names[name] ?? escape);
};

test("the Atom feed has what RFC 4287 demands of a feed and of each entry", () => {
  // A name that looks like an escape stays as it was written.
  const business = { ...buildSite([]).business, name: "Q&amp;A <&lt;>" };
  const feed = readAtom(
    render([buildEntry(), buildEntry({ id: "r2", updated: "2026-06-02" })], { business }).xml,
  );
  expect(feed.title).toBe("Q&amp;A <&lt;>: customer reviews");
  expect(feed.id).toBe("tag:reviews.test,2026:reviews");
  expect(feed.author.name).toBe("Q&amp;A <&lt;>");
  expect(feed.updated).toBe("2026-06-02T12:00:00.000Z");
  expect(feed.link).toEqual([
    { rel: "alternate", href: "https://reviews.test/" },
    { rel: "self", href: "https://reviews.test/feed.xml" },
    { rel: "hub", href: "https://reviews.test/api/websub/hub" },
  ]);
  expect(feed.entry).toHaveLength(2);
  for (const entry of feed.entry ?? []) {
    expect(entry.id).toMatch(/^tag:reviews\.test,2026:review\/r\d$/);
    expect(entry.title["#text"]).toBe("5 stars: Will came on time.");
    expect(entry.updated).toMatch(/^\d{4}-\d\d-\d\dT12:00:00\.000Z$/);
    expect(entry.author.name).toBe("Karen M.");
    expect(entry.link.href).toMatch(/^https:\/\/reviews\.test\/reviews\/r\d\/$/);
    expect(entry.content.type).toBe("html");
  }
});

test("both feeds hold the 50 newest reviews in the same order, each id once", () => {
  const entries = Array.from({ length: 60 }, (_, index) =>
    buildEntry({ id: `r${index}`, date: `2026-0${1 + (index % 6)}-01` }),
  );
  const { xml, json } = render(entries);
  const ids = readAtom(xml).entry?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(50);
  expect(json.items.map(({ id }) => id)).toEqual(ids);
  const newest = buildSite(entries).reviews.slice(0, 50);
  expect(ids).toEqual(newest.map(({ id }) => `tag:reviews.test,2026:review/${id}`));
});

test.each<[what: string, changes: Partial<PublishedEntry>, title: string | RegExp]>([
  ["the customer's own title", { title: "Tidy" }, "5 stars: Tidy"],
  ["one star", { rating: 1, text: "Late." }, "1 star: Late."],
  ["stars alone", { text: "" }, "5 stars from Karen M."],
  ["the first words, cut between words", { text: "lawn ".repeat(40) }, /^5 stars: (lawn ){10,15}lawn…$/],
  ["80 characters, whole", { text: "x".repeat(80) }, `5 stars: ${"x".repeat(80)}`],
  ["the 81st, cut", { text: "x".repeat(81) }, `5 stars: ${"x".repeat(80)}…`],
  [
    "half a long word",
    { text: `${"x".repeat(40)} ${"y".repeat(40)}` },
    `: ${"x".repeat(40)} ${"y".repeat(39)}…`,
  ],
  ["a word before a long one", { text: `${"x".repeat(41)}\n ${"y".repeat(40)}` }, `: ${"x".repeat(41)}…`],
  ["emoji, none in two", { text: "👩‍👩‍👧‍👦".repeat(100) }, /^5 stars: (👩‍👩‍👧‍👦)+…$/u],
])("the title says the stars and what the customer says: %s", (_, changes, title) => {
  const [item] = render([buildEntry(changes)]).json.items;
  if (typeof title === "string") expect(item?.title.endsWith(title)).toBe(true);
  else expect(item?.title).toMatch(title);
});

test("stars alone have content in both feeds, as both formats demand", () => {
  const { xml, json } = render([buildEntry({ text: "", rating: 4 })]);
  expect(json.items[0]?.content_text).toBe("4 stars from Karen M.");
  expect(readAtom(xml).entry?.[0]?.content["#text"]).toBe("<p>★★★★☆ 4 of 5 stars</p>");
});

test("no text breaks the Atom feed or is changed by it", () => {
  fc.assert(
    fc.property(cleanHostileText, cleanHostileText, (text, reply) => {
      const { xml } = render([buildEntry({ text, title: text, reply: { date: "2026-05-15", text: reply } })]);
      const [entry] = readAtom(xml).entry ?? [];
      const title = text === "" ? "5 stars from Karen M." : `5 stars: ${text}`;
      expect(shown(entry?.title["#text"] ?? "")).toBe(title);
      const content = shown(entry?.content["#text"] ?? "");
      for (const paragraph of text.split(/\n{2,}/)) expect(content).toContain(paragraph);
    }),
    { numRuns: 300 },
  );
});

test("no raw text, uncleaned names and categories included, breaks the Atom feed", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { xml } = render(
        [buildEntry({ text, title: text, author: text, reply: { date: "2026-05-15", text } })],
        { business: { ...buildSite([]).business, name: text, description: text } },
        [{ id: "mowing", name: text }],
      );
      expect(readAtom(xml).entry).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test("no text is changed by the JSON feed", () => {
  fc.assert(
    fc.property(cleanHostileText, (text) => {
      const { json } = render([buildEntry({ text })]);
      const read = JSON.parse(JSON.stringify(json)) as JsonFeed;
      expect(read.items[0]?.content_text).toBe(text === "" ? "5 stars from Karen M." : text);
    }),
  );
});

test("both feeds date a day at 12:00 UTC, whatever time zone the business is in: the same day from -12 to +11:59", () => {
  const removed = [{ id: "gone", removed_at: "2026-04-01" }];
  for (const time_zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", undefined]) {
    const business = { ...buildSite([]).business, ...(time_zone && { time_zone }) };
    const { json, xml } = render([buildEntry({ updated: "2026-05-20" })], { business, removed });
    expect(json.items[0]).toMatchObject({
      date_published: "2026-05-14T12:00:00Z",
      date_modified: "2026-05-20T12:00:00Z",
    });
    expect(readAtom(xml).entry?.[0]).toMatchObject({
      published: "2026-05-14T12:00:00.000Z",
      updated: "2026-05-20T12:00:00.000Z",
    });
    expect(xml).toContain('when="2026-04-01T12:00:00Z"');
  }
  for (const zone of ["Etc/GMT+12", "-12:00", "+11:59"]) {
    const there = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short" });
    expect(there.format(Date.parse("2026-05-14T12:00:00Z")), zone).toBe("2026-05-14");
  }
});

test("the Atom feed says its language, the licence of the data and which entries are withdrawn", () => {
  const removed = ["gone 2026-08-01", "older 2025-08-01"].map((one) => {
    const [id = "", removed_at = ""] = one.split(" ");
    return { id, removed_at };
  });
  const data_licence = { name: "ODbL & more", url: "https://example.com/?a=1&b=2" };
  const { business } = buildSite([]);
  const { xml } = render([buildEntry()], { removed, business: { ...business, data_licence } });
  const feed = readAtom(xml) as AtomFeed & {
    "xml:lang": string;
    "at:deleted-entry": unknown;
    rights: string;
  };
  expect(feed.rights).toBe(
    "Figures and the data as a collection: ODbL & more, https://example.com/?a=1&b=2. Texts: all rights with their authors.",
  );
  expect(feed["xml:lang"]).toBe("en");
  expect(feed["at:deleted-entry"]).toEqual([
    { ref: "tag:reviews.test,2026:review/gone", when: "2026-08-01T12:00:00Z" },
    { ref: "tag:reviews.test,2026:review/older", when: "2025-08-01T12:00:00Z" },
  ]);
  expect(xml).toContain('xmlns:at="http://purl.org/atompub/tombstones/1.0"');
  expect(feed.updated).toBe("2026-08-01T12:00:00.000Z");
});

test.each<[before: string, now: string, kept: string | undefined]>([
  ["old.test,2026:", "new.test", "old.test"],
  ["old.test,2026:a/b/", "new.test/a/b", "old.test/a/b"],
  ["new.test,2026:", "new.test", undefined],
  ["new.test,2026:a/", "new.test/a", undefined],
  ["localhost,2026:", "new.test", undefined],
  ["localhost,2026:a/", "new.test", undefined],
  ["localhost.test,2026:", "new.test", "localhost.test"],
  ["new.test,2025:", "old.test", undefined],
])("ids that began with %s and would be those of %s are kept as those of %s", (before, now, kept) => {
  const items = [{ id: `tag:${before}review/r1`, title: "x", date_published: "2026-05-14T12:00:00Z" }];
  const warning = `warning: the ids of all feed entries change with the site's address, and readers will show them again: write "feed_authority: ${kept}" into business.yaml to keep them`;
  expect(buildFeedWarnings({ items }, now)).toEqual(kept === undefined ? [] : [warning]);
  expect(buildFeedWarnings({ items: [] }, now)).toEqual([]);
  expect(buildFeedWarnings(undefined, now)).toEqual([]);
});

test.each([
  ["https://a.test", undefined, "a.test", "tag:a.test,2026:"],
  ["https://a.test/b/c", undefined, "a.test/b/c", "tag:a.test,2026:b/c/"],
  ["http://[::1]:80", undefined, "-1-", "tag:-1-,2026:"],
  ["https://a.test", "b.test/~x", "b.test/~x", "tag:b.test,2026:~x/"],
])("ids of a site at %s that calls itself %s", (address, given, authority, prefix) => {
  expect(tagAuthority(address, given)).toBe(authority);
  const site = buildSite([buildEntry()]);
  const dataset = buildReviewsDataset(site, buildAnalysis(site), address);
  const channel = buildChannel(dataset, address, "2026-01-01", { authority: given });
  expect([channel.id, channel.entries[0]?.id]).toEqual([`${prefix}reviews`, `${prefix}review/r1`]);
});

const same = { content_html: '<p>★★★★★ 5 of 5 stars</p><p dir="auto">Will came on time.</p>' };
// An entry of 2026-06-02: what the previous deploy showed, and how it is dated now.
test.each<[what: string, before: object, updated: string]>([
  ["another day", { date_modified: "2026-06-01T12:00:00Z" }, "2026-06-02T12:00:00Z"],
  ["a later state", { date_modified: "2026-06-02T12:59:59Z", content_html: "old" }, "2026-06-02T13:00:00Z"],
  ["another hour", { date_modified: "2026-06-02T13:00:00Z", content_html: "old" }, "2026-06-02T12:00:00Z"],
  ["no other date", { date_published: "2026-06-02T12:00:00Z", content_html: "old" }, "2026-06-02T12:00:01Z"],
  ["no content", { date_modified: "2026-06-02T12:00:05Z" }, "2026-06-02T12:00:05Z"],
  ["another title", { date_modified: "2026-06-02T12:00:05Z", title: "old", ...same }, "2026-06-02T12:00:06Z"],
  ["the same", { date_modified: "2026-06-02T12:00:05Z", ...same }, "2026-06-02T12:00:05Z"],
])("after a deploy that showed %s", (_, before, updated) => {
  const site = buildSite([buildEntry({ updated: "2026-06-02" })]);
  const dataset = buildReviewsDataset(site, buildAnalysis(site), baseUrl);
  const item = {
    id: "tag:reviews.test,2026:review/r1",
    title: "5 stars: Will came on time.",
    date_published: "2026-05-14T12:00:00Z",
    ...before,
  };
  const channel = buildChannel(dataset, baseUrl, "2026-01-01", { previous: { items: [item] } });
  expect([channel.entries[0]?.updated, channel.updated]).toEqual([updated, updated]);
});

test("an entry shows paragraphs, line ends and the owner's reply, and its categories are lines without tags", () => {
  const reply = { date: "2026-05-15", text: "Thanks." };
  const { json, xml } = render([buildEntry({ text: "One.\nTwo.\n\n\nThree <b>.", reply })], {}, [
    { id: "mowing", name: "Lawn\n <mowing>" },
  ]);
  expect(json.items[0]?.content_html).toBe(
    '<p>★★★★★ 5 of 5 stars</p><p dir="auto">One.<br>Two.</p><p dir="auto">Three &lt;b&gt;.</p><blockquote><p>Reply from Green &amp; &lt;Sons&gt;, 2026-05-15:</p><p dir="auto">Thanks.</p></blockquote>',
  );
  expect(readAtom(xml).entry?.[0]?.category).toEqual({ term: "mowing", label: "Lawn ‹mowing>" });
  expect(xml).toMatch(/<\/entry>\s*<\/feed>\n$/);
  expect(JsonFeed.parse(json)).toEqual(json);
  expect(json.hubs).toEqual([{ type: "WebSub", url: "https://reviews.test/api/websub/hub" }]);
  expect(json.items[0]).toMatchObject({
    authors: [{ name: "Karen M." }],
    _review: { id: "r1", rating: 5, reply },
  });
  const [plain] = render([buildEntry()]).json.items;
  expect([plain?.date_modified, plain?.tags]).toEqual([undefined, undefined]);
});

test("a feed ends with the 50 newest withdrawals, and a feed that is none is not gone on from", () => {
  const removed = Array.from({ length: 60 }, (_, at) => ({ id: `gone${at}`, removed_at: "2026-08-01" }));
  expect(render([buildEntry()], { removed }).xml.match(/<at:deleted-entry/g)).toHaveLength(50);
  for (const feed of [
    {},
    { items: [{}] },
    { items: [{ id: "a", title: "b", date_published: "2026-05-14" }] },
  ])
    expect(PreviousFeed.safeParse(feed).success).toBe(false);
});

test("a feed of files alone names no hub, pictures are attached, and categories are named once", () => {
  const entries = [buildEntry({ photos: [{ file: "a.png", alt: 'A "b"' }] }), buildEntry({ id: "r0" })];
  const site = buildSite(entries, { photos: new Map([["a.png", picture]]) });
  const named = ["mowing", "edging"].map((id) => ({ id, name: "Mowing" }));
  const dataset = buildReviewsDataset(site, buildAnalysis(site, named), baseUrl);
  const channel = buildChannel(dataset, baseUrl, "2026-01-01", { hasSidecar: false });
  const json = buildJsonFeed(channel, baseUrl);
  expect(json).not.toHaveProperty("hubs");
  expect(buildAtom(channel, baseUrl)).not.toContain('rel="hub"');
  expect(json.items[0]?.tags).toEqual(["Mowing"]);
  expect(json.items.map(({ attachments }) => attachments)).toEqual([
    [{ url: `${baseUrl}/photos/webp/ab-40.webp`, mime_type: "image/webp" }],
    undefined,
  ]);
  expect(json.items[0]?.content_html).toContain(
    `<p><img src="${baseUrl}/photos/webp/ab-40.webp" width="40" height="30" alt="A &quot;b&quot;"></p>`,
  );
  expect(buildFeedLinks(baseUrl).map(({ rel, type, href }) => [rel, type, href])).toEqual([
    ["alternate", "application/atom+xml", `${baseUrl}/feed.xml`],
    ["alternate", "application/feed+json", `${baseUrl}/api/feed.json`],
  ]);
});
