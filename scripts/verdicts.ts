import { parseArgs } from "node:util";
import type { Reading } from "../src/insights/reader.ts";
import { decidingQuotes } from "../src/insights/quotes.ts";
import { toCount } from "../src/schema/text.ts";
import type { AcceptedVerdicts, Judge } from "../src/schema/verdicts.ts";
import { writeAtomically } from "./site-build/files.ts";
import { readGivenFile } from "./given-file.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { findDoubts, isSameVerdict, parseAnswers, toAccepted } from "./verdicts/answers.ts";
import { createProgramAsk } from "./verdicts/program.ts";
import { createProviderAsk, providerNames } from "./verdicts/providers.ts";
import { selectReviews, type Selection, toInstructions, toQuestion } from "./verdicts/questions.ts";
import { type AskBatch, runQuestions, toLines } from "./verdicts/run.ts";
import { saveVerdicts } from "./verdicts/verdict-files.ts";
import { givenOwnContent, toGivenPath } from "../src/content/given-path.ts";

const usage = `Usage: npm run verdicts -- ask [--new | --doubtful] --out questions.jsonl
       npm run verdicts -- run --provider NAME --model NAME [options]
       npm run verdicts -- run --with "COMMAND" --model NAME [options]
       npm run verdicts -- accept FILE (--model NAME | --person NAME) [--dry-run]

Lets people or a language model judge what reviews say about each aspect. Accepted verdicts are content: the build
prefers them to those of the built-in reader, and stays offline. docs/verdicts.md has recipes and what it costs.

ask      writes (to standard output without --out; then npm run needs --silent) instructions, aspects and a JSON Schema for answers on the first line, then a review a line;
         nothing but published text leaves
run      asks a language model, or any program (JSON Lines in, JSON Lines out), batch by batch, and keeps the answers;
         a second run asks only what has no answer yet
accept   checks every answer, shows what changes, writes content/verdicts/

Which reviews (ask, run):
  --new                 only those without accepted verdicts on the text they have now
  --doubtful            of these, only those where the built-in reader is unsure, finds both, or differs from the stars

Options of run:
  --provider NAME       openai, anthropic, google, ollama or openai-compatible; the key is in OPENAI_API_KEY,
                        ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, OLLAMA_API_KEY or OPENAI_COMPATIBLE_API_KEY
  --url URL             where the provider's API is, if not at its usual address
  --price IN,OUT        dollars per million tokens sent and received, to show what the run cost
  --with COMMAND        a program in place of a provider, as you would type it
  --model NAME          who judges, such as gpt-9-mini; --person NAME for people
  --out FILE            where answers are kept (default: verdict-answers.jsonl); of ask: where questions are written
  --batch N             reviews per call (default 20)
  --timeout SECONDS     longest call (default 180)
  --max-batches N       most calls (default 500)
  --max-characters N    most characters sent (default 5000000, about 1.2 million tokens)
  --quiet               no progress

Options of accept:
  --model NAME, --person NAME   who judged, where the answers do not say
  --dry-run                     show what would change, and write nothing

The folder CONTENT (default: content) holds the reviews.
Exit codes: 0 all went well, 1 something was refused or is left (what is valid was kept), 2 wrong usage.`;

