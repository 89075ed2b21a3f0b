import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { messageOf } from "../src/schema/errors.ts";

/** The tables of a test file: they stand beside it in YAML, by their names, a row for each case. */
export function readTables(file: string) {
  const tables = parse(readFileSync(file.replace(/\.test\.ts$/, ".yaml"), "utf8")) as Record<string, unknown>;
  return <Row>(name: string): Row[] => {
    const rows = tables[name];
    if (!Array.isArray(rows)) throw new Error(`${file} has no table called ${name}`);
    return rows as Row[];
  };
}

/** What became of each case, a line each: its value, or the message of its error. */
export const outcomesOf = <Case>(cases: Record<string, Case>, run: (one: Case) => unknown): string =>
  Object.entries(cases)
    .map(([what, one]) => {
      try {
        return `${what}: ${String(run(one))}`;
      } catch (error) {
        return `${what}: ${messageOf(error)}`;
      }
    })
    .join("\n");
