import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  endingOf,
  fixedInputs,
  fixedInputsOf,
  openNetwork,
  packNetwork,
  sizes,
  type PackedNetwork,
} from "../../src/insights/network.ts";
import { createRandom } from "../../src/schema/lists.ts";
import type { AspectEntry } from "../../src/schema/site.ts";
import { loadTrades } from "../init/trades.ts";
import { fitTable, labelsOf, toCases } from "./fit-verdicts.ts";
import { loadMaterial, partOf, toSentences, type TaggedText } from "./material.ts";
import { trainNetwork, type Lesson, type WordType } from "./network-trainer.ts";

const help = `Trains all that is published: the network and the table of verdicts.

Usage: node scripts/training/train.ts [--public FOLDER] [--epochs N] [--seed N] [--out FOLDER] [--network FILE] [--sets FOLDER]

  --public FOLDER  the public sets of material/README.md, as files; without it the network learns from what was
                   invented alone, and reads strangers worse
  --epochs N       how often each text teaches (default 8)
  --seed N         another order and another beginning (default 1)
  --out FOLDER     where weights.json and verdict-table.json go (default src/insights)
  --network FILE   does not train: fits the table to this network
  --sets FOLDER    also writes reviews that taught nothing, report.jsonl and aspects.json, for measure-verdicts.ts
`;

const root = join(import.meta.dirname, "../..");

/** Older material is wittier than people are; what people wrote is worth more than what was invented. */
const trustOf = ({ from, trade }: TaggedText): number =>
  trade === undefined ? 1.5 : from === "corpus" ? 0.6 : 1;
/** Terms of public sets are mostly praised; all of them would teach to praise. */
const praiseKept = 0.35;
const minUses = 4;

function train(material: readonly TaggedText[], epochs: number, seed: number): PackedNetwork {
  const random = createRandom(seed);
  const texts = material
    .filter(({ text }) => partOf(text) === "train")
    .map((one) => {
      const isPicked = one.trade === undefined && !one.from.startsWith("mams");
      return {
        ...one,
        terms: one.terms.filter(({ sign }) => !isPicked || sign !== "+" || random() < praiseKept),
      };
    })
    .filter(({ tags, terms }) => tags !== undefined || terms.length > 0)
    .map((one) => ({ trust: trustOf(one), sentences: toSentences(one) }));
  const uses = new Map<string, number>();
  for (const word of texts.flatMap(({ sentences }) => sentences.flatMap(({ words }) => words)))
    uses.set(word, (uses.get(word) ?? 0) + 1);
  const known = [...uses].flatMap(([word, count]) => (count >= minUses ? word : [])).toSorted();
  const rows = new Map(known.map((word, index) => [word, index + 1]));
  const types: WordType[] = [{ row: 0, ending: endingOf(""), fixed: new Float32Array(fixedInputs) }];
  const typeOf = new Map(
    [...uses.keys()].map((word) => [
      word,
      types.push({ row: rows.get(word) ?? 0, ending: endingOf(word), fixed: fixedInputsOf(word) }) - 1,
    ]),
  );
  const lessons = texts.map(({ trust, sentences }): Lesson => ({
    trust,
    sentences: sentences.map(({ words, tags, terms }) => ({
      types: Int32Array.from(words, (word) => typeOf.get(word) ?? 0),
      tags,
      terms,
    })),
  }));
  console.error(`${lessons.length} texts teach, ${known.length} words are known`);
  const began = performance.now();
  const weights = trainNetwork(
    lessons,
    types,
    { rows: known.length + 1, endings: sizes.endings },
    {
      epochs,
      seed,
      report: (line) =>
        console.error(
          `${line}; ${((performance.now() - began) / 1000).toFixed(0)} s, ${(process.cpuUsage().user / 1e6).toFixed(0)} s of CPU`,
        ),
    },
  );
  return packNetwork(known, weights);
}

/** Which set of aspects of scripts/init/trades a review of the material is read by; the others take the generic one. */
const tradesOf: Record<string, string> = {
  "auto-repair": "auto auto-repair oil-change tire-shop tires",
  "hair-salon": "hair hair-salon barber",
  dentist: "dentist",
  plumbing: "plumber plumbing",
  "heating-cooling": "hvac",
  electrician: "electrician",
  hotel: "hotel motel resort inn hostel airport-hotel casino-hotel",
  restaurant: "restaurant sushi mexican thai buffet steakhouse pizza diner",
  "house-cleaning": "cleaning house-cleaning cleaner",
  "lawn-care": "lawn-care landscape lawn landscaper",
};

/** Reviews that nothing was trained on, with the aspects of their trade; none written to be hard. */
async function keptApart(
  material: readonly TaggedText[],
): Promise<(TaggedText & { set: string; aspects: readonly AspectEntry[] })[]> {
  const trades = new Map((await loadTrades()).map(({ id, aspects }) => [id, aspects]));
  const setOf = ({ from, trade }: TaggedText): string =>
    trade === undefined
      ? from.startsWith("roast-hotels")
        ? "hotel"
        : from.startsWith("mams")
          ? "restaurant"
          : "generic"
      : (Object.entries(tradesOf).find(([, names]) => names.split(" ").includes(trade))?.[0] ?? "generic");
  return material
    .filter(
      ({ from, tags, text }) =>
        tags !== undefined && !from.startsWith("contrast") && partOf(text) !== "train",
    )
    .map((one) => ({ ...one, set: setOf(one), aspects: trades.get(setOf(one)) ?? [] }));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      public: { type: "string" },
      epochs: { type: "string", default: "8" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: join(root, "src/insights") },
      network: { type: "string" },
      sets: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const [epochs, seed] = [Number(values.epochs), Number(values.seed)];
  if (!Number.isInteger(epochs) || epochs < 1 || !Number.isInteger(seed))
    throw new Error("--epochs and --seed are whole numbers, at least one epoch");
  const material = loadMaterial(values.public);
  const network =
    values.network === undefined
      ? train(material, epochs, seed)
      : (JSON.parse(readFileSync(values.network, "utf8")) as PackedNetwork);
  const write = (path: string, content: string): void => writeFileSync(path, `${content}\n`);
  write(join(values.out, "weights.json"), JSON.stringify(network));
  const apart = await keptApart(material);
  const table = fitTable(
    toCases(
      apart.filter(({ text }) => partOf(text) === "fit"),
      openNetwork(network),
    ),
  );
  write(join(values.out, "verdict-table.json"), JSON.stringify(table, null, 2));
  if (values.sets === undefined) return;
  const reviews = apart.filter(({ text }) => partOf(text) === "report");
  const lines = reviews.map(({ from, trade, set, stars = null, text, tags = [], aspects }, index) => {
    const split = trade === undefined ? "people" : "invented";
    return { id: `${from}-${index}`, trade: set, split, stars, text, labels: labelsOf(tags, aspects) };
  });
  write(join(values.sets, "report.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const known = reviews.map(({ set, aspects, tags = [] }) => {
    const labels = labelsOf(tags, aspects);
    return [set, aspects.filter(({ id }) => id in labels)];
  });
  write(join(values.sets, "aspects.json"), JSON.stringify(Object.fromEntries(known)));
}

if (import.meta.main) await main();
