import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContentError } from "../../src/content/issue.ts";
import { listForeign } from "../../src/content/content-folder.ts";
import { codeOf } from "../../src/schema/errors.ts";
import { forEach, listFiles, readIfThere, writeBelow } from "./files.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import {
  type ServedSite,
  buildCaddyfile,
  buildHeadersFile,
  buildNginxMaps,
  buildNginxServer,
} from "../../src/publish/web-servers.ts";
import { buildHeaderRules } from "../../src/schema/headers.ts";
import type { SiteHistory } from "../../src/transparency-log/site-history.ts";
import type { Site } from "../../src/schema/site.ts";
import { availableParallelism } from "node:os";
import { encodePhoto } from "../../src/picture/photo-encoder.ts";
import { type PhotoVariant, toVariants } from "../../src/publish/photo-paths.ts";
import { type Previous, takeOver } from "./previous-deploy.ts";

/** Files that editors and systems leave behind, and those that explain the folder to its owner. */
const isLeftOver = (path: string): boolean => /\/(?:\.[^/]*|Thumbs\.db|[^/]*~|README\.md)$/.test(path);

/** Whether something stands there, or a file where its folder would. */
const isTaken = (staging: string, path: string): Promise<boolean> =>
  lstat(join(staging, path)).then(
    () => true,
    (error) => codeOf(error) === "ENOTDIR",
  );

/** Puts the owner's own files from content/public beside what the build made, and never over it. */
export async function addOwnerFiles(content: string, staging: string): Promise<void> {
  const folder = join(content, "public");
  const own = listFiles(folder).filter((path) => !isLeftOver(path));
  // The loader names what is foreign, too; here it is what is copied now.
  const issues = new Map(await listForeign(folder));
  if (issues.size === 0)
    for (const path of own)
      if (await isTaken(staging, path))
        issues.set(path, `would take the place of ${path}, which the build makes: rename it, or delete it`);
  if (issues.size > 0)
    throw new ContentError(
      [...issues].map(([name, message]) => ({ file: join(folder, name), line: 1, field: "", message })),
    );
  for (const path of own) await writeBelow(staging, path, await readFile(join(folder, path)));
}

/** Facts about the files at these addresses that web servers and static hosts need. */
export async function writeServerFiles(
  staging: string,
  { baseUrl, hasSidecar }: { baseUrl: string; hasSidecar: boolean },
  paths: readonly string[],
): Promise<void> {
  const served: ServedSite = {
    basePath: basePathOf(baseUrl),
    rules: buildHeaderRules(baseUrl, hasSidecar),
    files: paths.filter((path) => !/\.(gz|br)$/.test(path)),
    hasSidecar,
  };
  await writeFile(join(staging, "_headers"), buildHeadersFile(served));
  await writeFile(join(staging, "nginx-maps.conf"), buildNginxMaps(served));
  await writeFile(join(staging, "nginx-server.conf"), buildNginxServer(served));
  await writeFile(join(staging, "Caddyfile"), buildCaddyfile(served));
}

/**
 * Puts the log beside the other files. Partial tiles of the previous deploys stay until the full tile is there: who
 * holds one of their checkpoints may still ask for them.
 */
export async function writeHistory(
  staging: string,
  { files }: SiteHistory,
  before: string | undefined,
): Promise<void> {
  const current = new Set(files.map(({ path }) => `/log/${path}`));
  for (const { path, bytes } of files) await writeBelow(staging, `/log/${path}`, bytes);
  if (before === undefined) return;
  for (const path of listFiles(join(before, "log", "tile"))) {
    const address = `/log/tile${path}`;
    const [full] = address.split(".p/");
    if (!address.includes(".p/") || current.has(address) || current.has(full ?? "")) continue;
    const bytes = await readIfThere(join(before, address));
    if (bytes !== undefined) await writeBelow(staging, address, bytes);
  }
}

/** The build's message about the history. */
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
    ? `History starts anew with ${size} entries, root ${root}: the previous deploy (PREVIOUS) has none. If one was ever published, restore it and build again; if no copy is left, name its last checkpoint in business.yaml, log.replaces: { size, root }`
    : `History has ${size} entries, ${added.length} of them new, root ${root}`;
}

/** Some hosts answer with a page where there is nothing. */
const isPicture = (bytes: Buffer): boolean => /^(?:\xff\xd8\xff|RIFF)/.test(bytes.toString("latin1", 0, 4));

/**
 * Puts the pictures into the staging folder. Their addresses are made from their bytes, so files that the previous deploy
 * has are taken over; the others are made, one picture a core.
 */
export async function writePhotos(
  { photos }: Pick<Site, "photos">,
  staging: string,
  previous: Pick<Previous, "folder" | "read"> | undefined,
): Promise<{ made: number }> {
  const distinct = new Map([...photos.values()].map((photo) => [photo.hash + photo.format, photo]));
  let made = 0;
  await forEach([...distinct.values()], availableParallelism(), async (photo) => {
    const missing: PhotoVariant[] = [];
    for (const variant of toVariants(photo))
      if (!previous || !(await takeOver(previous, variant.path, staging, isPicture))) missing.push(variant);
    if (missing.length === 0) return;
    for await (const { path, bytes } of encodePhoto(photo, missing)) await writeBelow(staging, path, bytes);
    made += 1;
  });
  return { made };
}
