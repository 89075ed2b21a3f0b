import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Manifest } from "../../src/schema/manifest.ts";
import { sha256 } from "../../server/data/hashes.ts";
import { createClient } from "../doctor/client.ts";

// Called by upload.sh: <dist> <base url> [host:port]. Whether the deploy has every hashed file of the build; with
// --wait, whether it shows the build's manifest within 30 s, since caches and the sidecar take a moment.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wait: { type: "boolean", default: false } },
});
const [dist = "dist", baseUrl = "", connect] = positionals;
const [, host, port] = /^(.+):(\d+)$/.exec(connect ?? "") ?? [];
const { version, documents } = Manifest.parse(
  JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")),
);
const deadline = AbortSignal.timeout(values.wait ? 30_000 : 120_000);
const client = createClient({
  baseUrl: baseUrl.replace(/\/+$/, ""),
  connect: host === undefined ? undefined : { host, port: Number(port) },
  timeout: 10_000,
  signal: deadline,
});

async function showsVersion(): Promise<boolean> {
  const { body } = await client.ask("/manifest.json");
  return body.includes(`"version":"${version}"`);
}

async function findFault(): Promise<string | undefined> {
  if (values.wait) {
    while (!(await showsVersion())) await new Promise((resolve) => setTimeout(resolve, 500));
    return undefined;
  }
  for (const { hashed_path, sha256: expected } of documents) {
    const { status, body } = await client.ask(hashed_path);
    if (status !== 200) return `${hashed_path} answers ${status}`;
    if (sha256(body) !== expected) return `${hashed_path} has other bytes than the build`;
  }
  return undefined;
}

try {
  const fault = await findFault();
  if (fault !== undefined) throw new Error(fault);
  console.log(values.wait ? `Version ${version} is shown` : `${documents.length} hashed files are there`);
} catch (error) {
  const why = deadline.aborted ? `version ${version} is not shown in time` : (error as Error).message;
  console.error(`${baseUrl}: ${why}`);
  process.exitCode = 1;
} finally {
  client.close();
}
