import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildNamedIdWarnings } from "../src/content/named-ids.ts";
import { buildUnerasedWarnings, buildWithheldWarnings } from "../src/publish/reviews.ts";
import type { Site } from "../src/schema/site.ts";
import { placeholders } from "./init/questions.ts";
import { toCount } from "../src/schema/text.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";
import { listFiles } from "./site-build/files.ts";
import { givenContent } from "../src/content/given-path.ts";

const help = readHelp("check-content");

const buildPlaceholderWarnings = ({ business }: Site): string[] =>
  (["telephone", "email"] as const)
    .filter((field) => business[field] === placeholders[field])
    .map(
      (field) =>
        `warning: ${field} in business.yaml is still the placeholder ${business[field]}: write your own`,
    );

/** Text that begins an owner's content and waits for words of their own, a note for each file. */
async function findTodos(content: string): Promise<string[]> {
  const notes: string[] = [];
  for (const path of listFiles(content).filter((file) => /\.(?:ya?ml|md)$/.test(file))) {
    const lines = (await readFile(join(content, path), "utf8")).split("\n");
    const todos = lines.flatMap((line, at) => (/#.*\bTODO\b/.test(line) ? [at + 1] : []));
    if (todos.length > 0) notes.push(`note: ${path.slice(1)} has a TODO in line ${todos.join(", ")}`);
  }
  return notes;
}

async function main(args: string[]): Promise<void> {
  const { text, flag } = parseCommand(help, args);
  process.env["CONTENT"] = givenContent(text("content"));
  const { analysis, site } = await import("../src/site.ts");
  if (flag("quiet")) return;
  const notes = [
    ...(await findTodos(process.env["CONTENT"])),
    ...buildPlaceholderWarnings(site),
    ...analysis.notes,
    ...buildWithheldWarnings(site),
    ...buildUnerasedWarnings(site),
    ...buildNamedIdWarnings(site),
  ];
  for (const note of notes) console.log(note);
  console.log(
    `${process.env["CONTENT"]} can be built: ${toCount(site.reviews.length, "review")}, ${site.withheld.length} withheld, ${toCount(notes.length, "note")}`,
  );
}

await runCommand(main, { usage: 2, failed: 1, help });
