import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { toDay } from "../src/content/today.ts";
import {
  type Answers,
  ask,
  findAnswerIssue,
  type InitQuestion,
  placeholders,
  toQuestions,
} from "./init/questions.ts";
import { buildRepository } from "./init/repository.ts";
import { findTrade, loadTrades, type Trade } from "./init/trades.ts";
import { foldAccents } from "../src/schema/names.ts";
import { parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "../src/schema/errors.ts";
import { toGivenPath } from "../src/content/given-path.ts";
import { stringify } from "yaml";

const help = readHelp("init");

/** The answers with defaults for the rest; everything that is missing or wrong is named at once. */
function complete(given: Answers, questions: readonly InitQuestion[]): Answers {
  const answers = { ...given };
  const issues: string[] = [];
  for (const question of questions) {
    const given = answers[question.option] ?? question.fallback?.(answers) ?? "";
    const answer = question.complete?.(given, answers) ?? given;
    answers[question.option] = answer;
    const issue = findAnswerIssue(question, answer);
    if (answer === "") issues.push(`--${question.option} is missing: ${question.question}`);
    else if (issue !== undefined) issues.push(`--${question.option} is ${issue}`);
  }
  if (issues.length > 0) throw new UsageError(`${issues.join("\n")}\n--help has an example`);
  return answers;
}

/** Files by their paths in a folder. */
type Files = Record<string, string | Uint8Array>;

const yaml = (value: unknown): string => stringify(value, { lineWidth: 100 });

const isPlaceholder = (value: string | undefined): string =>
  Object.values(placeholders).includes(value ?? "") ? " # TODO: a placeholder, write your own" : "";

function buildBusiness(answers: Answers, trade: Trade): string {
  const { name, description, street, city, region, country, telephone, email } = answers;
  const field = (key: string, value: unknown, comment = "") =>
    `${yaml({ [key]: value }).trimEnd()}${comment}\n`;
  return [
    "# The business that the reviews are about. Every field: node_modules/open-reviews/package/docs/content.md\n",
    field("name", name),
    field("description", description),
    field("telephone", telephone, isPlaceholder(telephone)),
    field("email", email, isPlaceholder(email)),
    ...(trade.id === "generic" ? [] : [field("trade", trade.name)]),
    ...(trade.kind ? [field("kind", trade.kind, " # to search engines")] : []),
    ...(trade.confidential
      ? [
          "# Days of visits are not published, and invitations name no treatment.\n",
          field("confidential", true),
        ]
      : []),
    "# The button beside the telephone number: your page for it, https://…, or an address for e-mail.\n",
    field(
      "action",
      { label: trade.action, url: `mailto:${email}?subject=${encodeURIComponent(trade.action)}` },
      isPlaceholder(email),
    ),
    "# One color makes the site yours; the motifs are drawn until you give a cover photo.\n",
    ...(trade.motifs.length > 0
      ? [field("brand", { motifs: trade.motifs }), `  # color: "#1d6b45"\n`]
      : [`# brand: { color: "#1d6b45" }\n`]),
    field("address", { street, city, region, postal_code: answers["postal-code"], country }),
    "# TODO: your own hours; they are published.\n",
    "opening_hours:\n",
    ...trade.hours.map(
      ({ days, opens, closes }) =>
        `  - days: [${days.join(", ")}]\n    opens: "${opens}"\n    closes: "${closes}"\n`,
    ),
    field("time_zone", answers["time-zone"]),
    field("language", answers["language"]),
    "# Your own site, to which this one leads back, your profiles elsewhere, and where customers can write a review (each gets a QR code on /share/):\n",
    "# website: https://…\n",
    "# same_as: [https://www.facebook.com/…]\n",
    "# review_at: [{ name: Google, url: https://g.page/r/…/review }]\n",
  ].join("");
}

const toId = (name: string): string =>
  foldAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/** Where they work: the town, under an id that no service has. */
function buildAreas({ city = "", region = "" }: Answers, { services, premises }: Trade): string {
  if (premises)
    return `# Other places where you work, of which customers speak: - { id: riverside, name: Riverside, region: IL }\n[]\n`;
  const id = toId(city) || "town";
  const taken = services.some((service) => service.id === id);
  return `# Where you work: one entry for each town or quarter that customers name.\n${yaml([
    { id: taken ? `${id}-area` : id, name: city, region, aliases: [] },
  ])}`;
}

const buildTechnicians = (
  people: string,
): string => `# Your ${people}, whom customers name in reviews. Take the example, without the # in front, for each of them.
# - id: anna-k
#   name: Anna Keller
#   role: …
#   aliases: [Ann, Annie]
[]
`;

const aspectsHead = `# What customers judge. \`triggers\` raise the aspect and say nothing about good or bad;
# \`positive\` and \`negative\` are phrases that carry a verdict by themselves;
# \`ignore\` are phrases in which a trigger means something else.
`;

const servicesHead = `# What you sell. Aliases are the words customers use, verb forms included:
# - { id: delivery, name: Delivery, description: To your door., aliases: [delivered, delivers] }
`;

/** "On waiting: 77% …"; a question may ask for more than its aspect, so the aspect is named. */
const figures = ({ id, name }: { id: string; name: string }): string =>
  `{{when aspect.${id}.score}}On ${name.slice(0, 1).toLowerCase()}${name.slice(1)}: {{aspect.${id}.positive_share}} of the opinions in {{aspect.${id}.review_count}} reviews are good.`;

const faqHead =
  "# TODO: an answer that promises nothing, to begin with; write what is true of your business.\n";

const buildFaq = ({ faq, aspects }: Trade): Files =>
  Object.fromEntries(
    faq.map(({ id, question, aspect: asked, answer }, index) => [
      `faq/${id}.md`,
      [
        `---\n${faqHead}${yaml({ question, order: (index + 1) * 10 })}---`,
        answer,
        ...aspects.filter((aspect) => aspect.id === asked).map(figures),
      ].join("\n\n") + "\n",
    ]),
  );

function buildSummary({ name = "" }: Answers, { aspects }: Trade, today: string): string {
  const shown = aspects
    .slice(0, 3)
    .map(
      ({ id, name: aspect }) =>
        `{{when aspect.${id}.score}}${aspect}: {{aspect.${id}.positive_share}} of the opinions in {{aspect.${id}.review_count}} reviews are good.`,
    );
  return (
    [
      `---\n# TODO: your own words; they stand on the home page under your name.\nupdated: ${today}\n---`,
      `Every verified review of ${name} is shown here, the bad ones too.`,
      "{{when aggregate.rating_value}}Reviews so far: **{{aggregate.review_count}}**. Average: **{{aggregate.rating_value}} out of 5**.",
      ...shown,
    ].join("\n\n") + "\n"
  );
}

const reviews = `# Your reviews. Import them (npm run import -- FILE --content FOLDER --write), or write them by hand: take the
# example, without the # in front. Newest or oldest first, as you like.
# - id: 2026-05-14-1          # never changes, holds no name
#   date: 2026-05-14
#   rating: 5                 # 1 to 5
#   title: Quiet heroes       # if the customer gave one
#   text: >-                  # the customer's words, never corrected
#     They came on time and …
#   author: Karen M.          # first name and last initial, no more
#   source: { name: Google }
#   verification: { method: job_record, date: 2026-05-12 } # or invoice, appointment, invitation, platform
[]
`;

/** A whole content folder, which builds as it is. */
const buildContent = (answers: Answers, trade: Trade, today: string): Files => ({
  "business.yaml": buildBusiness(answers, trade),
  "technicians.yaml": buildTechnicians(trade.people),
  "services.yaml": servicesHead + yaml(trade.services),
  "areas.yaml": buildAreas(answers, trade),
  "aspects.yaml": aspectsHead + yaml(trade.aspects),
  ...buildFaq(trade),
  "summary.md": buildSummary(answers, trade, today),
  "reviews/reviews.yaml": reviews,
});

/** Throws where a folder holds anything: content is written whole or not at all. */
async function assertEmpty(folder: string): Promise<void> {
  const there = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  if (there.length > 0) {
    throw new UsageError(
      `${folder} holds ${there.slice(0, 3).join(", ")}${there.length > 3 ? " and more" : ""}, and init never writes over files: name another folder`,
    );
  }
}

/** Writes files that are not there yet; of package.json, which npm may have begun, what was there has been kept. */
async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    if (name === "package.json" || !existsSync(file)) await writeFile(file, text);
  }
}

