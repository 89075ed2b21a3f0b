import { expect, test } from "vitest";
import {
  createTensors,
  learnText,
  trainNetwork,
  type Lesson,
} from "../../scripts/training/network-trainer.ts";
import { openNetwork, readSentences, sizes } from "../../src/insights/network.ts";
import { createRandom } from "../../src/schema/lists.ts";
import { subjects } from "../../src/insights/subjects.ts";

const price = subjects.indexOf("price");
const tagsOf = (side: 0 | 1 | undefined): Float32Array => {
  const tags = new Float32Array(2 * subjects.length);
  if (side !== undefined) tags[side * subjects.length + price] = 1;
  return tags;
};

test("the gradients are those that small steps of each weight show", () => {
  const random = createRandom(3);
  const some = (): number => (random() - 0.5) * 0.6;
  const [weights, gradients] = [createTensors(), createTensors()];
  for (const at of weights.all.keys()) weights.all[at] = some();
  const size = 5 * sizes.span * sizes.units;
  const answers = { values: Float32Array.from({ length: size }, some), gradients: new Float32Array(size) };
  const lesson: Lesson = {
    trust: 1,
    sentences: [
      { words: [], tags: tagsOf(0), terms: [] },
      { words: [], tags: tagsOf(1), terms: [{ first: 1, end: 2, outcome: 2 }] },
      { words: [], tags: undefined, terms: [{ first: 0, end: 1, outcome: 0 }] },
    ],
  };
  const words = [Int32Array.of(0, 1, 2), Int32Array.of(3, 1, 4, 2), Int32Array.of(4)];
  const lossOf = (): number => {
    gradients.all.fill(0);
    answers.gradients.fill(0);
    return learnText(weights.by, gradients.by, lesson, words, answers, 1, () => 1);
  };
  lossOf();
  const told = [
    ...Object.entries(gradients.by).map(([name, values]) => [name, values.slice()] as const),
    ["answers", answers.gradients.slice()] as const,
  ];
  const step = 4e-3;
  for (const [name, slopes] of told) {
    // Filters are learned from what they answer.
    if (name === "filter") continue;
    const values = name === "answers" ? answers.values : weights.by[name as "bias"];
    const steepest = [...slopes.keys()].toSorted((a, b) => Math.abs(slopes[b]!) - Math.abs(slopes[a]!));
    for (const at of steepest.slice(0, 8)) {
      const kept = values[at]!;
      const [more, less] = [kept + step, kept - step].map((value) => {
        values[at] = value;
        return lossOf();
      }) as [number, number];
      values[at] = kept;
      const shown = (more - less) / (2 * step);
      expect(Math.abs(shown - slopes[at]!), `${name} ${at}`).toBeLessThan(2e-3 + 0.05 * Math.abs(shown));
    }
  }
});

const sentences = [
  { said: ["great", "price"], side: 0 },
  { said: ["awful", "price"], side: 1 },
  { said: ["the", "price"], side: undefined },
  { said: ["great", "gate"], side: undefined },
  { said: ["the", "awful", "gate"], side: undefined },
] as const;
const lessons = sentences.map(({ said, side }): Lesson => {
  const outcome = said.some((word) => word === "great") ? 0 : said.some((word) => word === "awful") ? 2 : 1;
  const last = said.length - 1;
  return {
    trust: 1,
    sentences: [{ words: [...said], tags: tagsOf(side), terms: [{ first: last, end: last + 1, outcome }] }],
  };
});
const train = (seed: number) =>
  trainNetwork(Array.from({ length: 8 }, () => lessons).flat(), { epochs: 60, seed });

test("a network learns what it is taught, is published in eight bits, and is the same for the same seed", () => {
  const packed = train(1);
  expect(train(1)).toEqual(packed);
  expect(train(2).bias).not.toEqual(packed.bias);
  const network = openNetwork(packed);
  for (const { said, side } of sentences) {
    const [scores] = readSentences(network, [{ tokens: said.map((word) => ({ word })) }]);
    expect(scores!.praise[price]! > 0, said.join(" ")).toBe(side === 0);
    expect(scores!.blame[price]! > 0, said.join(" ")).toBe(side === 1);
    const odds = scores!.term(said.length - 1, said.length);
    const outcome = said.some((word) => word === "great") ? 0 : said.some((word) => word === "awful") ? 2 : 1;
    expect(odds.indexOf(Math.max(...odds)), said.join(" ")).toBe(outcome);
  }
});
