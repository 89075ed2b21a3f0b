import { copyFile, lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "../../src/content/issue.ts";
import { listForeign } from "../../src/content/content-folder.ts";
import { codeOf } from "../../src/schema/errors.ts";
import { listFiles, readIfThere } from "./files.ts";
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
  const foreign = await listForeign(folder);
  // The loader names them, too; here it is what is copied now.
  if (foreign.size > 0)
    throw new ContentError(
      [...foreign].map(([name, message]) => ({ file: join(folder, name), line: 1, field: "", message })),
    );
  const own = listFiles(folder).filter((path) => !isLeftOver(path));
  const taken: string[] = [];
  for (const path of own) if (await isTaken(staging, path)) taken.push(path);
  if (taken.length > 0) {
    throw new ContentError(
      taken.map((path) => ({
        file: join(folder, path),
        line: 1,
        field: "",
        message: `would take the place of ${path}, which the build makes: rename it, or delete it`,
      })),
    );
  }
  for (const path of own) {
    await mkdir(dirname(join(staging, path)), { recursive: true });
    await copyFile(join(folder, path), join(staging, path));
  }
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
