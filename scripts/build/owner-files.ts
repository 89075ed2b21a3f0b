import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "../../src/content/issue.ts";
import { isThere, listFiles } from "./files.ts";

/** What editors and systems leave behind, and what explains the folder to its owner. */
const isLeftOver = (path: string): boolean => /\/(?:\.[^/]*|Thumbs\.db|[^/]*~|README\.md)$/.test(path);

/** Puts the owner's own files from content/public beside what the build made, and never over it. */
export async function addOwnerFiles(content: string, staging: string): Promise<void> {
  const folder = join(content, "public");
  const own = listFiles(folder).filter((path) => !isLeftOver(path));
  const taken: string[] = [];
  for (const path of own) if (await isThere(join(staging, path))) taken.push(path);
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
