import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { review, soundFile, writeContent, writeContentTo } from "../content/content-folder.ts";
import { google, googlePage } from "./exports.ts";
import { fails, run, snapshotOf, write } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const check = (content: string, ...args: string[]) => run("check-content.ts", args, { CONTENT: content });

test("sound content ends with 0 and says what it holds; --quiet says nothing", async () => {
  const content = await writeContent();
  const { code, out, err } = await check(content);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/can be built: \d+ reviews?, \d+ withheld/);
  expect(await check("nowhere", "--quiet", "--content", content)).toEqual({ code: 0, out: "", err: "" });
});

test("an issue, and a claim that cannot be published, are printed with file and line, and end with 1", async () => {
  const claim = "---\nupdated: 2026-01-01\n---\n\n{{aspect.nothing.score}}\n";
  const content = await writeContent({ "summary.md": claim });
  expect(await check(content)).toMatchObject(fails(/summary\.md:5: .*no aspect "nothing"/));
  expect((await check(content, "--hush")).code).toBe(2);
  await writeContentTo(content, { "summary.md": claim, "reviews/more.yaml": review({ rating: "6" }) });
  const issue = "more.yaml:3: rating of r3 is 6; it must be a whole number from 1 to 5";
  expect(await check(content, "--quiet")).toMatchObject(fails(issue));
});

// npm --prefix goes into the project's folder, and the demonstration lies there under the same name.
test("a relative path is meant from where it is typed", async () => {
  const content = await writeContent();
  const typed = { CONTENT: basename(content), INIT_CWD: dirname(content) };
  expect((await run("check-content.ts", [], typed)).out).toContain(`${content} can be built`);
  const page = await write("page.json", googlePage(google({ id: "a", comment: "Neat." })));
  const shown = await run("import.ts", ["page.json", "--content", content], { INIT_CWD: dirname(page) });
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("1 new") });
  const place = await temporaryFolder();
  const begun = ["--name", "Fern", "--trade", "dentist", "--time-zone", "UTC", "--street", "1 A St"];
  const args = [...begun, "--city", "X", "--postal-code", "1", "--out", "content"];
  expect(await run("init.ts", args, { INIT_CWD: place })).toMatchObject({ code: 0 });
  const own = { CONTENT: "content", INIT_CWD: place };
  expect((await run("check-content.ts", [], own)).out).toContain(join(place, "content"));
});

test("commands that write touch no made-up business that nobody named", async () => {
  const owner = await temporaryFolder();
  const project = join(owner, "open-reviews");
  await writeContentTo(join(project, "content"), {});
  const redact = (env: Record<string, string> = {}) =>
    run("redact.ts", ["r1", "--reason", "fraud"], { CONTENT: "", INIT_CWD: project, ...env }, project);
  const before = await snapshotOf(project);
  for (const [script, ...args] of [
    ["redact.ts", "r1", "--reason", "fraud"],
    ["import.ts", "page.json", "--write"],
    ["verdicts.ts", "accept", "answers.jsonl"],
  ] as [string, ...string[]][]) {
    const { err } = await run(script, args, { CONTENT: "", INIT_CWD: project }, project);
    expect([script, err]).toEqual([script, expect.stringMatching(/made-up business.*CONTENT=/)]);
  }
  expect(await snapshotOf(project)).toEqual(before);
  expect(await redact({ CONTENT: "content" })).toMatchObject({ code: 0 });

  const business = soundFile("business.yaml").replace("fictional: true\n", "");
  await writeContentTo(join(owner, "content"), { "business.yaml": business });
  expect(await redact({ CONTENT: "../content" })).toMatchObject({ code: 0 });
  expect(await readFile(join(owner, "content/reviews/2026.yaml"), "utf8")).toContain("removed_at");
});

test("options of other commands count from where they are typed, too", async () => {
  const [place, content] = [await temporaryFolder(), await writeContent()];
  const env = { INIT_CWD: place, CONTENT: content };
  await run("report.ts", ["--out", "report.md"], env);
  await run("verdicts.ts", ["ask", "--out", "questions.jsonl"], env);
  await run("witness.ts", ["init", "w.example", "--out", "w.key"], env);
  await run("log.ts", ["init", "--origin", "l.example/log", "--out", "l.key"], env);
  await run("deploy/sbom.ts", ["bill"], env);
  expect((await run("deploy/sbom.ts", ["--help"], env)).out).toContain("Usage:");
  const made = "/bill/sbom.cdx.json /l.key /questions.jsonl /report.md /w.key";
  expect(Object.keys(await snapshotOf(place)).sort()).toEqual(made.split(" "));
});