const nextSteps = (shown: string, isRepository: boolean): string[] =>
  isRepository
    ? [
        `  ${shown === "." ? "" : `cd ${JSON.stringify(shown)} && `}npm install && npm start    the site, on http://localhost:3000`,
        "  npx open-reviews import FILE --write    your reviews, from an export; README.md has the rest",
      ]
    : [
        `  CONTENT=${JSON.stringify(shown)} npm start                        the site, on http://localhost:3000`,
        `  CONTENT=${JSON.stringify(shown)} npm run import -- FILE --write   your reviews, from an export`,
      ];

function toNextSteps(folder: string, files: Files, answers: Answers, isRepository: boolean): string {
  const near = relative(toGivenPath(""), folder) || ".";
  const shown = near.startsWith("..") ? folder : near;
  const open = Object.entries(placeholders).flatMap(([key, value]) => (answers[key] === value ? [key] : []));
  const packed = Object.keys(files).find((name) => name.endsWith(".tgz"));
  return [
    `Wrote ${Object.keys(files).length} files to ${shown}`,
    ...(packed === undefined
      ? []
      : [`The program came from a file, and so will a newer version: commit ${packed} with the rest`]),
    ...(open.length > 0
      ? [`Fill in business.yaml: ${open.join(" and ")} (placeholders now), opening_hours`]
      : []),
    "Next:",
    ...nextSteps(shown, isRepository),
  ].join("\n");
}

