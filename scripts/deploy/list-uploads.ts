import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toAddress } from "../../src/publish/web-servers.ts";
import { buildHeaderRules, headersOf, privateFiles } from "../../src/schema/headers.ts";
import { isHashed, listFiles } from "../site-build/files.ts";

// Called by s3.sh: <build> <folder>. Writes lists of files that go up together, because turn and headers are the same.
const [dist = "dist", folder = "."] = process.argv.slice(2);

const turnOf = (path: string) =>
  isHashed(path) || path.startsWith("/log/tile/") ? 0 : path === "/manifest.json" ? 2 : 1;
const rules = buildHeaderRules("");
const hidden = new Set<string>(privateFiles);
const files = listFiles(dist).filter((path) => !hidden.has(path) && !/\.(gz|br)$/.test(path));
const groups = Map.groupBy(files, (path) => {
  const { "Content-Type": type, "Cache-Control": cache } = headersOf(rules, toAddress(path));
  return [
    turnOf(path),
    `Content-Type: ${type ?? "application/octet-stream"}`,
    `Cache-Control: ${cache}`,
  ].join("\n");
});
for (const [index, [key, paths]] of [...groups].entries()) {
  const [turn, ...headers] = key.split("\n");
  const name = join(folder, `${turn}-${String(index).padStart(3, "0")}`);
  await writeFile(`${name}.files`, paths.map((path) => `${path.slice(1)}\n`).join(""));
  await writeFile(`${name}.headers`, headers.map((header) => `${header}\n`).join(""));
}
