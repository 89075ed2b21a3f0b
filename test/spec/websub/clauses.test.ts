import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The table of clauses, made from the titles of the tests in this folder. */
const toTable = (): string => {
  const rows = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".test.ts") && file !== "clauses.test.ts")
    .flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), "utf8");
      return [...source.matchAll(/^test\("WebSub ([\d.]+): (.+)", async/gm)].map(
        ([, section = "", title = ""]) => ({ section, title, file }),
      );
    })
    .sort((one, other) => one.section.localeCompare(other.section, "en", { numeric: true }));
  return [
    "# WebSub, clause by clause",
    "",
    "Made from the tests in `test/spec/websub`; `npm test -- test/spec/websub -u` writes it anew.",
    "The sections are those of the [W3C Recommendation](https://www.w3.org/TR/websub/).",
    "",
    "| Section | What the hub does | Test |",
    "|---|---|---|",
    ...rows.map(({ section, title, file }) => `| ${section} | ${title} | \`${file}\` |`),
    "",
  ].join("\n");
};

test("the documents hold the table of clauses that the tests prove", async () => {
  const table = toTable();
  expect(table.split("\n").length).toBeGreaterThan(35);
  await expect(table).toMatchFileSnapshot("../../../server/hub/clauses.md");
});
