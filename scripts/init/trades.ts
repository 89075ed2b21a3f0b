import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { BusinessEntry, ServiceEntry } from "../../src/schema/business.ts";
import { keysOf } from "../../src/schema/json.ts";
import motifs from "../../src/schema/motifs.json" with { type: "json" };
import { AspectEntry } from "../../src/schema/site.ts";
import { Id, Line, Prose } from "../../src/schema/text.ts";

const folder = join(import.meta.dirname, "trades");
const shared = "common.yaml";

/** "on time, late, prompt": lists of phrases are long, and read best as text. */
const Phrases = z
  .string()
  .transform((list) => list.split(",").map((phrase) => phrase.trim()))
  .pipe(z.array(Line));

const StarterAspect = AspectEntry.extend({
  triggers: Phrases,
  positive: Phrases.default([]),
  negative: Phrases.default([]),
  ignore: Phrases.default([]),
});
const StarterService = ServiceEntry.extend({ aliases: Phrases });

/** A question with an answer to begin with, and the aspect whose figures stand below it. */
const StarterQuestion = z.strictObject({ id: Id, question: Line, aspect: Id, answer: Prose });

/** scripts/init/trades/<id>.yaml; an aspect is an id of common.yaml or stands there whole. */
const TradeFile = z.strictObject({
  name: Line,
  kind: BusinessEntry.shape.kind,
  /** How customers call those who work there, in the plural. */
  people: Line,
  /** The label of the button beside the telephone number. */
  action: Line,
  /** Customers come to the business, so it has a place and works in none. */
  premises: z.boolean().default(false),
  /** When such a business is usually open. */
  hours: BusinessEntry.shape.opening_hours.default([
    { days: ["Mo", "Tu", "We", "Th", "Fr"], opens: "09:00", closes: "17:00" },
  ]),
  /** That somebody was a customer is nobody else's business. */
  confidential: z.boolean().default(false),
  /** The drawn cover's motif until there is a photograph. */
  motifs: z.array(z.enum(keysOf(motifs))).default([]),
  services: z.array(StarterService),
  aspects: z.array(z.union([Id, StarterAspect])).min(1),
  faq: z.array(StarterQuestion),
});

/** The starting content of a trade. */
export type Trade = Omit<z.infer<typeof TradeFile>, "aspects"> & { id: string; aspects: AspectEntry[] };

const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T> =>
  schema.parse(parse(await readFile(join(folder, name), "utf8")));

const loadNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".yaml") && name !== shared).sort();

/** Every starter set there is, by its id. */
export async function loadTrades(): Promise<Trade[]> {
  const common = await read(shared, z.array(StarterAspect));
  const names = await loadNames();
  return Promise.all(
    names.map(async (name) => {
      const file = await read(name, TradeFile);
      const aspects = file.aspects.map((aspect) => {
        const found = typeof aspect === "string" ? common.find(({ id }) => id === aspect) : aspect;
        if (found === undefined)
          throw new Error(`${name}: ${shared} has no aspect ${JSON.stringify(aspect)}`);
        return found;
      });
      return { ...file, id: name.replace(/\.yaml$/, ""), aspects };
    }),
  );
}

const toWords = (text: string) => text.toLowerCase().split(/[^a-z]+/);

/** Letters that two words of one stem share: "plumber" and "plumbing". */
const minStem = 5;

const sharesStem = (a: string, b: string) =>
  a === b || (a.length >= minStem && a.slice(0, minStem) === b.slice(0, minStem));

/** The trade that was meant: by id, by name, or by a word whose stem only one of them has. */
export function findTrade<T extends Pick<Trade, "id" | "name">>(
  trades: readonly T[],
  given: string,
): T | undefined {
  const wanted = given.trim().toLowerCase();
  const words = toWords(wanted).filter((word) => word !== "");
  const exact = trades.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (exact) return exact;
  const [byWord, another] = trades.filter(({ id, name }) =>
    [...toWords(id), ...toWords(name)].some((word) => words.some((one) => sharesStem(one, word))),
  );
  return another === undefined ? byWord : undefined;
}
