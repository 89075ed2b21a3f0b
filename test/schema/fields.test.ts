import { expect, test } from "vitest";
import type { z } from "zod";
import { BusinessEntry } from "../../src/schema/business.ts";
import { SearchQuery } from "../../src/schema/datasets.ts";
import { BaseUrl } from "../../src/schema/endpoints.ts";
import { HubPublication, HubSubscription } from "../../src/schema/hub.ts";
import { asJpeg } from "../../src/schema/photo.ts";
import { EditEntry, RemovedEntry, ReviewEntry } from "../../src/schema/review.ts";
import { Day, Id, Instant, Line, Prose, WebAddress } from "../../src/schema/text.ts";
import { BusinessLog, LostLog } from "../../src/schema/transparency-log.ts";
import { AcceptedVerdicts, Judge, VerdictAnswer } from "../../src/schema/verdicts.ts";
import { words } from "../server/words.ts";

const x = (count: number) => "x".repeat(count);
const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);
const b = BusinessEntry.shape;
const r = ReviewEntry.shape;
const q = SearchQuery.shape;
const h = HubSubscription.shape;
const url = "https://a.example/b";
const hex = (digits: number) => "0123456789abcdef".repeat(8).slice(0, digits);
const photo = { file: "a.png", alt: "A" };
const address = { street: "1 Way", city: "Town", region: "OH", postal_code: "43004", country: "US" };
const hours = { days: ["Mo"], opens: "08:00", closes: "17:00" };
const said = { verdict: "positive", quote: "Good" };
const mixed = { verdict: "mixed", quote: "Good", criticism: "Late" };
const toVerdict = (judgement: object) => ({ review_id: "r1", verdicts: [{ aspect: "price", ...judgement }] });
const key = `a.example/log+0123abcd+${x(44)}`;
const lost = { size: 0, root: `${x(43)}=` };

