import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Reading } from "../../src/insights/reader.ts";
import type { Site } from "../../src/schema/site.ts";
import {
  VerdictAnswer,
  type AcceptedVerdicts,
  findQuoteIssue,
  type Judge,
} from "../../src/schema/verdicts.ts";
import { hashText } from "../../src/content/load-verdicts.ts";
import { isDeepStrictEqual } from "node:util";
import { nearest } from "../../src/schema/names.ts";

/** One line of questions: first what to do, then a review a line. Nothing but published text is in them. */
export type VerdictQuestion =
  | {
      type: "instructions";
      instructions: string;
      aspects: { id: string; name: string; description: string }[];
      answer_schema: unknown;
    }
  | { type: "review"; review_id: string; text_sha256: string; rating: number; title?: string; text: string };

const instructions = readFileSync(join(import.meta.dirname, "instructions.txt"), "utf8").trimEnd();

export const toInstructions = ({ aspects }: Pick<Site, "aspects">): VerdictQuestion => ({
  type: "instructions",
  instructions,
  aspects: aspects.map(({ id, name, description }) => ({ id, name, description })),
  answer_schema: z.toJSONSchema(VerdictAnswer.omit({ judge: true }), { io: "input" }),
});

export const toQuestion = ({
  id,
  rating,
  title,
  text,
}: Site["reviews"][number]): VerdictQuestion & { type: "review" } => ({
  type: "review",
  review_id: id,
  // Enough to notice that the review was edited since, and no burden to copy.
  text_sha256: hashText(text).slice(0, 8),
  rating,
  ...(title !== undefined && { title }),
  text,
});

export type Selection = "all" | "new" | "doubtful";

/** The reviews with words that should be judged, newest first. */
export function selectReviews(
  site: Pick<Site, "verdicts" | "aspects">,
  readings: readonly Reading[],
  selection: Selection,
): Site["reviews"] {
  const known = new Map(site.verdicts.map((entry) => [entry.review, entry]));
  const isNew = ({ review }: Reading) => {
    const entry = known.get(review.id);
    if (entry === undefined) return true;
    // An aspect that came later was never asked about.
    return site.aspects.some(({ id }) => entry.verdicts[id] === undefined && !entry.not_raised.includes(id));
  };
  return readings
    .filter(({ review }) => review.text !== "")
    .filter((reading) => selection === "all" || isNew(reading))
    .filter((reading) => selection !== "doubtful" || isDoubtful(reading))
    .map(({ review }) => review);
}

/** The built-in reader could not tell, found both kinds, or says the opposite of the stars. */
const isDoubtful = ({ review, aspects }: Reading): boolean =>
  aspects.some(
    ({ verdict }) =>
      verdict === "unsure" ||
      verdict === "mixed" ||
      (verdict === "negative" && review.rating > 3) ||
      (verdict === "positive" && review.rating < 3),
  );

/** The longest line that is looked at: a verdict on every aspect, with long quotes, is a tenth of it. */
const maxLineBytes = 64 * 1024;

interface Refusal {
  line: number;
  message: string;
}

interface CheckedAnswers {
  answers: VerdictAnswer[];
  refusals: Refusal[];
}

/** Checks answers line by line: a bad line is refused with its reason, and the others stand. */
export function parseAnswers(
  text: string,
  site: Pick<Site, "aspects" | "reviews">,
  asked?: ReadonlySet<string>,
): CheckedAnswers {
  const texts = new Map(site.reviews.map(({ id, text: words }) => [id, words]));
  const aspects = site.aspects.map(({ id }) => id);
  const seen = new Map<string, number>();
  const answers: VerdictAnswer[] = [];
  const refusals: Refusal[] = [];
  for (const [index, source] of text.split("\n").entries()) {
    if (source.trim() === "") continue;
    const line = index + 1;
    const answer = parseAnswer(source, texts, aspects);
    if (typeof answer === "string") refusals.push({ line, message: answer });
    else if (asked !== undefined && !asked.has(answer.review_id))
      refusals.push({ line, message: `answers ${answer.review_id}, which was not asked about` });
    else if (seen.has(answer.review_id))
      refusals.push({
        line,
        message: `answers ${answer.review_id} again: line ${seen.get(answer.review_id)} has done so`,
      });
    else {
      seen.set(answer.review_id, line);
      answers.push(answer);
    }
  }
  return { answers, refusals };
}

