import { describe, expect, test } from "vitest";
import { parseJobs } from "../../../scripts/import/jobs.ts";
import { assignJobs, findJobs, indexJobs, isLikely, scoreNames } from "../../../scripts/import/matching.ts";

const index = (list: string) => indexJobs(parseJobs(`customer,contact,company,email,date\n${list}`));
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
    ["김민수", "김 민수"],
    ["王, 小明", "王小明"],
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
    ["Karen McD", ["Karen McDonald"]],
    ["Ann Lee", ["Ann Leeds"]],
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
    ["Ann Le", "Ann Leeds"],
    ["Ann Lee", "Ann Lea"],
    ["Karen Miiler", "Karen Milner"],
    ["Karen S.", "Karen McDonald"],
    ["Anonymous", "Karen McDonald"],
    ["Lee", "Ann Lee"],
    ["Acme", "Acme Dental LLC"],
    ["", "Ann Lee"],
    ["LLC", "Acme LLC"],
    ["GmbH", "GmbH"],
    ["김민수", "강민수"],
    ["김", "김민수"],
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

test.each<[string, string, number]>([
  ["Karen McDonald", "Karen McDonald", 1],
  ["Bob Kline", "Robert Kline", 0.95],
  ["Acme Dental", "Acme Dental LLC", 0.95],
  ["Karen Miller-Smith", "Karen Miller", 0.9],
  ["Karen Smith", "Karen Miller-Smith", 0.9],
  ["Karen Smith-Poe", "Karen Miller-Smith", 0.9],
  ["McDonald Karen", "Karen McDonald", 0.9],
  ["Karen M", "Karen McDonald", 0.85],
  ["Karen McDonald", "Karen M", 0.85],
  ["Ann Kowalski", "Mary Ann Kowalski", 0.85],
  ["Mary Ann Kowalski", "Ann Kowalski", 0.85],
  ["K McDonald", "Karen McDonald", 0.8],
  ["Karen McDonald", "K McDonald", 0.8],
  ["K M", "Karen McDonald", 0.68],
  ["Caren Miller", "Karen Miller", 0.75],
  ["Karen Miler", "Karen Miller", 0.75],
  ["Karen Mil", "Karen Miller", 0.75],
  ["Karen Miller", "Karen Mil", 0.75],
  ["김민수", "김민수", 1],
  ["김.", "김민수", 0.5],
  ["강.", "김민수", 0],
  ["Karen", "Karen McDonald", 0.5],
  ["Bob", "Robert Kline", 0.5],
  ["Karen McDonald", "Karen", 0.5],
  ["K", "Karen McDonald", 0],
  ["Ann", "Mary Ann Kowalski", 0],
  ["Karen Mc", "Karen McDonald", 0],
  ["Karen Mi-Lo", "Karen Miller-Smith", 0],
  ["Lars Poe", "Mars Poe", 0],
  ["Carla Poe", "Carl Poe", 0],
  ["Caron Miller", "Karen Miller", 0],
  ["Karen Poes", "Karen Moes", 0],
  ["C McDonald", "Karen McDonald", 0],
  ["Karen McDonald", "C McDonald", 0],
  ["Karen S", "Karen McDonald", 0],
  ["Karen McDonald", "Karen S", 0],
  ["Xyla Poe", "Wanda Poe", 0],
  ["Lee Poe", "Ann Lee", 0],
  ["Poe Ann", "Ann Lee", 0],
  ["L Ann", "Ann L", 0],
  ["Acmedental", "Acme Dental LLC", 0],
  ["Acme Dental LLC", "Acme LLC", 0],
  ["Acme", "Acme LLC", 0],
])("%j fits %j by %d", (name, customer, score) => {
  expect(scoreNames(name, customer)).toBeCloseTo(score, 6);
  expect(isLikely(customer, name)).toBe(score >= 0.5);
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

describe("one job verifies one review on each platform", () => {
  const assign = (list: string, ...reviews: [name: string, date: string, source?: string][]) => {
    const written = reviews.map(([name, date, source = "Google"]) => ({
      date,
      source,
      author: name,
      customer: { name },
    }));
    const { matches, uncertain } = assignJobs(written, index(list), new Map());
    return written.map(
      (one) => matches.get(one)?.job.date ?? uncertain.get(one)?.map((match) => match.job.date),
    );
  };

  test.each<[string, string, [string, string, string?][], unknown[]]>([
    [
      "who wrote the same on two platforms needs one job, and two where it is not said which they are",
      job("Ann Lee"),
      [
        ["Ann Lee", "2026-02-02", "Google"],
        ["Ann Lee", "2026-02-03", "facebook.com"],
        ["Ann Lee", "2026-02-04", "Facebook"],
        ["Ann Lee", "2026-02-05", "Imported"],
      ],
      ["2026-02-01", "2026-02-01", undefined, undefined],
    ],
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
