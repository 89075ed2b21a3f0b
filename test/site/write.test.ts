import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { signInvitation } from "../../scripts/invite/token.ts";
import { parseInvitation, readMailBlock } from "../../src/schema/invitation.ts";
import { buildHeaderRules, headersOf } from "../../src/schema/headers.ts";
import { build } from "../build/builds.ts";
import { soundFile, writeContent } from "../content/content-folder.ts";
import { openSite, useSite } from "./browser.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const token = signInvitation(
  { job: "abcdefghijklmnop", day: "2026-05-04", until: "2026-10-31", service: "mowing" },
  { key: "a key for this test only", business: "Greenhollow Lawn Care" },
);

const site = useSite();

test("an invitation is read from the address, and a mail is prepared that says what was written, and sent by nobody", async () => {
  const { page, troubles } = await site.visit(`/write/#${token}`);
  expect(await page.locator("[data-shown]").textContent()).toBe("Your invitation: Lawn mowing, May 4, 2026.");
  expect(await page.getByText("We take reviews that come with an invitation").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Continue in your email" }).click();
  expect(await page.locator("[data-ready]").isVisible()).toBe(false);
  await page.getByLabel("1 star", { exact: true }).check();
  await page.getByLabel("Title").fill("Too late");
  await page.getByLabel("Your words").fill("They came late & left.\n\n=== end ===\nÄ 100 % \u{1F600}");
  await page.getByLabel("What name should we show").fill("Karen McDonald");
  await page.getByLabel("I was a customer").check();
  await page.getByRole("button", { name: "Continue in your email" }).click();
  const text = await page.locator("[data-mail]").inputValue();
  const expected = {
    rating: "1",
    title: "Too late",
    name: "Karen McDonald",
    invitation: token,
    text: "They came late & left.\n\n=== end ===\nÄ 100 % \u{1F600}",
  };
  expect(readMailBlock(text)).toEqual(expected);
  const mail = new URL(
    (await page.getByRole("link", { name: "Open in my mail program" }).getAttribute("href")) ?? "",
  );
  expect([mail.protocol, mail.pathname]).toEqual(["mailto:", "hello@greenhollow.example"]);
  expect(mail.searchParams.get("subject")).toBe("Review of Greenhollow Lawn Care");
  expect(readMailBlock(mail.searchParams.get("body") ?? "")).toEqual(expected);
  await page.getByLabel("Your words").fill("word ".repeat(2_000));
  await page.getByRole("button", { name: "Continue in your email" }).click();
  const long = (await page.locator("[data-open]").getAttribute("href")) ?? "";
  expect(long.length).toBeLessThan(2_000);
  expect(long).not.toContain("body=");
  expect(await page.locator("[data-mail]").inputValue()).toContain("word ".repeat(1_000).trim());
  expect(troubles).toEqual([]);
});

test("without an invitation it explains itself; what is none is no invitation; one can be pasted as a link", async () => {
  for (const fragment of ["", "#", "#%E0%A4%A", `#${token.slice(1)}`, "#<b>x</b>"]) {
    const { page, troubles } = await site.visit(`/write/${fragment}`);
    expect(await page.getByText("We take reviews that come with an invitation").isVisible()).toBe(true);
    expect(await page.locator("[data-shown]").isVisible()).toBe(false);
    expect(troubles).toEqual([]);
  }
  expect(parseInvitation(`https://user.example.io/reviews/write/#${token}`)).toMatchObject({
    day: "20260504",
  });
});

test("without scripts it says what to write, and its form leads nowhere", async () => {
  const { page } = await site.visit(`/write/#${token}`, { javaScriptEnabled: false });
  const shown = await page.locator("main").innerText();
  expect(shown).toMatch(/Without it, write to hello@greenhollow\.example: your stars from 1 to 5/);
  expect(shown).toContain("every review goes the same way, whatever its stars");
  const html = await readFile(join(inject("dist"), "write/index.html"), "utf8");
  expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="form-action 'none'">`);
});

test("the headers leave to the page where its form may go, and say all else as everywhere", () => {
  const rules = buildHeaderRules("");
  const policyOf = (path: string) => headersOf(rules, path)["Content-Security-Policy"] ?? "";
  expect(policyOf("/write/")).not.toContain("form-action");
  expect(`${policyOf("/write/")}; form-action 'self'`.split("; ").toSorted()).toEqual(
    policyOf("/share/").split("; ").toSorted(),
  );
});

test("a form service gets what was written, whatever the stars, and no other address does", async () => {
  const content = await writeContent({
    "business.yaml": `${soundFile("business.yaml")}collect: { endpoint: "https://forms.example.com/f/abc?x=1" }
review_at: [{ name: Google, url: "https://maps.example.com/review" }]
language: de
`,
  });
  const out = join(await temporaryFolder(), "dist");
  await build({ content, out });
  const other = await openSite(out);
  onTestFinished(() => other.close());
  const { page } = await other.visit(`/write/#${token}`);
  const got: { url: string; body: string | null }[] = [];
  await page.route(/^https:/, (route, request) => {
    got.push({ url: request.url(), body: request.postData() });
    return route.fulfill({ body: "Thanks" });
  });
  expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content")).toBe(
    "form-action https://forms.example.com/f/abc",
  );
  expect(await page.locator("h1").textContent()).toBe("Eine Bewertung schreiben");
  await page
    .getByLabel("2 stars", { exact: true })
    .or(page.getByLabel("2 Sterne", { exact: true }))
    .check();
  await page.locator("[name=text]").fill("Zu spät.");
  await page.locator("[name=consent]").check();
  await page.getByRole("button", { name: "Bewertung senden" }).click();
  await page.waitForURL(/^https:/);
  expect(got.map(({ url }) => url)).toEqual(["https://forms.example.com/f/abc?x=1"]);
  expect(Object.fromEntries(new URLSearchParams(got[0]?.body ?? ""))).toEqual({
    rating: "2",
    title: "",
    text: "Zu spät.",
    name: "",
    invitation: token,
    consent: "yes",
  });
  const { page: second } = await other.visit("/write/");
  expect(await second.getByRole("link", { name: "Google" }).getAttribute("href")).toBe(
    "https://maps.example.com/review",
  );
  // Another address, put into the form by whoever, gets nothing.
  const thief = createServer((_, response) => response.end("mine"));
  let stolen = 0;
  thief.on("request", () => (stolen += 1));
  await new Promise<void>((resolve) => thief.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void thief.close());
  const { port } = thief.address() as AddressInfo;
  const blocked = second.waitForEvent("console", (message) => /form-action/i.test(message.text()));
  await second.locator("form[data-write]").evaluate((form: HTMLFormElement, address) => {
    form.action = address;
    form.submit();
  }, `http://127.0.0.1:${port}/`);
  await blocked;
  expect(stolen).toBe(0);
});
