import { describe, expect, test } from "vitest";
import { google, googlePage } from "../exports.ts";
import { review } from "../../content/content-folder.ts";
import { createContent, type Exported, type Said } from "./memory.ts";

type Fields = Parameters<typeof google>[0];
const page = (...reviews: Partial<Fields>[]): Exported => ({
  "x.json": googlePage(...reviews.map((one) => google({ id: "A", ...one }))),
});

/** A review of which nothing is known of an import. */
const byHand = (fields: Record<string, string>) =>
  review({ id: "r9", date: "2026-03-01", author: "Karen M.", ...fields });

/** Content into which a review of Google's was imported. */
async function start(fields: Partial<Fields> = {}) {
  const content = createContent();
  const first = { comment: "Neat edges, said Karen to me.", reply: "Thank you!", ...fields };
  await content.importing(page(first), { write: true });
  const again = (next: Partial<Fields> = {}, said: Said = {}) =>
    content.importing(page({ ...first, ...next }), { write: true, ...said });
  return { ...content, again };
}

describe("importing again", () => {
  test("changes nothing where nothing changed", async () => {
    const { again, text } = await start();
    const before = text();
    const report = await again();
    const nothing = { new: [], edited: [], questions: [], notes: [] };
    expect(report).toMatchObject({ ...nothing, unchanged: [expect.any(String)] });
    expect(text()).toBe(before);
  });

  test("does not undo a correction, also when the platform dates its text anew", async () => {
    const { edit, again } = await start();
    edit("said Karen", "said a neighbor");
    expect(await again()).toMatchObject({ edited: [] });
    edit("Thank you!", "Thanks!");
    expect(await again({ updated: "2026-05-01T00:00:00Z" })).toMatchObject({ edited: [] });
  });

  test("takes a reply that is new, and one that is newer where nothing is known of the last import", async () => {
    const reply = { date: "2026-03-01", text: "Thank you!" };
    const first = await start({ reply: undefined });
    expect((await first.again({ reply: "Thank you!" })).edited).toMatchObject([{ changes: { reply } }]);
    const hand = byHand({ text: "Neat edges.", reply: "{ date: 2026-03-01, text: Thanks }" });
    const said = { comment: "Neat edges.", reply: "Thank you!" };
    expect((await createContent(hand).importing(page(said))).edited).toEqual([]);
    const newer = await createContent(hand).importing(page({ ...said, updated: "2026-03-02T00:00:00Z" }));
    expect(newer.edited).toMatchObject([{ changes: { reply: { date: "2026-03-02", text: "Thank you!" } } }]);
  });

  test("leaves what the owner publishes with personal data, and asks about jobs that came later by the review's id", async () => {
    const jobs = "customer,date\nKaren McDonald,2026-03-20\n";
    const { edit, again } = await start({ comment: "Great. Call me at 614 555 0100." });
    edit("  withheld: personal-data\n", "");
    const { edited, questions, unchanged } = await again({}, { jobs });
    expect(edited).toEqual([]);
    expect(questions).toMatchObject([{ about: "job-after-review", id: unchanged[0] }]);
  });

  test("new reviews stand by their days in one file a year", async () => {
    const { importing, text } = createContent();
    const days = ["2026-05-03", "2025-02-01", "2026-05-01", "2025-03-01", "2026-05-02"];
    const all = days.map((day, at) => ({ id: `A${at}`, created: day, comment: `Words of number ${at}.` }));
    await importing(page(...all), { write: true });
    expect(text().match(/(?<=of number )\d/g)).toEqual(["2", "4", "0", "1", "3"]);
  });

  test("takes the platform's day for the customer's words alone: a reply is no edit by the customer", async () => {
    const { again } = await start();
    const updated = "2026-05-01T00:00:00Z";
    const { edited } = await again({ reply: "Thank you both!", updated });
    const reply = { date: "2026-05-01", text: "Thank you both!" };
    expect(edited.map(({ changes }) => changes)).toEqual([{ reply }]);
    const later = await again({ reply: "Thank you both!", comment: "Late.", updated });
    expect(later.edited.map(({ changes }) => changes)).toEqual([{ text: "Late.", updated: "2026-05-01" }]);
  });

  test.each<[string, Partial<Fields>, object]>([
    ["words", { comment: "Neat, but late." }, { text: "Neat, but late." }],
    ["stars", { stars: "FOUR" }, { rating: 4 }],
    ["words that went", { comment: "" }, { text: null }],
    ["words with spaces around them", { comment: " Neat edges, said Karen to me. \n" }, {}],
    ["a reply", { reply: "Thank you all!" }, { reply: { date: "2026-03-01", text: "Thank you all!" } }],
  ])("sees the platform's edit of %s where nothing was corrected", async (_, next, changes) => {
    const { edited } = await (await start()).again(next);
    expect(edited.map((one) => one.changes)).toEqual(Object.keys(changes).length === 0 ? [] : [changes]);
  });

  test.each<[string, [string, string], Partial<Fields>]>([
    ["words", ["said Karen", "said a neighbor"], { comment: "Neat, but late." }],
    ["a reply", ["Thank you!", "Thanks!"], { reply: "Thank you all!" }],
  ])("asks where both have changed %s, and leaves content as it is", async (_, [from, to], next) => {
    const { edit, again } = await start();
    edit(from, to);
    expect(await again(next)).toMatchObject({ edited: [], questions: [{ about: "edited-twice" }] });
  });

  test("asks about a reply that went until the owner says that it goes here too", async () => {
    const { importing, text } = await start();
    const gone = page({ comment: "Neat edges, said Karen to me." });
    for (let times = 0; times < 2; times += 1)
      expect(await importing(gone, { write: true })).toMatchObject({
        edited: [],
        questions: [{ about: "reply-removed" }],
      });
    const taken = await importing(gone, { write: true, takesRepliesBack: true });
    expect(taken).toMatchObject({ edited: [{ changes: { reply: null } }], questions: [] });
    expect(text()).not.toContain("Thank you!");
  });

  test("does not give a reply back that the owner took away", async () => {
    const { edit, again } = await start();
    edit("  reply:\n    date: 2026-03-01\n    text: Thank you!\n", "");
    expect(await again()).toMatchObject({ edited: [], questions: [] });
  });

  test("says that words of a stranger are others where nothing is known of the last import", async () => {
    const hand = byHand({ text: "Neat edges, quick work." });
    const older = await createContent(hand).importing(page({ comment: "Neat edges, slow work." }));
    expect(older).toMatchObject({ new: [], edited: [], unchanged: ["r9"] });
    expect(older.notes.join()).toContain("the platform's words are others, and those in content stay");
    const updated = "2026-03-02T00:00:00Z";
    const newer = await createContent(hand).importing(page({ comment: "Neat edges, slow work.", updated }));
    const changes = { text: "Neat edges, slow work.", updated: "2026-03-02" };
    expect(newer.edited).toMatchObject([{ changes }]);
  });

  test("names a correction whose words an edit takes away", async () => {
    const words = 'mentions: [{ is: will-tanner, words: "Will" }, { is: x, words: "edges" }]';
    const entry = byHand({ text: "Will did neat edges." });
    const { importing } = createContent(`${entry}  ${words}\n`);
    const edit = { comment: "Bill did neat edges.", updated: "2026-04-01T00:00:00Z" };
    const { notes } = await importing(page(edit));
    expect(notes.join()).toMatch(/r9: your correction rests on "Will", which the new text does not hold/);
  });

  test("knows a review again that another program exports, by words, day and stars", async () => {
    const { importing } = await start({ name: "Karen McDonald", comment: "Neat." });
    const csv =
      "review_id,author_title,review_text,review_rating,review_datetime_utc,name\nChdX,Karen McD,Neat!,5,03/02/2026 02:00:00,Fern\nChdY,Other One,Neat!,2,03/02/2026 02:00:00,Fern\n";
    const report = await importing({ "o.csv": csv }, { write: true });
    expect(report.new.map((one) => one["rating"])).toEqual([2]);
    expect(report.unchanged).toHaveLength(1);
  });

  test.each([
    ["03/03/2026", "Neat.", 0],
    ["03/04/2026", "Neat.", 1],
    ["03/04/2026", "Neat work along all edges.", 0],
    ["03/03/2026", "", 0],
    ["03/04/2026", "", 1],
  ])("the same words by another way on %s, %j: %i new", async (day, text, added) => {
    const { importing } = await start({ comment: text });
    const csv = `review_id,author_title,review_text,review_rating,review_datetime_utc\nX,Karen McDonald,${text},5,${day} 01:00:00\n`;
    expect((await importing({ "o.csv": csv })).new).toHaveLength(added);
  });

  test("an unverified review waits until a record verifies it, and personal data keeps it back", async () => {
    const jobs = "Customer,Date,Email\nKaren McDonald,2026-02-20,k@example.com\n";
    const verification = { method: "job_record", date: "2026-02-20" };
    const { edited } = await (await start()).again({}, { jobs });
    expect(edited.map(({ changes }) => changes)).toEqual([{ verification, withheld: null }]);
    const { importing, edit } = createContent();
    await importing(page({ comment: "Neat. My number is 614 555 0100." }), { write: true });
    edit("withheld: personal-data", "withheld: unverified");
    const held = await importing(page({ comment: "Neat. My number is 614 555 0100." }), { jobs });
    expect(held.edited.map(({ changes }) => changes)).toEqual([{ verification, withheld: "personal-data" }]);
  });

  test("what the owner took out of a text does not come back with the next export", async () => {
    const jobs = "customer,date\nKaren McDonald,2026-02-20\n";
    const exported = page({ comment: "Great. Call me at 614 555 0100." });
    const { importing, edit } = createContent();
    await importing(exported, { jobs, write: true });
    edit(" Call me at 614 555 0100.", "");
    edit("  withheld: personal-data\n", "");
    expect(await importing(exported, { jobs })).toMatchObject({ edited: [] });
    const newer = page({ comment: "Great. Call me at 614 555 0100!", updated: "2026-05-01T00:00:00Z" });
    const { edited, notes, questions } = await importing(newer, { jobs });
    expect({ edited, questions: questions.length }).toEqual({ edited: [], questions: 1 });
    expect(notes.join()).not.toContain("614");
  });

  test("a published review that the source hides now is a question", async () => {
    const csv = (status: string) =>
      `Id,Name,Rating,Review,Date,Verified,Status\n1,Ann Lee,5,Neat.,2026-03-01,yes,${status}\n`;
    const { importing } = createContent();
    const said = { source: "Shop", verifies: true, write: true };
    await importing({ "x.csv": csv("published") }, said);
    expect(await importing({ "x.csv": csv("spam") }, said)).toMatchObject({
      edited: [],
      questions: [{ about: "unpublished" }],
    });
  });

  test("stars of nobody that come by two ways are not asked about as withdrawn", async () => {
    const nobody = { name: "A Google user" };
    const other = (...rows: [string, string, number][]) => ({
      "o.csv": `review_id,author_title,review_text,review_rating,review_datetime_utc\n${rows.map(([id, day, stars]) => `${id},,,${stars},${day}\n`).join("")}`,
    });
    const { importing } = createContent();
    const takeout = page(nobody, { ...nobody, id: "B" });
    expect(await importing(takeout, { write: true })).toMatchObject({ duplicates: [], new: [{}, {}] });
    const two = other(["X", "03/02/2026 01:00:00", 5], ["Y", "03/01/2026 01:00:00", 5]);
    expect(await importing(two, { write: true })).toMatchObject({ new: [], edited: [], questions: [] });
    expect(await importing(takeout, { write: true })).toMatchObject({ new: [], questions: [] });
    const day = "03/01/2026 01:00:00";
    const three: [string, string, number][] = [
      ["X", day, 5],
      ["Y", day, 5],
      ["Z", day, 5],
    ];
    const more = other(...three, ["W", day, 4], ["V", "03/04/2026 01:00:00", 5]);
    expect((await importing(more)).new).toHaveLength(3);
  });
});

