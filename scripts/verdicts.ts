import { parseArgs } from "node:util";
import { toCount } from "../src/schema/count.ts";
import type { AcceptedVerdicts, Judge } from "../src/schema/verdicts.ts";
import { writeAtomically } from "./build/files.ts";
import { readGivenFile } from "./given-file.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { isSameVerdict, parseAnswers, toAccepted } from "./verdicts/answers.ts";
import { selectReviews, type Selection, toInstructions, toQuestion } from "./verdicts/questions.ts";
import { runQuestions, toLines } from "./verdicts/run.ts";
import { saveVerdicts } from "./verdicts/verdict-files.ts";
import { givenOwnContent, toGivenPath } from "../src/content/given-path.ts";

const usage = `Usage: npm run verdicts -- ask [--new | --doubtful] --out questions.jsonl
       npm run verdicts -- run --with "COMMAND" --model NAME [options]
       npm run verdicts -- accept FILE (--model NAME | --person NAME) [--dry-run]

Lets people or a language model judge what reviews say about each aspect. Accepted verdicts are content: the build
prefers them to those of the built-in reader, and stays offline. docs/verdicts.md has recipes and what it costs.

ask      writes (to standard output without --out; then npm run needs --silent) instructions, aspects and a JSON Schema for answers on the first line, then a review a line;
         nothing but published text leaves
run      pipes the questions to any program, batch by batch (JSON Lines in, JSON Lines out), and keeps its answers;
         a second run asks only what has no answer yet
accept   checks every answer, shows what changes, writes content/verdicts/

Which reviews (ask, run):
  --new                 only those without accepted verdicts on the text they have now
  --doubtful            of these, only those where the built-in reader is unsure, finds both, or differs from the stars

Options of run:
  --with COMMAND        the program, as you would type it
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
  most: number,
) => {
  const text = values[name];
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > most)
    throw new UsageError(`--${name} must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}`);
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

async function run(values: Values): Promise<void> {
  const judge = toJudge(values);
  if (values.with === undefined || values.with.trim() === "")
    throw new UsageError('name the program: npm run verdicts -- run --with "COMMAND" --model NAME');
  const limits = {
    batchSize: toNumber(values, "batch", 1000),
    mostBatches: toNumber(values, "max-batches", 1_000_000),
    mostCharacters: toNumber(values, "max-characters", 9_999_999_999),
    timeoutMs: toNumber(values, "timeout", 86_400) * 1000,
  };
  const { site, readings } = await loadAnalysed();
  const reviews = selectReviews(site, readings, toSelection(values));
  const file = toGivenPath(values.out ?? "verdict-answers.jsonl");
  const result = await runQuestions(site, reviews, {
    ...limits,
    command: values.with,
    judge: judge ?? unnamed,
    file,
    progress: values.quiet ? () => {} : (line) => console.error(line),
  });
  for (const problem of result.problems) console.error(problem);
  const before = result.before > 0 ? ` (${result.before} had answers before)` : "";
  console.error(`${toCount(result.answered, "review")} answered${before}, ${result.left} left`);
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
  const before = new Map(
    readings.map(({ review, aspects: judged }) => [
      review.id,
      new Map<string, string>(judged.map(({ id, verdict }) => [id, verdict])),
    ]),
  );
  for (const line of toDiff(entries, before)) console.log(line);
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

/** A line for each verdict that changes. */
function toDiff(
  entries: readonly AcceptedVerdicts[],
  before: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] {
  return entries.flatMap(({ review, verdicts, not_raised: notRaised }) => {
    const now = new Map<string, { verdict: string; quote?: string }>([
      ...notRaised.map((id) => [id, { verdict: "not raised" }] as const),
      ...Object.entries(verdicts),
    ]);
    return [...now].flatMap(([aspect, { verdict, quote }]) => {
      const old = before.get(review)?.get(aspect) ?? "not raised";
      const words = quote === undefined ? "" : `  ${JSON.stringify(quote)}`;
      return old === verdict ? [] : [`${review}  ${aspect}: ${old} → ${verdict}${words}`];
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
