import { join } from "node:path";
import type { Site } from "../../src/schema/site.ts";
import { isCompressible } from "./compression.ts";
import { listFiles, readIfThere } from "./files.ts";
import { isHashed } from "./retention.ts";

/**
 * Whether the text of a deployed file shows one of these reviews. A tombstone names an id without showing
 * anything, so it does not count.
 */
export function showsAny(text: string, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  const withoutTombstones = text.replace(/\{"id":"[a-z0-9-]+","removed_at":"[0-9-]+"\}/g, "");
  for (const [word] of withoutTombstones.matchAll(/[a-z0-9][a-z0-9-]*/g)) if (ids.has(word)) return true;
  return false;
}

const readText = async (file: string) => (await readIfThere(file))?.toString("utf8") ?? "";

/**
 * The addresses of the earlier deploy whose bytes show a review that is withdrawn: among hashed files those that
 * are superseded, among stable addresses those that showed it until now.
 */
export async function findWithdrawn(
  dist: string,
  superseded: readonly string[],
  site: Pick<Site, "reviews" | "withheld" | "removed">,
): Promise<string[]> {
  const shown: string[] = [];
  const published = new Set(site.reviews.map(({ id }) => id));
  const before = await readText(join(dist, "reviews.json"));
  const vanished = new Set(
    [...before.matchAll(/\{"id":"([a-z0-9-]+)","url":/g)].flatMap(([, id]) =>
      id !== undefined && !published.has(id) ? [id] : [],
    ),
  );
  const gone = new Set([...vanished, ...[...site.withheld, ...site.removed].map(({ id }) => id)]);
  for (const path of superseded) {
    if (path.startsWith("/data/") && showsAny(await readText(join(dist, path)), gone)) shown.push(path);
  }
  if (vanished.size === 0) return shown;
  for (const path of await listFiles(dist)) {
    const isStable = !isHashed(path) && isCompressible(path) && path !== "/purge.txt";
    if (isStable && showsAny(await readText(join(dist, path)), vanished)) {
      shown.push(path.replace(/\/index\.html$/, "/"));
    }
  }
  return shown;
}
