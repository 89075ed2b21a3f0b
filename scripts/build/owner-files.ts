import { copyFile, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "../../src/content/issue.ts";
import { listForeign } from "../../src/content/content-folder.ts";
import { codeOf } from "../../src/schema/errors.ts";
import { listFiles } from "./files.ts";

/** What editors and systems leave behind, and what explains the folder to its owner. */
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
