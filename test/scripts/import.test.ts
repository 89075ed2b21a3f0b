import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { importReviews } from "../../scripts/import.ts";
import { UsageError } from "../../scripts/usage-error.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { review, writeContent } from "../content/content-folder.ts";
import {
  createZip,
  google,
  googlePage,
  importing,
  run,
  snapshotOf,
  temporaryFolder,
  withJobs,
  write,
} from "./owner.ts";
import { killAtEveryChange } from "./killed-commands.ts";
import { messageOf } from "../../src/schema/errors.ts";

const yearFile = async (content: string, year = "2026") =>
  parse(await readFile(join(content, "reviews", `${year}.yaml`), "utf8")) as Record<string, unknown>[];

const load = (content: string) => loadSite(content, { today: "2026-11-20" });

const takeout = (...pages: string[]) =>
  createZip(
    pages.map((bytes, index) => ({
      name: `Takeout/Google Business Profile/account-111/location-222/reviews-${index}.json`,
      bytes,
    })),
  );

describe("Google exports", () => {
  test("a Takeout zip of several pages becomes content that the build takes", async () => {
    const content = await writeContent();
    const zip = await write(
      "takeout.zip",
      takeout(
        googlePage(
          google({ id: "A", comment: "Neat edges.", updated: "2026-03-05T00:00:00Z", reply: "Thank you!" }),
          google({ id: "B", name: "Bob", stars: "ONE", created: "2021-01-31T23:59:59Z" }),
        ),
        googlePage(
          google({ id: "C", name: "Mary Ann Kowalski", stars: "THREE", comment: "Fine, and on time." }),
        ),
      ),
    );
    const jobs = await withJobs({
      "Karen McDonald": "2026-02-20",
      "Mary Ann Kowalski": "2026-02-21",
    });
    const report = await importing(content, zip, ...jobs, "--write");
    expect(report.format).toBe("Google Business Profile");
    expect(report.new).toHaveLength(3);
    const site = await load(content);
    expect(site.reviews).toHaveLength(4);
    expect((await yearFile(content, "2021"))[0]).toEqual({
      id: expect.stringMatching(/^google-[a-z2-7]{16}$/),
      date: "2021-01-31",
      rating: 1,
      author: "Bob",
      source: { name: "Google" },
      withheld: "unverified",
    });
    expect(site.reviews.find(({ text }) => text === "Neat edges.")).toMatchObject({
      author: "Karen M.",
      updated: "2026-03-05",
      reply: { date: "2026-03-05", text: "Thank you!" },
    });
    expect(site.reviews.map(({ author }) => author)).toContain("Mary K.");
  });

  test("nobody vouches for reviews of which the export does not say that customers wrote them", async () => {
    const content = await writeContent();
    const file = await write("x.json", googlePage(google({ id: "A" }), google({ id: "B", name: "Bob B" })));
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report.new).toMatchObject([{ withheld: "unverified" }, { withheld: "unverified" }]);
    expect(report.waiting).toEqual({ "of which the export does not say whether a customer wrote it": 2 });
    expect((await load(content)).reviews).toHaveLength(2);
  });

  test("without --write nothing is written; with it, a second run changes nothing", async () => {
    const content = await writeContent();
    const file = await write(
      "x.json",
      googlePage(google({ id: "A", comment: "Neat." }), google({ id: "B", name: "Bob B" })),
    );
    const before = await snapshotOf(content);
    expect((await importing(content, file)).new).toHaveLength(2);
    expect(await snapshotOf(content)).toEqual(before);
    await importing(content, file, "--write");
    const after = await snapshotOf(content);
    const again = await importing(content, file, "--write");
    expect(again).toMatchObject({ new: [], edited: [], written: [] });
    expect(again.unchanged).toHaveLength(2);
    expect(await snapshotOf(content)).toEqual(after);
  });

  test("an unverified review is kept, and not published until a record verifies it", async () => {
    const content = await writeContent();
    const file = await write("x.json", googlePage(google({ id: "A", comment: "Neat." })));
    await importing(content, file, "--write");
    expect((await load(content)).withheld).toMatchObject([{ author: "Karen M.", withheld: "unverified" }]);
    const jobs = await write("jobs.csv", "Customer,Date,Email\nKaren McDonald,2026-02-20,k@example.com\n");
    const report = await importing(content, file, "--jobs", jobs, "--write");
    expect(report.edited[0]?.changes).toEqual({
      verification: { method: "job_record", date: "2026-02-20" },
      withheld: null,
    });
    expect((await load(content)).withheld).toEqual([]);
  });

  test("the platform's edit reaches the entry where it stands; the owner's fields and comments stay", async () => {
    const mine =
      `# Kept by hand\n${review({ id: "r3", date: "2026-03-01", author: "Karen M.", text: "Will was here, neat edges.", verdicts: "{ price: none }", mentions: "\n    - is: will-tanner\n      words: Will" })}  # she is the neighbour\n\n# the next one\n${review({ id: "r4" })}`.replace(
        "mentions: \n",
        "mentions:\n",
      );
    const content = await writeContent({ "reviews/hand.yaml": mine });
    const one = google({
      id: "A",
      comment: "Will was here, neat edges. And the gate was shut.",
      updated: "2026-04-01T08:00:00Z",
    });
    const file = await write("x.json", googlePage(one));
    const report = await importing(content, file, "--write");
    expect(report.new).toEqual([]);
    expect(report.edited).toMatchObject([{ id: "r3" }]);
    const text = await readFile(join(content, "reviews/hand.yaml"), "utf8");
    expect(text).toBe(
      mine
        .replace(
          "text: Will was here, neat edges.",
          "text: Will was here, neat edges. And the gate was shut.",
        )
        .replace("  # she is the neighbour\n", "  updated: 2026-04-01\n  # she is the neighbour\n"),
    );
    expect((await load(content)).reviews.find(({ id }) => id === "r3")?.verdicts).toEqual({ price: "none" });
    expect((await importing(content, file)).unchanged).toEqual(["r3"]);
  });

  test("the same location under two accounts gives each review once", async () => {
    const content = await writeContent();
    const zip = await write(
      "takeout.zip",
      takeout(
        googlePage(google({ id: "A", comment: "Neat." })),
        googlePage(google({ id: "A", comment: "Neat.", account: "999" })),
      ),
    );
    const report = await importing(content, zip);
    expect(report.new).toHaveLength(1);
    expect(report.duplicates).toHaveLength(1);
  });

  test.each([
    ["(Translated by Google) Very good\n\n(Original)\nMuy bueno", "Muy bueno"],
    ["Muy bueno\n\n(Translated by Google)\nVery good", "Muy bueno"],
  ])("a translation is unwrapped: %j", async (comment, text) => {
    const content = await writeContent();
    const report = await importing(content, await write("x.json", googlePage(google({ id: "A", comment }))));
    expect(report.new[0]).toMatchObject({ text });
  });

  test("a page of an API list says that there are more", async () => {
    const content = await writeContent();
    const { name: _, ...one } = google({ id: "A" });
    const page = JSON.stringify({
      reviews: [{ ...one, reviewId: "A" }],
      averageRating: 5,
      nextPageToken: "x",
    });
    const file = await write("x.json", googlePage(google({ id: "A" })));
    const id = (await importing(content, file)).new[0]?.["id"];
    const report = await importing(content, await write("api.json", page));
    expect(report.new[0]?.["id"]).toBe(id);
    expect(report.notes.join()).toContain("one page of several");
  });

  test("the reviews that the owner wrote about others are refused with a reason", async () => {
    const own = JSON.stringify({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: {
            date: "2023-01-01T00:00:00Z",
            five_star_rating_published: 4,
            review_text_published: "Good pizza",
          },
        },
      ],
    });
    const file = await write("Reviews.json", own);
    await expect(importing(await writeContent(), file)).rejects.toThrow(
      /reviews that you wrote about other places.*Google Business Profile/,
    );
  });
});

