import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { maxTokens, spellingOf } from "../../src/insights/network.ts";
import { prepareText } from "../../src/insights/sentences.ts";
import { subjects } from "../../src/insights/subjects.ts";
import { loadPublicTexts } from "./public-sets.ts";

// One text a line, as material/README.md tells.

/** `staff+ time-`: what a sentence judges, and which way; `~` does both, `0` only names. */
const Tags = z.string().transform((list) =>
  list.split(" ").map((tag) => ({
    subject: z.enum(subjects).parse(tag.slice(0, -1)),
    sign: z.enum(["+", "-", "~", "0"]).parse(tag.slice(-1)),
  })),
);
const offset = z.int().min(0);
const marks = {
  /** By where its sentence ends. */
  tags: z.array(z.tuple([offset, Tags])),
  /** Words, [from, to), and whether they are praised, blamed or only named. */
  terms: z.array(z.tuple([offset, offset, z.enum(["+", "-", "0"])])).default([]),
};
const Invented = z.strictObject({
  from: z.string(),
  trade: z.string(),
  stars: z.int().min(1).max(5),
  text: z.string(),
  ...marks,
});
/** A text of others is known by the beginning of its SHA-256 alone. */
const Known = z.strictObject({ sha: z.string().length(12), ...marks });

export interface TaggedText {
  /** The part of the material, or the public set. */
  from: string;
  trade: string | undefined;
  stars: number | undefined;
  text: string;
  /** Missing where nobody read it for subjects. */
  tags: { at: number; subject: (typeof subjects)[number]; sign: "+" | "-" | "~" | "0" }[] | undefined;
  terms: { from: number; to: number; sign: "+" | "-" | "0" }[];
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** One text in twelve is kept apart, whoever wrote it: half to fit how verdicts are made, half to report. */
export function partOf(text: string): "train" | "fit" | "report" {
  const rest = Number.parseInt(hashOf(text).slice(0, 6), 16) % 24;
  return rest === 0 ? "fit" : rest === 12 ? "report" : "train";
}

function* read<T>(name: string, schema: z.ZodType<T>): Generator<T> {
  const packed = readFileSync(join(import.meta.dirname, "material", name));
  for (const [index, line] of brotliDecompressSync(packed).toString().trimEnd().split("\n").entries()) {
    const { data, error } = schema.safeParse(JSON.parse(line));
    if (error) throw new Error(`${name}:${index + 1}: ${z.prettifyError(error)}`);
    yield data;
  }
}

const unfold = ({ tags, terms }: z.infer<typeof Known>) => ({
  tags: tags.flatMap(([at, list]) => list.map((tag) => ({ at, ...tag }))),
  terms: terms.map(([from, to, sign]) => ({ from, to, sign })),
});

/** What was invented for this project; and the texts of others that stand in `folder`. */
export function loadMaterial(folder: string | undefined): TaggedText[] {
  const invented = [...read("invented.jsonl.br", Invented)].map((one): TaggedText => ({
    ...one,
    ...unfold({ sha: "", ...one }),
  }));
  const tagsOf = new Map([...read("public.jsonl.br", Known)].map((one) => [one.sha, unfold(one).tags]));
  const others = (folder === undefined ? [] : loadPublicTexts(folder)).flatMap(
    ({ set, text, terms }): TaggedText[] => {
      const tags = tagsOf.get(hashOf(text));
      return tags === undefined && terms.length === 0
        ? []
        : [{ from: set, trade: undefined, stars: undefined, text, tags, terms }];
    },
  );
  return [...invented, ...others];
}

/** A sentence as the network learns it. */
export interface TaggedSentence {
  words: string[];
  /** Of each subject whether it is praised, then of each whether it is blamed. */
  tags: Float32Array | undefined;
  /** Tokens [first, end) that are praised, only named or blamed: 0, 1 or 2. */
  terms: { first: number; end: number; outcome: number }[];
}

export function toSentences({
  text,
  tags,
  terms,
}: Pick<TaggedText, "text" | "tags" | "terms">): TaggedSentence[] {
  const { sentences } = prepareText(text);
  return sentences.flatMap((sentence, index) => {
    const tokens = sentence.tokens.slice(0, maxTokens);
    if (tokens.length === 0) return [];
    const targets = new Float32Array(2 * subjects.length);
    for (const { at, subject, sign } of tags ?? []) {
      const found = sentences.findIndex(({ to }) => at - 2 < to);
      if ((found < 0 ? sentences.length - 1 : found) !== index) continue;
      if (sign === "+" || sign === "~") targets[subjects.indexOf(subject)] = 1;
      if (sign === "-" || sign === "~") targets[subjects.length + subjects.indexOf(subject)] = 1;
    }
    const own = terms.flatMap((term) => {
      const first = tokens.findIndex(({ to }) => to > term.from);
      const after = tokens.findIndex(({ from }) => from >= term.to);
      const end = after < 0 ? tokens.length : after;
      if (term.from < sentence.from || term.from >= sentence.to || first < 0 || end <= first) return [];
      return [{ first, end, outcome: { "+": 0, "0": 1, "-": 2 }[term.sign] }];
    });
    return [{ words: tokens.map(({ word }) => spellingOf(word)), tags: tags && targets, terms: own }];
  });
}
