import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { givenContent, givenOwnContent, toGivenPath } from "../../src/content/given-path.ts";
import { readTimeZone, toDay } from "../../src/content/today.ts";
import { soundFile, writeContent } from "./content-folder.ts";

afterEach(() => void vi.unstubAllEnvs());

test("a path is meant from where the command was typed", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  expect([toGivenPath("a/b"), toGivenPath("/a")]).toEqual(["/somewhere/a/b", "/a"]);
  vi.stubEnv("INIT_CWD", undefined);
  expect(toGivenPath("a")).toBe(resolve("a"));
});

test("content is the folder that is named, by option before CONTENT, or content", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  vi.stubEnv("CONTENT", undefined);
  expect(givenContent()).toBe(resolve("content"));
  vi.stubEnv("CONTENT", "mine");
  expect([givenContent(), givenContent("other")]).toEqual(["/somewhere/mine", "/somewhere/other"]);
});

test("commands that write go into a made-up business only when somebody names it", async () => {
  const madeUp = await writeContent();
  vi.stubEnv("CONTENT", madeUp);
  expect([givenOwnContent(), givenOwnContent(madeUp)]).toEqual([madeUp, madeUp]);
  vi.stubEnv("CONTENT", undefined);
  expect(givenOwnContent(madeUp)).toBe(madeUp);
  // The demonstration is what nobody names.
  expect(() => givenOwnContent()).toThrow(
    `${resolve("content")} holds a made-up business (fictional: true in business.yaml), and nobody named this folder, so nothing is written into it: name your own with CONTENT=FOLDER, or this one with CONTENT=${resolve("content")}`,
  );
});

test("the time zone is the owner's, or none when it is not known", async () => {
  const business = soundFile("business.yaml");
  for (const [text, zone] of [
    [`${business}time_zone: Pacific/Kiritimati\n`, "Pacific/Kiritimati"],
    [business, undefined],
    [`${business}time_zone: Mars\n`, undefined],
    ["a: [", undefined],
  ] as const)
    expect(readTimeZone(await writeContent({ "business.yaml": text }))).toBe(zone);
  expect(readTimeZone("/nowhere")).toBe(undefined);
});

test("a day is that of the clocks in its time zone", () => {
  const instant = new Date("2026-01-01T11:30:00Z");
  expect(
    ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"].map((zone) => toDay(instant, zone)),
  ).toEqual(["2026-01-01", "2026-01-02", "2026-01-01", "2026-01-01"]);
});
