import { readFile, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { memberOf } from "../../src/schema/json.ts";
import { listFiles } from "../site-build/files.ts";
import { type EntryPlace, type ReviewFile, textOf } from "../review-files.ts";
import { readTexts } from "./traces.ts";

/** The pictures of a review that is withdrawn. */
export interface PhotoTraces {
  /** Files that nothing else names. */
  own: string[];
  /** Where else they are named, or lie once more. */
  elsewhere: string[];
}

const toShown = (path: string): string => relative(process.cwd(), path);

/** Which files go with the review, and where else the same pictures are. */
export async function findPhotos(
  place: EntryPlace,
  { content, files }: { content: string; files: readonly ReviewFile[] },
): Promise<PhotoTraces> {
  const given = memberOf(place.entry, "photos");
  const names = [
    ...new Set((Array.isArray(given) ? given : []).map((photo) => textOf(memberOf(photo, "file")))),
  ];
  const folder = join(content, "photos");
  const there = listFiles(folder).map((path) => path.slice(1));
  // Only what lies below the folder: a name comes from content, which nobody may have checked.
  const named = names.filter((name) => there.includes(name));
  if (named.length === 0) return { own: [], elsewhere: [] };
  const elsewhere: string[] = [];
  const shared = new Set<string>();
  for await (const [file, lines] of readTexts(content, files, place))
    for (const [line, said] of lines.entries())
      for (const name of named.filter((one) => said.includes(one))) {
        shared.add(name);
        elsewhere.push(`${file}:${line + 1}: names its picture ${name}, which stays for that`);
      }
  for (const name of named) {
    const bytes = await readFile(join(folder, name));
    for (const other of listFiles(content)) {
      const path = join(content, other);
      if (named.includes(relative(folder, path)) || (await stat(path)).size !== bytes.length) continue;
      if (bytes.equals(await readFile(path)))
        elsewhere.push(`${toShown(path)}: is the same picture as ${name}`);
    }
  }
  return {
    own: named.filter((name) => !shared.has(name)).map((name) => toShown(join(folder, name))),
    elsewhere,
  };
}

/** Deletes them; answers which. */
export async function deletePhotos({ own }: PhotoTraces): Promise<string[]> {
  for (const file of own) await rm(file);
  return own;
}