describe("what was removed", () => {
  test("an imported review that was erased never comes back", async () => {
    const content = await writeContent();
    const file = await write(
      "x.json",
      googlePage(google({ id: "A", comment: "Neat edges and a shut gate." })),
    );
    const id = String((await importing(content, file, "--write")).new[0]?.["id"]);
    expect((await run("redact.ts", [id, "--reason", "erasure", "--content", content])).code).toBe(0);
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report).toMatchObject({ new: [], edited: [], removed: [{ id }], written: [] });
  });

  test("a review typed by hand and then erased does not come back by an import either", async () => {
    const content = await writeContent({
      "reviews/hand.yaml": review({
        id: "r3",
        date: "2026-03-01",
        author: "Karen M.",
        text: "Neat edges and a shut gate.",
      }),
    });
    await run("redact.ts", ["r3", "--reason", "erasure", "--content", content]);
    const sameDay = google({ id: "A", comment: "Other words now." });
    const sameWords = google({
      id: "B",
      comment: "Neat edges and a shut gate!",
      created: "2026-03-02T00:00:00Z",
    });
    const report = await importing(content, await write("x.json", googlePage(sameDay, sameWords)), "--write");
    expect(report).toMatchObject({ new: [], removed: [{ id: "r3" }, { id: "r3" }] });
  });
});

