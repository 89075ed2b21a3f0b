import { judge } from "../src/insights/polarity.ts";
import { readFileSync, writeFileSync } from "node:fs";
let out = "";
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line.trim() === "") continue;
  const { id, text, from, to } = JSON.parse(line) as any;
  const v = judge(text, from, to);
  out += JSON.stringify({ id, polarity: v.leaning, evidence: v.spans }) + "\n";
}
writeFileSync(1, out);
