import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SiteHistory } from "../../src/transparency-log/site-history.ts";
import type { Site } from "../../src/schema/site.ts";
import { listFiles, readIfThere } from "./files.ts";

/**
 * Puts the log beside the other files. Partial tiles of the deploys before stay until the full tile is there: who
 * holds one of their checkpoints may still ask for them.
 */
export async function writeHistory(
  staging: string,
  { files }: SiteHistory,
  before: string | undefined,
): Promise<void> {
  const write = async (path: string, bytes: Buffer) => {
    const file = join(staging, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  };
  const current = new Set(files.map(({ path }) => `/log/${path}`));
  for (const { path, bytes } of files) await write(`/log/${path}`, bytes);
  if (before === undefined) return;
  for (const path of listFiles(join(before, "log", "tile"))) {
    const address = `/log/tile${path}`;
    const [full] = address.split(".p/");
    if (!address.includes(".p/") || current.has(address) || current.has(full ?? "")) continue;
    const bytes = await readIfThere(join(before, address));
    if (bytes !== undefined) await write(address, bytes);
  }
}

/** What the build says of the history. */
export function toHistoryNote(
  history: SiteHistory | undefined,
  { business }: Pick<Site, "business">,
): string {
  if (history === undefined)
    return business.log === undefined
      ? "History is not signed: npm run log -- init says how"
      : "History is not signed in this build, because LOG_KEY is not set: good for a preview, not for the public site";
  const { added, isNew, root, size } = history;
  return isNew
    ? `History starts anew with ${size} entries, root ${root}: the deploy before (PREVIOUS) has none. If one was ever published, restore it and build again; if no copy is left, name its last checkpoint in business.yaml, log.replaces: { size, root }`
    : `History has ${size} entries, ${added.length} of them new, root ${root}`;
}
