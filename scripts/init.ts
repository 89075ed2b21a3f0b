import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { toDay } from "../src/content/today.ts";
import { type Answers, findAnswerIssue, placeholders, questions } from "./init/answers.ts";
import { ask } from "./init/ask.ts";
import { buildContent, type ContentFiles } from "./init/content.ts";
import { findTrade, loadTrades } from "./init/trades.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { toGivenPath } from "../src/content/given-path.ts";

const usage = `Usage: npm run init -- [options]

Writes a content folder for your own business that can be built at once. In a terminal it asks for what is missing.

Options:
  --out <folder>          where it goes, a new or empty folder (default: CONTENT)
  --name <text>           the business
  --trade <id>            what it begins with: services, aspects, questions; "generic" fits any trade
  --street <text>         street and number
  --city <text>
  --region <text>         state or region (default: the city)
  --postal-code <text>
  --country <letters>     such as US (default: US)
  --telephone <number>    such as "+1 614 555 0142" (default: a placeholder)
  --email <address>       (default: a placeholder)
  --time-zone <name>      such as America/New_York (default: this machine's)
  --language <tag>        of your pages and reviews, such as en or en-GB (default: en)
  --description <text>    what the business does, in a sentence
  --list                  the trades
  --help                  this text

Example:
  npm run init -- --out ../my-reviews/content --name "Bright Smile Dental" --trade dentist \\
    --street "12 High Street" --city Springfield --region IL --postal-code 62701 --time-zone America/Chicago

Exit codes: 0 written, 2 wrong usage; files that exist are never touched.`;

const options = {
  ...Object.fromEntries(questions.map(({ option }) => [option, { type: "string" as const }])),
  out: { type: "string" },
  list: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** The answers with defaults for the rest; everything that is missing or wrong is named at once. */
function complete(given: Answers): Answers {
  const answers = { ...given };
  const issues: string[] = [];
  for (const question of questions) {
    const answer = (answers[question.option] ??= question.fallback?.(answers) ?? "");
    const issue =
      answer === ""
        ? `--${question.option} is missing: ${question.question}`
        : findAnswerIssue(question, answer);
    if (issue !== undefined) issues.push(issue);
  }
  if (issues.length > 0) throw new UsageError(`${issues.join("\n")}\nnpm run init -- --help has an example`);
  return answers;
}

/** Writes all files or none: a folder that holds anything is left alone. */
async function writeFiles(folder: string, files: ContentFiles): Promise<void> {
  const there = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  if (there.length > 0) {
    throw new UsageError(
      `${folder} holds ${there.slice(0, 3).join(", ")}${there.length > 3 ? " and more" : ""}, and init never writes over files: name another folder with --out`,
    );
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
  }
}

function toNextSteps(folder: string, files: ContentFiles, answers: Answers): string {
  const near = relative(process.cwd(), resolve(folder)) || ".";
  const shown = near.startsWith("..") ? resolve(folder) : near;
  const open = Object.entries(placeholders).flatMap(([key, value]) => (answers[key] === value ? [key] : []));
  return [
    `Wrote ${Object.keys(files).length} files to ${shown}`,
    ...(open.length > 0
      ? [`Fill in business.yaml: ${open.join(" and ")} (placeholders now), opening_hours`]
      : []),
    "Next:",
    `  CONTENT=${shown} npm start                        the site, on http://localhost:3000`,
    `  CONTENT=${shown} npm run import -- FILE --write   your reviews, from an export`,
  ].join("\n");
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (values.help) return console.log(usage);
  const trades = await loadTrades();
  if (values.list) {
    for (const { id, name } of trades) console.log(`${id.padEnd(16)} ${name}`);
    return;
  }
  const given = values.out ?? process.env["CONTENT"];
  if (!given)
    throw new UsageError("--out is missing: the folder to write, such as --out ../my-reviews/content");
  const out = toGivenPath(given);
  const known = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  if (known["trade"] !== undefined) known["trade"] = findTrade(trades, known["trade"]).name;
  const answers = complete(
    process.stdin.isTTY ? await ask(known, { input: process.stdin, output: process.stderr }) : known,
  );
  const trade = findTrade(trades, answers["trade"] ?? "");
  const files = buildContent(answers, trade, toDay(new Date(), answers["time-zone"] ?? "UTC"));
  await writeFiles(out, files);
  console.log(toNextSteps(out, files, answers));
}

await runCommand(() => main(process.argv.slice(2)), { usage: 2, failed: 1 });
