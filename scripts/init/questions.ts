import { createInterface } from "node:readline/promises";
import type { z } from "zod";
import { BusinessEntry } from "../../src/schema/business.ts";
import { guessTimeZone } from "./time-zone.ts";
import { Line } from "../../src/schema/text.ts";
import { findTrade, type Trade } from "./trades.ts";

const business = BusinessEntry.shape;
const address = business.address.shape;

/** Placeholders in business.yaml until the owner gives a number and an address; they reach nobody. */
export const placeholders = { telephone: "+1 555 010 0100", email: "office@example.com" };

export interface InitQuestion {
  /** The option on the command line. */
  option: string;
  question: string;
  schema: z.ZodType<string>;
  /** Taken when nothing is given; without it an answer is needed. */
  fallback?: (answers: Answers) => string | undefined;
  /** The answer as content has it. */
  complete?: (given: string, answers: Answers) => string;
}

export type Answers = Record<string, string>;

const machineTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** (701) 555-0134 as +1 701 555 0134, in the countries of that code. */
function addCountryCode(given: string, { country = "" }: Answers): string {
  const digits = given.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return ["US", "CA"].includes(country) && digits.length === 10 && !given.startsWith("+")
    ? `+1 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
    : given;
}

/** Everything that init asks, in this order. */
export const toQuestions = (trades: readonly Trade[]): readonly InitQuestion[] => [
  { option: "name", question: "Name of the business", schema: Line },
  {
    option: "trade",
    question: `Trade, one of ${trades.map(({ id }) => id).join(", ")}`,
    schema: Line.refine(
      (given) => findTrade(trades, given) !== undefined,
      'must be one that has a starter set; "generic" fits any trade',
    ),
  },
  { option: "street", question: "Street and number", schema: address.street },
  { option: "city", question: "City", schema: address.city },
  {
    option: "region",
    question: "State or region, such as ND",
    schema: address.region,
    fallback: ({ city = "" }) => city,
  },
  { option: "postal-code", question: "Postal code", schema: address.postal_code },
  { option: "country", question: "Country, two letters", schema: address.country, fallback: () => "US" },
  {
    option: "telephone",
    question: "Telephone",
    schema: business.telephone,
    fallback: () => placeholders.telephone,
    complete: addCountryCode,
  },
  {
    option: "email",
    question: "E-mail address for customers",
    schema: business.email,
    fallback: () => placeholders.email,
  },
  {
    option: "time-zone",
    question: "Time zone",
    schema: business.time_zone.unwrap(),
    fallback: (answers) => guessTimeZone(answers, machineTimeZone()),
  },
  {
    option: "language",
    question: "Language of your pages, such as en or en-GB",
    schema: business.language.unwrap(),
    fallback: () => "en",
  },
  {
    option: "description",
    question: "What the business does, in a sentence",
    schema: Line,
    fallback: ({ name = "", city = "" }) => `${name} in ${city}.`,
  },
];

/** Why an answer cannot be taken; undefined when it can. */
export function findAnswerIssue({ schema }: InitQuestion, given: string): string | undefined {
  const result = schema.safeParse(given);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  const accepted = issue?.message.startsWith("must")
    ? issue.message
    : "must be an e-mail address, such as office@example.com";
  return `${JSON.stringify(given)}; it ${accepted}`;
}

/** Asks for what the command line did not give. */
export async function ask(
  given: Answers,
  questions: readonly InitQuestion[],
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<Answers> {
  const answers = { ...given };
  const terminal = createInterface({ input, output });
  try {
    for (const question of questions) {
      while (answers[question.option] === undefined) {
        const fallback = question.fallback?.(answers);
        const shown = fallback === undefined ? "" : ` [${fallback}]`;
        const typed = (await terminal.question(`${question.question}${shown}: `)).trim() || fallback || "";
        const answer = question.complete?.(typed, answers) ?? typed;
        const issue = findAnswerIssue(question, answer);
        if (issue === undefined) answers[question.option] = answer;
        else output.write(`That is ${issue}\n`);
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}
