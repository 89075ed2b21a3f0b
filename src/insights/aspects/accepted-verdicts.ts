import type { AcceptedVerdicts } from "../../schema/verdicts.ts";
import type { Opinion } from "../sentiment/opinions.ts";
import type { Judgement } from "./judgement.ts";

/** The verdict that a person or a language model gave on the aspect; the reader's own where neither was asked. */
export function judgeByAnswer(
  id: string,
  text: string,
  { judge, verdicts, not_raised: notRaised }: AcceptedVerdicts,
  [own]: Judgement[],
): Judgement[] {
  const answer = verdicts[id];
  if (answer === undefined) return own === undefined || notRaised.includes(id) ? [] : [own];
  const [origin, name] =
    "person" in judge ? (["person", judge.person] as const) : (["model", judge.model] as const);
  const toOpinion = (quote: string, polarity: Opinion["polarity"]): Opinion => {
    const from = text.indexOf(quote);
    const range = { from, to: from + quote.length };
    return { polarity, ...range, target: range, why: `${name} judged it` };
  };
  const opinions =
    answer.verdict === "mixed" && answer.criticism !== undefined
      ? [toOpinion(answer.quote, "positive"), toOpinion(answer.criticism, "negative")]
      : [toOpinion(answer.quote, answer.verdict)];
  return [
    {
      id,
      verdict: answer.verdict,
      ...(own?.words && { words: own.words }),
      opinions,
      origin,
      own: own?.verdict ?? "not raised",
    },
  ];
}
