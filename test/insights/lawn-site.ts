import type { AspectEntry, PublishedEntry, Site } from "../../src/schema/site.ts";

const none = { aliases: [] as string[] };
const service = (id: string, name: string, aliases: string[] = []) => ({
  id,
  name,
  description: "",
  aliases,
});

export const lawnSite: Site = {
  business: {
    name: "Greenhollow Lawn Care",
    description: "",
    telephone: "+1 614 555 0142",
    email: "hello@greenhollow.example",
    address: { street: "1 Way", city: "Fernwick", region: "OH", postal_code: "43999", country: "US" },
    opening_hours: [{ days: ["Mo"], opens: "08:00", closes: "17:00" }],
    same_as: [],
    fictional: true,
  },
  technicians: [
    { id: "will", name: "Will Tanner", ...none },
    { id: "grant", name: "Grant Ellison", ...none },
    { id: "mike-a", name: "Mike Alvarez", ...none },
    { id: "mike-d", name: "Mike Donnelly", aliases: ["Big Mike"] },
    { id: "teo", name: "Teo Nakamura", ...none },
  ],
  services: [
    service("mowing", "Lawn mowing"),
    service("aeration", "Core aeration", ["aeration"]),
    service("hedges", "Hedge and shrub trimming"),
    service("overseeding", "Overseeding"),
  ],
  areas: [
    { id: "fernwick", name: "Fernwick", region: "Ohio", aliases: ["Old Fernwick"] },
    { id: "harrow-glen", name: "Harrow Glen", region: "Ohio", aliases: [] },
  ],
  aspects: [
    {
      id: "punctuality",
      name: "Punctuality",
      description: "",
      triggers: ["on time", "late", "arrived"],
      positive: ["on time"],
      negative: ["late again", "left us waiting"],
      ignore: ["late summer"],
    },
    {
      id: "price",
      name: "Price",
      description: "",
      triggers: ["price", "cost"],
      positive: [],
      negative: ["outrageous"],
      ignore: [],
    },
  ],
  faq: [],
  pages: [],
  summary: { updated: "2026-01-01", body: { text: "", file: "summary.md", line: 4 } },
  reviews: [],
  withheld: [],
  removed: [],
  verdicts: [],
  stale_verdicts: [],
  photos: new Map(),
  unerased: [],
};

/** People, places or services of these names; ids are first words, or stand before "=". */
export const listed = (names: string, region = "Nebraska") =>
  names.split(", ").map((entry) => {
    const [id, name = ""] = entry.includes("=")
      ? entry.split("=")
      : [entry.split(" ")[0]?.toLowerCase(), entry];
    return { id: id ?? "", name, region, description: "", aliases: [] as string[] };
  });

/** What another business is called. */
export const named = (name: string) => ({ ...lawnSite.business, name });

/** A review of the lawn site with this text. */
export const review = (text: string, changes: Partial<PublishedEntry> = {}): PublishedEntry => ({
  id: "r1",
  date: "2026-05-14",
  rating: 5,
  text,
  author: "Karen M.",
  source: { name: "Own website" },
  verification: { method: "job_record" },
  ...changes,
});

/** The lawn site with one review per text: r1, r2, … by authors A1, A2, … */
export const withReviews = (
  texts: readonly (string | PublishedEntry)[],
  changes: Partial<Site> = {},
): Site => ({
  ...lawnSite,
  reviews: texts.map((text, index) =>
    typeof text === "string" ? review(text, { id: `r${index + 1}`, author: `A${index + 1}` }) : text,
  ),
  ...changes,
});

/** An aspect that these words raise. */
export const aspect = (id: string, triggers: string[], rest: Partial<AspectEntry> = {}): AspectEntry => ({
  id,
  name: id,
  description: "",
  triggers,
  positive: [],
  negative: [],
  ignore: [],
  ...rest,
});
