import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseDay } from "../../scripts/import/values.ts";
import { parseRating } from "../../scripts/import/values.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { writeContent } from "../content/content-folder.ts";
import { importing, write } from "./owner.ts";

interface Case {
  format: string;
  file: string;
  export: unknown;
  reviews: object[];
}
const cases = parse(readFileSync(join(import.meta.dirname, "exports.yaml"), "utf8")) as Case[];

describe("exports are known by what they hold", () => {
  test.each(cases)("$format: $file", async ({ format, file: name, export: value, reviews }) => {
    const content = await writeContent();
    const file = await write(name, typeof value === "string" ? value : JSON.stringify(value, null, 2));
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report.refused).toEqual([]);
    expect(report.new).toMatchObject(reviews);
    expect(report.new).toHaveLength(reviews.length);
    expect(report.format).toBe(format);
    expect(JSON.stringify(report.new)).not.toMatch(/@example\.com|Psst/);
    await loadSite(content, { today: "2026-11-20" });
    expect(await importing(content, file, "--verified-by", "platform", "--write")).toMatchObject({
      new: [],
      edited: [],
      written: [],
      questions: [],
    });
  });
});

describe("recommendations have no stars, and none are made up", () => {
  const apify = {
    facebookUrl: "https://www.facebook.com/fern",
    date: "2026-03-01T10:00:00.000Z",
    text: "They are kind.",
    isRecommended: true,
    user: { name: "Ann Lee" },
  };
  test.each<[string, string, RegExp]>([
    [
      "facebook.json",
      JSON.stringify([apify]),
      /facebook\.json holds recommendations alone, which have no stars/,
    ],
    [
      "nextdoor.json",
      JSON.stringify([
        { author: "Ann L.", recommendation: "Kind.", date: "2026-03-01", url: "https://nextdoor.com/p/1" },
      ]),
      /holds recommendations or faves alone/,
    ],
    [
      "nextdoor.csv",
      "Neighbor,Recommendation,Date,Link\nAnn L.,Kind.,3/1/2026,https://nextdoor.com/p/1\n",
      /holds recommendations or faves alone/,
    ],
  ])("%s says so", async (name, bytes, message) => {
    await expect(importing(await writeContent(), await write(name, bytes))).rejects.toThrow(message);
  });

  test.each<[string, string, string]>([
    [
      "Facebook",
      "facebook.json",
      JSON.stringify([
        { ...apify, rating: 5 },
        { ...apify, rating: null, text: "No stars." },
      ]),
    ],
    [
      "Nextdoor",
      "nextdoor.csv",
      "Neighbor Name,Stars,Review,Date,Link\nAnn Lee,5,They are kind.,3/1/2026,https://nextdoor.com/p/1\nBo Ek,,No stars.,3/2/2026,https://nextdoor.com/p/2\n",
    ],
  ])("%s: those that have stars come, the others are left out", async (source, name, bytes) => {
    const report = await importing(
      await writeContent(),
      await write(name, bytes),
      ...(source === "Nextdoor" ? ["--map", "Neighbor Name=author"] : []),
    );
    expect(report).toMatchObject({
      format: `${source} ${name.endsWith("csv") ? "CSV" : "JSON"}`,
      new: [{ rating: 5, author: "Ann L.", date: "2026-03-01", source: { name: source } }],
      refused: [{ why: "has no rating" }],
    });
    expect(report.notes.join()).toContain(`recommendations on ${source} have no stars`);
  });

  test("a list of several platforms stays one, whatever addresses stand in it", async () => {
    const csv =
      "Date,Name,Rating,Review,Source,Link\n2026-03-01,Ann Lee,5,Good,Google,https://maps.example.com/1\n2026-03-02,Bo Ek,4,Fine,Nextdoor,https://nextdoor.com/p/2\n";
    expect(await importing(await writeContent(), await write("all.csv", csv))).toMatchObject({
      new: [{ source: { name: "Google" } }, { source: { name: "Nextdoor" } }],
    });
  });
});

