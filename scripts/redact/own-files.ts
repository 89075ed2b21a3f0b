import { readFile, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { memberOf } from "../../src/schema/json.ts";
import { type EntryPlace, type ReviewFile, idsOf, textOf } from "../review-files.ts";
import { listFiles } from "../site-build/files.ts";
import { readTexts } from "./traces.ts";

/** Files that belong to a review which is withdrawn: its pictures, and the owner's edits of it. */
export interface OwnFiles {
  own: string[];
  /** Where else its pictures are named, or lie once more. */
  elsewhere: string[];
}

const toShown = (path: string): string => relative(process.cwd(), path);
const photosOf = (entry: unknown): string[] => {
  const photos = memberOf(entry, "photos");
  return (Array.isArray(photos) ? photos : []).map((photo) => textOf(memberOf(photo, "file")));
};

/** The owner's edits of a review, by file. */
async function findEdits(content: string, ids: readonly string[]): Promise<Map<string, unknown>> {
  const edits = new Map<string, unknown>();
  for (const path of listFiles(join(content, "edits")).filter((one) => /\.ya?ml$/.test(one))) {
    const file = join(content, "edits", path);
    const edit: unknown = parse(await readFile(file, "utf8"), { logLevel: "silent" });
    if (ids.includes(textOf(memberOf(edit, "review")))) edits.set(file, edit);
  }
  return edits;
}

/** Which files go with the review, and where else the same pictures are. */
export async function findOwnFiles(
  place: EntryPlace,
  { content, files }: { content: string; files: readonly ReviewFile[] },
): Promise<OwnFiles> {
  const edits = await findEdits(content, idsOf(place.entry));
  const folder = join(content, "photos");
  const there = listFiles(folder).map((path) => path.slice(1));
  // Only what lies below the folder: a name comes from content, which nobody may have checked.
  const named = [...new Set([place.entry, ...edits.values()].flatMap(photosOf))].filter((name) =>
    there.includes(name),
  );
  const elsewhere: string[] = [];
  const shared = new Set<string>();
  if (named.length > 0)
    for await (const [file, lines] of readTexts(content, files, place)) {
      if ([...edits.keys()].some((edit) => toShown(edit) === file)) continue;
      for (const [line, said] of lines.entries())
        for (const name of named.filter((one) => said.includes(one))) {
          shared.add(name);
          elsewhere.push(`${file}:${line + 1}: names its picture ${name}, which stays for that`);
        }
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
    own: [
      ...named.filter((name) => !shared.has(name)).map((name) => join(folder, name)),
      ...edits.keys(),
    ].map(toShown),
    elsewhere,
  };
}

/** Deletes them; answers which. */
export async function deleteOwnFiles({ own }: OwnFiles): Promise<string[]> {
  for (const file of own) await rm(file);
  return own;
}
