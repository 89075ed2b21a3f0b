import type { Reading } from "../src/insights/reader.ts";
import { decidingQuotes } from "../src/insights/quotes.ts";
import { toCount } from "../src/schema/text.ts";
import type { AcceptedVerdicts, Judge } from "../src/schema/verdicts.ts";
import { writeAtomically } from "./site-build/files.ts";
import { readGivenFile, type Given, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "../src/schema/errors.ts";
import {
  findDoubts,
  isSameVerdict,
  parseAnswers,
  toAccepted,
  selectReviews,
  type Selection,
  toInstructions,
  toQuestion,
} from "./verdicts/questions.ts";
import { createProgramAsk, createProviderAsk, providerNames } from "./verdicts/providers.ts";
import { type AskBatch, runQuestions, toLines } from "./verdicts/question-batches.ts";
import { saveVerdicts } from "./verdicts/verdict-files.ts";
import { givenOwnContent, toGivenPath } from "../src/content/given-path.ts";

const help = readHelp("verdicts");

function toJudge({ text }: Given): Judge | undefined {
  const [model, person] = [text("model"), text("person")];
  if (model !== undefined && person !== undefined) throw new UsageError("give --model or --person, not both");
  return model !== undefined ? { model } : person !== undefined ? { person } : undefined;
}

const toSelection = ({ flag }: Given): Selection =>
  flag("doubtful") ? "doubtful" : flag("new") ? "new" : "all";

/** The site without the documents made from it. */
const loadAnalysed = async () => {
  const { analysis, site } = await import("../src/site.ts");
  return { site, readings: analysis.readings };
};

async function ask(given: Given): Promise<void> {
  const { site, readings } = await loadAnalysed();
  const reviews = selectReviews(site, readings, toSelection(given));
  const lines = toLines([toInstructions(site), ...reviews.map(toQuestion)]);
  const out = given.text("out");
  if (out === undefined) process.stdout.write(lines);
  else await writeAtomically(toGivenPath(out), lines);
  console.error(`${toCount(reviews.length, "review")} asked about ${toCount(site.aspects.length, "aspect")}`);
}

async function toAsk({ text }: Given, timeoutMs: number): Promise<AskBatch> {
  const [command = "", provider, model] = [text("with"), text("provider"), text("model")];
  if ((command.trim() === "") === (provider === undefined))
    throw new UsageError(
      `name a provider or a program: npm run verdicts -- run --provider ${providerNames.join("|")} --model NAME, or --with "COMMAND" --model NAME`,
    );
  if (provider === undefined) return createProgramAsk(command, timeoutMs);
  if (model === undefined) throw new UsageError("--model is missing: which model of the provider to ask");
  return createProviderAsk(provider, process.env, { model, url: text("url"), timeoutMs });
}

async function run(given: Given): Promise<void> {
  const { text, whole, flag } = given;
  const judge = toJudge(given);
  const limits = {
    batchSize: whole("batch", 20, 1, 1000),
    maxBatches: whole("max-batches", 500, 1, 1_000_000),
    maxCharacters: whole("max-characters", 5_000_000, 1, 9_999_999_999),
  };
  const askBatch = await toAsk(given, whole("timeout", 180, 1, 86_400) * 1000);
  const { site, readings } = await loadAnalysed();
  const reviews = selectReviews(site, readings, toSelection(given));
  const file = toGivenPath(text("out") ?? "verdict-answers.jsonl");
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
    progress: flag("quiet") ? () => {} : (line) => console.error(line),
  });
  for (const problem of result.problems) console.error(problem);
  const before = result.before > 0 ? ` (${result.before} had answers before)` : "";
  console.error(`${toCount(result.answered, "review")} answered${before}, ${result.left} left`);
  const { input, output } = result.tokens;
  if (input + output > 0) console.error(`${input} tokens sent, ${output} received`);
  if (result.answered + result.before > 0)
    console.error(`Look at ${file}, then: npm run verdicts -- accept ${file}`);
  if (result.left > 0 || result.problems.length > 0) process.exitCode ??= 1;
}

const unnamed: Judge = { model: "unnamed" };

async function accept(given: Given, file: string | undefined): Promise<void> {
  if (file === undefined) throw new UsageError("name the answers: npm run verdicts -- accept answers.jsonl");
  const [by, isDry] = [toJudge(given), given.flag("dry-run")];
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
  const files = isDry
    ? []
    : await saveVerdicts(content, entries, (id) => (reviews.get(id)?.date ?? day).slice(0, 4));
  for (const { line, message } of refusals) console.error(`${file}:${line}: refused: ${message}`);
  const same = answers.length - entries.length;
  console.log(
    [
      `${toCount(entries.length, "review")} ${isDry ? "would be " : ""}judged anew`,
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
  const given = parseCommand(help, args, true);
  const [command, file, ...more] = given.positionals;
  if (more.length > 0 || (file !== undefined && command !== "accept"))
    throw new UsageError(`unexpected argument ${more[0] ?? file}`);
  if (command === "ask") return ask(given);
  if (command === "run") return run(given);
  if (command === "accept") return accept(given, file);
  throw new UsageError(help);
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 1, help });
