import { z } from "zod";
import { Instant, toCount } from "../schema/text.ts";
import { Feed } from "feed";
import { basePathOf } from "../schema/endpoints.ts";
import { type ReviewsDataset, type JsonFeed, feedSize } from "../schema/datasets.ts";
import { hubPath } from "../schema/hub.ts";
import { lastChange, type Review } from "../schema/review.ts";
import { escapeMarkup, toXmlCharacters } from "./markup.ts";
import { toMediaType } from "./photo-paths.ts";

/** The parts of the previous deploy's JSON Feed that count; earlier builds gave entries no HTML. */
export const PreviousFeed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      content_html: z.string().optional(),
      date_published: Instant,
      date_modified: Instant.optional(),
    }),
  ),
});
export type PreviousFeed = z.infer<typeof PreviousFeed>;

const hour = 3_600_000;
const second = 1000;

/**
 * When an entry was last changed. Content knows days only, so a second edit on one day would leave the date as it was,
 * and readers would not look: it is a second later than the state that the previous deploy shows.
 */
function dateChange(
  noon: string,
  entry: { title: string; content: string },
  before: PreviousFeed["items"][number] | undefined,
): string {
  if (before === undefined) return noon;
  const shown = before.date_modified ?? before.date_published;
  const later = Date.parse(shown) - Date.parse(noon);
  // Further away, it is another day or time zone.
  if (later < 0 || later >= hour) return noon;
  const isSame =
    before.content_html === undefined ||
    (before.title === entry.title && before.content_html === entry.content);
  return isSame ? shown : `${new Date(Date.parse(shown) + second).toISOString().slice(0, 19)}Z`;
}

const authorityOf = (id: string): string | undefined => {
  const [, domain, path] = /^tag:([^,]+),2026:(.*\/)?review\//.exec(id) ?? [];
  return domain && [domain, ...(path ? [path.slice(0, -1)] : [])].join("/");
};

