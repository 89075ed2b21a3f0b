import { describe, expect, test } from "vitest";
import { parseJobs } from "../../scripts/import/jobs.ts";
import { assignJobs, findJobs, indexJobs } from "../../scripts/import/matching.ts";
import { run, google, googlePage, type ImportReport, temporaryFolder, write } from "./owner.ts";
import { writeContent } from "../content/content-folder.ts";
import { loadSite } from "../../src/content/load-site.ts";

const index = (list: string) =>
  indexJobs(parseJobs(`customer,contact,company,email,date\n${list}`, undefined));
const findIn = (list: string, name: string, date = "2026-03-01", email?: string) =>
  findJobs({ date, author: name, customer: { name, ...(email && { email }) } }, index(list));
const job = (name: string, date = "2026-02-01") => `"${name}",,,,${date}\n`;

describe("a name that fits one customer alone verifies", () => {
  test.each<[string, string]>([
    ["Karen McDonald", "Karen McDonald"],
    ["karen mcdonald", "KAREN  McDONALD"],
    ["Karen McDonald", "McDonald, Karen"],
    ["McDonald, Karen", "Karen McDonald"],
    ["Karen M.", "Karen McDonald"],
    ["Karen M", "Karen McDonald"],
    ["K. McDonald", "Karen McDonald"],
    ["Karen McD", "Karen McDonald"],
    ["McDonald Karen", "Karen McDonald"],
    ["Bob Kline", "Robert Kline"],
    ["Robert Kline", "Bob Kline"],
    ["Bob K.", "Robert Kline"],
    ["Liz Ward", "Elizabeth Ward"],
    ["Pepe Gil", "José Gil"],
    ["Hans Huber", "Johannes Huber"],
    ["Jose Nunez", "José Ñúñez"],
    ["Jörg Müller", "Joerg Mueller"],
    ["JURGEN STRASSE", "Jürgen Straße"],
    ["Dr. Karen Miller", "Karen Miller"],
    ["Karen Miller", "Mrs. Karen Miller, PhD"],
    ["Prof. Dr. Karen Miller", "Miller, Frau Karen"],
    ["Mary Kowalski", "Mary Ann Kowalski"],
    ["Ann Kowalski", "Mary Ann Kowalski"],
    ["Karen Miller-Smith", "Karen Miller"],
    ["Sue Kline", "Bob & Sue Kline"],
    ["Bob Kline", "Kline, Robert and Susan"],
    ["Jörg Weiß", "Müller GmbH (Jörg Weiß)"],
    ["Jorg Weiss", "Müller GmbH, Attn: Jörg Weiß"],
    ["Mueller Garten", "Müller Garten GmbH"],
    ["Don Miller", "Donald Miller"],
    ["Acme Dental", "Acme Dental LLC"],
    ["Acme Dental, Inc.", "Acme Dental"],
    ["Jane O'Brien", "Jane O’Brien"],
    ["Anna van der Berg", "Anna Van Der Berg"],
  ])("%j is %j", (name, customer) => {
    const { matches, isSure } = findIn(job("Zoe Quist") + job(customer) + job("Per Olsen"), name);
    expect(matches.map(({ job: one }) => one.names[0])).toEqual([customer]);
    expect(isSure).toBe(true);
    expect(matches[0]?.score).toBeGreaterThanOrEqual(0.8);
    expect(matches[0]?.score).toBeLessThanOrEqual(1);
  });
});

describe("a name that may be a customer's waits for the owner", () => {
  test.each<[string, string[]]>([
    ["Karen", ["Karen McDonald"]],
    ["Karen M.", ["Karen McDonald", "Karen Moss"]],
    ["K. M.", ["Karen McDonald"]],
    ["Karen Miler", ["Karen Miller"]],
    ["Caren Miller", ["Karen Miller"]],
    ["Chris P.", ["Christian Poe", "Christopher Pym"]],
  ])("%j may be %j", (name, customers) => {
    const { matches, isSure } = findIn(customers.map((one) => job(one)).join("") + job("Zoe Quist"), name);
    expect(new Set(matches.map(({ job: one }) => one.names[0]))).toEqual(new Set(customers));
    expect(isSure).toBe(false);
  });
});