test("recommendations have no stars, and none are made up", async () => {
  const graph = {
    data: [
      {
        created_time: "2026-03-01T10:00:00+0000",
        recommendation_type: "positive",
        review_text: "They are kind.",
        reviewer: { name: "Ann Lee", id: "1" },
      },
    ],
  };
  await expect(
    importing(await writeContent(), await write("ratings.json", JSON.stringify(graph))),
  ).rejects.toThrow(/ratings\.json holds recommendations alone, which have no stars/);
  const podium = {
    data: [
      {
        author: { id: "1", name: "Ann Lee" },
        review: { body: "Kind.", rating: 5, siteName: "Facebook", siteReviewId: "7" },
        createdAt: "2026-03-01T10:00:00Z",
        isRecommendation: true,
      },
    ],
  };
  const report = await importing(await writeContent(), await write("podium.json", JSON.stringify(podium)));
  expect(report).toMatchObject({
    new: [],
    refused: [{ why: expect.stringContaining("is a recommendation") }],
  });
});

const read = async (name: string, bytes: string | Buffer, ...args: string[]) =>
  importing(await writeContent(), await write(name, bytes), "--verified-by", "platform", ...args);

describe("what programs that nobody here wrote put into an export", () => {
  test("Thumbtack's interface: a page of a business's reviews, with and without words", async () => {
    const review = {
      reviewID: "53439",
      reviewText: "They built our fence in a day.",
      rating: 5,
      createTime: "2026-04-02T11:43:49Z",
      reviewerName: "Ann L.",
      responseText: "It was a pleasure.",
      responseTime: "2026-04-03T10:00:00Z",
      negotiationID: "77",
      categoryID: "12",
      images: [{ imageID: "1", imageURL: "https://example.com/1.jpg", caption: "the fence" }],
    };
    const wordless = {
      ...review,
      reviewID: "53440",
      reviewText: null,
      responseText: null,
      responseTime: null,
    };
    const page = { data: [review, wordless], pagination: { limit: 10, offset: 0, next: null } };
    const report = await read("reviews.json", JSON.stringify(page));
    expect(report.format).toBe("Thumbtack JSON");
    expect(report.refused).toEqual([]);
    expect(report.new).toMatchObject([
      {
        text: "They built our fence in a day.",
        source: { name: "Thumbtack" },
        reply: { date: "2026-04-03" },
      },
      { rating: 5, withheld: "unverified" },
    ]);
  });

  test("Birdeye: a first name where there is no nickname, and no stars for a recommendation", async () => {
    const review = {
      businessId: "1",
      businessName: "Fern & Sons",
      reviewId: "5",
      rating: 5,
      title: null,
      comments: "Lovely people.",
      status: "published",
      reviewDate: "Mar 01, 2026",
      reviewUrl: "https://maps.example.com/r/5",
      uniqueReviewUrl: "https://birdeye.example.com/r/5",
      reviewer: { firstName: "Bo", lastName: "Eklund", nickName: "", city: "Fernwick", state: "Ohio" },
      sourceType: "Google",
      response: "Thank you",
      responseDate: "Mar 02, 2026 10:11 AM",
      recommended: null,
    };
    const hidden = { ...review, reviewId: "6", comments: "Lovely team.", status: "hidden" };
    const recommendation = { ...review, reviewId: "7", sourceType: "Facebook", recommended: "Recommended" };
    const report = await read("birdeye.json", JSON.stringify([review, hidden, recommendation]));
    expect(report.new).toMatchObject([
      { author: "Bo E.", source: { name: "Google" }, reply: { date: "2026-03-02" } },
      { author: "Bo E.", withheld: "unverified" },
    ]);
    expect(report.waiting).toMatchObject({ 'marked "hidden" by the source': 1 });
    expect(report.refused).toMatchObject([{ why: expect.stringContaining("is a recommendation") }]);
    expect(JSON.stringify(report.new)).not.toContain("Eklund");
  });

  test("Podium: an answer that was taken back is none", async () => {
    const row = (site: string, id: string) => ({
      author: { id: "24", name: "Joe Poe" },
      responses: [
        { body: "Wrong words", createdAt: "2026-02-23T23:50:07Z", isDeleted: true },
        { body: "Thanks, Joe!", createdAt: "2026-02-24T23:50:07Z", isDeleted: false },
      ],
      review: { body: `They came at once, ${id}.`, rating: 5, siteName: site, siteReviewId: id },
      createdAt: "2026-02-20T23:50:07Z",
    });
    const report = await read("podium.json", JSON.stringify({ data: [row("google", "1")] }));
    expect(report.new).toMatchObject([{ reply: { date: "2026-02-24", text: "Thanks, Joe!" } }]);
  });

  test("Trustpilot: what was reported and is hidden meanwhile is not vouched for", async () => {
    const review = {
      id: "1",
      consumer: { displayName: "Ann Lee" },
      stars: 5,
      text: "Done in a day.",
      createdAt: "2026-03-01T10:00:00Z",
      isVerified: true,
      status: "active",
      reportData: { source: "business", reasons: ["advertising"], reviewVisibility: "hidden" },
    };
    expect(await read("trustpilot.json", JSON.stringify({ reviews: [review] }))).toMatchObject({
      new: [{ withheld: "unverified" }],
    });
  });

  test.each(["review_hidden,true", "Is Archived,1", "deleted_at,2026-03-02", "Suppressed,yes"])(
    "a row with %s is not vouched for",
    async (flag) => {
      const [header = "", value = ""] = flag.split(",");
      const csv = `id,author,rating,review,date,Verified Buyer,${header}\n1,Ann Lee,5,Good work,2026-03-01,yes,${value}\n2,Bo Ek,5,Fine work,2026-03-01,yes,\n`;
      const report = await read("reviews.csv", csv, "--source", "Shop");
      expect(report.new).toMatchObject([
        { withheld: "unverified" },
        { verification: { method: "platform" } },
      ]);
    },
  );

  test("WooCommerce: what WordPress holds back is not vouched for", async () => {
    const csv =
      "comment_ID,comment_author,comment_author_email,comment_date,comment_content,rating,verified,comment_approved\n1,Ann Lee,a@example.com,2026-03-01 10:00:00,Good work,5,1,1\n2,Bo Ek,b@example.com,2026-03-02 10:00:00,Cheap watches,5,1,spam\n3,Cy Roy,c@example.com,2026-03-03 10:00:00,Not yet looked at,5,1,0\n";
    expect(await read("reviews.csv", csv)).toMatchObject({
      format: "WooCommerce CSV",
      new: [
        { text: "Good work", verification: { method: "platform" } },
        { withheld: "unverified" },
        { withheld: "unverified" },
      ],
    });
  });

  test("Yelp's data set has no names, and no number of a user is proposed for one", async () => {
    const csv =
      'review_id,user_id,business_id,stars,date,text\nx,uAbc,b,5,2026-03-01 10:00:00,"Good ""work""\nagain"\n';
    expect(await read("yelp.csv", csv)).toMatchObject({
      new: [{ author: "Anonymous", text: 'Good "work"\nagain' }],
    });
  });

  test("Google's reviews one at a time, with stars as a figure or a longer word", async () => {
    const review = {
      reviewId: "a",
      reviewer: { displayName: "Ann Lee" },
      starRating: "FIVE_STARS",
      comment: "Good",
      createTime: "2026-03-01T10:00:00Z",
    };
    expect(await read("review.json", JSON.stringify(review))).toMatchObject({ new: [{ rating: 5 }] });
    expect(await read("review.json", JSON.stringify({ ...review, starRating: 4 }))).toMatchObject({
      new: [{ rating: 4 }],
    });
  });

  test("words of a web page's source are read as the page shows them; an ampersand that somebody typed stays", async () => {
    const csv = (text: string) => `Date,Name,Rating,Review\n2026-03-01,Ann O&#39;Hara,5,"${text}"\n`;
    const textOf = async (text: string) => (await read("reviews.csv", csv(text))).new[0]?.["text"];
    expect(await textOf("Tom &amp; Jerry&#39;s<br>twice")).toBe("Tom & Jerry's\ntwice");
    expect(await textOf("Tom &amp; Jerry&#39;s")).toBe("Tom & Jerry's");
    expect(await textOf("R&D wrote &amp;amp; for fun")).toBe("R&D wrote &amp;amp; for fun");
  });

  test.each([
    ["a line for Excel", "sep=;\nDate;Name;Rating;Review\n2026-03-01;Ann Lee;5;Good, kind\n"],
    ["bars", "Date|Name|Rating|Review\n2026-03-01|Ann Lee|5|Good, kind\n"],
    [
      "lines before the headers",
      'All reviews\n\nDate,Name,Rating,Review\n2026-03-01,Ann Lee,5,"Good, kind"\n',
    ],
  ])("a table with %s", async (_, csv) => {
    expect(await read("reviews.csv", csv)).toMatchObject({ new: [{ author: "Ann L.", text: "Good, kind" }] });
  });

  test("the address of a review says where it was written, and how it was asked for does not", async () => {
    const csv =
      "Date,Name,Rating,Review,Source,URL\n2026-03-01,Ann Lee,5,Good,email,https://www.yelp.com/biz/fern?hrid=1\n2026-03-02,Bo Ek,5,Fine,email,\n";
    expect(await read("reviews.csv", csv)).toMatchObject({
      new: [{ source: { name: "Yelp" } }, { source: { name: "Imported" } }],
    });
  });
});

