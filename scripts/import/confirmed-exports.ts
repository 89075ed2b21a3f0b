import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { writeOwnersFile } from "../site-build/files.ts";
import { UsageError, messageOf } from "../../src/schema/errors.ts";
import { toPlain } from "./platforms.ts";
import { DayForm } from "./field-values.ts";

/** The owner's confirmation of an export, in content/imports.yaml. */
const KeptExport = z.strictObject({
  /** Its columns, by which it is known again. */
  columns: z.array(z.string()),
  map: z.array(z.string()),
  source: z.string().optional(),
  dates: DayForm.optional(),
  scale: z.number().optional(),
});
export type KeptExport = z.infer<typeof KeptExport>;

const mappingFile = "imports.yaml";
const head = `# How npm run import reads your exports, as you have confirmed it; an export is known again by its columns.
`;

export async function loadKeptExports(content: string): Promise<KeptExport[]> {
  const file = join(content, mappingFile);
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return z.array(KeptExport).parse(parse(text) ?? []);
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new UsageError(
      `${file} cannot be read (${why.split("\n")[0]}): fix it, or delete it and confirm again`,
    );
  }
}

export const toSignature = (columns: readonly string[]): string => columns.map(toPlain).toSorted().join(" ");

/** Keeps what was confirmed beside what was kept before; the file, if there is anything to keep. */
export async function keepExports(
  content: string,
  kept: readonly KeptExport[],
  confirmed: readonly KeptExport[],
): Promise<string[]> {
  if (confirmed.length === 0) return [];
  const file = join(content, mappingFile);
  const all = new Map([...kept, ...confirmed].map((one) => [toSignature(one.columns), one]));
  await writeOwnersFile(file, head + stringify([...all.values()], { lineWidth: 100 }));
  return [file];
}

const ImportedLine = z.object({
  id: z.string(),
  words: z.string(),
  reply: z.string().optional(),
  /** The kind of export that it last came with. */
  from: z.string().optional(),
});

/** Prints of what the platform said when it was last taken over; no word can be read from them. */
export type Upstream = Omit<z.infer<typeof ImportedLine>, "id">;

/**
 * What was imported, in content/imported.jsonl: an import can then tell the platform's edits from the owner's
 * corrections, and nothing is kept of the words that were corrected.
 */
export type Imported = Map<string, Upstream>;

const importedFile = "imported.jsonl";

export async function loadImported(content: string): Promise<Imported> {
  const text = await readFile(join(content, importedFile), "utf8").catch(() => "");
  const imported: Imported = new Map();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    try {
      const { id, ...upstream } = ImportedLine.parse(JSON.parse(line));
      imported.set(id, upstream);
    } catch {
      // A line that cannot be read is a review of which nothing is known.
    }
  }
  return imported;
}

export async function saveImported(content: string, imported: Imported): Promise<void> {
  const file = join(content, importedFile);
  if (imported.size === 0) return rm(file, { force: true });
  const lines = [...imported]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, upstream]) => `${JSON.stringify({ id, ...upstream })}\n`);
  return writeOwnersFile(file, lines.join(""));
}

/** Lets what is known of a review, under every id that it had, go or follow it to its new id. */
export async function moveImported(content: string, ids: readonly string[], newId?: string): Promise<void> {
  const imported = await loadImported(content);
  const known = ids.flatMap((id) => imported.get(id) ?? []);
  if (known.length === 0) return;
  for (const id of ids) imported.delete(id);
  if (newId !== undefined && known[0]) imported.set(newId, known[0]);
  await saveImported(content, imported);
}
