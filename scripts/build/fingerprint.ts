import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../server/data/hashes.ts";
import { listFiles, readIfThere } from "./files.ts";

const sources = ["src", "scripts/build", "public"];
const files = ["astro.config.mjs", "package-lock.json", "scripts/build.ts"];

/** Changes whenever a build could come out differently: content, sources, packages, address. */
export async function fingerprint(content: string, baseUrl: string, logKey = ""): Promise<string> {
  const parts = [baseUrl, logKey];
  const add = (name: string, bytes: Buffer) => parts.push(name, sha256(bytes));
  for (const folder of [...sources, content]) {
    for (const path of listFiles(folder)) add(path, await readFile(join(folder, path)));
  }
  for (const file of files) add(file, (await readIfThere(file)) ?? Buffer.alloc(0));
  return sha256(parts.join("\0"));
}