// Patterns and limits stand in shapes.test.ts; here is what is said when one of them does not hold.
test.each<[schema: z.ZodType, bad: unknown, message: string]>([
  [Line, x(301), "must have at most 300 characters"],
  [Line, " \n", "must not be empty"],
  [Prose, x(20_001), "must have at most 20,000 characters"],
  [Day, "2026-02-29", "must be a real day, written YYYY-MM-DD"],
  [Instant, "2026-05-01", "must be an instant in UTC, such as 2026-05-01T09:30:00Z"],
  [Id, "-a", "must be 1 to 64 of a-z, 0-9 and -, not starting with -"],
  [
    b.opening_hours,
    [{ ...hours, closes: "9:00" }],
    'must be a time in quotes, from "00:00" to "23:59", such as "07:30"',
  ],
  [b.address, { ...address, country: "us" }, "must be a country code of two letters, such as US"],
  [b.telephone, "555 010 0199", "must be an international number, such as +1 555 010 0199"],
  [b.founded, "199", "Invalid input"],
  [b.action, { label: x(31), url }, "must be at most 30 characters"],
  [
    b.feed_authority,
    "a/",
    "must be a domain, perhaps with a path, such as reviews.example.com or example.com/reviews",
  ],
  [b.brand, { color: "1d6b45" }, 'must be a color of six hex digits in quotes, such as "#1d6b45"'],
  [b.brand, { motifs: many(7, "leaf") }, "must be at most 6 motifs"],
  [b.gallery, many(13, photo), "must be at most 12 pictures"],
  [b.logo, "../a.png", "must be the name of a .jpg, .png or .webp file in content/photos"],
  [b.logo, "a.HEIF", `must be the name of a .jpg, .png or .webp file in content/photos; ${asJpeg}`],
  [b.logo, `${x(197)}.jpg`, "must have at most 200 characters"],
  [b.editor, { backend: "gitlab", repository: "a/b" }, "must be github"],
  [
    b.editor,
    { backend: "github", repository: "a" },
    "must be the owner and the name of a repository, such as fern/reviews",
  ],
  [b.editor, { backend: "github", repository: "a/b", branch: "-a" }, "must be the name of a branch"],
  [
    b.editor,
    { backend: "github", repository: "a/b", folder: "/a" },
    "must be the path of a folder, such as content",
  ],
  [r.rating, "5", "must be a whole number from 1 to 5"],
  [r.author, "Ann Kay", 'must be a first name with at most the initial of the last name, such as "Karen M."'],
  [r.author, x(61), "must have at most 60 characters"],
  [r.reply, { date: "2026-01-01", text: " " }, "must not be empty"],
  [EditEntry.shape.photos, many(11, photo), "must be at most 10 pictures"],
  [RemovedEntry.shape.fingerprints, [hex(23)], "must be hex digits, as npm run redact writes them"],
  [q.rating, 6, "must be a whole number from 1 to 5"],
  [q.min_rating, 0.9, "must be a number from 1 to 5, such as 4 or 4.5"],
  [q.since, 1, "must be a real day, written YYYY-MM-DD"],
  [q.until, "2026-02-30", "must be a real day, written YYYY-MM-DD"],
  [q.mentions_technician, x(8193), "must be text of at most 8,192 characters"],
  [q.mentions_service, 1, "must be text"],
  [q.limit, "5", "must be a whole number from 1 to 100"],
  [h["hub.lease_seconds"], "01", "hub.lease_seconds must be a whole number of seconds, such as 864000"],
  [h["hub.topic"], undefined, "hub.topic is missing: name the topic's URL"],
  [h["hub.callback"], undefined, "hub.callback is missing: name the HTTPS URL to be called"],
  [
    HubPublication.shape.topics,
    [],
    "hub.url is missing: name the URL of a topic that has changed; it may be repeated",
  ],
  [
    HubPublication.shape.version,
    hex(31),
    "version must be the version in /manifest.json: 32 digits of 0-9 and a-f",
  ],
  [
    BusinessLog,
    { origin: "a+b", key },
    "must be a name without spaces and +, such as reviews.example.com/log",
  ],
  [BusinessLog.shape.key, "a", "must be the public key that npm run log -- init prints"],
  [LostLog, { ...lost, root: x(44) }, "must be the third line of the checkpoint, in Base64"],
  [VerdictAnswer, toVerdict({ ...said, quote: x(2001) }), "must have at most 2,000 characters"],
  [VerdictAnswer, toVerdict({ ...mixed, criticism: x(2001) }), "must have at most 2,000 characters"],
  [VerdictAnswer, toVerdict({ ...said, quote: "" }), "must not be empty"],
  [VerdictAnswer, toVerdict({ ...said, quote: 5 }), "Invalid input: expected string, received number"],
  [
    VerdictAnswer,
    { ...toVerdict(said), text_sha256: hex(7) },
    "must be the hex digits that the question gives",
  ],
  [AcceptedVerdicts.shape.text_sha256, hex(63), "must be 64 hex digits"],
])("of a value that does not fit it is said what would: %#", (schema, bad, message) => {
  expect(schema.safeParse(bad).error?.issues[0]?.message).toBe(message);
});

