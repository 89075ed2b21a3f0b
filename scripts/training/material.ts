import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { spellingOf } from "../../src/insights/network.ts";
import { prepareText } from "../../src/insights/sentences.ts";
import { subjects, type Subject } from "../../src/insights/subjects.ts";
import { loadPublicTexts, type PublicTerm } from "./public-sets.ts";

/** A line of the material, as material/README.md tells; a text of others is known by its SHA-256 alone. */
interface Line {
  from: string;
  trade: string;
  stars: number;
  text: string;
  /** The beginning of the hash. */
  sha: string;
  /** `staff+ time-` by where the sentence ends: what it judges, and which way; `~` does both, `0` only names. */
  tags: [at: number, list: string][];
  terms?: [from: number, to: number, sign: PublicTerm["sign"]][];
}

export interface TaggedText {
  /** The part of the material, or the public set. */
  from: string;
  trade: string | undefined;
  stars: number | undefined;
  text: string;
  /** Missing where nobody read it for subjects. */
  tags: { at: number; subject: Subject; sign: PublicTerm["sign"] | "~" }[] | undefined;
  terms: PublicTerm[];
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** One text in twelve is kept apart, whoever wrote it: half to fit how verdicts are made, half to report. */
export function partOf(text: string): "train" | "fit" | "report" {
  const rest = Number.parseInt(hashOf(text).slice(0, 6), 16) % 24;
  return rest === 0 ? "fit" : rest === 12 ? "report" : "train";
}

function read(name: string): Line[] {
  const packed = readFileSync(join(import.meta.dirname, "material", name));
  const lines = brotliDecompressSync(packed).toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

const tagsOf = ({ tags }: Line): TaggedText["tags"] =>
  tags.flatMap(([at, list]) =>
    list.split(" ").map((tag) => ({
      at,
      subject: tag.slice(0, -1) as Subject,
      sign: tag.slice(-1) as PublicTerm["sign"] | "~",
    })),
  );

/** What was invented for this project; and the texts of others that stand in `folder`. */
export function loadMaterial(folder: string | undefined): TaggedText[] {
  const invented = read("invented.jsonl.br").map((line): TaggedText => {
    const terms = (line.terms ?? []).map(([from, to, sign]) => ({ from, to, sign }));
    return { ...line, tags: tagsOf(line), terms };
  });
  const known = new Map(read("public.jsonl.br").map((line) => [line.sha, tagsOf(line)]));
  const others = (folder === undefined ? [] : loadPublicTexts(folder)).map((one): TaggedText => ({
    ...one,
    trade: undefined,
    stars: undefined,
    tags: known.get(hashOf(one.text)),
  }));
  return [...invented, ...others.filter(({ tags, terms }) => tags !== undefined || terms.length > 0)];
}

/** A sentence as the network learns it. */
export interface TaggedSentence {
  words: string[];
  /** Of each subject whether it is praised, then of each whether it is blamed. */
  tags: Float32Array | undefined;
  /** Tokens [first, end) that are praised, only named or blamed: 0, 1 or 2. */
  terms: { first: number; end: number; outcome: number }[];
}

/** Of longer sentences the beginning teaches; few are longer, and each word costs. */
const maxLearned = 60;

export function toSentences(tagged: Pick<TaggedText, "text" | "tags" | "terms">): TaggedSentence[] {
  const { text, tags, terms } = tagged;
  const { sentences } = prepareText(text);
  return sentences.flatMap((sentence, index) => {
    const tokens = sentence.tokens.slice(0, maxLearned);
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
