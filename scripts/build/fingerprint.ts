import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles, readIfThere } from "./files.ts";

const sources = ["src", "scripts/build", "public"];
const files = ["astro.config.mjs", "package-lock.json", "scripts/build.ts"];

/** Changes whenever a build could come out differently: content, sources, packages, address. */
export async function fingerprint(content: string, baseUrl: string, logKey = ""): Promise<string> {
  const hash = createHash("sha256").update(`${baseUrl}\0${logKey}\0`);
  const add = (name: string, bytes: Buffer) => hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  for (const folder of [...sources, content]) {
    for (const path of await listFiles(folder)) add(path, await readFile(join(folder, path)));
  }
  for (const file of files) add(file, (await readIfThere(file)) ?? Buffer.alloc(0));
  return hash.digest("hex");
}
