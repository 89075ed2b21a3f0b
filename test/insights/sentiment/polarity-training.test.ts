import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { createRandom } from "../../../src/schema/lists.ts";
import {
  bare,
  crop,
  distract,
  reverseOthers,
  reverseTarget,
  type Labelled,
} from "../../../scripts/training/rewrites.ts";
import { fillTemplates } from "../../../scripts/training/templates.ts";
import {
  loadLabelled,
  trainWeights,
  type TrainingSettings,
} from "../../../scripts/training/train-polarity.ts";

const training = new URL("../../fixtures/polarity/training.jsonl", import.meta.url).pathname;

test("the weights stay within 500 KB", () => {
  expect(
    statSync(new URL("../../../src/insights/sentiment/weights.json", import.meta.url)).size,
  ).toBeLessThanOrEqual(500_000);
});

test("training twice on the same lines gives the same bytes, other lines give others", () => {
  const lines = loadLabelled(training).slice(0, 60);
  const network = {
    lines: "all" as const,
    seed: 1,
    epochs: 1,
    rate: 0.02,
    wordSize: 4,
    span: 3,
    filters: 4,
    seen: 2,
    wordDropout: 0.1,
    dropout: 0.3,
    smoothing: 0.1,
  };
  const settings: TrainingSettings = {
    linear: {
      keep: 300,
      members: 2,
      hidden: 3,
      epochs: 1,
      rate: 0.01,
      dropout: 0.3,
      smoothing: 0.1,
      decay: 1e-4,
    },
    networks: [network, { ...network, seed: 2, span: 5, lines: "contrasting" }],
    templates: 1,
  };
  const all = { all: lines, contrasting: lines.slice(30), services: lines.slice(20) };
  const once = trainWeights(all, settings);
  expect(trainWeights(all, settings)).toBe(once);
  expect(trainWeights({ ...all, contrasting: lines.slice(31) }, settings)).not.toBe(once);
  expect(trainWeights({ ...all, all: lines.slice(1) }, settings)).not.toBe(once);

  const kept = new Map<string, unknown>();
  let trained = 0;
  const keep = <Model>(name: string, train: () => Model): Model => {
    if (!kept.has(name)) {
      trained += 1;
      kept.set(name, train());
    }
    return kept.get(name) as Model;
  };
  expect(trainWeights(all, settings, keep)).toBe(once);
  expect(trainWeights(all, settings, keep)).toBe(once);
  expect(trained).toBe(3);
});

function line(marked: string, polarity: Labelled["polarity"]): Labelled {
  const from = marked.indexOf("[");
  const to = marked.indexOf("]") - 1;
  const text = marked.replace("[", "").replace("]", "");
  return { id: "a", text, term: text.slice(from, to), from, to, polarity };
}

test("rewrites keep their target under its offsets", () => {
  const food = line("The [food] was great, but the service was slow.", "positive");
  const service = line("The food was great, but the [service] was slow.", "negative");
  const rewrites = [
    crop(food),
    bare(line("The [food] was great.", "positive")),
    distract(food, createRandom(1)),
    reverseTarget(food),
    reverseOthers(food, [food, service]),
  ];
  for (const rewrite of rewrites) expect(rewrite?.text.slice(rewrite.from, rewrite.to)).toBe("food");
  expect(reverseTarget(food)).toMatchObject({
    text: "The food was terrible, but the service was slow.",
    polarity: "negative",
  });
  expect(reverseOthers(food, [food, service])).toMatchObject({
    text: "The food was great, but the service was fast.",
    polarity: "positive",
  });
  expect(reverseTarget(service)).toMatchObject({ polarity: "positive" });
});

test("templates mark the target that the label is about", () => {
  for (const { text, from, to, term } of fillTemplates(1, createRandom(1))) {
    expect(text.slice(from, to)).toBe(term);
    expect(term).not.toBe("");
  }
});
