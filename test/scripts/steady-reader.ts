import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Manifest } from "../../src/schema/manifest.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * A visitor who never stops while a site is deployed anew: pages with their styles and scripts, the manifest with the
 * hashed files that it names, documents in every encoding. `known` are folders of all builds that may be shown.
 */
export function startReader(address: string, known: readonly string[]) {
  const problems: string[] = [];
  let reads = 0;
  const stopping = new AbortController();

  const get = async (path: string, encoding = "identity") => {
    const answer = await fetch(address + path, { headers: { "Accept-Encoding": encoding } });
    reads += 1;
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) problems.push(`${path} answered ${answer.status}`);
    return body;
  };
  const isOneOf = async (path: string, body: Buffer) => {
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const builds = await Promise.all(
      known.map((folder) => readFile(join(folder, file)).catch(() => undefined)),
    );
    return builds.some((bytes) => bytes?.equals(body));
  };
  const readPage = async (path: string, encoding: string) => {
    const page = await get(path, encoding);
    if (!(await isOneOf(path, page))) problems.push(`${path} was read mixed`);
    const assets = new Set(page.toString("utf8").match(/\/_astro\/[\w.-]+/g));
    for (const asset of assets) await get(asset);
  };
  const readData = async (encoding: string) => {
    const { documents } = Manifest.parse(
      JSON.parse((await get("/manifest.json", encoding)).toString("utf8")),
    );
    for (const { path, hashed_path, sha256: hash } of documents) {
      if (sha256(await get(hashed_path, encoding)) !== hash) problems.push(`${hashed_path} has other bytes`);
      if (!(await isOneOf(path, await get(path, encoding)))) problems.push(`${path} was read mixed`);
    }
  };
  const work = async (encoding: string) => {
    while (!stopping.signal.aborted) {
      for (const path of ["/", "/reviews/", "/insights/"]) await readPage(path, encoding);
      await readData(encoding);
    }
  };
  const done = Promise.all(["identity", "gzip", "br"].map(work));
  return {
    reads: () => reads,
    stop: async () => {
      stopping.abort();
      await done;
      return { problems: [...new Set(problems)], reads };
    },
  };
}