describe("personal data", () => {
  test("a review that holds some is withheld, with a word on where", async () => {
    const content = await writeContent();
    const file = await write(
      "x.json",
      googlePage(google({ id: "A", comment: "My gate code is 4711, thanks." })),
    );
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report.new[0]).toMatchObject({ withheld: "personal-data" });
    expect(report.notes.join()).toMatch(/x\.json, review 1: .*gate-code/);
    await load(content);
  });

  test("our own number in a reply may stay", async () => {
    const content = await writeContent();
    const file = await write(
      "x.json",
      googlePage(google({ id: "A", comment: "Fine.", reply: "Call 555 010 0199 any time" })),
    );
    const jobs = await withJobs({ "Karen McDonald": "2026-02-20" });
    const report = await importing(content, file, ...jobs, "--write");
    expect(report.new[0]).not.toHaveProperty("withheld");
    expect((await load(content)).reviews).toHaveLength(3);
  });

  test("what the owner took out of a text does not come back with the next export", async () => {
    const content = await writeContent();
    const file = await write(
      "x.json",
      googlePage(google({ id: "A", comment: "Great. Call me at 614 555 0100." })),
    );
    const jobs = await withJobs({ "Karen McDonald": "2026-02-20" });
    await importing(content, file, ...jobs, "--write");
    const path = join(content, "reviews/2026.yaml");
    const text = await readFile(path, "utf8");
    await writeFile(
      path,
      text.replace(" Call me at 614 555 0100.", "").replace("  withheld: personal-data\n", ""),
    );
    expect((await load(content)).reviews.map((one) => one.text)).toContain("Great.");
    const report = await importing(content, file, ...jobs, "--write");
    expect(report).toMatchObject({ edited: [], written: [] });
    expect(report.notes.join()).toContain("those in content stay");
  });

  test("columns with e-mail addresses and telephone numbers are never copied", async () => {
    const content = await writeContent();
    const csv =
      "Name,Email,Phone,Stars,Comment,Date\nKaren Mills,karen@example.com,6145550100,5,Neat.,2026-03-01\n";
    const report = await importing(content, await write("x.csv", csv), "--source", "Facebook", "--write");
    expect(report.new[0]).toMatchObject({ author: "Karen M.", text: "Neat." });
    expect(JSON.stringify(await snapshotOf(content))).not.toMatch(/karen@|6145550100|Mills/);
    expect(report.notes.join()).toMatch(/not used: Phone; email only finds jobs/);
  });
});

