import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildNamedIdWarnings } from "../src/content/named-ids.ts";
import { buildUnerasedWarnings, buildWithheldWarnings } from "../src/publish/reviews.ts";
import type { Site } from "../src/schema/site.ts";
import { placeholders } from "./init/answers.ts";
import { toCount } from "../src/schema/text.ts";
import { runCommand } from "./run-command.ts";
import { listFiles } from "./site-build/files.ts";
import { givenContent } from "../src/content/given-path.ts";

const usage = `Usage: npx open-reviews check [options]; in a checkout of the project, npm run check:content -- [options]

Reads and checks everything in the content folder without building: what an owner's CI runs on every change. Issues
stop a build; warnings do not.

Options:
  --content <folder>  what to check (default: CONTENT, or content)
  --quiet             issues only
  --help              this text

Exit codes: 0 it can be built, 1 it has issues, 2 wrong usage.`;

const options = {
  content: { type: "string" },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

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

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  process.env["CONTENT"] = givenContent(values.content);
  const { analysis, site } = await import("../src/site.ts");
  if (values.quiet) return;
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

await runCommand(main, { usage: 2, failed: 1 });
