import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sentences } from "../../../src/insights/language/tokens.ts";
import { messageOf } from "../../../src/schema/errors.ts";

const polarities = { "+": "positive", "-": "negative", "0": "neutral" } as const;
type Sign = keyof typeof polarities;

interface CorpusMark {
  term: string;
  from: number;
  to: number;
  polarity: (typeof polarities)[Sign];
}

export interface CorpusReview {
  stars: number;
  text: string;
  marks: CorpusMark[];
}

/** One marked term with the sentence it stands in, the shape every training file has. */
export interface CorpusLine extends CorpusMark {
  id: string;
  text: string;
}

const mark = /\[([^[\]|]+)\|([+\-0])\]/g;
const isSign = (text: string | undefined): text is Sign => text !== undefined && text in polarities;

/** `4|The [price|+] was fine, the [wait|-] was not.` as text and marks; throws where the line is malformed. */
export function parseReview(line: string): CorpusReview {
  const [, stars, body] = /^([1-5])\|(.+)$/.exec(line) ?? [];
  if (stars === undefined || body === undefined) throw new Error("a line is STARS|TEXT, stars from 1 to 5");
  const marks: CorpusMark[] = [];
  let text = "";
  let read = 0;
  for (const found of body.matchAll(mark)) {
    const [whole, term, sign] = found;
    if (term === undefined || !isSign(sign)) continue;
    text += body.slice(read, found.index);
    marks.push({ term, from: text.length, to: text.length + term.length, polarity: polarities[sign] });
    text += term;
    read = found.index + whole.length;
  }
  text += body.slice(read);
  const stray = /[[\]|]/.exec(text);
  if (stray)
    throw new Error(
      `stray ${stray[0]} near "${text.slice(Math.max(0, stray.index - 20), stray.index + 20)}"`,
    );
  if (text !== text.trim() || text.includes("  ")) throw new Error("spaces at an end, or two in a row");
  if (marks.length === 0) throw new Error("no term is marked");
  return { stars: Number(stars), text, marks };
}

const refersBack = /^\W*(?:he|she|it|they|this|that|these|those|his|her|their)\b/i;

/** Each mark in its sentence; a sentence that opens with a pronoun brings the one before it. */
export function toTrainingLines(id: string, { text, marks }: CorpusReview): CorpusLine[] {
  const ranges = sentences(text);
  return marks.map((each, index) => {
    const at = ranges.findIndex((range) => each.from < range.to);
    const own = ranges[at] ?? { from: 0, to: text.length };
    const before = refersBack.test(text.slice(own.from, own.to)) ? ranges[at - 1] : undefined;
    const part = text.slice(before?.from ?? own.from, own.to);
    const start = (before?.from ?? own.from) + part.length - part.trimStart().length;
    return { ...each, id: `${id}-${index}`, text: part.trim(), from: each.from - start, to: each.to - start };
  });
}

export interface CorpusTrade {
  trade: string;
  reviews: CorpusReview[];
}

/** Every trade's reviews, from the .txt files beside this script, in the order of their names. */
export function loadCorpus(folder: string = import.meta.dirname): CorpusTrade[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".txt"));
  return files.toSorted().map((file) => {
    const reviews = readFileSync(join(folder, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        if (line === "" || line.startsWith("#")) return [];
        try {
          return parseReview(line);
        } catch (error) {
          throw new Error(`${file}:${index + 1}: ${messageOf(error)}`, {
            cause: error,
          });
        }
      });
    return { trade: file.slice(0, -".txt".length), reviews };
  });
}

/** The whole corpus as training lines. */
export const corpusLines = (corpus: readonly CorpusTrade[] = loadCorpus()): CorpusLine[] =>
  corpus.flatMap(({ trade, reviews }) =>
    reviews.flatMap((review, index) => toTrainingLines(`corpus-${trade}-${index}`, review)),
  );

if (import.meta.main) for (const line of corpusLines()) process.stdout.write(`${JSON.stringify(line)}\n`);
