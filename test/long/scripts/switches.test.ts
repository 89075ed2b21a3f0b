import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { build } from "../../build/builds.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { review, writeContent } from "../../content/content-folder.ts";
import { run } from "../../scripts/owner.ts";
import { startCaddyRecipe, startNginxRecipe } from "../../scripts/recipe-server.ts";
import { startReader } from "../../scripts/steady-reader.ts";
import { startServer } from "../../server/start-server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test.each([
  { name: "nginx", start: startNginxRecipe },
  { name: "Caddy", start: startCaddyRecipe },
])(
  "ten switches behind $name: a client that never pauses meets no 404 and no mixed read",
  async ({ start }) => {
    const folder = await temporaryFolder();
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const site = join(folder, "site");
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    const env = { BASE_URL: baseUrl };
    await build({ content: await writeContent(), out: first, env: { ...env, PREVIOUS: "none" } });
    const more = { "reviews/more.yaml": review({ text: "Came on time." }) };
    // Without the first as its memory: what visitors of the first still need, the upload itself must keep.
    await build({ content: await writeContent(more), out: second, env: { ...env, PREVIOUS: "none" } });
    const upload = (dist: string, ...args: string[]) =>
      run("upload.ts", args, { ...env, TARGET: site, DIST: dist, ANNOUNCE: "0" });

    expect((await upload(first)).code).toBe(0);
    const sidecar = await startServer({ env: { DIST: site, BASE_URL: baseUrl } });
    onTestFinished(async () => void (await sidecar.stop()));
    const server = await start({ site, sidecar: new URL(sidecar.url).host, port });
    onTestFinished(() => server.stop());

    const reader = startReader(baseUrl, [first, second]);
    for (let count = 0; count < 5; count += 1) {
      for (const [dist, ...args] of [[second], [second, "--rollback"]]) {
        const { code, out, err } = await upload(dist ?? "", ...args);
        expect([code, out + err]).toEqual([0, expect.anything()]);
      }
    }
    const { problems, reads } = await reader.stop();
    console.log(`${reads} reads during ten switches`);
    expect(problems).toEqual([]);
    expect(reads).toBeGreaterThan(1_000);
    await rm(join(folder, "first"), { recursive: true });
  },
);