describe("tables", () => {
  const judgeMe = `title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location
Quiet,"They said ""mind the roses"", and did,
all of them",5,2026-03-01 10:11:12 UTC,web,ok,Karen Mills,k@example.com,1,mowing,Thanks,2026-03-02,,10.0.0.1,Ohio
`;
  const shopify = `product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at
aeration,published,4,Good,Bo Ek,b@example.com,OH,It worked.,,2026-03-03T12:00:00-05:00,
`;
  const podium = `Location Name,Review Site,Author,Rating,Review,Review Date,Review URL,Response,Response Date
Fernwick,Facebook,Ann Lee,5,Lovely people.,3/14/2026,https://social.example.com/r/1,Thank you,3/15/2026
Fernwick,Google,Joe Poe,2,Came late.,3/02/2026,https://maps.example.com/r/2,,
`;
  const thumbtack = `Request ID,Customer Name,Rating,Review,Review Date,Job Category,Pro Response
77,Dana Scully,5,Quick.,2/1/2026,Lawn Mowing,
`;
  test.each([
    [
      "Judge.me CSV",
      judgeMe,
      [
        {
          title: "Quiet",
          text: 'They said "mind the roses", and did,\nall of them',
          author: "Karen M.",
          date: "2026-03-01",
          source: { name: "Judge.me" },
          reply: { date: "2026-03-02", text: "Thanks" },
        },
      ],
    ],
    [
      "Shopify CSV",
      shopify,
      [
        {
          title: "Good",
          text: "It worked.",
          author: "Bo E.",
          date: "2026-03-03",
          rating: 4,
          source: { name: "Shopify" },
        },
      ],
    ],
    [
      "Podium CSV",
      podium,
      [
        {
          source: { name: "Facebook", url: "https://social.example.com/r/1" },
          date: "2026-03-14",
          reply: { date: "2026-03-15" },
        },
        { source: { name: "Google" }, date: "2026-03-02", rating: 2 },
      ],
    ],
    ["Thumbtack CSV", thumbtack, [{ source: { name: "Thumbtack" }, date: "2026-02-01", author: "Dana S." }]],
  ])("%s is known by its columns", async (format, csv, expected) => {
    const content = await writeContent();
    const file = await write("export.csv", csv);
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report.format).toBe(format);
    expect(report.refused).toEqual([]);
    expect(report.new).toMatchObject(expected);
    await load(content);
    expect(await importing(content, file)).toMatchObject({ new: [], edited: [] });
  });

  test("any other CSV comes in with --map, and what was guessed is shown", async () => {
    const content = await writeContent();
    const file = await write(
      "x.csv",
      "\uFEFFSterne;Kunde;Meinung;Datum\n4/5;Uwe Kahl;Alles gut;14.03.2026\n",
    );
    const map = ["Sterne=rating", "Kunde=author", "Meinung=text", "Datum=date"].flatMap((one) => [
      "--map",
      one,
    ]);
    const report = await importing(content, file, ...map, "--source", "Handzettel");
    expect(report.new).toMatchObject([
      { rating: 4, author: "Uwe K.", text: "Alles gut", date: "2026-03-14" },
    ]);
    expect(report.notes.join()).toContain("Sterne → rating");
  });

  test("rows that cannot be read are named by line, and the others come", async () => {
    const content = await writeContent();
    const csv =
      'Name,Rating,Review,Date\nAnn Lee,5,"Two\nlines",2026-03-01\nBob Bee,4.5,Half,2026-03-01\nCy Dee,3,a, b,2026-03-01\nDi Eff,2,Ok,2026-02-30\nEl Gee,1,Future,2099-01-01\n';
    const report = await importing(content, await write("x.csv", csv), "--source", "Yelp");
    expect(report.new).toHaveLength(1);
    expect(report.refused.map(({ at, why }) => `${at}: ${why}`)).toEqual([
      expect.stringMatching(/line 4: .*4\.5/),
      expect.stringMatching(/line 5: .*quotes/),
      expect.stringMatching(/line 6: .*2026-02-30/),
      expect.stringMatching(/line 7: .*future/),
    ]);
  });

  test("reviews that do not say where they were written say so until the owner does", async () => {
    const content = await writeContent();
    const file = await write("x.csv", "Name,Rating,Review,Date\nAnn Lee,5,Good,2026-03-04\n");
    const report = await importing(content, file);
    expect(report.new).toMatchObject([{ source: { name: "Imported" } }]);
    expect(report.notes.join()).toContain("--source");
    expect((await importing(content, file, "--source", "Facebook")).new).toMatchObject([
      { source: { name: "Facebook" } },
    ]);
  });

  test("days that could be read two ways are not guessed", async () => {
    const content = await writeContent();
    const file = await write("x.csv", "Name,Rating,Review,Date\nAnn Lee,5,Good,3/4/2026\n");
    expect((await importing(content, file, "--source", "Yelp")).refused[0]?.why).toContain(
      "--dates mdy or --dates dmy",
    );
    expect((await importing(content, file, "--source", "Yelp", "--dates", "dmy")).new[0]?.["date"]).toBe(
      "2026-04-03",
    );
  });
});