async function main(args: string[]): Promise<void> {
  const { positionals, flag, text } = parseCommand(help, args, true);
  const trades = await loadTrades();
  if (flag("list")) {
    for (const { id, name } of trades) console.log(`${id.padEnd(16)} ${name}`);
    return;
  }
  const [given = text("out"), ...more] = positionals;
  const isRepository = positionals.length > 0;
  if (given === undefined) throw new UsageError("where to? Name a folder: npx open-reviews init my-reviews");
  if (more.length > 0 || (isRepository && text("out") !== undefined))
    throw new UsageError("init writes into one folder: put quotes around a name with spaces");
  const out = toGivenPath(given);
  const questions = toQuestions(trades);
  const content = isRepository ? join(out, "content") : out;
  await assertEmpty(content);
  const known = Object.fromEntries(
    questions.flatMap(({ option }) => {
      const answer = text(option);
      return answer === undefined ? [] : [[option, answer]];
    }),
  );
  const answers = complete(
    process.stdin.isTTY
      ? await ask(known, questions, { input: process.stdin, output: process.stderr })
      : known,
    questions,
  );
  const trade = findTrade(trades, answers["trade"] ?? "");
  if (trade === undefined) throw new UsageError("--trade is missing: --list shows them");
  const files = buildContent(answers, trade, toDay(new Date(), answers["time-zone"] ?? "UTC"));
  await writeFiles(content, files);
  const beside = isRepository ? await buildRepository(out, answers["name"] ?? "") : {};
  await writeFiles(out, beside);
  console.log(toNextSteps(out, { ...files, ...beside }, answers, isRepository));
}

await runCommand(main, { usage: 2, failed: 1, help });
