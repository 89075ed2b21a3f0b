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

type Row = [what: string, schema: z.ZodType, good: unknown[], bad: unknown[], message: string];

// Besides each limit stands its neighbor on the other side.
const rows: Row[] = [
  ["a line", Line, ["a", x(300), " a\n b "], [x(301)], "must have at most 300 characters"],
  ["an empty line", Line, [], ["", " \n"], "must not be empty"],
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
  ["prose", Prose, ["", x(20_000)], [x(20_001)], "must have at most 20,000 characters"],
  [
    "a day",
    Day,
    ["2024-02-29"],
    ["2026-02-29", "2026-2-1", "01.02.2026"],
    "must be a real day, written YYYY-MM-DD",
  ],
  [
    "an instant",
    Instant,
    ["2026-05-01T09:30:00Z"],
    ["2026-05-01T09:30:00+01:00", "2026-05-01"],
    "must be an instant in UTC, such as 2026-05-01T09:30:00Z",
  ],
  [
    "an id",
    Id,
    ["a", "0-", x(64)],
    ["", "-a", "A", "a_b", x(65)],
    "must be 1 to 64 of a-z, 0-9 and -, not starting with -",
  ],
  [
    "opening hours",
    b.opening_hours,
    [[hours], [{ ...hours, opens: "00:00", closes: "23:59" }]],
    [
      [{ ...hours, opens: "24:00" }],
      [{ ...hours, closes: "9:00" }],
      [{ ...hours, closes: "19:60" }],
      [{ ...hours, opens: "008:00" }],
      [{ ...hours, opens: "08:000" }],
    ],
    'must be a time in quotes, from "00:00" to "23:59", such as "07:30"',
  ],
  [
    "a country",
    b.address,
    [address],
    [
      { ...address, country: "USA" },
      { ...address, country: "us" },
      { ...address, country: "1US" },
    ],
    "must be a country code of two letters, such as US",
  ],
  [
    "a telephone number",
    b.telephone,
    ["+1 555 010 0199", "+1234567", `+1${"2".repeat(20)}`, "+1(2)3-4 5"],
    ["555 010 0199", "+123456", `+1${"2".repeat(21)}`, "x+1234567", "+1234567x"],
    "must be an international number, such as +1 555 010 0199",
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
    "the year of the founding",
    b.founded,
    ["1999", "1999-05-01"],
    ["199", "19999", "in 1999"],
    "Invalid input",
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
  ["a button", b.action, [{ label: x(30), url }], [{ label: x(31), url }], "must be at most 30 characters"],
  [
    "ids of the feed",
    b.feed_authority,
    ["a", "a.example", "a.example/b/c~d", x(253), `a${"/b".repeat(8)}`],
    [
      "A.example",
      "-a",
      "a-",
      "a/",
      "a//b",
      "https://a.example",
      "a.example/.b",
      x(254),
      `a${"/b".repeat(9)}`,
    ],
    "must be a domain, perhaps with a path, such as reviews.example.com or example.com/reviews",
  ],
  [
    "a color",
    b.brand,
    [{ color: "#1d6b45" }, { color: "#1D6B45" }],
    [{ color: "1d6b45" }, { color: "#1d6b4" }, { color: "#1d6b455" }, { color: "#1d6b4g" }],
    'must be a color of six hex digits in quotes, such as "#1d6b45"',
  ],
  [
    "a pale color",
    b.brand,
    [{ color: "#949494" }],
    [{ color: "#959595" }],
    "is too pale for buttons and links: its contrast with white is 3.0, at least 3 is needed; #747474 is the same color, dark enough",
  ],
  [
    "drawings",
    b.brand,
    [{ motifs: Array(6).fill("leaf") }],
    [{ motifs: Array(7).fill("leaf") }],
    "must be at most 6 motifs",
  ],
  [
    "pictures of the business",
    b.gallery,
    [many(12, photo)],
    [many(13, photo)],
    "must be at most 12 pictures",
  ],
  [
    "a picture",
    b.logo,
    ["a.png", "a/b c/d_é-1 (2).JPEG", "_a.webp", `${x(196)}.jpg`],
    ["a.gif", "a.pngx", "/a.png", "a//b.png", "../a.png", ".a.png", "a/.b/c.png", "a.png ", "-a.png"],
    "must be the name of a .jpg, .png or .webp file in content/photos",
  ],
  [
    "a picture of a telephone",
    b.logo,
    [],
    ["a.heic", "a.HEIF"],
    `must be the name of a .jpg, .png or .webp file in content/photos; ${asJpeg}`,
  ],
  ["a long name of a picture", b.logo, [], [`${x(197)}.jpg`], "must have at most 200 characters"],
  [
    "an editor",
    b.editor,
    [
      { backend: "github", repository: "fern/reviews", branch: "a/b-1.x", folder: "a/b.c" },
      { backend: "github", repository: "_f.1/.r" },
    ],
    [{ backend: "gitlab", repository: "a/b" }],
    "must be github",
  ],
  [
    "a repository",
    b.editor,
    [],
    ["a", "a/b/c", ".a/b", "a/", "a/b c", "x a/b"].map((repository) => ({ backend: "github", repository })),
    "must be the owner and the name of a repository, such as fern/reviews",
  ],
  [
    "a branch",
    b.editor,
    [],
    ["-a", "a b", "", ".a", "a b"].map((branch) => ({ backend: "github", repository: "a/b", branch })),
    "must be the name of a branch",
  ],
  [
    "a folder",
    b.editor,
    [],
    ["/a", "a/", "../a", "a//b", "", "a/.b", "a b"].map((folder) => ({
      backend: "github",
      repository: "a/b",
      folder,
    })),
    "must be the path of a folder, such as content",
  ],
  ["a rating", r.rating, [1, 5], [0, 6, 4.5, "5"], "must be a whole number from 1 to 5"],
  [
    "an author",
    r.author,
    ["Ann", "Mary Ann K.", "Ann K", "O’Neil-Smith", "Ann É", x(60)],
    ["Ann Kay", "Ann 2", "Ann K.."],
    'must be a first name with at most the initial of the last name, such as "Karen M."',
  ],
  ["a long author", r.author, [], [x(61)], "must have at most 60 characters"],
  [
    "a sentence as author",
    r.author,
    [],
    ["Never go there A."],
    'must be a name and nothing else, such as "Karen M."',
  ],
  [
    "a reply",
    r.reply,
    [{ date: "2026-01-01", text: "a" }],
    [{ date: "2026-01-01", text: " " }],
    "must not be empty",
  ],
  [
    "pictures of a customer",
    EditEntry.shape.photos,
    [many(10, photo)],
    [many(11, photo)],
    "must be at most 10 pictures",
  ],
  [
    "a fingerprint",
    RemovedEntry.shape.fingerprints,
    [[hex(24)], [`${hex(8)}-${hex(24)}`]],
    [[hex(23)], [hex(25)], [`${hex(7)}-${hex(24)}`], [`x${hex(24)}`], [`${hex(24)}x`]],
    "must be hex digits, as npm run redact writes them",
  ],
  ["stars to search for", q.rating, [1, 5], [0, 6, 4.5, "5"], "must be a whole number from 1 to 5"],
  [
    "the fewest stars to search for",
    q.min_rating,
    [1, 5, 4.5],
    [0.9, 5.1, "4"],
    "must be a number from 1 to 5, such as 4 or 4.5",
  ],
  ["the first day", q.since, ["2026-02-28"], ["2026-02-30", 1], "must be a real day, written YYYY-MM-DD"],
  ["the last day", q.until, ["2026-02-28"], ["2026-02-30"], "must be a real day, written YYYY-MM-DD"],
  [
    "words to search for",
    q.query,
    [x(200), "😀".repeat(200), `${x(199)}😀`, ""],
    [x(201), "😀".repeat(201), 1, `${"😀".repeat(200)}x`, `${"e\u0301".repeat(100)}x`],
    "must be text of at most 200 characters",
  ],
  [
    "a name to search for",
    q.mentions_technician,
    [x(8192)],
    [x(8193)],
    "must be text of at most 8,192 characters",
  ],
  ["a name that is none", q.mentions_service, [], [1], "must be text"],
  [
    "how many to find",
    q.limit,
    [1, 100, undefined],
    [0, 101, 1.5, "5"],
    "must be a whole number from 1 to 100",
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
    [
      "a.example",
      "ftp://a.example",
      "https://a.example/?b",
      "https://a.example/#b",
      "https://u@a.example",
      "https://:p@a.example",
      "https://a.example//b",
      "httpsx://a",
      "https://a.example/b c",
      "https://a.example/%20",
      "xhttps://a",
      "https-x://a",
    ],
    "must be an address such as https://reviews.example.com or https://example.com/reviews",
  ],
  [
    "a lease",
    h["hub.lease_seconds"],
    ["1", "864000", undefined],
    ["0", "01", "-1", "1.5", "x1", "1x", ""],
    "hub.lease_seconds must be a whole number of seconds, such as 864000",
  ],
  [
    "a secret",
    h["hub.secret"],
    [x(199), "é".repeat(99), ""],
    [x(200), "é".repeat(100)],
    "hub.secret must have fewer than 200 bytes in UTF-8",
  ],
  ["a topic", h["hub.topic"], ["a"], [undefined], "hub.topic is missing: name the topic's URL"],
  [
    "a callback",
    h["hub.callback"],
    ["a"],
    [undefined],
    "hub.callback is missing: name the HTTPS URL to be called",
  ],
  [
    "topics",
    HubPublication.shape.topics,
    [["a"]],
    [[]],
    "hub.url is missing: name the URL of a topic that has changed; it may be repeated",
  ],
  [
    "a version",
    HubPublication.shape.version,
    [hex(32), undefined],
    [hex(31), hex(33), `${hex(31)}g`, `x${hex(32)}`],
    "version must be the version in /manifest.json: 32 digits of 0-9 and a-f",
  ],
  [
    "a log",
    BusinessLog,
    [
      { origin: "a.example/log", key },
      { origin: x(255), key: `a+${hex(8)}+A==` },
    ],
    [
      { origin: "a b", key },
      { origin: "a+b", key },
      { origin: "", key },
      { origin: x(256), key },
    ],
    "must be a name without spaces and +, such as reviews.example.com/log",
  ],
  [
    "the key of a log",
    BusinessLog.shape.key,
    [key],
    ["", "a", ` ${key}`, `${key} `, key.replace("0123abcd", "0123abc"), `a+b${key}`],
    "must be the public key that npm run log -- init prints",
  ],
  [
    "a lost log",
    LostLog,
    [lost, { ...lost, root: `${"Az09+/".repeat(7)}a=` }],
    [
      { ...lost, root: x(44) },
      { ...lost, root: `${x(42)}=` },
      { ...lost, root: `x${x(43)}=` },
      { ...lost, root: `${x(43)}==` },
    ],
    "must be the third line of the checkpoint, in Base64",
  ],
  [
    "a verdict",
    VerdictAnswer,
    [
      toVerdict(said),
      toVerdict(mixed),
      toVerdict({ ...said, quote: x(2000) }),
      toVerdict({ ...mixed, criticism: x(2000) }),
      { ...toVerdict(said), text_sha256: hex(8) },
      { ...toVerdict(said), text_sha256: hex(64) },
    ],
    [toVerdict({ ...said, quote: x(2001) }), toVerdict({ ...mixed, criticism: x(2001) })],
    "must have at most 2,000 characters",
  ],
  ["a verdict without a quote", VerdictAnswer, [], [toVerdict({ ...said, quote: "" })], "must not be empty"],
  [
    "one side of two",
    VerdictAnswer,
    [],
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
    "a quote that is none",
    VerdictAnswer,
    [],
    [toVerdict({ ...said, quote: 5 })],
    "Invalid input: expected string, received number",
  ],
  [
    "the hash of a question",
    VerdictAnswer,
    [],
    [
      { ...toVerdict(said), text_sha256: hex(7) },
      { ...toVerdict(said), text_sha256: hex(65) },
      { ...toVerdict(said), text_sha256: "x".repeat(8) },
    ],
    "must be the hex digits that the question gives",
  ],
  [
    "a judge",
    Judge,
    [{ model: x(120) }, { person: x(120) }, { model: "a" }, { person: "a" }],
    [{ model: "a", person: "a" }, {}],
    "Invalid input",
  ],
  [
    "the text of accepted verdicts",
    AcceptedVerdicts.shape.text_sha256,
    [hex(64)],
    [hex(63), hex(65), `x${hex(64)}`],
    "must be 64 hex digits",
  ],
];

test.each(rows)("%s", (_, schema, good, bad, message) => {
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