const options = {
  new: { type: "boolean", default: false },
  doubtful: { type: "boolean", default: false },
  with: { type: "string" },
  provider: { type: "string" },
  url: { type: "string" },
  price: { type: "string" },
  model: { type: "string" },
  person: { type: "string" },
  out: { type: "string" },
  batch: { type: "string", default: "20" },
  timeout: { type: "string", default: "180" },
  "max-batches": { type: "string", default: "500" },
  "max-characters": { type: "string", default: "5000000" },
  "dry-run": { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>["values"];

const toNumber = (
  values: Values,
  name: "batch" | "timeout" | "max-batches" | "max-characters",
  max: number,
) => {
  const text = values[name];
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > max)
    throw new UsageError(`--${name} must be a whole number from 1 to ${max}, got ${JSON.stringify(text)}`);
  return Number(text);
};

function toJudge({ model, person }: Values): Judge | undefined {
  if (model !== undefined && person !== undefined) throw new UsageError("give --model or --person, not both");
  return model !== undefined ? { model } : person !== undefined ? { person } : undefined;
}

const toSelection = (values: Values): Selection =>
  values.doubtful ? "doubtful" : values.new ? "new" : "all";

/** The site without the documents made from it. */
const loadAnalysed = async () => {
  const { analysis, site } = await import("../src/site.ts");
  return { site, readings: analysis.readings };
};

async function ask(values: Values): Promise<void> {
  const { site, readings } = await loadAnalysed();
  const reviews = selectReviews(site, readings, toSelection(values));
  const lines = toLines([toInstructions(site), ...reviews.map(toQuestion)]);
  if (values.out === undefined) process.stdout.write(lines);
  else await writeAtomically(toGivenPath(values.out), lines);
  console.error(`${toCount(reviews.length, "review")} asked about ${toCount(site.aspects.length, "aspect")}`);
}

/** Dollars per million tokens sent and received. */
function toPrice({ price }: Values): { input: number; output: number } | undefined {
  if (price === undefined) return undefined;
  const [, input, output] = /^(\d{1,5}(?:\.\d{1,4})?),(\d{1,5}(?:\.\d{1,4})?)$/.exec(price) ?? [];
  if (input === undefined || output === undefined)
    throw new UsageError(
      `--price must be two numbers, dollars per million tokens sent and received, such as 0.25,2: got ${JSON.stringify(price)}`,
    );
  return { input: Number(input), output: Number(output) };
}

async function toAsk(
  { with: command = "", provider, model, url }: Values,
  timeoutMs: number,
): Promise<AskBatch> {
  if ((command.trim() === "") === (provider === undefined))
    throw new UsageError(
      `name a provider or a program: npm run verdicts -- run --provider ${providerNames.join("|")} --model NAME, or --with "COMMAND" --model NAME`,
    );
  if (provider === undefined) return createProgramAsk(command, timeoutMs);
  if (model === undefined) throw new UsageError("--model is missing: which model of the provider to ask");
  return createProviderAsk(provider, process.env, { model, url, timeoutMs });
}

async function run(values: Values): Promise<void> {
  const judge = toJudge(values);
  const price = toPrice(values);
  const limits = {
    batchSize: toNumber(values, "batch", 1000),
    maxBatches: toNumber(values, "max-batches", 1_000_000),
    maxCharacters: toNumber(values, "max-characters", 9_999_999_999),
  };
  const askBatch = await toAsk(values, toNumber(values, "timeout", 86_400) * 1000);
  const { site, readings } = await loadAnalysed();
  const reviews = selectReviews(site, readings, toSelection(values));
  const file = toGivenPath(values.out ?? "verdict-answers.jsonl");
  const stop = new AbortController();
  process.once("SIGINT", () => {
    process.exitCode = 130;
    stop.abort();
  });
  const result = await runQuestions(site, reviews, {
    ...limits,
    ask: askBatch,
    signal: stop.signal,
    judge: judge ?? unnamed,
    file,
    progress: values.quiet ? () => {} : (line) => console.error(line),
  });
  for (const problem of result.problems) console.error(problem);
  const before = result.before > 0 ? ` (${result.before} had answers before)` : "";
  console.error(`${toCount(result.answered, "review")} answered${before}, ${result.left} left`);
  const { input, output } = result.tokens;
  if (input + output > 0) {
    const cost = price && (input * price.input + output * price.output) / 1_000_000;
    console.error(
      `${input} tokens sent, ${output} received${cost === undefined ? "" : `: $${cost.toFixed(4)}`}`,
    );
  }
  if (result.answered + result.before > 0)
    console.error(`Look at ${file}, then: npm run verdicts -- accept ${file}`);
  if (result.left > 0 || result.problems.length > 0) process.exitCode ??= 1;
}

const unnamed: Judge = { model: "unnamed" };

async function accept(values: Values, file: string | undefined): Promise<void> {
  if (file === undefined) throw new UsageError("name the answers: npm run verdicts -- accept answers.jsonl");
  const by = toJudge(values);
  const content = givenOwnContent();
  const text = await readGivenFile(file);
  const { site, readings } = await loadAnalysed();
  const { answers, refusals } = parseAnswers(text, site);
  const reviews = new Map(site.reviews.map((review) => [review.id, review]));
  const known = new Map(site.verdicts.map((entry) => [entry.review, entry]));
  const aspects = site.aspects.map(({ id }) => id);
  const day = new Date().toISOString().slice(0, 10);
  const entries = answers
    .map((answer) =>
      toAccepted(answer, {
        text: reviews.get(answer.review_id)?.text ?? "",
        aspects,
        by: by ?? unnamed,
        day,
      }),
    )
    .filter((entry) => !isSameVerdict(entry, known.get(entry.review)));
  const changes = toChanges(entries, readings);
  for (const { review, aspect, from, to } of changes)
    console.log(`${review}  ${aspect}: ${toText(from)} → ${toText(to)}`);
  for (const [change, list] of Map.groupBy(changes, ({ from, to }) => `${from.verdict} → ${to.verdict}`))
    console.log(`${String(list.length).padStart(5)}  ${change}`);
  for (const answer of answers) {
    const review = reviews.get(answer.review_id);
    if (review === undefined) continue;
    for (const doubt of findDoubts(answer, review.text, review.rating)) console.log(`look at  ${doubt}`);
  }
  if (by === undefined && answers.some(({ judge }) => judge === undefined))
    console.log(`who judged was not said (--model or --person): recorded as a model named "unnamed"`);
  const files = values["dry-run"]
    ? []
    : await saveVerdicts(content, entries, (id) => (reviews.get(id)?.date ?? day).slice(0, 4));
  for (const { line, message } of refusals) console.error(`${file}:${line}: refused: ${message}`);
  const same = answers.length - entries.length;
  console.log(
    [
      `${toCount(entries.length, "review")} ${values["dry-run"] ? "would be" : ""} judged anew`.replace(
        "  ",
        " ",
      ),
      ...(same > 0 ? [`${same} as before`] : []),
      ...(refusals.length > 0 ? [`${toCount(refusals.length, "line")} refused`] : []),
    ].join(", ") + (files.length > 0 ? `; wrote ${files.join(", ")}` : ""),
  );
  if (refusals.length > 0) process.exitCode = 1;
}

interface Said {
  verdict: string;
  words: readonly string[];
}
const notRaised: Said = { verdict: "not raised", words: [] };

const toText = ({ verdict, words }: Said): string =>
  [verdict, ...words.map((quote) => JSON.stringify(quote))].join(" ");

/** Each verdict that becomes another, with the words that it rested on and those that it rests on now. */
function toChanges(entries: readonly AcceptedVerdicts[], readings: readonly Reading[]) {
  const before = new Map(readings.map((reading) => [reading.review.id, reading]));
  return entries.flatMap(({ review, verdicts, not_raised }) => {
    const known = before.get(review);
    const now = new Map<string, Said>([
      ...not_raised.map((id) => [id, notRaised] as const),
      ...Object.entries(verdicts).map(
        ([id, judged]) =>
          [
            id,
            {
              verdict: judged.verdict,
              words: judged.verdict === "mixed" ? [judged.quote, judged.criticism] : [judged.quote],
            },
          ] as const,
      ),
    ]);
    return [...now].flatMap(([aspect, to]) => {
      const judged = known?.aspects.find(({ id }) => id === aspect);
      const from =
        judged === undefined || known === undefined
          ? notRaised
          : {
              verdict: judged.verdict,
              words: decidingQuotes(known.review.text, judged.opinions, judged.verdict).map((quote) =>
                known.review.text.slice(quote.from, quote.to),
              ),
            };
      return from.verdict === to.verdict ? [] : [{ review, aspect, from, to }];
    });
  });
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [command, file, ...more] = positionals;
  if (values.help) return console.log(usage);
  if (more.length > 0 || (file !== undefined && command !== "accept"))
    throw new UsageError(`unexpected argument ${more[0] ?? file}`);
  if (command === "ask") return ask(values);
  if (command === "run") return run(values);
  if (command === "accept") return accept(values, file);
  throw new UsageError(usage);
}

if (import.meta.main) await runCommand(() => main(process.argv.slice(2)), { usage: 2, failed: 1 });