describe("what an export lacks", () => {
  const known = [1, 2, 3].map((at) => ({ id: `A${at}`, name: `Ann ${at}`, comment: `Words ${at}.` }));
  const rows = (head: string, value: string) => ({
    "x.csv": `Id,Name,Rating,Review,Date,${head}\n9,Zoe Z,5,New.,2026-03-01,${value}\n`,
  });
  const importInto = async (exported: Exported, said: Said = {}) => {
    const { importing } = createContent();
    await importing(page(...known), { write: true });
    return importing(exported, said);
  };
  const placesApi = {
    rating: 5,
    text: { text: "Good" },
    originalText: { text: "Good" },
    authorAttribution: { displayName: "Zoe Z" },
    publishTime: "2026-03-01T10:00:00Z",
    name: "places/x/reviews/1",
  };

  test.each<[string, Exported]>([
    ["a spreadsheet with one row of Google's", rows("Platform", "Google")],
    ["a page of several", { "x.json": { reviews: [google({ id: "A1" })], nextPageToken: "x" } }],
    ["five reviews of the Places API", { "x.json": { reviews: [placesApi] } }],
    [
      "a web page",
      {
        "x.html": `<script type="application/ld+json">{"@type":"Review","author":"Zoe Z","datePublished":"2026-03-01","reviewRating":5,"publisher":"Google"}</script>`,
      },
    ],
  ])("is nothing that is missing, where it is %s", async (_, exported) => {
    expect(await importInto(exported)).toMatchObject({ missing: [], questions: [] });
  });

  test.each<[string, Exported, Said?]>([
    ["Google's own", page(known[0] ?? {})],
    ["one that the owner calls Google's", rows("Note", "-"), { source: "Google" }],
    ["a collector's", rows("Birdeye,Source Type,Comments", "-,Google,-")],
  ])("is asked about, where it is %s", async (_, exported, said) => {
    const { missing, questions } = await importInto(exported, said);
    expect(missing.slice(0, 2)).toEqual(["r1", "r2"]);
    expect(questions.filter(({ about }) => about === "missing").length).toBeGreaterThan(1);
    const word =
      said === undefined && "x.json" in exported ? /, and is not|and is not in this one:/ : /another kind/;
    expect(questions[0]?.text).toMatch(word);
    expect(questions[0]?.text).toMatch(/was it withdrawn there\? Then run npm run redact -- google-/);
  });

  test.each([
    [20, 20],
    [21, 1],
  ])("%i reviews that went are %i questions", async (gone, questions) => {
    const letters = Array.from("abcdefghijklmnopqrstu".slice(0, gone));
    const all = letters.map((letter) => ({
      id: letter,
      name: `Ann ${letter}x`,
      comment: `Words ${letter}.`,
    }));
    const { importing } = createContent();
    await importing(page(...all), { write: true });
    const next = await importing(page({ id: "Z", name: "Bo Ek", comment: "Other." }));
    expect(next.questions).toHaveLength(questions);
  });
});