/** The answer in a line, or why it is none. */
function parseAnswer(
  source: string,
  texts: ReadonlyMap<string, string>,
  aspects: readonly string[],
): VerdictAnswer | string {
  if (Buffer.byteLength(source) > maxLineBytes) return `is longer than ${maxLineBytes / 1024} KiB`;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return "is not JSON: each line holds one answer as a JSON object";
  }
  const parsed = VerdictAnswer.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") ?? "";
    return `does not fit the answer schema: ${field === "" ? "" : `${field.slice(0, 100)}: `}${issue?.message.slice(0, 200)}`;
  }
  const answer = parsed.data;
  const text = texts.get(answer.review_id);
  if (text === undefined) {
    const near = nearest(answer.review_id, [...texts.keys()], 1);
    return `names the review ${answer.review_id}, which is not published${near[0] ? `; the nearest is ${near[0]}` : ""}`;
  }
  if (answer.text_sha256 !== undefined && !hashText(text).startsWith(answer.text_sha256))
    return `is about an earlier text of ${answer.review_id}: ask again`;
  return findVerdictIssue(answer, text, aspects) ?? answer;
}

function findVerdictIssue(
  { review_id: id, verdicts }: VerdictAnswer,
  text: string,
  aspects: readonly string[],
): string | undefined {
  const judged = new Set<string>();
  for (const verdict of verdicts) {
    const { aspect } = verdict;
    if (!aspects.includes(aspect))
      return `names the aspect ${aspect}, which is not one of ${aspects.join(", ")}`;
    if (judged.has(aspect)) return `judges ${aspect} of ${id} twice: one verdict each`;
    judged.add(aspect);
    const issue = findQuoteIssue(verdict, text);
    if (issue !== undefined) return `${aspect} of ${id} ${issue}`;
  }
  return undefined;
}

/** Warnings before accepting: quotes that prove little, and verdicts that contradict the stars. */
export function findDoubts(
  { review_id: id, verdicts }: VerdictAnswer,
  text: string,
  rating: number,
): string[] {
  return verdicts.flatMap((verdict) => {
    const { aspect, quote } = verdict;
    const quotes = verdict.verdict === "mixed" ? [quote, verdict.criticism] : [quote];
    const about = (doubt: string) => `${id}  ${aspect}: ${doubt}`;
    return [
      ...quotes
        .filter((words) => !standsWhole(words, text))
        .map((words) => about(`the quote ${JSON.stringify(words)} is cut inside a word`)),
      ...quotes
        .filter((words) => /^\S+$/.test(words.trim()))
        .map((words) => about(`the quote ${JSON.stringify(words)} is a single word`)),
      ...(verdict.verdict === "positive" && rating <= 2
        ? [about(`praise in a review of ${rating} stars`)]
        : []),
      ...(verdict.verdict === "negative" && rating >= 4
        ? [about(`criticism in a review of ${rating} stars`)]
        : []),
    ];
  });
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether the words stand in the text somewhere without a word going on at either end. */
function standsWhole(words: string, text: string): boolean {
  const [first, last] = [words.at(0), words.at(-1)];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const goesOnBefore = isWordCharacter(first) && isWordCharacter(text[at - 1]);
    const goesOnAfter = isWordCharacter(last) && isWordCharacter(text[at + words.length]);
    if (!goesOnBefore && !goesOnAfter) return true;
  }
  return false;
}

/** An answer as content has it; aspects it does not name are not raised. */
export function toAccepted(
  { review_id, verdicts, judge }: VerdictAnswer,
  { text, aspects, by, day }: { text: string; aspects: readonly string[]; by: Judge; day: string },
): AcceptedVerdicts {
  const named = new Set(verdicts.map(({ aspect }) => aspect));
  return {
    review: review_id,
    text_sha256: hashText(text),
    judge: judge ?? by,
    accepted: day,
    verdicts: Object.fromEntries(verdicts.map(({ aspect, ...verdict }) => [aspect, verdict])),
    not_raised: aspects.filter((id) => !named.has(id)),
  };
}

/** Whether both say the same, whenever it was accepted. */
export const isSameVerdict = (a: AcceptedVerdicts, b: AcceptedVerdicts | undefined): boolean =>
  b !== undefined && isDeepStrictEqual({ ...a, accepted: "" }, { ...b, accepted: "" });
