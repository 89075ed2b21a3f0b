import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read } from "../src/insights/clauses.ts";
import { featuresOf } from "../src/insights/features.ts";
import { phraseBooks } from "../src/insights/phrases.ts";
import { outcomes } from "../src/insights/scorer.ts";
import { sentences, tokenize } from "../src/insights/tokens.ts";
import { packReader, readerSettings, trainReader } from "./polarity-reader-trainer.ts";
import { crop, distract, reverseOthers, reverseTarget, type Labelled } from "./polarity-rewrites.ts";
import { createRandom, packLinear, settings, train } from "./polarity-trainer.ts";

const books = phraseBooks([]);

export function toExample(line: Labelled, weight = 1) {
  const s = sentences(line.text).find((r) => line.from < r.to)!;
  const tokens = tokenize(line.text.slice(s.from, s.to), s.from);
  let from = tokens.findIndex((token) => token.to > line.from);
  if (from < 0) from = tokens.length;
  let to = from;
  while (to < tokens.length && tokens[to]!.from < line.to) to++;
  const reading = read(tokens, books);
  return {
    ...featuresOf(reading, from, to),
    reading,
    from,
    to,
    label: outcomes.indexOf(line.polarity),
    weight,
  };
}
export const load = (file: string): Labelled[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);

/** The lines themselves and, with less weight, rewrites that teach what belongs to which target. */
export function enrich(lines: readonly Labelled[]): ReturnType<typeof toExample>[] {
  const random = createRandom(7);
  const siblings = Map.groupBy(lines, (line) => line.text);
  const rewritten = (rewrite: (line: Labelled) => Labelled | undefined, weight: number) =>
    lines.map(rewrite).flatMap((line) => (line ? [toExample(line, weight)] : []));
  return [
    ...lines.map((line) => toExample(line)),
    ...rewritten(crop, 0.4),
    ...rewritten(reverseTarget, 0.2),
    ...rewritten((line) => reverseOthers(line, siblings.get(line.text)!), 0.15),
    ...rewritten((line) => (random() < 0.4 ? distract(line, random) : undefined), 0.25),
  ];
}

export function build(lines: readonly Labelled[], options = settings, reader = readerSettings) {
  const examples = enrich(lines);
  return {
    linear: packLinear(train(examples, options)),
    readers: [packReader(trainReader(examples, reader))],
  };
}
if (import.meta.main) {
  const dir = process.argv[2]!;
  const authored = new URL("../test/fixtures/polarity/training.jsonl", import.meta.url).pathname;
  const lines = [join(dir, "mams-train.jsonl"), join(dir, "tsamd-train.jsonl"), authored].flatMap(load);
  const json = JSON.stringify(build(lines));
  writeFileSync(new URL("../src/insights/weights.json", import.meta.url), json + "\n");
  console.log(json.length);
}