test("what was confirmed is taken for an export with these columns, and a new word takes its place", async () => {
  const { importing } = createContent();
  const table = { "x.csv": "A,B,C,Date\n5,Ann Lee,Fine and good work by them,1/2/2026\n" };
  const map = ["A=rating", "B=author", "C=text"];
  await expect(importing(table, { write: true })).rejects.toThrow("--map");
  const said = { map, write: true, dates: "dmy" as const };
  await importing(table, { ...said, source: "Yelp" });
  expect(await importing(table)).toMatchObject({ new: [], unchanged: [expect.any(String)] });
  const { new: added } = await importing({ "x.csv": "Date,C,B,A\n1/3/2026,Words,Bo Ek,4\n" });
  expect(added).toMatchObject([{ date: "2026-03-01", rating: 4, author: "Bo E.", source: { name: "Yelp" } }]);
  const other = await importing(table, { ...said, source: "Angi" });
  expect(other.new).toMatchObject([{ source: { name: "Angi" } }]);
});

test("without a key nothing is remembered, and nothing is undone either", async () => {
  const { importing } = createContent("", null);
  await importing(page({ comment: "Neat." }), { write: true });
  expect(await importing(page({ comment: "Neat, but late." }))).toMatchObject({ edited: [] });
  const updated = "2026-05-01T00:00:00Z";
  const { edited } = await importing(page({ comment: "Late.", updated }));
  expect(edited).toMatchObject([{ changes: { text: "Late." } }]);
});

test("finding jobs takes one job for one review, of two thousand among as many", async () => {
  const day = (index: number) => new Date(Date.UTC(2018, 0, 1 + (index % 3000))).toISOString();
  const name = (index: number) => `Ann${index % 500} Lee${"abcdefghij".charAt(index % 10).repeat(2)}`;
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  const jobs = `customer,date\n${numbers.map((index) => `${name(index)},${day(index).slice(0, 10)}\n`).join("")}`;
  const reviews = numbers.map((at) => ({
    id: `R${at}`,
    name: name(at),
    comment: `Words ${at}.`,
    created: day(at),
  }));
  const report = await createContent().importing(page(...reviews), { jobs });
  expect(report.new.filter((one) => one["verification"] !== undefined)).toHaveLength(2_000);
});
