import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { AcceptedVerdicts } from "../../src/schema/verdicts.ts";
import { writeOwnersFile } from "../site-build/files.ts";

const head = `# Verdicts of people and language models on reviews, written by npm run verdicts.
# The build prefers them to those of the built-in reader, as long as the review keeps the text that was judged.
`;

/** The verdicts in content/verdicts, by file name. */
async function loadVerdictFiles(content: string): Promise<Map<string, AcceptedVerdicts[]>> {
  const folder = join(content, "verdicts");
  const files = new Map<string, AcceptedVerdicts[]>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^[^.~].*\.ya?ml$/.test(one)).sort()) {
    const value: unknown = parse(await readFile(join(folder, name), "utf8"));
    files.set(name, z.array(AcceptedVerdicts).parse(value ?? []));
  }
  return files;
}

/** Puts the entries in place of those on the same reviews, a file for each year; returns the files written. */
export async function saveVerdicts(
  content: string,
  entries: readonly AcceptedVerdicts[],
  yearOf: (review: string) => string,
): Promise<string[]> {
  const files = await loadVerdictFiles(content);
  const changed = new Set<string>();
  for (const entry of entries) {
    const known = [...files].find(([, list]) => list.some(({ review }) => review === entry.review))?.[0];
    const name = known ?? `${yearOf(entry.review)}.yaml`;
    const others = (files.get(name) ?? []).filter(({ review }) => review !== entry.review);
    files.set(name, [...others, entry]);
    changed.add(name);
  }
  for (const name of changed) await writeFile(content, name, files.get(name) ?? []);
  return [...changed].map((name) => join(content, "verdicts", name));
}

/** Takes the verdicts on a review out of content, with all that they quote of it. */
export const removeVerdicts = (content: string, review: string): Promise<string[]> =>
  changeVerdicts(content, review, () => []);

/** Lets the verdicts follow a review to its new id. */
export const renameVerdicts = (content: string, review: string, id: string): Promise<string[]> =>
  changeVerdicts(content, review, (entry) => [{ ...entry, review: id }]);

async function changeVerdicts(
  content: string,
  review: string,
  change: (entry: AcceptedVerdicts) => AcceptedVerdicts[],
): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, entries] of await loadVerdictFiles(content)) {
    if (!entries.some((entry) => entry.review === review)) continue;
    await writeFile(
      content,
      name,
      entries.flatMap((entry) => (entry.review === review ? change(entry) : [entry])),
    );
    changed.push(join(content, "verdicts", name));
  }
  return changed;
}

const writeFile = (content: string, name: string, entries: readonly AcceptedVerdicts[]): Promise<void> =>
  writeOwnersFile(
    join(content, "verdicts", name),
    head +
      (entries.length === 0
        ? "[]\n"
        : stringify(
            entries.toSorted((a, b) => (a.review < b.review ? -1 : 1)),
            { lineWidth: 100, aliasDuplicateObjects: false },
          )),
  );
