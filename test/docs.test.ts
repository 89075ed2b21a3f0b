import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../scripts/commands.ts";
import { Env, parseEnv, variables } from "../server/env.ts";
import { buildDocuments } from "../src/publish/documents.ts";
import { endpoints } from "../src/schema/endpoints.ts";
import { hubPath } from "../src/schema/hub.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "./publish/fixture.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(root, path)));
const documents = files.filter((path) => path.endsWith(".md"));
const reference = read("docs/reference.md");

/** The cells of the table below a heading, without its head. */
function tableBelow(heading: string): string[][] {
  const [, section = ""] = reference.split(`\n## ${heading}\n`);
  const lines = (section.split(/\n## /)[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

test("the table of variables is the list in server/env.ts, and each is read somewhere", () => {
  const listed = Object.entries<{ default?: string; without?: string; meaning: string }>(variables);
  expect(tableBelow("Variables")).toEqual(
    listed.map(([name, { default: value, without = "empty", meaning }]) => [
      `\`${name}\``,
      value === undefined ? without : `\`${value}\``,
      meaning,
    ]),
  );
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(Env.shape)));
  expect(parseEnv({}).ok).toBe(true);
  const source = files
    .filter((path) => /^(server|scripts|src)\/.*\.ts$/.test(path) || path === "astro.config.mjs")
    .filter((path) => path !== "server/env.ts")
    .map(read)
    .join("\n");
  for (const [name] of listed) expect(source, name).toContain(name);
});

test("the table of addresses has those that the build publishes and the sidecar serves, none left out", () => {
  const site = buildSite([buildEntry()]);
  const published = buildDocuments(site, buildAnalysis(site), baseUrl).map(({ path }) => path);
  const routes = [...read("server/app.ts").matchAll(/\b(?:route|app\.all)\("(\/[a-z]+)"/g)];
  const served = [
    "/",
    ...new Set([...published, ...Object.values(endpoints).map(({ path }) => path)]),
    "/manifest.json",
    // Files that other sites embed.
    "/widget.js",
    "/widget/*.json",
    "/badge.svg",
    hubPath,
    ...routes.map(([, path = ""]) => path),
    ...files.flatMap((path) => /^src\/pages(\/(?:widget|badge)\b.+)\.ts$/.exec(path)?.[1] ?? []),
  ].map((path) => path.replace(/^\/schemas\/[a-z]+/, "/schemas/*").replace(/\[\.\.\.\w+\]/, "*"));
  const operators = /^`\/healthz`.*$/m.exec(reference)?.[0] ?? "";
  const said = [...tableBelow("What is published").map(([addresses = ""]) => addresses), operators];
  expect(routes.length).toBeGreaterThan(3);
  expect(new Set(said.flatMap(codeIn))).toEqual(new Set(served));
});

test("the table of commands is the list in scripts/commands.ts, each a script of package.json", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const listed = Object.entries(commands);
  expect(tableBelow("Commands")).toEqual(listed.map(([name, { does }]) => [`\`${name}\``, does]));
  const files = (list: string[]) =>
    new Set(list.map((file) => file.replace(/^\.\.?\//, "").replace("scripts/", "")));
  const ofPeople = Object.entries(scripts)
    .filter(([name]) => !/^p(?:re|ost)/.test(name))
    .flatMap(([, line]) => /(?:scripts\/[\w-]+\.ts|server\/main\.mjs)$/.exec(line) ?? []);
  expect(files(ofPeople)).toEqual(files(listed.map(([, { file }]) => file)));
});

test("commands in Markdown are scripts of package.json, and every script for people is documented", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/npm run (?:--silent |-s )?([a-z][a-z:]*)/g)].map(([, name = ""]) => [
      path,
      name,
    ]),
  );
  const own = new Set(["install", "ci", "audit", "sbom", "view", "init", "run", "packages"]);
  for (const [path, name = ""] of named)
    if (!own.has(name)) expect(Object.keys(scripts), `${path}: npm run ${name}`).toContain(name);
  const documented = read("README.md") + reference + read("CONTRIBUTING.md");
  for (const name of Object.keys(scripts).filter((one) => !/^(?:check:|p(?:ost|re))/.test(one)))
    expect(documented, name).toMatch(new RegExp(`npm (run )?${name}\\b|\\| \`${name}\``));
});

/** As GitHub makes anchors of headings. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

test("links in Markdown lead to files and headings that exist", () => {
  const broken: string[] = [];
  for (const path of documents) {
    const text = read(path).replace(/```[^]*?```/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|\/)/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const there = file === "" ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, there))) broken.push(`${path}: ${target}`);
      else if (anchor !== undefined && there.endsWith(".md")) {
        const anchors = [...read(there).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => toAnchor(heading));
        if (!anchors.includes(anchor)) broken.push(`${path}: ${target}`);
      }
    }
  }
  expect(broken).toEqual([]);
});

test("paths in code marks of README, CONTRIBUTING and docs exist", () => {
  const missing: string[] = [];
  for (const path of documents.filter((one) =>
    /^(README|CONTRIBUTING|docs\/(architecture|glossary))/.test(one),
  ))
    for (const code of codeIn(read(path).replace(/```[^]*?```/g, "")))
      if (/^(src|server|scripts|test|content|docs)\/[\w./-]+$/.test(code) && !existsSync(join(root, code)))
        // The owner's files in there are his own.
        if (!code.startsWith("content/")) missing.push(`${path}: ${code}`);
  expect(missing).toEqual([]);
});

test("the layout in architecture.md has every folder of the sources and of the server, and no other", () => {
  const [, layout = ""] = /```\n(content\/ {7}[^]*?)```/.exec(read("docs/architecture.md")) ?? [];
  for (const part of ["src", "server"]) {
    const [, below = ""] = new RegExp(`^${part}/.*\\n((?: .*\\n)+)`, "m").exec(layout) ?? [];
    const said = [...below.matchAll(/(?:^ {2}|(?<=\/ ))([a-z-]+)\//gm)].map(([, name = ""]) => name);
    const there = files.flatMap((path) => new RegExp(`^${part}/([^/]+)/`).exec(path)?.[1] ?? []);
    expect(new Set(said), part).toEqual(new Set(there));
  }
});

test("the deploy recipes say of each name in .env that compose.yaml needs it, and of no other", () => {
  const [, section = ""] = read("docs/hosting.md").split("\n## Containers\n");
  const [, said = ""] = /`\.env` that holds ([^]*?):\n/.exec(section) ?? [];
  const needed = [...read("scripts/deploy/compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(
    ([, name = ""]) => name,
  );
  expect(new Set(codeIn(said).filter((code) => /^[A-Z_]+$/.test(code)))).toEqual(new Set(needed));
});

test("every shell line of README and of the hosting recipes names files that exist", () => {
  for (const page of ["README.md", "docs/hosting.md"]) {
    const blocks = [...read(page).matchAll(/```sh\n([^]*?)```/g)].map(([, block = ""]) => block).join("\n");
    expect(blocks, page).not.toBe("");
    for (const [, file = ""] of blocks.matchAll(/(?<![\w/.])(scripts\/[\w./-]+|\$RECIPES\/[\w.-]+)/g))
      expect(existsSync(join(root, file.replace("$RECIPES", "scripts/deploy"))), file).toBe(true);
  }
});