test("JSON-LD of a web page, with its own scale", async () => {
  const content = await writeContent();
  const data = {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    name: "Fern & Sons",
    review: [
      {
        "@type": "Review",
        "@id": "https://x.example/1",
        author: { "@type": "Person", name: "Karen Mills" },
        datePublished: "2026-03-01",
        reviewBody: "Neat.",
        reviewRating: { "@type": "Rating", ratingValue: "8", bestRating: "10" },
      },
    ],
  };
  const html = `<!doctype html><html><script type="application/ld+json">${JSON.stringify(data)}</script></html>`;
  const report = await importing(content, await write("page.html", html), "--source", "Nextdoor");
  expect(report.new).toMatchObject([
    { rating: 4, author: "Karen M.", source: { name: "Nextdoor", url: "https://x.example/1" } },
  ]);
});

const verificationOf = async (jobs: string, name: string, created = "2026-03-01T10:00:00Z") => {
  const content = await writeContent();
  const file = await write("x.json", googlePage(google({ id: "A", name, created })));
  const report = await importing(
    content,
    file,
    "--jobs",
    await write("jobs.csv", `customer,date,method\n${jobs}`),
  );
  return report.new[0]?.["verification"];
};

describe("verification by jobs", () => {
  test.each([
    [
      "the latest job before the review",
      "Ann Lee,2026-01-01,invoice\nAnn Lee,2026-02-01,appointment\nAnn Lee,2026-03-05,\n",
      "Ann Lee",
      { method: "appointment", date: "2026-02-01" },
    ],
    [
      "a short name that one customer has",
      "Ann Lee,2026-02-01,\n",
      "Ann L",
      { method: "job_record", date: "2026-02-01" },
    ],
    [
      "not a short name that two customers share",
      "Ann Lee,2026-02-01,\nAnn Low,2026-02-02,\n",
      "Ann L",
      undefined,
    ],
    ["not another person with the same initial", "Ann Lee,2026-02-01,\n", "Ann Low", undefined],
    ["not a job half a year before", "Ann Lee,2025-08-01,\n", "Ann Lee", undefined],
    ["not a first name alone", "Ann Lee,2026-02-01,\n", "Ann", undefined],
  ])("%s", async (_, jobs, name, verification) => {
    expect(await verificationOf(jobs, name)).toEqual(verification);
  });
});

