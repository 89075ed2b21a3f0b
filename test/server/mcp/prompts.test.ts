import { describe, expect, test } from "vitest";
import { post, request } from "./messages.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { manyNames } from "./costly-messages.ts";
import { startBuiltMcp, startSmallMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();

const get = async (name: string, args?: unknown) =>
  (await post(mcp.url, request("prompts/get", { name, arguments: args }))).body;
const complete = async (ref: object, name: string, value: string, given?: Record<string, string>) => {
  const context = given && { context: { arguments: given } };
  return (await post(mcp.url, request("completion/complete", { ref, argument: { name, value }, ...context })))
    .body;
};

describe("prompts", () => {
  test("write a request that asks for citations, with the data at hand", async () => {
    const { id, url } = mcp.demo.reviews.at(0) ?? { id: "", url: "" };
    const { result } = await get("draft_reply", { review_id: id });
    expect(result.messages[0].content.text).toContain("untrusted");
    const { resource } = result.messages[1].content;
    expect(resource).toMatchObject({ uri: `review://${id}`, mimeType: "application/json" });
    expect(resource.text).toContain(url);
  });

  test("can all be got with the arguments that they list", async () => {
    const { body } = await post(mcp.url, request("prompts/list"));
    const samples: Record<string, string> = {
      question: "Do they come on time?",
      service: "aeration",
      first: "Rosa Delgado",
      second: "will-tanner",
      about: "billing",
      since: "2026-01-01",
      until: "2026-06-30",
      review_id: mcp.demo.reviews.at(3)?.id ?? "",
    };
    for (const { name, arguments: given } of body.result.prompts) {
      const taken = given as { name: string; required: boolean }[];
      const args = Object.fromEntries(taken.map((one) => [one.name, samples[one.name]]));
      const { result } = await get(name, args);
      expect(result.messages.length).toBeGreaterThan(0);
      for (const { name: missing } of taken.filter(({ required }) => required)) {
        const { error } = await get(name, { ...args, [missing]: null });
        expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(missing) });
      }
    }
  });

  test.each([
    ["nothing", {}, "known are answer_from_reviews"],
    ["compare_technicians", { first: "Rosa Delgado", second: "Nobody" }, "must be one of Will Tanner"],
    ["summarize_service", { service: "aerating" }, "must be one of mowing"],
    ["summarize_service", { service: "aeration", since: "2026-02-30" }, "YYYY-MM-DD"],
    ["summarize_service", { service: "aeration", sinse: "2026-02-03" }, "it takes service, since"],
    ["draft_reply", { review_id: "never" }, "must be the id of a published review"],
    ["answer_from_reviews", { question: 5 }, "needs question as text"],
    ["answer_from_reviews", { question: "x".repeat(501) }, "at most 500"],
    [
      "answer_from_reviews",
      { question: " \n " },
      'question must be words, at most 500 characters, got " \\n "',
    ],
    ["summarize_service", { service: "Nope", since: "May" }, "got Nope; since must be a real day"],
    ["compare_technicians", { third: "x", first: "Mike" }, "knows no third"],
    ["compare_technicians", { third: "x", first: "Mike" }, "first must be one of Will Tanner"],
    ["compare_technicians", { third: "x", first: "Mike" }, "needs second as text"],
    ["compare_technicians", { first: "Rosa", second: "rosa-delgado" }, "must be two people"],
    ["report_period", { since: "2026-06-30", until: "2026-01-01" }, "since must not be after until"],
    ["report_period", manyNames(1200), "knows no k0, k1, k2, k3, k4 and 95 more"],
  ])("%s with %j say what to fix", async (name, args, message) => {
    const { error } = await get(name, args);
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(message) });
  });
});

test("a period may be one day, and a question has up to 500 characters, whatever they are", async () => {
  const day = "2026-06-30";
  expect((await get("report_period", { since: day, until: day })).error).toBeUndefined();
  expect((await get("answer_from_reviews", { question: "😀".repeat(500) })).error).toBeUndefined();
});

const template = (uri: string) => ({ type: "ref/resource", uri });
const prompt = (name: string) => ({ type: "ref/prompt", name });

describe("completion", () => {
  test("knows technicians, services, parts, items and reviews", async () => {
    const newest = mcp.demo.reviews.at(0)?.id ?? "";
    for (const [ref, name, value, expected] of [
      [prompt("compare_technicians"), "first", "mike", ["Mike Alvarez", "Mike Donnelly"]],
      [prompt("summarize_service"), "service", "we", ["weed-control"]],
      [template("insights://{part}"), "part", "asp", ["aspects"]],
      [template("insights://{part}/{id}"), "part", "f", ["faq"]],
      [template("review://{id}"), "id", newest, [newest]],
    ] as const)
      expect((await complete(ref, name, value)).result.completion.values).toEqual(expected);
  });

  test("of an item depends on the part that was chosen", async () => {
    const ref = template("insights://{part}/{id}");
    const valuesOf = async (value: string, part: string) =>
      (await complete(ref, "id", value, { part })).result.completion.values;
    expect(await valuesOf("p", "technicians")).not.toContain("punctuality");
    expect(await valuesOf("punct", "aspects")).toEqual(["punctuality"]);
  });

  test("takes null for what is not given", async () => {
    for (const context of [null, { arguments: null }, { arguments: { part: null } }]) {
      const ref = template("insights://{part}/{id}");
      const asked = { ref, argument: { name: "id", value: "punct" }, context };
      const { body } = await post(mcp.url, request("completion/complete", asked));
      expect(body.result.completion.values).toContain("punctuality");
    }
  });

  test.each([100, 101])("of %i gives at most 100 values, and says how many there are", async (total) => {
    const reviews = Array.from({ length: total }, (_, index) => buildReview({ id: `one-${index}` }));
    const { url } = await startSmallMcp(buildDataset(reviews));
    const asked = { ref: template("review://{id}"), argument: { name: "id", value: "one" } };
    const { body } = await post(url, request("completion/complete", asked));
    const { values, ...rest } = body.result.completion;
    expect([values.length, rest]).toEqual([100, { total, hasMore: total > 100 }]);
  });

  test.each([
    [prompt("nothing"), "x"],
    [prompt("draft_reply"), "nothing"],
    [template("review://{nothing}"), "id"],
    [template("review://{id}"), "part"],
    [{ type: "ref/other" }, "x"],
  ])("of %j by %s is an error", async (ref, name) => {
    expect((await complete(ref, name, "")).error.code).toBe(-32_602);
  });
});
