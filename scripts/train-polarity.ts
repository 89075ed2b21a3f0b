import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read } from "../src/insights/clauses.ts";
import { featuresOf } from "../src/insights/features.ts";
import { phraseBooks } from "../src/insights/phrases.ts";
import { outcomes } from "../src/insights/scorer.ts";
import { sentences, tokenize } from "../src/insights/tokens.ts";
import { packModel, train, type Example } from "./polarity-trainer.ts";

export interface Labelled {
  id: string;
  text: string;
  term: string;
  from: number;
  to: number;
  polarity: string;
}
const books = phraseBooks([]);
export function toExample(line: Labelled, weight = 1): Example {
  const s = sentences(line.text).find((r) => line.from < r.to)!;
  const tokens = tokenize(line.text.slice(s.from, s.to), s.from);
  let first = tokens.findIndex((token) => token.to > line.from);
  if (first < 0) first = tokens.length;
  let last = first;
  while (last < tokens.length && tokens[last]!.from < line.to) last++;
  return {
    ...featuresOf(read(tokens, books), first, last),
    label: outcomes.indexOf(line.polarity as "positive"),
    weight,
  };
}
export const load = (file: string): Labelled[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);
if (import.meta.main) {
  const dir = process.argv[2]!;
  const examples = ["mams-train", "tsamd-train"]
    .flatMap((name) => load(join(dir, name + ".jsonl")))
    .map((l) => toExample(l));
  const json = JSON.stringify(packModel(train(examples)));
  writeFileSync(new URL("../src/insights/weights.json", import.meta.url), json + "\n");
  console.log(json.length);
}