// Rules that no pattern holds; besides each limit stands its neighbor on the other side.
test.each<[what: string, schema: z.ZodType, good: unknown[], bad: unknown[], message: string]>([
  [
    "an address",
    WebAddress,
    ["http://a.example", url],
    ["ftp://a.example", "xhttps://a.example", "httpsx://a.example", "a.example"],
    "Invalid URL",
  ],
  [
    "addresses that people follow",
    b.review_at,
    [[{ name: "A", url }]],
    [[{ name: "A", url: "data:x" }]],
    "Invalid URL",
  ],
  [
    "a time zone",
    b.time_zone,
    ["America/New_York", "UTC", "Etc/GMT-3", undefined],
    ["+01:00", "-05:00", "Mars/Base", "", "Mars"],
    "must be a time zone of the IANA database, such as America/New_York",
  ],
  [
    "a language",
    b.language,
    ["en", "en-GB", "zh-Hant-TW"],
    ["EN", "english language", "", "en_GB"],
    "must be a language tag, such as en or en-GB",
  ],
  [
    "a form service",
    b.collect,
    [{ endpoint: url }],
    [{ endpoint: "http://a.example" }, { endpoint: "xhttps://a" }, { endpoint: "httpsx://a" }],
    "must be the address of your form service, starting with https://",
  ],
  [
    "an estimate",
    b.estimate_url,
    [url, "http://a.example", "mailto:a@b.example"],
    ["tel:+1", "xmailto:a@b.example", "https-x://a", "a"],
    "must be an address that starts with https:// or mailto:",
  ],
  [
    "a pale color",
    b.brand,
    [{ color: "#949494" }, { color: "#1D6B45" }],
    [{ color: "#959595" }],
    "is too pale for buttons and links: its contrast with white is 3.0, at least 3 is needed; #747474 is the same color, dark enough",
  ],
  [
    "a sentence as author",
    r.author,
    ["Ann", "Mary Ann K.", "O’Neil-Smith", "Ann É"],
    ["Never go there A."],
    'must be a name and nothing else, such as "Karen M."',
  ],
  [
    "words to search for",
    q.query,
    [x(200), "😀".repeat(200), `${x(199)}😀`, ""],
    [x(201), "😀".repeat(201), 1, `${"😀".repeat(200)}x`, `${"e\u0301".repeat(100)}x`],
    "must be text of at most 200 characters",
  ],
  [
    "days in their order",
    SearchQuery,
    [{ since: "2026-01-02", until: "2026-01-02" }, { since: "2026-01-02" }, { until: "2026-01-02" }],
    [{ since: "2026-01-02", until: "2026-01-01" }],
    "must not be after until (2026-01-01)",
  ],
  [
    "the address of a site",
    BaseUrl,
    ["http://a", "https://a.example:8443/b/C~d_.-1/", "https://a.example/b", undefined],
    words(`a.example ftp://a.example https://a.example/?b https://a.example/#b https://u@a.example https://:p@a.example
      https://a.example//b httpsx://a https://a.example/%20 xhttps://a https-x://a`).concat(
      "https://a.example/b c",
    ),
    "must be an address such as https://reviews.example.com or https://example.com/reviews",
  ],
  [
    "a secret",
    h["hub.secret"],
    [x(199), "é".repeat(99), ""],
    [x(200), "é".repeat(100)],
    "hub.secret must have fewer than 200 bytes in UTF-8",
  ],
  [
    "one side of two",
    VerdictAnswer,
    [toVerdict(said), toVerdict(mixed), { ...toVerdict(said), text_sha256: hex(64) }],
    [toVerdict({ ...said, verdict: "mixed" }), toVerdict({ ...mixed, criticism: "" })],
    'is mixed, so it needs a "criticism" beside the "quote" that praises',
  ],
  [
    "two sides of one",
    VerdictAnswer,
    [],
    [toVerdict({ ...mixed, verdict: "negative" })],
    'has a "criticism", which only a mixed verdict has',
  ],
  [
    "a judge",
    Judge,
    [{ model: x(120) }, { person: x(120) }, { model: "a" }, { person: "a" }],
    [{ model: "a", person: "a" }, {}],
    "Invalid input",
  ],
])("%s", (_, schema, good, bad, message) => {
  for (const value of good)
    expect(schema.safeParse(value).error?.issues, JSON.stringify(value)).toBe(undefined);
  for (const value of bad)
    expect(schema.safeParse(value).error?.issues[0]?.message, JSON.stringify(value)).toBe(message);
});

test("what is not given is filled in, and letters of colors are small", () => {
  expect(
    BusinessEntry.parse({
      name: "A",
      description: "",
      telephone: "+1 555 010 0199",
      email: "a@b.example",
      address,
      opening_hours: [hours],
      brand: { color: "#1D6B45" },
      editor: { backend: "github", repository: "a/b" },
      log: { origin: "a", key },
    }),
  ).toMatchObject({
    brand: { color: "#1d6b45" },
    same_as: [],
    fictional: false,
    editor: { folder: "content" },
    log: { rotations: [] },
  });
  expect(BaseUrl.parse("HTTPS://A.example/b/")).toBe("https://a.example/b");
  expect(BaseUrl.parse(undefined)).toBe("http://localhost:3000");
  expect(h["hub.lease_seconds"].parse("60")).toBe(60);
});

test.each<[query: object, issues: string[]]>([
  [{ since: "2026-01-02", until: "2026-01-01" }, ["since: must not be after until (2026-01-01)"]],
  [
    { since: "2026-01-02", until: "2026-01-01", rating: 9 },
    ["rating: must be a whole number from 1 to 5", "since: must not be after until (2026-01-01)"],
  ],
  [{ since: "2026-13-02", until: "2026-01-01" }, ["since: must be a real day, written YYYY-MM-DD"]],
  [{ since: "2026-01-02", until: "2026-00-01" }, ["until: must be a real day, written YYYY-MM-DD"]],
  [{ more: 1 }, [': Unrecognized key: "more"']],
])("all that is wrong with a search is said, and of days that are none no order: %j", (query, issues) => {
  const found = SearchQuery.safeParse(query).error?.issues ?? [];
  expect(found.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual(issues);
});
