import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSigner, formatSigner, formatVerifier } from "../../src/transparency-log/note.ts";
import { review, soundFile, writeContent } from "../content/content-folder.ts";
import { openCheckpoint } from "../transparency-log/reference.ts";
import { openSite } from "../site/browser.ts";
import { run } from "../scripts/owner.ts";
import { callTool } from "../server/mcp/messages.ts";
import { build, differences, expectRefusal, readTree } from "./builds.ts";
import { readDataset } from "../published.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const origin = "fern.example/log";
const signer = createSigner(origin, Buffer.alloc(32, 3));
const key = formatVerifier(signer.verifier);
const env = { LOG_KEY: formatSigner(signer) };
const business = `${soundFile("business.yaml")}log: { origin: ${origin}, key: ${key} }\n`;

test("builds append to the history of the previous deploy, and a browser and a stranger can check it", async () => {
  const more = "reviews/more.yaml";
  const content = await writeContent({ "business.yaml": business, [more]: review({ id: "r3" }) });
  const out = await temporaryFolder();
  const first = await build({ content, out, env });
  expect(first).toContain("History starts anew with 4 entries");
  const before = await readTree(out);

  await writeFile(
    join(content, more),
    review({ id: "r3", text: "Changed.", updated: "2026-06-01" }) + review({ id: "r4", date: "2026-06-02" }),
  );
  expect(await build({ content, out, env })).toContain("History has 6 entries, 2 of them new");
  const after = await readTree(out);
  const changed = differences(before, after).filter((path) => path.startsWith("/log/"));
  expect(changed).toEqual(["/log/checkpoint", "/log/tile/0/000.p/6", "/log/tile/entries/000.p/6"]);
  expect([...after.keys()].filter((path) => path.startsWith("/log/"))).toContain("/log/tile/0/000.p/4");
  const checkpoint = after.get("/log/checkpoint")?.toString() ?? "";
  const opened = openCheckpoint(checkpoint, [key]);
  expect(opened).toMatchObject({ origin, size: 6, signedBy: [origin] });
  const dataset = await readDataset(out);
  expect(dataset.business.log).toEqual({ origin, key });
  expect(dataset.reviews.map(({ id, proof }) => [id, proof?.entry])).toEqual([
    ["r4", 5],
    ["r3", 4],
    ["r2", 2],
    ["r1", 1],
  ]);

  const site = await openSite(out);
  try {
    const state = await temporaryFolder();
    const args = [site.url, "--state", state, "--key", key, "--retries", "0"];
    expect(await run("verify.ts", args)).toMatchObject({ code: 0, err: "" });
    const { result } = (await callTool(`${site.url}/mcp`, "search_reviews", { query: "Changed" })).body;
    const { _meta: meta } = result;
    expect(meta.history).toEqual({ size: 6, root: opened.root.toString("base64") });
    expect(result.content[0]?.text).toContain("/reviews/r3/#proof (entry 4 of the signed history)");
    const { page, troubles } = await site.visit("/reviews/r3/");
    await page.getByRole("button", { name: "Check it now" }).click();
    await page.locator(".proof-steps li").nth(2).waitFor();
    const steps = () => page.locator(".proof-steps li").allTextContents();
    expect(await steps()).toEqual([
      "Entry 4 of the history holds exactly these words, stars, date and name.",
      "The entry is part of the history of 6 entries.",
      "The business has signed that history.",
    ]);
    await page.evaluate(() => {
      const words = document.querySelector(".single .review-text");
      if (words) words.textContent = "Never said.";
    });
    await page.getByRole("button", { name: "Check it now" }).click();
    await page.locator(".proof-bad").waitFor();
    expect(await steps()).toEqual(["The words on this page are not those that were logged."]);
    expect(troubles).toEqual([]);
    await page.goto(`${site.url}/history/`);
    const words = ((await page.locator("main").textContent()) ?? "").replaceAll(/\s+/g, " ");
    expect(words).toMatch(/Started on [^.]*, last grew on June 2, 2026, 4 weeks later\. It has 6 entries\./);
    expect(words).not.toContain("A demonstration.");
  } finally {
    await site.close();
  }
});

test("a build that would forget a logged review, or fork the history, stops and leaves the deploy as it was", async () => {
  const content = await writeContent({ "business.yaml": business });
  const out = await temporaryFolder();
  await build({ content, out, env });
  const before = await readTree(out);
  const reviews = join(content, "reviews/2026.yaml");
  const text = await readFile(reviews, "utf8");
  await writeFile(reviews, text.slice(0, text.indexOf("- id: r2")));
  await expectRefusal({ content, out, env }, "review r2 was published and logged");
  await writeFile(reviews, text);
  const stranger = formatSigner(createSigner(origin, Buffer.alloc(32, 4)));
  await expectRefusal({ content, out, env: { LOG_KEY: stranger } }, "use the key that belongs to it");
  expect(differences(before, await readTree(out))).toEqual([]);
  await rm(join(out, "log", "tile"), { recursive: true });
  await expectRefusal({ content, out, env }, "would fork it");
});

test("a published key signs what is made up, says so, and is refused for a business that exists", async () => {
  const name = "fern.example/demonstration-only";
  const published = createSigner(name, Buffer.alloc(32, 5));
  const log = `log: { origin: ${name}, key: ${formatVerifier(published.verifier)} }\n`;
  const madeUp = `${soundFile("business.yaml")}${log}`;
  const key = formatSigner(published);
  const content = await writeContent({ "business.yaml": madeUp, "demonstration.key": key });
  const out = await temporaryFolder();
  expect(await build({ content, out })).toContain("History starts anew");
  expect(await readFile(join(out, "history/index.html"), "utf8")).toContain("the signature proves nothing");
  await writeFile(join(content, "business.yaml"), madeUp.replace("fictional: true\n", ""));
  await expectRefusal({ content, out }, "signs only for businesses with fictional: true");
});

test("without a key nothing is signed, without an editor there is none, and no page or link of either", async () => {
  const content = await writeContent({});
  const out = await temporaryFolder();
  expect(await build({ content, out })).toContain("History is not signed");
  const tree = await readTree(out);
  expect([...tree.keys()].filter((path) => path.startsWith("/log/"))).toEqual([]);
  expect((await readDataset(out)).reviews.every(({ proof }) => proof === undefined)).toBe(true);
  expect([...tree.keys()].filter((path) => /^\/history\/|admin/.test(path))).toEqual([]);
  for (const [path, body] of tree)
    if (/\.(?:html|xml)$/.test(path)) expect(body.toString(), path).not.toMatch(/["/]history\/["<]/);
});
