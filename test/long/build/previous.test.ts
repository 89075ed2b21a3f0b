import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listFiles } from "../../../scripts/site-build/files.ts";
import { redactReview } from "../../../scripts/redact.ts";
import { createSigner, formatSigner, formatVerifier } from "../../../src/transparency-log/note.ts";
import { build, runBuild } from "../../build/builds.ts";
import { reviewsOf, serve } from "../../build/live-folder.ts";
import { review, soundFile, writeContent } from "../../content/content-folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { readManifest } from "../../published.ts";

test("a tombstone that got a neutral id replaces the one on the site", async () => {
  const out = await temporaryFolder();
  const content = await writeContent({ "reviews/more.yaml": review({ id: "karen-1", author: "Karen M." }) });
  await build({ content, out });
  await redactReview(["karen-1", "--reason", "erasure", "--content", content, "--dist", out]);
  await build({ content, out });
  expect((await reviewsOf(out)).removed.map(({ id }) => id)).toEqual(["karen-1"]);
  await redactReview(["karen-1", "--new-id", "--content", content, "--dist", out]);
  await build({ content, out });
  expect((await reviewsOf(out)).removed).toEqual([
    { id: expect.stringMatching(/^r-/), removed_at: expect.any(String) },
  ]);
});

test("a signed site keeps the tombstone of a former id when the renamed review is erased", async () => {
  const origin = "fern.example/log";
  const signer = createSigner(origin, Buffer.alloc(32, 3));
  const env = { LOG_KEY: formatSigner(signer) };
  const out = await temporaryFolder();
  const content = await writeContent({
    "business.yaml": `${soundFile("business.yaml")}log: { origin: ${origin}, key: ${formatVerifier(signer.verifier)} }\n`,
    "reviews/more.yaml": review({ id: "karen-1", author: "Karen M." }),
  });
  const place = ["--content", content, "--dist", out];
  await build({ content, out, env });
  const renamed = await redactReview(["karen-1", "--new-id", "--json", ...place]);
  const { new_id: id } = JSON.parse(renamed) as { new_id: string };
  await build({ content, out, env });
  await redactReview([id, "--reason", "erasure", ...place]);
  expect(await build({ content, out, env })).not.toContain("warning: content has no tombstone");
  expect((await reviewsOf(out)).removed.map((one) => one.id).toSorted()).toEqual(["karen-1", id]);
  expect(await build({ content, out, env })).toContain("0 files written");
});

test("a review that was withheld after it was published still leaves a tombstone", async () => {
  const out = await temporaryFolder();
  const content = await writeContent({
    "reviews/more.yaml": review({ id: "shown" }) + review({ id: "never", withheld: "unverified" }),
  });
  await build({ content, out });
  await writeFile(
    join(content, "reviews/more.yaml"),
    review({ id: "shown", withheld: "off-topic" }) + review({ id: "never", withheld: "unverified" }),
  );
  await build({ content, out });
  expect((await readManifest(out)).vanished).toEqual(["shown"]);
  for (const id of ["shown", "never"]) {
    await redactReview([id, "--reason", "erasure", "--content", content, "--dist", out]);
  }
  await build({ content, out });
  expect((await reviewsOf(out)).removed.map(({ id }) => id)).toEqual(["shown"]);
});

test("a previous deploy that cannot be read stops the build; one that is not there is said", async () => {
  const [content, out] = [await writeContent(), await temporaryFolder()];
  const broken = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(broken, "listening");
  onTestFinished(() => broken.close().closeAllConnections());
  const { port } = broken.address() as AddressInfo;
  const away = await runBuild({ content, out, env: { PREVIOUS: `http://127.0.0.1:${port}` } });
  expect(away.code).toBe(1);
  expect(away.output).toMatch(
    /^PREVIOUS: http:\/\/127\.0\.0\.1:\d+\/manifest\.json cannot be read \(it answered 503\).*or, if there is none, to none\n$/,
  );
  expect(listFiles(out)).toEqual([]);

  const { address } = await serve(await temporaryFolder());
  expect(await build({ content, out, env: { PREVIOUS: address } })).toContain(
    `warning: there is no build at ${address} (PREVIOUS), so this one follows none`,
  );
  expect(await build({ content, out, env: { PREVIOUS: "none" } })).not.toContain("warning");
});

test("the page of a review that got another id leads to its new address", async () => {
  const out = await temporaryFolder();
  const content = await writeContent({ "reviews/more.yaml": review({ id: "karen-1", author: "Karen M." }) });
  await build({ content, out });
  await redactReview(["karen-1", "--new-id", "--content", content, "--dist", out]);
  await build({ content, out });
  const [id = ""] = (await reviewsOf(out)).reviews.map((one) => one.id).filter((one) => one.startsWith("r-"));
  const page = await readFile(join(out, "reviews/karen-1/index.html"), "utf8");
  expect(page).toContain(`url=/reviews/${id}/`);
  expect(page).toContain("noindex");
  expect((await reviewsOf(out)).removed.map((one) => one.id)).toEqual(["karen-1"]);
  expect(await readFile(join(out, "sitemap.xml"), "utf8")).not.toContain("karen-1");
});
