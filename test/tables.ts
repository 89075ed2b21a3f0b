import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The tables of a test file: they stand beside it in YAML, by their names, a row for each case. */
export function readTables(file: string) {
  const tables = parse(readFileSync(file.replace(/\.test\.ts$/, ".yaml"), "utf8")) as Record<string, unknown>;
  return <Row>(name: string): Row[] => {
    const rows = tables[name];
    if (!Array.isArray(rows)) throw new Error(`${file} has no table called ${name}`);
    return rows as Row[];
  };
}
