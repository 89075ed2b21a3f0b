import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSentence } from "../../../src/insights/language/clauses.ts";
import { phraseBooks } from "../../../src/insights/language/phrases.ts";
import { prepareReview } from "../../../src/insights/language/prepared-text.ts";
import { inputsOf } from "../../../src/insights/subjects/inputs.ts";
import { parseReview } from "../corpus/parse.ts";
import { parseTag, parseTagged, type Sign, type SubjectTag } from "./parse.ts";

const help = `Prints reviews as the network of sentences sees them: JSON lines for train.py.

Usage: node scripts/training/subjects/export.ts [REVIEWS.jsonl]

  without a file   the tagged reviews of this folder, and ../corpus with corpus-tags.txt
  REVIEWS.jsonl    {id, text} a line, such as public-sets.py makes; those that public-tags.txt knows have its tags, the
                   others are for learning from larger networks, or for scoring
`;

const folder = import.meta.dirname;
const books = phraseBooks([]);

interface Exported {
  id: string;
  source: "tagged" | "corpus" | "public" | "plain";
  sentences: {
    text: string;
    words: number[];
    roles: number[];
    valences: number[];
    raised: number[];
    tags: Record<string, Sign>;
  }[];
}

/** Two tags of one subject in a sentence: praise and blame make both; a mere mention adds nothing. */
const bothOf = (before: Sign | undefined, sign: Sign): Sign =>
  before === undefined || before === "0" || before === sign ? sign : sign === "0" ? before : "~";

function toExported(
  id: string,
  source: Exported["source"],
  text: string,
  tags: readonly SubjectTag[],
): Exported {
  const { sentences } = prepareReview(text, books);
  const read = sentences.map(({ tokens, from, to }): Exported["sentences"][number] => {
    const { keys, roles, valences, raised } = inputsOf(readSentence(tokens, books));
    return {
      text: text.slice(from, to),
      words: [...keys],
      roles: [...roles],
      valences: Array.from(valences, (value) => Math.round(value * 1000) / 1000),
      raised: [...raised],
      tags: {},
    };
  });
  for (const { at, subject, sign } of tags) {
    const index = sentences.findIndex(({ to }) => at - 2 < to);
    const sentence = read.at(index);
    if (sentence) sentence.tags[subject] = bothOf(sentence.tags[subject], sign);
  }
  return { id, source, sentences: read };
}

const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").filter(Boolean);
const textsOf = (path: string): string[] =>
  readdirSync(path)
    .filter((name) => name.endsWith(".txt") && !name.endsWith("-tags.txt"))
    .toSorted();

/** `hvac.12 1:price- 3:staff+,time+`: of each text, by its name, the tags of its sentences, by their number. */
const tagsIn = (file: string): Map<string, [number, SubjectTag[]][]> =>
  new Map(
    linesOf(join(folder, file)).map((line) => {
      const [name = "", ...entries] = line.split(" ");
      return [
        name,
        entries.map((entry) => {
          const [number, list = ""] = entry.split(":");
          return [Number(number), list.split(",").map((tag) => parseTag(tag, 0))];
        }),
      ];
    }),
  );

function* tagged(): Generator<Exported> {
  for (const name of textsOf(folder))
    for (const [index, line] of linesOf(join(folder, name)).entries()) {
      const { text, tags } = parseTagged(line);
      yield toExported(`${name.replace(".txt", "")}.${index + 1}`, "tagged", text, tags);
    }
}

/** Where a sentence of the older corpus ends: its tags were numbered by this. */
const sentenceEnd = /(?<=[.!?])["')]*\s+(?=[A-Za-z"'$0-9])/;

/** The older corpus, whose tags stand in a file of their own, by file and line. */
function* corpus(): Generator<Exported> {
  const tagsOf = tagsIn("corpus-tags.txt");
  const older = join(folder, "../corpus");
  for (const name of textsOf(older))
    for (const [index, line] of linesOf(join(older, name)).entries()) {
      if (line.startsWith("#")) continue;
      const id = `${name.replace(".txt", "")}.${index + 1}`;
      const sentences = parseReview(line).text.split(sentenceEnd);
      const tags = (tagsOf.get(id) ?? []).flatMap(([number, list]) => {
        const at = sentences.slice(0, number).join(" ").length;
        return list.map((tag) => ({ ...tag, at }));
      });
      yield toExported(`corpus.${id}`, "corpus", sentences.join(" "), tags);
    }
}

/** Other people's texts stay outside: their tags know them by this. */
const nameOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

function* given(path: string): Generator<Exported> {
  const tagsOf = tagsIn("public-tags.txt");
  for (const line of linesOf(path)) {
    const { id, text } = JSON.parse(line) as { id: string; text: string };
    const tags = tagsOf.get(nameOf(text));
    const exported = toExported(id, tags === undefined ? "plain" : "public", text, []);
    for (const [number, list] of tags ?? [])
      for (const { subject, sign } of list) {
        const sentence = exported.sentences[number - 1];
        if (sentence) sentence.tags[subject] = bothOf(sentence.tags[subject], sign);
      }
    yield exported;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", short: "h" } },
});
if (values.help === true) process.stdout.write(help);
else {
  const [path] = positionals;
  const all = path === undefined ? [tagged(), corpus()] : [given(path)];
  for (const reviews of all)
    for (const review of reviews) process.stdout.write(`${JSON.stringify(review)}\n`);
}