describe("exports in other languages", () => {
  test.each([
    ["Datum;Name;Sterne;Bewertung\n2. März 2026;Jörg Weiß;4,0;Sehr freundlich\n", "2026-03-02"],
    ["Date;Auteur;Note;Avis\n12 févr. 2026;Luc Roy;4 étoiles;Très bon accueil\n", "2026-02-12"],
    ["Fecha,Nombre,Calificación,Reseña\n12 de mayo de 2026,Ana Gil,4/5,Bien hecho\n", "2026-05-12"],
    ["Data,Nome,Stelle,Recensione\n2 gennaio 2026,Anna Riva,4 stelle,Molto bravi davvero\n", "2026-01-02"],
  ])("a mapping is proposed for %j, and taken when it is confirmed", async (csv, date) => {
    await expect(read("reviews.csv", csv)).rejects.toThrow(/confirm this with --confirm/);
    expect(await read("reviews.csv", csv, "--confirm")).toMatchObject({
      new: [{ date, rating: 4, text: expect.any(String) }],
      refused: [],
    });
  });

  test.each([
    ["Rated 4 out of 5", 4],
    ["4.0 of 5 bubbles", 4],
    ["4 star rating", 4],
    ["4 von 5 Sternen", 4],
    ["8/10", 4],
  ])("%j are stars", (text, stars) => {
    expect(parseRating(text)).toBe(stars);
  });

  test.each([
    ["Fri Jan 02 2026 10:00:00 GMT+0100 (CET)", "2026-01-02"],
    ["Montag, 5. Januar 2026", "2026-01-05"],
    ["3 juillet 2026", "2026-07-03"],
    ["2026年3月1日", "2026-03-01"],
    ["2026. 3. 1.", "2026-03-01"],
    ["1 sept. 2026", "2026-09-01"],
  ])("%s is a day", (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  test("a word that is no month in any of them is no day", () => {
    expect(() => parseDay("2 monaten 2026")).toThrow("no day");
    expect(() => parseDay("2 months ago")).toThrow("no day");
  });
});