describe("another name is another person", () => {
  test.each<[string, string]>([
    ["Ann Low", "Ann Lee"],
    ["Karen McDonald", "Carl McDonald"],
    ["Bob Kline", "Bill Kline"],
    ["Karen S.", "Karen McDonald"],
    ["Anonymous", "Karen McDonald"],
    ["Lee", "Ann Lee"],
    ["Acme", "Acme Dental LLC"],
    ["", "Ann Lee"],
    ["LLC", "Acme LLC"],
    ["GmbH", "GmbH"],
  ])("%j is not %j", (name, customer) => {
    expect(findIn(job(customer), name)).toEqual({ matches: [], isSure: false });
  });

  test("a name that fits more than five customers fits none", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => job(`Karen M${"abcdefg".charAt(at)}x`)).join("");
    expect(findIn(many(5), "Karen M.").matches).toHaveLength(5);
    expect(findIn(many(6), "Karen M.").matches).toHaveLength(0);
  });
});

test("an address counts before a name, a contact and a company stand for their job", () => {
  const list = `Karen Moss,,,k@example.com,2026-02-01\nKaren Miller,,,,2026-02-02\n,Jo Poe,Acme Dental,,2026-02-03\n`;
  expect(findIn(list, "Karen Miller", "2026-03-01", "K@example.com")).toMatchObject({
    isSure: true,
    matches: [{ score: 1, job: { names: ["Karen Moss"] } }],
  });
  expect(findIn(list, "Jo Poe").matches).toMatchObject([{ job: { date: "2026-02-03" } }]);
  expect(findIn(list, "Acme Dental").matches).toMatchObject([{ job: { date: "2026-02-03" } }]);
});

test.each<[string, number]>([
  ["2026-03-01", 1],
  ["2026-03-02", 0],
  ["2025-09-02", 1],
  ["2025-09-01", 0],
])("a job of %s is about a review of 2026-03-01: %i", (day, count) => {
  expect(findIn(job("Ann Lee", day), "Ann Lee").matches).toHaveLength(count);
});

describe("one job verifies one review", () => {
  const assign = (list: string, ...reviews: [name: string, date: string][]) => {
    const written = reviews.map(([name, date]) => ({ date, author: name, customer: { name } }));
    const { matches, uncertain } = assignJobs(written, index(list), new Set());
    return written.map(
      (one) => matches.get(one)?.job.date ?? uncertain.get(one)?.map((match) => match.job.date),
    );
  };

  test.each<[string, string, [string, string][], unknown[]]>([
    [
      "the first of two gets it",
      job("Ann Lee"),
      [
        ["Ann Lee", "2026-02-03"],
        ["Ann Lee", "2026-02-02"],
      ],
      [undefined, "2026-02-01"],
    ],
    [
      "the better name gets it",
      job("Ann Lee"),
      [
        ["Ann L.", "2026-02-02"],
        ["Ann Lee", "2026-02-03"],
      ],
      [undefined, "2026-02-01"],
    ],
    [
      "two jobs verify two",
      job("Ann Lee") + job("Ann Lee", "2026-02-05"),
      [
        ["Ann Lee", "2026-02-06"],
        ["Ann Lee", "2026-02-07"],
      ],
      ["2026-02-05", "2026-02-01"],
    ],
    [
      "a job that is taken is no candidate, and leaves no certainty",
      job("Ann Lee") + job("Ann Low", "2026-02-02"),
      [
        ["Ann Lee", "2026-02-03"],
        ["Ann L.", "2026-02-03"],
      ],
      ["2026-02-01", ["2026-02-02"]],
    ],
  ])("%s", (_, list, reviews, expected) => {
    expect(assign(list, ...reviews)).toEqual(expected);
  });
});