/** Readers would notice: under another domain or path, they take every entry for a new one. */
export function buildFeedWarnings(previous: PreviousFeed | undefined, authority: string): string[] {
  const [first] = previous?.items ?? [];
  const before = first && authorityOf(first.id);
  if (before === undefined || before === authority || /^localhost(?:\/|$)/.test(before)) return [];
  return [
    `warning: the ids of all feed entries change with the site's address, and readers will show them again: write "feed_authority: ${before}" into business.yaml to keep them`,
  ];
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const maxTitleLength = 80;

/** The first words, cut between two words where there are any, never inside a character. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = Array.from(
    graphemes.segment(line.slice(0, maxTitleLength * 20)),
    ({ segment }) => segment,
  );
  if (characters.length <= maxTitleLength) return line;
  const cut = characters.slice(0, maxTitleLength).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

function buildTitle({ rating, title, text, author }: Review): string {
  const stars = toCount(rating, "star");
  const words = title ?? firstWords(text);
  return words === "" ? `${stars} from ${author.name}` : `${stars}: ${words}`;
}

/** A day as an instant: readers from 12 hours west of Greenwich to almost 12 east of it show that day. */
const noon = (day: string): string => `${day}T12:00:00Z`;

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p dir="auto">${escapeMarkup(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("");

const buildHtml = ({ rating, text, reply, photos = [] }: Review, owner: string) =>
  [
    `<p>${"★".repeat(rating)}${"☆".repeat(5 - rating)} ${rating} of 5 stars</p>`,
    paragraphs(text),
    ...photos.map(
      ({ url, width, height, alt }) =>
        `<p><img src="${escapeMarkup(url)}" width="${width}" height="${height}" alt="${escapeMarkup(alt)}"></p>`,
    ),
    reply
      ? `<blockquote><p>Reply from ${escapeMarkup(owner)}, ${reply.date}:</p>${paragraphs(reply.text)}</blockquote>`
      : "",
  ].join("");

/** How entries are named and dated, besides what the dataset says. */
export interface FeedSettings {
  /** The domain and path in the ids of entries; by default those of the base URL. */
  authority?: string | undefined;
  /** Of our own words; English if not given. */
  language?: string | undefined;
  /** The feed of the deploy that this one follows. */
  previous?: PreviousFeed | undefined;
  /** Whether there is a hub. */
  hasSidecar?: boolean;
}

/**
 * The domain in tag URIs (RFC 4151), which was ours on the day they name, wherever the site is now, with the path that
 * tells several sites of one host apart.
 */
export const tagAuthority = (baseUrl: string, given?: string): string =>
  (given ?? new URL(baseUrl).hostname + basePathOf(baseUrl)).replace(/[^\w./~-]+/g, "-");

/** The prefix of a feed's ids: "tag:example.com,2026:", and the path. */
const toTagPrefix = (authority: string): string => {
  const [domain, ...path] = authority.split("/");
  return `tag:${domain},2026:${path.map((part) => `${part}/`).join("")}`;
};

const latestOf = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1);

type Channel = ReturnType<typeof buildChannel>;

/**
 * What both feeds say. `whenEmpty` is the day a feed without reviews was last changed: a feed must name one, and the
 * clock is no source.
 */
export function buildChannel(
  dataset: ReviewsDataset,
  baseUrl: string,
  whenEmpty: string,
  { authority, language = "en", previous, hasSidecar = true }: FeedSettings = {},
) {
  const { business } = dataset;
  const prefix = toTagPrefix(tagAuthority(baseUrl, authority));
  const before = new Map(previous?.items.map((item) => [item.id, item]));
  const entries = dataset.reviews.slice(0, feedSize).map((review) => {
    const id = `${prefix}review/${review.id}`;
    const entry = { title: buildTitle(review), content: buildHtml(review, business.name) };
    return {
      ...entry,
      review,
      /** A tag URI: it stays when the permalink moves. */
      id,
      published: noon(review.date),
      updated: dateChange(noon(lastChange(review)), entry, before.get(id)),
      topics: [...review.mentions.services, ...review.mentions.technicians, ...review.mentions.areas],
    };
  });
  const deleted = dataset.removed
    .slice(0, feedSize)
    .map(({ id, removed_at }) => ({ id: `${prefix}review/${id}`, when: noon(removed_at) }));
  const changes = [...entries.map(({ updated }) => updated), ...deleted.map(({ when }) => when)];
  return {
    id: `${prefix}reviews`,
    title: `${business.name}: customer reviews`,
    description: `The newest verified customer reviews of ${business.name}${business.fictional ? ", a fictional business" : ""}.`,
    owner: business.name,
    language,
    licence: business.data_licence,
    home: `${baseUrl}/`,
    /** The hub that pushes changes, where there is a sidecar. */
    hub: hasSidecar ? baseUrl + hubPath : undefined,
    updated: latestOf(changes) ?? noon(whenEmpty),
    entries,
    /** Entries that are withdrawn, the newest first. */
    deleted,
  };
}

// `feed` takes "&amp;" back out of text elements before it escapes them, so each & goes in escaped once.
const element = (text: string) => toXmlCharacters(text).replaceAll("&", "&amp;");
// It puts titles and contents in CDATA as HTML, and escapes only the first "]]>": ours have no ">" of their own.
const html = (text: string) => toXmlCharacters(escapeMarkup(text));
// It does not escape < in an attribute, and escapes the & of our own escape again.
const attribute = (text: string) => toXmlCharacters(text).replace(/\s+/g, " ").replaceAll("<", "‹");

const toRights = ({ name, url }: { name: string; url: string }): string =>
  `Figures and the data as a collection: ${name}, ${url}. Texts: all rights with their authors.`;

/** The Atom feed (RFC 4287). */
export function buildAtom(channel: Channel, baseUrl: string): string {
  const feed = new Feed({
    id: channel.id,
    title: element(channel.title),
    description: element(channel.description),
    updated: new Date(channel.updated),
    author: { name: element(channel.owner), link: channel.home },
    link: channel.home,
    feed: `${baseUrl}/feed.xml`,
    ...(channel.hub && { hub: channel.hub }),
    generator: false,
    ...(channel.licence && { copyright: element(toRights(channel.licence)) }),
  });
  for (const { review, id, title, content, published, updated, topics } of channel.entries) {
    feed.addItem({
      id,
      title: html(title),
      link: review.url,
      published: new Date(published),
      date: new Date(updated),
      author: [{ name: element(review.author.name) }],
      category: topics.map((topic) => ({ term: topic.id, name: attribute(topic.name) })),
      content: toXmlCharacters(content),
    });
  }
  return `${withTombstones(feed.atom1(), channel)}\n`;
}

/** The language of our own words, and the entries that readers should drop (RFC 6721): `feed` knows neither. */
const withTombstones = (xml: string, { deleted, language }: Channel): string =>
  xml
    .replace(
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0" xml:lang="${language}">`,
    )
    .replace(
      /<\/feed>\s*$/,
      `${deleted.map(({ id, when }) => `    <at:deleted-entry ref="${id}" when="${when}"/>\n`).join("")}</feed>`,
    );

/** The JSON Feed (version 1.1): the same entries in the same order. */
export function buildJsonFeed(channel: Channel, baseUrl: string): JsonFeed {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: channel.title,
    home_page_url: channel.home,
    feed_url: `${baseUrl}/api/feed.json`,
    description: channel.description,
    language: channel.language,
    authors: [{ name: channel.owner, url: channel.home }],
    ...(channel.hub && { hubs: [{ type: "WebSub" as const, url: channel.hub }] }),
    items: channel.entries.map(({ review, id, title, content, published, updated, topics }) => ({
      id,
      url: review.url,
      title,
      content_html: content,
      // An item must have content; stars alone are said in words.
      content_text: review.text === "" ? title : review.text,
      date_published: published,
      ...(updated !== published && { date_modified: updated }),
      authors: [{ name: review.author.name }],
      ...(review.photos && {
        attachments: review.photos.map((photo) => ({ url: photo.url, mime_type: toMediaType(photo) })),
      }),
      ...(topics.length > 0 && { tags: [...new Set(topics.map(({ name }) => name))] }),
      _review: { id: review.id, rating: review.rating, ...(review.reply && { reply: review.reply }) },
    })),
  };
}

/** The feeds as a page's head names them, so that readers find them. */
export const buildFeedLinks = (baseUrl: string) =>
  [
    { type: "application/atom+xml", title: "Newest reviews (Atom)", href: `${baseUrl}/feed.xml` },
    { type: "application/feed+json", title: "Newest reviews (JSON Feed)", href: `${baseUrl}/api/feed.json` },
  ].map((feed) => ({ rel: "alternate", ...feed }));
