import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNetwork, type PackedNetwork } from "../../src/insights/network.ts";
import { createRandom } from "../../src/schema/lists.ts";
import { loadTrades } from "../init/trades.ts";
import { fitTable, labelsOf, toCases } from "./fit-verdicts.ts";
import { loadMaterial, partOf, toSentences, type TaggedText } from "./material.ts";
import { trainNetwork, type Lesson } from "./network-trainer.ts";

const help = `Trains all that is published: the network and the table of verdicts.

Usage: node scripts/training/train.ts [--public FOLDER] [--seed N] [--out FOLDER] [--network FILE] [--sets FOLDER]

  --public FOLDER  the public sets of material/README.md, as files; without it the network learns from what was
                   invented alone, and reads strangers worse
  --seed N         another order and another beginning (default 1)
  --out FOLDER     where weights.json and verdict-table.json go (default src/insights)
  --network FILE   does not train: fits the table to this network
  --sets FOLDER    also writes reviews that taught nothing, report.jsonl and aspects.json, for measure-verdicts.ts
`;

/** Older material is wittier than people are; what people wrote is worth more than what was invented. */
const trustOf = ({ from, trade }: TaggedText): number =>
  trade === undefined ? 1.5 : from === "corpus" ? 0.6 : 1;
/** Terms of public sets are mostly praised; all of them would teach to praise. */
const praiseKept = 0.35;
const epochs = 8;

function train(material: readonly TaggedText[], seed: number): PackedNetwork {
  const random = createRandom(seed);
  const lessons = material.flatMap((one): Lesson[] => {
    if (partOf(one.text) !== "train") return [];
    const isPicked = one.trade === undefined && !one.from.startsWith("mams");
    const terms = one.terms.filter(({ sign }) => !isPicked || sign !== "+" || random() < praiseKept);
    if (one.tags === undefined && terms.length === 0) return [];
    return [{ trust: trustOf(one), sentences: toSentences({ ...one, terms }) }];
  });
  console.error(`${lessons.length} texts teach`);
  const report = (line: string): void =>
    console.error(`${line}; ${(process.cpuUsage().user / 1e6).toFixed(0)} s of CPU`);
  return trainNetwork(lessons, { epochs, seed, report });
}

/** The trades, and public sets, that are read by a trade's aspects of scripts/init/trades; the rest by generic ones. */
const readBy: Record<string, string> = {
  "auto-repair": "auto auto-repair oil-change tire-shop tires",
  "hair-salon": "hair hair-salon barber",
  dentist: "dentist",
  plumbing: "plumber plumbing",
  "heating-cooling": "hvac",
  electrician: "electrician",
  hotel: "hotel motel resort inn hostel airport-hotel casino-hotel roast",
  restaurant: "restaurant sushi mexican thai buffet steakhouse pizza diner mams",
  "house-cleaning": "cleaning house-cleaning cleaner",
  "lawn-care": "lawn-care landscape lawn landscaper",
};
const setOf = ({ from, trade = from.replace(/-.*/, "") }: TaggedText): string =>
  Object.entries(readBy).find(([, names]) => names.split(" ").includes(trade))?.[0] ?? "generic";

/** Reviews that nothing was trained on, with the aspects of their trade; none written to be hard. */
async function keptApart(material: readonly TaggedText[]) {
  const aspectsOf = new Map((await loadTrades()).map(({ id, aspects }) => [id, aspects]));
  return material
    .filter(({ from, tags }) => tags !== undefined && !from.startsWith("contrast"))
    .map((one) => ({
      ...one,
      part: partOf(one.text),
      set: setOf(one),
      aspects: aspectsOf.get(setOf(one)) ?? [],
    }));
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const options = { public: text, seed: text, out: text, network: text, sets: text };
  const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
  if (values.help) return void process.stdout.write(help);
  const seed = Number(values.seed ?? 1);
  if (!Number.isInteger(seed)) throw new Error("--seed is a whole number");
  const material = loadMaterial(values.public);
  const network =
    values.network === undefined
      ? train(material, seed)
      : (JSON.parse(readFileSync(values.network, "utf8")) as PackedNetwork);
  const write = (folder: string, name: string, content: string): void =>
    writeFileSync(join(folder, name), `${content}\n`);
  const out = values.out ?? join(import.meta.dirname, "../../src/insights");
  write(out, "weights.json", JSON.stringify(network));
  const apart = await keptApart(material);
  const toFit = apart.filter(({ part }) => part === "fit");
  const table = fitTable(toCases(toFit, openNetwork(network)));
  write(out, "verdict-table.json", JSON.stringify(table, null, 2));
  if (values.sets === undefined) return;
  const reviews = apart.filter(({ part }) => part === "report");
  const lines = reviews.map(({ from, trade, set, stars = null, text, tags = [], aspects }, index) => {
    const split = trade === undefined ? "people" : "invented";
    return { id: `${from}-${index}`, trade: set, split, stars, text, labels: labelsOf(tags, aspects) };
  });
  write(values.sets, "report.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  // Only of subjects that were tagged is it known whether they are judged.
  const known = reviews.map(({ set, aspects }) => {
    const labels = labelsOf([], aspects);
    return [set, aspects.filter(({ id }) => id in labels)];
  });
  write(values.sets, "aspects.json", JSON.stringify(Object.fromEntries(known)));
}

if (import.meta.main) await main();