describe("in an import", () => {
  const start = async (jobs: string) => {
    const content = await writeContent();
    const home = await temporaryFolder();
    const list = await write("jobs.csv", `customer,date\n${jobs}`);
    const command = (script: string, args: string[], input?: string) =>
      run(
        script,
        [...args, "--content", content],
        { FINGERPRINT_KEY: "a key for this test only" },
        home,
        input,
      );
    const importing = async (reviews: object[], ...args: string[]) => {
      const file = await write("x.json", googlePage(...reviews));
      const { out, err } = await command("import.ts", [file, "--jobs", list, "--json", ...args]);
      expect(err).toBe("");
      return JSON.parse(out) as ImportReport & {
        jobs: {
          read: number;
          matched: { job: { score: number } }[];
          uncertain: { id: string; jobs: object[] }[];
          nearest: string[];
        };
      };
    };
    return { content, list, command, importing };
  };
  const karen = google({ id: "A", name: "Karen M", comment: "Neat." });
  const two = "Karen McDonald,2026-02-20\nKaren Moss,2026-02-21\n";

  test("a list that matches nothing says what comes nearest, and why it does not match", async () => {
    const { command, list, importing } = await start(
      "Karen Milles,2024-01-01\nZoe Quist,2026-04-01\nAnn Lee,2026-02-01\n",
    );
    const reviews = [google({ id: "A", name: "Karen Milles" }), google({ id: "B", name: "Zoe Quist" })];
    const { jobs } = await importing(reviews);
    expect(jobs).toMatchObject({ read: 3, matched: [], uncertain: [] });
    expect(jobs.nearest.join("\n")).toMatch(
      /"Karen Milles" on 2026-03-01 and "Karen Milles" on 2024-01-01 \(line 2; more than 180 days lie between\)/,
    );
    expect(jobs.nearest.join("\n")).toMatch(/"Zoe Quist".*line 3; the job is later/);
    const { out } = await command("import.ts", [
      await write("x.json", googlePage(...reviews)),
      "--jobs",
      list,
    ]);
    expect(out).toMatch(/^3 jobs read, 0 matched; nearest: "/m);
  });

  test("a match shows its score, and its job is not used again by a later import", async () => {
    const { importing } = await start("Karen McDonald,2026-02-20\n");
    const { jobs } = await importing([karen], "--write");
    expect(jobs.matched).toMatchObject([{ job: { score: 0.85, names: ["Karen McDonald"] } }]);
    const other = google({
      id: "B",
      name: "Karen McDonald",
      comment: "Once more.",
      created: "2026-03-05T10:00:00Z",
    });
    expect(await importing([karen, other], "--write")).toMatchObject({
      unchanged: [expect.any(String)],
      new: [{ withheld: "unverified" }],
      jobs: { matched: [], nearest: [expect.stringContaining("the job verifies another review")] },
    });
  });

  test("what is uncertain waits in the queue, where y publishes it and n asks no more", async () => {
    const { content, command, importing } = await start(two);
    const bob = google({ id: "B", name: "Karen", comment: "Late.", created: "2026-03-02T10:00:00Z" });
    const { jobs } = await importing([karen, bob], "--write");
    expect(jobs.uncertain.map((one) => one.jobs.length)).toEqual([2, 2]);
    const shown = await command("queue.ts", ["--list"]);
    expect(shown.out).toMatch(/★★★★★ 2026-03-01 on Google +│ 1\. Karen M/);
    expect(shown.out).toMatch(/fits 0\.85/);
    const answered = await command("queue.ts", [], "nonsense\ny\n2\nn\n");
    expect(answered.out).toMatch(/1 verified, 1 about no job, 0 for later/);
    const site = await loadSite(content, { today: "2026-11-20" });
    expect(site.reviews.find(({ text }) => text === "Neat.")?.verification).toMatchObject({
      method: "job_record",
    });
    expect(site.withheld.map(({ text }) => text)).toEqual(["Late."]);
    expect((await command("queue.ts", [])).out).toBe("Nothing waits.\n");
    await importing([karen, bob], "--write");
    expect((await command("queue.ts", ["--json"])).out).toContain('"waiting": []');
  });

  test("later, an end of the answers and q leave all as it was", async () => {
    const { command, importing } = await start(two);
    await importing([karen], "--write");
    for (const answers of ["later\n", "\n", "", "q\n"]) {
      const { code, out } = await command("queue.ts", [], answers);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringMatching(/0 verified, 0 about no job, 1 for later/),
      });
    }
    expect(JSON.parse((await command("queue.ts", ["--json"])).out)).toMatchObject({
      waiting: [{ name: "Karen M" }],
    });
  });
});