describe("a bad file is one clear line, and nothing is written", () => {
  const page = googlePage(google({ id: "A" }));
  const bomb = createZip([{ name: "reviews.json", bytes: Buffer.alloc(50_000_000) }]);
  const good = takeout(page);
  test.each<[string, string, Buffer | string, RegExp]>([
    ["a cut zip", "x.zip", good.subarray(0, good.length - 30), /broken zip/],
    ["a zip with a flipped byte", "x.zip", flip(good, 110), /broken zip/],
    ["a zip with another checksum", "x.zip", flip(good, good.lastIndexOf("PK\x01\x02") + 16), /checksum/],
    ["a zip bomb", "x.zip", bomb, /unpacks to far more/],
    [
      "a zip that hides its size",
      "x.zip",
      createZip([{ name: "reviews.json", bytes: Buffer.alloc(5_000_000), claimedSize: 10 }]),
      /broken zip/,
    ],
    [
      "a path that leaves the folder",
      "x.zip",
      createZip([{ name: "../../reviews.json", bytes: page }]),
      /leads out of its folder/,
    ],
    ["an empty zip", "x.zip", createZip([]), /holds no reviews/],
    ["JSON that is truncated", "x.json", page.slice(0, -5), /not whole JSON/],
    [
      "an open quote",
      "x.csv",
      'Name,Rating,Date,Text\nAnn,5,2026-01-01,"open\n',
      /line 2: a quote is opened/,
    ],
    ["something else", "x.csv", "a,b\n1,2\n", /holds no reviews/],
    ["an empty file", "x.json", "", /holds no reviews/],
  ])("%s", async (_, name, bytes, message) => {
    const content = await writeContent();
    const before = await snapshotOf(content);
    const path = await write(name, bytes);
    const error: unknown = await importReviews([path, "--content", content, "--write"]).catch(
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(messageOf(error)).toMatch(message);
    expect(messageOf(error).split("\n")).toHaveLength(1);
    expect(await snapshotOf(content)).toEqual(before);
  });

  test("far more than a list of reviews", async () => {
    const content = await writeContent();
    const path = join(await temporaryFolder(), "big.json");
    await writeFile(path, "[");
    await truncate(path, 300_000_000);
    await expect(importing(content, path)).rejects.toThrow(/big\.json is larger than 256 MB \(286 MB\)/);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

test("a place that cannot be written leaves content as it was", async () => {
  const content = await writeContent({ "reviews/2021.yaml/x.yaml": review({}) });
  const before = await snapshotOf(content);
  const pages = googlePage(
    google({ id: "A" }),
    google({ id: "B", name: "Bob", created: "2021-01-01T00:00:00Z" }),
  );
  const file = await write("x.json", pages);
  await expect(importing(content, file, "--write")).rejects.toThrow("content cannot be written");
  expect(await snapshotOf(content)).toEqual(before);
});

test("the command says what is wrong with its options, and how it is used", async () => {
  const [misspelt, swallowed, help] = await Promise.all([
    run("import.ts", ["x.zip", "--wirte"]),
    run("import.ts", ["x.zip", "jobs.csv"], { npm_config_write: "true", npm_config_jobs: "true" }),
    run("import.ts", ["--help"]),
  ]);
  expect(misspelt).toMatchObject({ code: 1, out: "" });
  expect(misspelt.err).toContain("--wirte");
  expect(swallowed.err).toContain("npm took --write and --jobs for itself: put -- in front");
  expect(misspelt.err).not.toContain("    at ");
  expect(help.code).toBe(0);
  expect(help.out).toMatch(/Examples:[\s\S]*Exit codes:/);
});

test("what a killed run left beside the files of content goes with the next import", async () => {
  const content = await writeContent();
  const left = [".tmp-4194305-imported.jsonl", "reviews/.tmp-4194305-2021.yaml"];
  for (const name of left) await writeFile(join(content, name), "half a file");
  await importing(content, await write("x.json", googlePage(google({ id: "A" }))), "--write");
  expect(Object.keys(await snapshotOf(content)).join()).not.toContain(".tmp-");
});

test("an import that is killed at any moment leaves whole files, and the next one finishes", async () => {
  const pages = Array.from({ length: 6 }, (_, index) =>
    google({ id: `R${index}`, name: `Ann ${index}`, created: `${2019 + (index % 3)}-03-01T00:00:00Z` }),
  );
  const file = await write("x.json", googlePage(...pages));
  // Each computer has a key of its own for the words that it remembers.
  const contentOf = async (folder: string) => {
    const { "/imported.jsonl": imported = "", ...files } = await snapshotOf(folder);
    return { ...files, imported: imported.replace(/"words":"[^"]*"/g, "") };
  };
  const undisturbed = await writeContent();
  await importing(undisturbed, file, "--write");
  const finished = await contentOf(undisturbed);
  await killAtEveryChange("import.ts", async () => {
    const content = await writeContent();
    return {
      args: [file, "--content", content, "--write"],
      dead: async () => void (await load(content)),
      again: async () => expect(await contentOf(content)).toEqual(finished),
    };
  });
});
