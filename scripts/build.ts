import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ContentError } from "../src/content/fault.ts";
import { buildHeaderRules } from "../src/schema/headers.ts";
import { buildNamedIdWarnings } from "../src/content/named-ids.ts";
import { buildWithheldWarnings } from "../src/publish/reviews.ts";
import { parseBaseUrl } from "../src/schema/base-url.ts";
import type { Site } from "../src/schema/site.ts";
import { Manifest } from "../src/schema/manifest.ts";
import {
  buildCaddyfile,
  buildHeadersFile,
  buildNginxMaps,
  buildNginxServer,
} from "../src/publish/web-servers.ts";
import { deploy } from "./build/deploy.ts";
import { listFiles, readIfThere } from "./build/files.ts";
import { fingerprint } from "./build/fingerprint.ts";
import { finish } from "./build/finish.ts";
import { acquireLock, LockedError } from "./build/lock.ts";
import { type BuildOptions, parseNow, parseOptions, usage, UsageError } from "./build/options.ts";
import { createProgress } from "./build/progress.ts";
import { isHashed, planRetention, RetentionState } from "./build/retention.ts";
import { findSilentChanges } from "./build/silent-changes.ts";
import { findWithdrawn } from "./build/withdrawals.ts";

/** What the sidecar answers from the same data, of so many addresses that only their beginnings can be named. */
const answerPrefixes = ["/api/reviews/search*", "/api/reviews/since/*"];

const readJson = async <T>(file: string, parse: (value: unknown) => T): Promise<T | undefined> => {
  const bytes = await readIfThere(file);
  try {
    return bytes && parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    // What an earlier build left is a help, never a condition.
    return undefined;
  }
};

async function silentChanges(file: string, site: Site, today: string): Promise<string[]> {
  const before = await readIfThere(file);
  try {
    return before === undefined ? [] : findSilentChanges(before, site, today);
  } catch {
    // As with all that an earlier build left.
    return [];
  }
}

async function main({ out, content, limits, ifChanged }: BuildOptions): Promise<void> {
  const started = performance.now();
  const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
  const now = parseNow(process.env["SOURCE_DATE_EPOCH"]);
  const dist = resolve(out);
  const contentFolder = resolve(content);
  process.chdir(join(import.meta.dirname, ".."));
  const work = resolve(".build", createHash("sha256").update(dist).digest("hex").slice(0, 12));
  const isOurs = (await readIfThere(join(dist, "manifest.json"))) || (await listFiles(work)).length > 0;
  if (!isOurs && (await listFiles(dist)).length > 0) {
    throw new UsageError(
      `${out} holds files that no build of this project made, and a build deletes what it did not make: choose another folder with --out, or empty this one`,
    );
  }
  await mkdir(work, { recursive: true });
  await acquireLock(join(work, "lock"), out);

  const previous = await readJson(join(dist, "manifest.json"), (value) => Manifest.parse(value));
  const stamp = await fingerprint(contentFolder, baseUrl);
  const last = await readJson(
    join(work, "last.json"),
    (value) => value as { stamp: string; version: string },
  );
  if (ifChanged && last?.stamp === stamp && last.version === previous?.version) return;

  const progress = createProgress(process.stderr);
  const staging = join(work, "dist");
  await rm(staging, { recursive: true, force: true });
  Object.assign(process.env, { BASE_URL: baseUrl, CONTENT: contentFolder, OUT_DIR: staging, PREVIOUS: dist });
  progress.step("Reading content…");
  const { analysis, documents, feedWarnings, site } = await import("../src/site.ts");
  progress.step(`Rendering pages of ${site.reviews.length} reviews…`);
  const { build } = await import("astro");
  await build({ logLevel: "warn" });

  const manifest = await finish(staging, dist, documents, previous, now, (done, of) =>
    progress.step(`Compressing ${done} of ${of} files…`),
  );
  const { version } = manifest;
  await writeFile(join(staging, "manifest.json"), `${JSON.stringify(manifest)}\n`);

  progress.step("Looking through files of earlier builds…");
  const current = new Set((await listFiles(staging)).filter(isHashed));
  const before = (await readJson(join(dist, ".retained.json"), (value) => RetentionState.parse(value))) ?? {
    files: {},
    purged: {},
  };
  const old = (await listFiles(dist)).filter((path) => isHashed(path) && !/\/\.tmp-|\.(gz|br)$/.test(path));
  const withdrawn = await findWithdrawn(
    dist,
    old.filter((path) => !current.has(path)),
    site,
  );
  const retention = planRetention(before, { old, current, withdrawn, now, limits });
  const rules = buildHeaderRules(baseUrl);
  const staged = (await listFiles(staging)).filter((path) => !/\.(gz|br)$/.test(path));
  const files = [...staged, ...retention.kept];
  await writeFile(join(staging, "_headers"), buildHeadersFile(rules, files));
  await writeFile(join(staging, "nginx-maps.conf"), buildNginxMaps(rules));
  await writeFile(join(staging, "nginx-server.conf"), buildNginxServer(rules, files));
  await writeFile(join(staging, "Caddyfile"), buildCaddyfile(rules, files));
  if (retention.purge.length > 0) {
    await writeFile(
      join(staging, "purge.txt"),
      [...retention.purge, ...answerPrefixes].map((path) => `${baseUrl}${path}\n`).join(""),
    );
  }
  if (retention.purge.length + retention.kept.length > 0) {
    await writeFile(join(staging, ".retained.json"), `${JSON.stringify(retention.state)}\n`);
  }

  const silent = await silentChanges(join(dist, "reviews.json"), site, now.slice(0, 10));
  progress.step(`Writing ${out}…`);
  const lastModified = new Map(
    manifest.documents.flatMap(({ path, hashed_path, last_modified }) => [
      [path, last_modified],
      [hashed_path, last_modified],
    ]),
  );
  // It takes a moment, and a folder that is half old and half new helps nobody.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => console.error(`finishing to write ${out}; once more to stop at once`));
  }
  const { written, deleted } = await deploy(staging, dist, new Set(retention.kept), lastModified, now);
  await writeFile(join(work, "last.json"), JSON.stringify({ stamp, version }));
  await rm(staging, { recursive: true, force: true });
  progress.end();
  for (const note of [
    ...analysis.notes,
    ...buildWithheldWarnings(site),
    ...buildNamedIdWarnings(site),
    ...feedWarnings,
    ...silent,
  ])
    console.log(note);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Built ${site.reviews.length} reviews into ${out} in ${seconds} s: ${written.length} files written, ${deleted.length} deleted, version ${version}`,
  );
  if (retention.purge.length > 0) {
    console.log(
      `Some addresses showed reviews that are withdrawn. Purge them from your CDN; they are listed in ${join(out, "purge.txt")}. Answers of search and since (${answerPrefixes.join(" and ")}) are gone from caches after 11 minutes without it`,
    );
  }
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) console.log(usage);
  else await main(options);
} catch (error) {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof ContentError) console.error("Nothing was built; the previous build stays as it was.");
  process.exitCode = error instanceof LockedError ? 75 : 1;
}
