import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSentence } from "../../src/insights/language/clauses.ts";
import { featuresOf } from "../../src/insights/sentiment/features.ts";
import { phraseBooks } from "../../src/insights/language/phrases.ts";
import { targetIn } from "../../src/insights/sentiment/polarity.ts";
import { outcomes } from "../../src/insights/sentiment/scorer.ts";
import { sentences, tokenize } from "../../src/insights/language/tokens.ts";
import { packLinear, trainLinear, type LinearExample, type LinearSettings } from "./linear-trainer.ts";
import { corpusLines } from "./corpus/parse.ts";
import { createRandom } from "./random.ts";
import {
  packConvolution,
  trainConvolution,
  type ConvolutionExample,
  type ConvolutionSettings,
} from "./convolution-trainer.ts";
import { bare, crop, distract, reverseOthers, reverseTarget, type Labelled } from "./rewrites.ts";
import { fillTemplates } from "./templates.ts";

const help = `Trains the weights of the polarity scorer, the same bytes from the same files.

Usage: node scripts/training/train-polarity.ts FOLDER [--out FILE]

  FOLDER      holds mams-train.jsonl, tsamd-train.jsonl, roast-train.jsonl and dmaste-train.jsonl;
              src/insights/sentiment/weights.md says where they come from
  --out FILE  where to write; default src/insights/sentiment/weights.json

Takes about five minutes on one core.
`;

export interface TrainingSettings {
  linear: LinearSettings;
  /** One small network each; their scores are added. They learn from different lines, so that their errors differ. */
  networks: (ConvolutionSettings & {
    /** Whether it learns from all lines, or from sentences that speak of several things in different ways. */
    lines: "all" | "contrasting";
  })[];
  /** How often each template is filled. */
  templates: number;
}

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
    {
      lines: "all",
      seed: 1,
      epochs: 6,
      rate: 0.02,
      wordSize: 12,
      span: 5,
      filters: 64,
      seen: 5,
      wordDropout: 0.1,
      dropout: 0.3,
      smoothing: 0.1,
    },
    {
      lines: "contrasting",
      seed: 5,
      epochs: 6,
      rate: 0.02,
      wordSize: 12,
      span: 5,
      filters: 48,
      seen: 8,
      wordDropout: 0.1,
      dropout: 0.3,
      smoothing: 0.1,
    },
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

/** What the models learn from: every line, and those of sources where one sentence speaks of things in different ways. */
export type TrainingLines = Record<"all" | "contrasting", readonly Labelled[]>;

/** What goes into weights.json, as text. */
export function trainWeights(
  lines: TrainingLines,
  { linear, networks, templates }: TrainingSettings,
): string {
  const toExamples = (list: readonly Labelled[]) => {
    const random = createRandom(1);
    return [...enrich(list, random), ...fillTemplates(templates, random)].map(toExample);
  };
  const examples = { all: toExamples(lines.all), contrasting: toExamples(lines.contrasting) };
  return `${JSON.stringify({
    linear: packLinear(trainLinear(examples.all, linear)),
    networks: networks.map((each) => packConvolution(trainConvolution(examples[each.lines], each))),
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
  return {
    contrasting,
    all: [
      ...contrasting,
      ...balance(load("roast"), random),
      ...balance(load("dmaste"), random),
      ...own,
      ...corpus,
      ...corpus,
    ],
  };
}

const nearby = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function main([folder, flag, file]: string[]): void {
  if (
    folder === undefined ||
    folder === "--help" ||
    (flag !== undefined && (flag !== "--out" || file === undefined))
  ) {
    process.stdout.write(help);
    process.exitCode = folder === "--help" ? 0 : 2;
    return;
  }
  const json = trainWeights(trainingLines(folder), settings);
  writeFileSync(file ?? nearby("../../src/insights/sentiment/weights.json"), json);
  process.stdout.write(`${json.length} bytes\n`);
}

if (import.meta.main) main(process.argv.slice(2));
