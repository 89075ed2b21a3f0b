import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { decodeXML } from "entities";

/** Words of a text and how they speak of it, where a set brings such labels. */
export interface PublicTerm {
  from: number;
  to: number;
  sign: "+" | "-" | "0";
}
interface PublicText {
  text: string;
  terms: PublicTerm[];
}

const linesOf = (content: string): string[] => content.split("\n").filter(Boolean);
const plain = (texts: readonly string[]): PublicText[] => texts.map((text) => ({ text, terms: [] }));

/** Tokenised text joined again. */
const joined = (line: string): string =>
  line
    .trim()
    .replace(/\s'\s(s|t|re|ve|ll|d|m)\b/g, "'$1")
    .replace(/\s+([.,!?;:)])/g, "$1");

/** A sentence as people write it: `i ca n't wait $ _num_ .` was "I can't wait $5." or some other number. */
function untokenised(line: string): string {
  const text = line
    .trim()
    .replaceAll("_num_", "5")
    .replaceAll("`` ", '"')
    .replaceAll(" ''", '"')
    .replaceAll(/``|''/g, '"')
    .replaceAll(/ n't\b/g, "n't")
    .replaceAll(/ '(s|re|ve|ll|d|m)\b/g, "'$1")
    .replaceAll(/\s+([.,!?;:)%])/g, "$1")
    .replaceAll(/([($])\s+/g, "$1")
    .replaceAll(/\bi\b/g, "I")
    .replaceAll(/\b(gon|wan) na\b/g, "$1na");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const signs: Record<string, PublicTerm["sign"]> = { positive: "+", negative: "-", neutral: "0" };

const mamsTerm = /<aspectTerm from="(\d+)" polarity="(\w+)" term="[^"]*" to="(\d+)"/g;
const xml = (content: string): PublicText[] =>
  [...content.matchAll(/<text>([^<]*)<\/text>(.*?)<\/sentence>/gs)].map(([, text = "", labels = ""]) => ({
    text: decodeXML(text),
    terms: Array.from(labels.matchAll(mamsTerm), ([, from, polarity, to]) => ({
      from: Number(from),
      to: Number(to),
      sign: signs[polarity!]!,
    })),
  }));

const roastTerm = /\['([^'"]+)', '[^']*', '(positive|negative|neutral)'/g;
/** A text and what it speaks of, in words that are sought in the text. */
const quads = (content: string): PublicText[] =>
  linesOf(content).map((line) => {
    const [text, labels] = line.split("####", 2).map(joined) as [string, string];
    const terms = Array.from(labels.matchAll(roastTerm), ([, term = "", polarity]) => {
      const from = ` ${text} `.search(new RegExp(`[^\\p{L}]${RegExp.escape(term)}[^\\p{L}]`, "u"));
      return { from, to: from + term.length, sign: signs[polarity!]! };
    });
    return { text, terms: terms.filter(({ from }) => from >= 0) };
  });
const tokenised = (content: string): PublicText[] => plain(linesOf(content).map(untokenised));
const column =
  (name: string) =>
  (content: string): PublicText[] =>
    plain(
      parse<Record<string, string>>(content, { columns: true, relax_column_count: true }).map((row) =>
        (row[name] ?? "").split(/\s+/).filter(Boolean).join(" "),
      ),
    );

/** The files by name, with the beginning of their SHA-256; material/README.md says where they are from. */
const sets: Record<string, { sha: string; read: (content: string) => PublicText[] }> = {
  "mams-acsa-train.xml": { sha: "24c6a1a9f769ec5a", read: xml },
  "roast-hotels-train.txt": { sha: "9aae0a6b337bfcf5", read: quads },
  "roast-hotels-dev.txt": { sha: "d16b1ab565acbdec", read: quads },
  "sentiment.test.0": { sha: "b7466e8859e99488", read: tokenised },
  "sentiment.test.1": { sha: "a66e0ec3f0e1230a", read: tokenised },
  "sentiment.dev.0": { sha: "405ef6d4bfbc8bb9", read: tokenised },
  "sentiment.dev.1": { sha: "3509f6573411bbda", read: tokenised },
  "patients-1.csv": { sha: "8449a79c823c6d1f", read: column("feedback") },
  "patients-2.csv": { sha: "6c90cc740f2c486a", read: column("FFT answer") },
  "mams-atsa-train.xml": { sha: "26ba39142b28169e", read: xml },
  "mams-atsa-val.xml": { sha: "5b7d225e2f9482a3", read: xml },
};

/** The texts of the sets that stand in the folder, each once; throws where a file is another than was tagged. */
export function loadPublicTexts(folder: string): (PublicText & { from: string })[] {
  const texts = new Map<string, PublicText & { from: string }>();
  for (const [name, { sha, read }] of Object.entries(sets)) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      console.error(`${name} is not in ${folder}: its texts do not teach`);
      continue;
    }
    const content = readFileSync(path);
    const found = createHash("sha256").update(content).digest("hex");
    if (!found.startsWith(sha))
      throw new Error(`${path} has the SHA-256 ${found}, not ${sha}…: it is another version`);
    for (const one of read(content.toString())) {
      const known = texts.get(one.text);
      if (known === undefined) texts.set(one.text, { ...one, from: name });
      else known.terms.push(...one.terms);
    }
  }
  return [...texts.values()];
}
