import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readSentence } from "../../src/insights/language/clauses.ts";
import { featuresOf } from "../../src/insights/sentiment/features.ts";
import { phraseBooks } from "../../src/insights/language/phrases.ts";
import { targetIn } from "../../src/insights/sentiment/polarity.ts";
import { outcomes } from "../../src/insights/sentiment/scorer.ts";
import { sentences, tokenize } from "../../src/insights/language/tokens.ts";
import { packLinear, trainLinear, type LinearExample, type LinearSettings } from "./linear-trainer.ts";
import { corpusLines } from "./corpus/parse.ts";
import { createRandom } from "../../src/schema/lists.ts";
import {
  packConvolution,
  trainConvolution,
  type ConvolutionExample,
  type ConvolutionSettings,
} from "./convolution-trainer.ts";
import { bare, crop, distract, reverseOthers, reverseTarget, type Labelled } from "./rewrites.ts";
import { fillTemplates } from "./templates.ts";

const help = `Trains the weights of the polarity scorer, the same bytes from the same files.

Usage: node scripts/training/train-polarity.ts FOLDER [--out FILE] [--parts FOLDER]

  FOLDER      holds mams-train.jsonl, tsamd-train.jsonl, roast-train.jsonl and dmaste-train.jsonl;
              src/insights/sentiment/weights.md says where they come from
  --out FILE  where to write; default src/insights/sentiment/weights.json
  --parts FOLDER  keeps each model there once it is trained, and takes those that are there as they are:
              a training that was stopped goes on; empty the folder when lines or settings change

Takes about six minutes on one core.
`;

export interface TrainingSettings {
  linear: LinearSettings;
  /** One small network each; their scores are added. They learn from different lines, so that their errors differ. */
  networks: (ConvolutionSettings & {
    /** Which lines it learns from. */
    lines: keyof TrainingLines;
  })[];
  /** How often each template is filled. */
  templates: number;
}

const network = {
  epochs: 6,
  rate: 0.02,
  wordSize: 12,
  span: 5,
  filters: 64,
  wordDropout: 0.1,
  dropout: 0.3,
  smoothing: 0.1,
};

const settings: TrainingSettings = {
  linear: {
    keep: 14_000,
    members: 3,
    hidden: 16,
    epochs: 8,
    rate: 0.01,
    dropout: 0.3,
    smoothing: 0.1,
    decay: 1e-4,
  },
  networks: [
    { ...network, lines: "services", seed: 11, seen: 3 },
    { ...network, lines: "contrasting", seed: 5, wordSize: 16, seen: 6 },
    { ...network, lines: "contrasting", seed: 6, filters: 48, seen: 8 },
  ],
  templates: 8,
};

const books = phraseBooks([]);

function toExample({ text, from, to, polarity }: Labelled): LinearExample & ConvolutionExample {
  const sentence = sentences(text).find((range) => from < range.to) ?? { from: 0, to: text.length };
  const tokens = tokenize(text.slice(sentence.from, sentence.to), sentence.from);
  const reading = readSentence(tokens, books);
  const { first, last } = targetIn(tokens, from, to);
  return {
    ...featuresOf(reading, first, last),
    reading,
    from: first,
    to: last,
    label: outcomes.indexOf(polarity),
  };
}

/** The lines themselves, and some rewrites that teach which opinion belongs to which target. */
function enrich(lines: readonly Labelled[], random: () => number): Labelled[] {
  const siblings = Map.groupBy(lines, (line) => line.text);
  const some = (share: number, rewrite: (line: Labelled) => Labelled | undefined): Labelled[] =>
    lines.flatMap((line) => (random() < share ? (rewrite(line) ?? []) : []));
  return [
    ...lines,
    ...some(0.35, crop),
    ...some(0.25, reverseTarget),
    ...some(0.2, (line) => reverseOthers(line, siblings.get(line.text) ?? [])),
    ...some(0.1, (line) => distract(line, random)),
    ...some(0.4, bare),
  ];
}

/**
 * What the models learn from: every line; those of sources where one sentence speaks of things in different ways;
 * those about services and stays, where facts count for or against the business.
 */
export type TrainingLines = Record<"all" | "contrasting" | "services", readonly Labelled[]>;

/** What goes into weights.json, as text; `keep` may hold a model that is already trained. */
export function trainWeights(
  lines: TrainingLines,
  { linear, networks, templates }: TrainingSettings,
  keep: <Model>(name: string, train: () => Model) => Model = (_, train) => train(),
): string {
  const examples = (name: keyof TrainingLines) => {
    const random = createRandom(1);
    return [...enrich(lines[name], random), ...fillTemplates(templates, random)].map(toExample);
  };
  return `${JSON.stringify({
    linear: keep("linear", () => packLinear(trainLinear(examples("all"), linear))),
    networks: networks.map((each, index) =>
      keep(`network-${index + 1}`, () => packConvolution(trainConvolution(examples(each.lines), each))),
    ),
  })}\n`;
}

export const loadLabelled = (file: string): Labelled[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Labelled);

/** Praise for each complaint: shops are praised four times as often, and a scorer that expects it misses blame. */
const praisePerComplaint = 1.15;

/** All complaints and neutral lines, and so much of the praise that both weigh alike. */
function balance(lines: readonly Labelled[], random: () => number): Labelled[] {
  const count = (polarity: Labelled["polarity"]): number =>
    lines.filter((line) => line.polarity === polarity).length;
  const kept = (praisePerComplaint * count("negative")) / count("positive");
  return lines.filter(({ polarity }) => polarity !== "positive" || random() < kept);
}

function trainingLines(folder: string): TrainingLines {
  const random = createRandom(7);
  const load = (name: string): Labelled[] => loadLabelled(join(folder, `${name}-train.jsonl`));
  const own = loadLabelled(nearby("../../test/fixtures/polarity/training.jsonl"));
  const corpus = corpusLines();
  // Lines that stand twice weigh against the many restaurants and parcels.
  const contrasting = [...load("mams"), ...load("tsamd"), ...load("tsamd"), ...own];
  const stays = balance(load("roast"), random);
  return {
    contrasting,
    services: [...load("tsamd"), ...load("tsamd"), ...stays, ...own, ...own, ...corpus, ...corpus, ...corpus],
    all: [...contrasting, ...stays, ...balance(load("dmaste"), random), ...own, ...corpus, ...corpus],
  };
}

const nearby = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Keeps trained models as files, so that a training that was stopped goes on. */
const keepIn =
  (folder: string) =>
  <Model>(name: string, train: () => Model): Model => {
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Model;
    const model = train();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(model));
    return model;
  };

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string" }, parts: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) {
    process.stdout.write(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const keep = values.parts === undefined ? undefined : keepIn(values.parts);
  const json = trainWeights(trainingLines(folder), settings, keep);
  writeFileSync(values.out ?? nearby("../../src/insights/sentiment/weights.json"), json);
  process.stdout.write(`${json.length} bytes\n`);
}

if (import.meta.main) main();
