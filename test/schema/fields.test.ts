import { expect, test } from "vitest";
import type { z } from "zod";
import { BusinessEntry } from "../../src/schema/business.ts";
import { SearchQuery } from "../../src/schema/datasets.ts";
import { BaseUrl } from "../../src/schema/endpoints.ts";
import { HubPublication, HubSubscription } from "../../src/schema/hub.ts";
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
const refused: [schema: z.ZodType, bad: unknown][] = [
  [Line, x(301)],
  [Line, " \n"],
  [Prose, x(20_001)],
  [Day, "2026-02-29"],
  [Instant, "2026-05-01"],
  [Id, "-a"],
  [b.opening_hours, [{ ...hours, closes: "9:00" }]],
  [b.address, { ...address, country: "us" }],
  [b.telephone, "555 010 0199"],
  [b.founded, "199"],
  [b.action, { label: x(31), url }],
  [b.feed_authority, "a/"],
  [b.brand, { color: "1d6b45" }],
  [b.brand, { motifs: many(7, "leaf") }],
  [b.gallery, many(13, photo)],
  [b.logo, "../a.png"],
  [b.logo, "a.HEIF"],
  [b.logo, `${x(197)}.jpg`],
  [b.editor, { backend: "gitlab", repository: "a/b" }],
  [b.editor, { backend: "github", repository: "a" }],
  [b.editor, { backend: "github", repository: "a/b", branch: "-a" }],
  [b.editor, { backend: "github", repository: "a/b", folder: "/a" }],
  [r.rating, "5"],
  [r.author, "Ann Kay"],
  [r.author, x(61)],
  [r.reply, { date: "2026-01-01", text: " " }],
  [EditEntry.shape.photos, many(11, photo)],
  [RemovedEntry.shape.fingerprints, [hex(23)]],
  [q.rating, 6],
  [q.min_rating, 0.9],
  [q.since, 1],
  [q.until, "2026-02-30"],
  [q.mentions_technician, x(8193)],
  [q.mentions_service, 1],
  [q.limit, "5"],
  [h["hub.lease_seconds"], "01"],
  [h["hub.topic"], undefined],
  [h["hub.callback"], undefined],
  [HubPublication.shape.topics, []],
  [HubPublication.shape.version, hex(31)],
  [BusinessLog, { origin: "a+b", key }],
  [BusinessLog.shape.key, "a"],
  [LostLog, { ...lost, root: x(44) }],
  [VerdictAnswer, toVerdict({ ...said, quote: x(2001) })],
  [VerdictAnswer, toVerdict({ ...mixed, criticism: x(2001) })],
  [VerdictAnswer, toVerdict({ ...said, quote: "" })],
  [VerdictAnswer, toVerdict({ ...said, quote: 5 })],
  [VerdictAnswer, { ...toVerdict(said), text_sha256: hex(7) }],
  [AcceptedVerdicts.shape.text_sha256, hex(63)],
];

test("of a value that does not fit it is said what would", () => {
  const said = refused.map(([schema, bad]) => {
    const [issue] = schema.safeParse(bad).error?.issues ?? [];
    return `${JSON.stringify(bad)?.slice(0, 60)}: ${issue?.message}`;
  });
  expect(said.join("\n")).toMatchSnapshot();
});

// Rules that no pattern holds; besides each limit stands its neighbor on the other side.
const rules: [what: string, schema: z.ZodType, good: unknown[], bad: unknown[]][] = [
  [
    "an address",
    WebAddress,
    ["http://a.example", url],
    ["ftp://a.example", "xhttps://a.example", "httpsx://a.example", "a.example"],
  ],
  ["addresses that people follow", b.review_at, [[{ name: "A", url }]], [[{ name: "A", url: "data:x" }]]],
  [
    "a time zone",
    b.time_zone,
    ["America/New_York", "UTC", "Etc/GMT-3", undefined],
    ["+01:00", "-05:00", "Mars/Base", "", "Mars"],
  ],
  ["a language", b.language, ["en", "en-GB", "zh-Hant-TW"], ["EN", "english language", "", "en_GB"]],
  [
    "a form service",
    b.collect,
    [{ endpoint: url }],
    [{ endpoint: "http://a.example" }, { endpoint: "xhttps://a" }, { endpoint: "httpsx://a" }],
  ],
  [
    "an estimate",
    b.estimate_url,
    [url, "http://a.example", "mailto:a@b.example"],
    ["tel:+1", "xmailto:a@b.example", "https-x://a", "a"],
  ],
  ["a pale color", b.brand, [{ color: "#949494" }, { color: "#1D6B45" }], [{ color: "#959595" }]],
  ["a sentence as author", r.author, ["Ann", "Mary Ann K.", "O’Neil-Smith", "Ann É"], ["Never go there A."]],
  [
    "words to search for",
    q.query,
    [x(200), "😀".repeat(200), `${x(199)}😀`, ""],
    [x(201), "😀".repeat(201), 1, `${"😀".repeat(200)}x`, `${"e\u0301".repeat(100)}x`],
  ],
  [
    "days in their order",
    SearchQuery,
    [{ since: "2026-01-02", until: "2026-01-02" }, { since: "2026-01-02" }, { until: "2026-01-02" }],
    [{ since: "2026-01-02", until: "2026-01-01" }],
  ],
  [
    "the address of a site",
    BaseUrl,
    ["http://a", "https://a.example:8443/b/C~d_.-1/", "https://a.example/b", undefined],
    words(`a.example ftp://a.example https://a.example/?b https://a.example/#b https://u@a.example https://:p@a.example
      https://a.example//b httpsx://a https://a.example/%20 xhttps://a https-x://a`).concat(
      "https://a.example/b c",
    ),
  ],
  ["a secret", h["hub.secret"], [x(199), "é".repeat(99), ""], [x(200), "é".repeat(100)]],
  [
    "one side of two",
    VerdictAnswer,
    [toVerdict(said), toVerdict(mixed), { ...toVerdict(said), text_sha256: hex(64) }],
    [toVerdict({ ...said, verdict: "mixed" }), toVerdict({ ...mixed, criticism: "" })],
  ],
  ["two sides of one", VerdictAnswer, [], [toVerdict({ ...mixed, verdict: "negative" })]],
  [
    "a judge",
    Judge,
    [{ model: x(120) }, { person: x(120) }, { model: "a" }, { person: "a" }],
    [{ model: "a", person: "a" }, {}],
  ],
];

test.each(rules)("%s is taken or refused, and it is said why", (_, schema, good, bad) => {
  const issueOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  for (const value of good) expect(issueOf(value), JSON.stringify(value)).toBe(undefined);
  expect(bad.map(issueOf)).toEqual(bad.map(() => issueOf(bad[0])));
  expect(issueOf(bad[0])).toMatchSnapshot();
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
