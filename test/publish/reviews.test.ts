import { buildBusinessPage } from "../../src/components/json-ld.ts";
import { expect, test } from "vitest";
import { photoPaths, toSources, toVariants } from "../../src/publish/photo-paths.ts";
import { isReservedId, listPath, picturePath, starsPicturePath } from "../../src/schema/review-paths.ts";
import {
  archivePageSize,
  buildAggregateRating,
  buildArchivePages,
  buildBusiness,
  buildReviewsDataset,
  buildUnerasedWarnings,
  listPhotos,
} from "../../src/publish/reviews.ts";
import type { Site, SitePhoto } from "../../src/schema/site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./fixture.ts";

test("the aggregate rating is the mean of the ratings, to two decimals, with its distribution", () => {
  expect(buildAggregateRating([{ rating: 5 }, { rating: 4 }, { rating: 5 }])).toEqual({
    rating_value: 4.67,
    best_rating: 5,
    worst_rating: 1,
    review_count: 3,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
});

test("a month fills its pages from its oldest review on, so a new review moves no older one to another page", () => {
  const month = Array.from({ length: archivePageSize + 1 }, (_, index) => ({
    id: `r${String(archivePageSize - index).padStart(4, "0")}`,
    date: "2026-05-01",
  }));
  const pathsOf = (reviews: { id: string; date: string }[]) =>
    new Map(buildArchivePages(reviews).flatMap((page) => page.reviews.map(({ id }) => [id, page.path])));
  const before = pathsOf(month.slice(1));
  const after = pathsOf(month);
  for (const [id, path] of before) expect(after.get(id)).toBe(path);
  const newest = month[0]?.id ?? "";
  expect(after.get(newest)).toBe("/reviews/2026-05/2/");
});

test("the archive shows every review once, newest first, no page longer than its size", () => {
  const reviews = Array.from({ length: 3 * archivePageSize }, (_, index) => ({
    id: `r${index}`,
    date: index < 2 * archivePageSize + 1 ? "2026-05-01" : "2026-04-01",
  }));
  const pages = buildArchivePages(reviews);
  expect(pages.flatMap((page) => page.reviews)).toEqual(reviews);
  expect(pages.map(({ path, page, pages: of, reviews: shown }) => [path, page, of, shown.length])).toEqual([
    ["/reviews/2026-05/3/", 3, 3, 1],
    ["/reviews/2026-05/2/", 2, 3, archivePageSize],
    ["/reviews/2026-05/", 1, 3, archivePageSize],
    ["/reviews/2026-04/", 1, 1, archivePageSize - 1],
  ]);
});

const photo = (hash: string, width: number, height: number): SitePhoto => ({
  hash,
  format: hash === "aa" ? "webp" : "jpg",
  width,
  height,
  path: `/content/photos/${hash}.png`,
  toError: (message) => new Error(message),
});
const photos = new Map([
  ["small.png", photo("aa", 300, 200)],
  ["wide.png", photo("bb", 3000, 1000)],
]);
const [small, wide] = [
  { url: `${baseUrl}/photos/webp/aa-300.webp`, width: 300, height: 200 },
  { url: `${baseUrl}/photos/jpg/bb-1080.jpg`, width: 1080, height: 360 },
];

/** A site in which everything is given that may be left out. */
function buildFull(): Site {
  const shot = (file: string, alt: string) => ({ file, alt });
  const entry = buildEntry({ photos: [shot("wide.png", "Wide"), shot("gone.png", "Gone")] });
  const site = buildSite([entry], { photos });
  return {
    ...site,
    business: {
      ...site.business,
      geo: { latitude: 1, longitude: 2 },
      time_zone: "UTC",
      price_range: "$",
      founded: "1999",
      kind: "Hotel",
      website: "https://green.example",
      same_as: ["https://a.example"],
      data_licence: { name: "Mine", url: "https://a.example/licence" },
      log: { origin: "a", key: "a+01234567+AA==", rotations: [], witnesses: [{ key: "c" }] },
      logo: "small.png",
      cover: { file: "wide.png", alt: "Wide" },
      gallery: [{ file: "wide.png", alt: "Again" }],
    },
    technicians: [
      {
        id: "will",
        name: "Grant Hill",
        aliases: ["Will"],
        role: "Lead",
        portrait: shot("small.png", "Will"),
      },
      { id: "ann", name: "Ann", aliases: [] },
    ],
  };
}

test("of the business everything is published that the owner gives, with pictures, and nothing that is not given", () => {
  const site = buildFull();
  const shown = buildBusiness(site, baseUrl);
  expect(shown).toEqual({
    ...buildBusiness(buildSite([]), baseUrl),
    geo: { latitude: 1, longitude: 2 },
    time_zone: "UTC",
    price_range: "$",
    founded: "1999",
    kind: "Hotel",
    same_as: ["https://green.example", "https://a.example"],
    data_licence: { name: "Mine", url: "https://a.example/licence" },
    log: { origin: "a", key: "a+01234567+AA==", witnesses: [{ key: "c" }] },
    logo: { ...small, alt: "Green & <Sons>" },
    cover: { ...wide, alt: "Wide" },
    gallery: [{ ...wide, alt: "Again" }],
    technicians: [
      {
        id: "will",
        name: "Grant Hill",
        role: "Lead",
        aliases: ["Will"],
        portrait: { ...small, alt: "Will" },
      },
      { id: "ann", name: "Ann" },
    ],
  });
  expect(buildBusinessPage(shown)["@type"]).toBe("Hotel");
  const log = { origin: "a", key: "a+01234567+AA==" };
  const business = { ...site.business, log: { ...log, rotations: [] } };
  expect(buildBusiness({ ...site, business }, baseUrl).log).toEqual(log);
  const plain = buildSite([]);
  expect(buildBusiness({ ...plain, business: { ...plain.business, fictional: false } }, baseUrl)).toEqual({
    name: "Green & <Sons>",
    description: "Lawn care.",
    url: "https://reviews.test/",
    telephone: "+1 555 010 0100",
    email: "hello@lawn.example",
    address: { street: "1 Way", city: "Town", region: "OH", postal_code: "43004", country: "US" },
    opening_hours: [{ days: ["Mo"], opens: "08:00", closes: "17:00" }],
    same_as: [],
    data_licence: { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
    services: [
      { id: "mowing", name: "Mowing", description: "Cutting grass." },
      { id: "edging", name: "Edging", description: "Clean lines." },
    ],
    technicians: [{ id: "will", name: "Grant Hill" }],
    service_areas: [{ id: "town", name: "Town", region: "Ohio" }],
  });
});

test("every picture of the dataset is listed, and each stands below the site in all sizes it has", () => {
  const site = buildFull();
  const dataset = buildReviewsDataset(site, buildAnalysis(site), baseUrl);
  expect(dataset.reviews[0]?.photos).toEqual([{ ...wide, alt: "Wide" }]);
  const alts = ["Green & <Sons>", "Wide", "Will", "Again", "Wide"];
  expect(listPhotos(dataset).map(({ alt }) => alt)).toEqual(alts);
  const [one, other] = [photo("aa", 300, 200), photo("bb", 3000, 1)];
  expect(toVariants(one).map(({ path }) => path)).toEqual(["/photos/webp/aa-300.webp"]);
  const files = ["/photos/jpg/bb-400.jpg", "/photos/jpg/bb-1080.jpg"];
  expect(toVariants(other).map(({ path }) => path)).toEqual(files);
  expect(toVariants(other)[0]).toEqual({ path: "/photos/jpg/bb-400.jpg", width: 400, height: 1 });
  expect(toVariants(photo("cc", 400, 160)).map(({ width, height }) => [width, height])).toEqual([[400, 160]]);
  expect(photoPaths(wide)).toEqual(files);
  expect(toSources(small)).toEqual([{ url: `${baseUrl}/photos/webp/aa-300.webp`, width: 300 }]);
  for (const name of ["aa-300.webpx", "aa-300.jpg", "xx-3.webp", "aa-.webp"])
    expect(toSources({ url: `${baseUrl}/photos/webp/${name}`, width: 300 })).toEqual([]);
  expect(toSources({ url: "https://a.example/b.webp", width: 300 })).toEqual([]);
});

test("of a review all is published that the owner gives, and nothing besides", () => {
  const entry = buildEntry({
    title: "Good",
    source: { name: "Google", url: "https://a.example" },
    verification: { method: "invoice", date: "2026-05-01" },
    reply: { date: "2026-05-15", text: "Hi" },
    updated: "2026-05-16",
    allow: { phone: "ours" },
  });
  const site = buildSite([entry, buildEntry({ id: "r0" })]);
  const analysis = { ...buildAnalysis(site), mentions: new Map() };
  const [full, plain] = buildReviewsDataset(site, analysis, baseUrl).reviews;
  const mentions = { technicians: [], services: [], areas: [] };
  const { allow: _, ...own } = entry;
  const url = `${baseUrl}/reviews/r1/`;
  expect(full).toEqual({ ...own, author: { name: "Karen M." }, url, verified: true, mentions });
  expect(Object.keys(plain ?? {}).join(" ")).toBe(
    "id url date rating text author source verification verified mentions",
  );
  expect([plain?.source, plain?.verification]).toEqual([{ name: "Own website" }, { method: "job_record" }]);
});

test("of a confidential business no day of a visit is published", () => {
  const site = buildSite([buildEntry({ verification: { method: "invoice", date: "2026-05-01" } })]);
  site.business.confidential = true;
  const { reviews } = buildReviewsDataset(site, buildAnalysis(site), baseUrl);
  expect(reviews.map(({ verification }) => verification)).toEqual([{ method: "invoice" }]);
});

test("addresses of lists, pictures and pages are those that links rest on", () => {
  expect([listPath("stars", 5), listPath("people", "ann", 2), picturePath("a"), starsPicturePath(5)]).toEqual(
    ["/reviews/stars/5/", "/reviews/people/ann/2/", "/pictures/a.png", "/pictures/stars/5.png"],
  );
  expect(["2026-05", "stars", "years"].map(isReservedId)).toEqual([true, true, true]);
  expect(["2026-05-1", "x2026-05", "12026-05", "star", "202-05"].filter(isReservedId)).toEqual([]);
});

test("what is withdrawn and still in content is said, with the command that takes it out", () => {
  expect(buildUnerasedWarnings({ unerased: [{ id: "a", place: "b.yaml:1", reason: "fraud" }] })).toEqual([
    "warning: a is withdrawn from the site, and its words still stand in b.yaml:1: npm run redact -- a --reason fraud takes them out",
  ]);
});
