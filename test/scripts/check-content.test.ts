import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { review, writeContent } from "../content/content-folder.ts";
import { google, googlePage, run, temporaryFolder, write } from "./owner.ts";

const check = (content: string, ...args: string[]) => run("check-content.ts", args, { CONTENT: content });

test("sound content ends with 0 and says what it holds; --quiet says nothing", async () => {
  const content = await writeContent();
  const { code, out, err } = await check(content);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/can be built: \d+ reviews?, \d+ withheld/);
  expect(await check("nowhere", "--quiet", "--content", content)).toEqual({ code: 0, out: "", err: "" });
});

test("issues are all printed, with file and line, and end with 1", async () => {
  const content = await writeContent({
    "reviews/more.yaml": review({ rating: "6" }),
    "summary.md": "---\nupdated: 2026-01-01\n---\n\n{{aspect.nothing.score}}\n",
  });
  const { code, err } = await check(content, "--quiet");
  expect(code).toBe(1);
  expect(err).toContain("more.yaml:3: rating of r3 is 6; it must be a whole number from 1 to 5");
});

test("a claim that cannot be published is an issue too, and an unknown option is wrong usage", async () => {
  const content = await writeContent({
    "summary.md": "---\nupdated: 2026-01-01\n---\n\n{{aspect.nothing.score}}\n",
  });
  const claim = await check(content);
  expect(claim.code).toBe(1);
  expect(claim.err).toMatch(/summary\.md:5: .*no aspect "nothing"/);
  expect((await check(content, "--hush")).code).toBe(2);
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
