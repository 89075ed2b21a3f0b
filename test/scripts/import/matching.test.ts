import { describe, expect, test } from "vitest";
import { parseJobs } from "../../../scripts/import/jobs.ts";
import {
  assignJobs,
  findJobs,
  indexJobs,
  isLikely,
  scoreNames,
} from "../../../scripts/import/job-matching.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);
const index = (list: string) => indexJobs(parseJobs(`customer,contact,company,email,date\n${list}`));
const findIn = (list: string, name: string, date = "2026-03-01", email?: string) =>
  findJobs({ date, author: name, customer: { name, ...(email && { email }) } }, index(list));
const job = (name: string, date = "2026-02-01") => `"${name}",,,,${date}\n`;

describe("a name that fits one customer alone verifies", () => {
  test.each(table<[string, string]>("the same person"))("%j is %j", (name, customer) => {
    const { matches, isSure } = findIn(job("Zoe Quist") + job(customer) + job("Per Olsen"), name);
    expect(matches.map(({ job: one }) => one.names[0])).toEqual([customer]);
    expect(isSure).toBe(true);
    expect(matches[0]?.score).toBeGreaterThanOrEqual(0.8);
    expect(matches[0]?.score).toBeLessThanOrEqual(1);
  });
});

describe("a name that may be a customer's waits for the owner", () => {
  test.each(table<[string, string[]]>("perhaps the same person"))("%j may be %j", (name, customers) => {
    const { matches, isSure } = findIn(customers.map((one) => job(one)).join("") + job("Zoe Quist"), name);
    expect(new Set(matches.map(({ job: one }) => one.names[0]))).toEqual(new Set(customers));
    expect(isSure).toBe(false);
  });
});

describe("another name is another person", () => {
  test.each(table<[string, string]>("another person"))("%j is not %j", (name, customer) => {
    expect(findIn(job(customer), name)).toEqual({ matches: [], isSure: false });
  });

  test("a name that fits more than five customers fits none", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => job(`Karen M${"abcdefg".charAt(at)}x`)).join("");
    expect(findIn(many(5), "Karen M.").matches).toHaveLength(5);
    expect(findIn(many(6), "Karen M.").matches).toHaveLength(0);
  });
});

test.each(table<[string, string, number]>("scores"))("%j fits %j by %d", (name, customer, score) => {
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

  interface Case {
    title: string;
    jobs: [name: string, date?: string][];
    reviews: [name: string, date: string, source?: string][];
    found: unknown[];
  }
  test.each(table<Case>("one job for two reviews"))("$title", ({ jobs, reviews, found }) => {
    const list = jobs.map((one) => job(...one)).join("");
    expect(assign(list, ...reviews).map((one) => one ?? null)).toEqual(found);
  });
});
