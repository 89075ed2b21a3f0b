import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { runBuild, build, root } from "../build/builds.ts";
import { run } from "../scripts/owner.ts";
import { demonstration } from "../demonstration.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { useSite } from "./browser.ts";
import { answerReview, fill, go, save, startEditor } from "./driven-editor.ts";
import { startGithub } from "./github.ts";
import { temporaryFolder, useTemporaryFolder } from "../temporary-folder.ts";

const repository = { repository: "fern/my.reviews", token: "github_pat_x" };
const ofEditor = "editor: { backend: github, repository: fern/my.reviews }\n";

/** Everything that the page asks GitHub for goes to ours; other hosts are not asked. */
async function answerGithub(context: BrowserContext, url: string): Promise<void> {
  await context.route("https://api.github.com/**", async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    const response = await fetch(request.url().replace("https://api.github.com", url), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(body && { body: new Uint8Array(body) }),
    });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await context.route("https://www.githubstatus.com/**", (route) => route.fulfill({ json: {} }));
}

describe("the editor on GitHub", () => {
  const folder = useTemporaryFolder();
  const repositoryFolder = join(folder, "repository");
  const dist = join(folder, "dist");
  beforeAll(async () => {
    await cp(demonstration, join(repositoryFolder, "content"), { recursive: true });
    const business = join(repositoryFolder, "content/business.yaml");
    await writeFile(business, (await readFile(business, "utf8")) + ofEditor);
    await build({ content: join(repositoryFolder, "content"), out: dist });
  });
  const site = useSite(() => dist);

  test("answers a review and changes the telephone, as a build reads them", async () => {
    const github = await startGithub(repositoryFolder, repository);
    const { page, troubles } = await site.visit("/icon.svg");
    await answerGithub(page.context(), github.url);
    const response = await page.goto(`${site.url}/admin/`);
    expect(response?.headers()["content-security-policy"]).toContain("default-src 'none'");
    expect(response?.headers()["x-robots-tag"]).toBe("noindex");
    await page.getByText(/It stays in this browser and goes to GitHub, nowhere else/).waitFor();
    await page.getByRole("button", { name: "Sign In Using Access Token" }).click();
    await page.getByRole("textbox").first().fill(repository.token);
    await page.keyboard.press("Enter");
    await page.getByText("This collection has no entries yet").waitFor();

    // Each collection opens, with what content holds.
    await go(page, "faq/entries/gates-and-dogs", "What about gates and dogs?");
    expect(await page.getByRole("textbox", { name: /Text/ }).inputValue()).toContain(
      "{{aspect.property-care.review_count}}",
    );
    await go(page, "added/new", "First name and last initial, no more");
    for (const [name, seen] of Object.entries({
      technicians: "Rosa Delgado",
      services: "Lawn mowing",
      areas: "Quillbrook",
      summary: "Last changed",
    }))
      await go(page, `site/entries/${name}`, seen);

    await answerReview(page, "Sunita P.", "Thank you, Sunita: all #1!\n\nSee you in spring.");
    expect(await readFile(join(repositoryFolder, "content/edits/2026-11-09-1.yaml"), "utf8")).toMatch(
      /^review: 2026-11-09-1\nreply:\n {2}date: \d{4}-\d\d-\d\d\n {2}text: \|-\n {4}Thank you, Sunita: all #1!\n\n {4}See you in spring.\n$/,
    );

    const business = join(repositoryFolder, "content/business.yaml");
    const before = await readFile(business, "utf8");
    await go(page, "site/entries/business", "Price range");
    await fill(page.getByRole("textbox", { name: /Telephone/ }), "+1 614 555 0199");
    await save(page);
    await expect
      .poll(() => readFile(business, "utf8"))
      .toBe(before.replace("+1 614 555 0142", "+1 614 555 0199"));

    expect(github.commits.map(({ message }) => message)).toHaveLength(3);
    const own = ["https://api.github.com/", "https://www.githubstatus.com/"];
    expect(troubles.filter((one) => !own.some((host) => one.startsWith(`other host: ${host}`)))).toEqual([]);
    await page.context().unrouteAll({ behavior: "ignoreErrors" });
    await github.stop();

    const loaded = await loadSite(join(repositoryFolder, "content"), { today: "2099-01-01" });
    expect(loaded.business.telephone).toBe("+1 614 555 0199");
    expect(loaded.reviews.find(({ id }) => id === "2026-11-09-1")?.reply?.text).toMatch(/all #1!$/m);
  });

  test("is in no sitemap and cached by no worker", async () => {
    expect(await readFile(join(dist, "sitemap.xml"), "utf8")).not.toContain("/admin/");
    const built = listFiles(dist).filter((path) => path.startsWith("/admin/"));
    expect(built).toContain("/admin/index.html");
    const config = await readFile(join(dist, "admin/config.json"), "utf8");
    const site = JSON.parse(await readFile(join(dist, "reviews.json"), "utf8"));
    // A review that is withheld is nobody's to read.
    expect(site.reviews.some(({ id }: { id: string }) => config.includes(id))).toBe(true);
    expect(config).not.toContain("2025-06-03-1");
  });

  test("a repository that is none stops the build", async () => {
    const content = join(await temporaryFolder(), "content");
    await cp(demonstration, content, { recursive: true });
    await writeFile(
      join(content, "business.yaml"),
      `${await readFile(join(content, "business.yaml"), "utf8")}editor: { backend: gitlab, repository: fern }\n`,
    );
    const { code, output } = await runBuild({ content, out: join(content, "../dist") });
    expect(code).toBe(1);
    expect(output).toContain("editor.backend");
    expect(output).toContain("editor.repository");
  });

  test("npm run edit works on the files of this machine below a path, and on no others", async () => {
    const content = join(await temporaryFolder(), "content");
    await cp(demonstration, content, { recursive: true });
    const { address, port } = await startEditor(content);
    const second = await run("edit.ts", ["--content", content], { PORT: String(port) });
    expect(second).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(/^port \d+ is in use: PORT=\d+ npx/),
    });
    const { page } = await site.visit("/icon.svg");
    const response = await page.goto(`${address}/admin/`);
    expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    await page.getByText(/What you save is written into your own folder/).waitFor();
    await page.getByText("This collection has no entries yet").waitFor();
    await answerReview(page, "Gary W.", "Thanks, Gary.");
    const edit = await readFile(join(content, "edits/2026-11-06-1.yaml"), "utf8");
    expect(edit).toMatch(/^review: 2026-11-06-1\nreply:\n {2}date: [\d-]+\n {2}text: Thanks, Gary\.\n$/);
    const loaded = await loadSite(content, { today: "2099-01-01" });
    expect(loaded.reviews.find(({ id }) => id === "2026-11-06-1")?.reply?.text).toBe("Thanks, Gary.");

    const ask = async (path: string, init: RequestInit = {}, header = { "X-Edit": "1" }) =>
      (await fetch(`${address}/edit-files?path=${encodeURIComponent(path)}`, { headers: header, ...init }))
        .status;
    await symlink(root, join(content, "faq/elsewhere"));
    expect(await ask("business.yaml")).toBe(200);
    for (const path of [
      "../package.json",
      "faq/../../x",
      ".git/config",
      "faq/elsewhere/package.json",
      "a\\..\\b",
    ])
      for (const method of ["GET", "PUT", "DELETE"]) expect(await ask(path, { method }), path).toBe(403);
    expect(await ask("nowhere.yaml")).toBe(404);
    for (const method of ["DELETE", "PUT"]) expect(await ask("", { method })).toBe(403);
    expect((await readdir(dirname(content))).sort()).toEqual(["content"]);
    expect(await ask("faq/content", { method: "PUT", body: "x" })).toBe(200);
    expect(await ask("faq/content", { method: "DELETE" })).toBe(200);
    expect(await ask("business.yaml", { method: "POST" })).toBe(405);
    expect(await ask("big.bin", { method: "PUT", body: new Uint8Array(22 * 1024 * 1024) })).toBe(413);
    const foreign = { "X-Edit": "1", Origin: "http://evil.example" };
    expect(await ask("business.yaml", {}, foreign)).toBe(403);
    expect(await fetch(`${address}/edit-files?path=business.yaml`).then(({ status }) => status)).toBe(403);
  });
});
