import * as fc from "fast-check";
import { type Analysis, analyse } from "../../src/insights/analyse.ts";
import { newestFirst } from "../../src/schema/review.ts";
import type { PublishedEntry, Site, SitePhoto } from "../../src/schema/site.ts";
import { lawnSite, review } from "../insights/lawn-site.ts";
import { cleanText } from "../../src/schema/text.ts";

export const baseUrl = "https://reviews.test";

export const buildEntry = (changes: Partial<PublishedEntry> = {}): PublishedEntry =>
  review("Will came on time.", changes);

const named = {
  technicians: [{ id: "will", name: "Grant Hill", aliases: [] }],
  services: [
    { id: "mowing", name: "Mowing", description: "Cutting grass.", aliases: [] },
    { id: "edging", name: "Edging", description: "Clean lines.", aliases: [] },
  ],
  areas: [{ id: "town", name: "Town", region: "Ohio", aliases: [] }],
  aspects: [],
  faq: [],
};

/** A picture in content, for tests that do not look at its pixels. */
export const picture: SitePhoto = {
  hash: "ab",
  format: "webp",
  width: 40,
  height: 30,
  path: "",
  toError: (said) => new Error(said),
};

/** A whole site with these reviews. */
export const buildSite = (reviews: PublishedEntry[], changes: Partial<Site> = {}): Site => ({
  ...lawnSite,
  business: {
    ...lawnSite.business,
    name: "Green & <Sons>",
    description: "Lawn care.",
    telephone: "+1 555 010 0100",
    email: "hello@lawn.example",
    address: { street: "1 Way", city: "Town", region: "OH", postal_code: "43004", country: "US" },
  },
  ...named,
  reviews: reviews.toSorted(newestFirst),
  ...changes,
});

let analysed: Analysis | undefined;

/** The real analysis of a site without reviews, but with these mentions for every review. */
export function buildAnalysis(site: Site, mentioned: { id: string; name: string }[] = []): Analysis {
  const isUsual = Object.entries(named).every(([part, value]) => site[part as keyof typeof named] === value);
  const analysis = isUsual ? (analysed ??= analyse(buildSite([]))) : analyse({ ...site, reviews: [] });
  const mentions = { technicians: [], services: mentioned, areas: [] };
  return { ...analysis, mentions: new Map(site.reviews.map(({ id }) => [id, mentions])) };
}

const fragments = fc.constantFrom(
  ..."]]> ]]>]]> <![CDATA[ <script>alert(1)</script> <!-- &amp; &lt; & \" ' =1+1 @cmd , ` \\".split(" "),
  ..."\u0000\u0008\u000b\u001f|\ud800|\uffff|👩‍👩‍👧‍👦|שלום|مرحبا|\u202e|\r\n|\n\n|\t| |; |# h|[x](javascript:alert(1))".split(
    "|",
  ),
);

/** The text of a hostile or unlucky customer, before any cleaning. */
export const hostileText = fc
  .array(fc.oneof(fragments, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 8 })
  .map((parts) => parts.join(""));

/** The same as content is read. */
export const cleanHostileText = hostileText.map((text) => cleanText(text).trim());
