import type { Polarity, VerdictOrigin } from "../../schema/insights.ts";
import type { PublishedEntry } from "../../schema/site.ts";
import { addUp, type Opinion, type ReadOpinion } from "../sentiment/opinions.ts";
import type { SecondReading } from "../subjects/second-reading.ts";

/** The verdict of one review on one aspect, person, service or area. */
export interface Judgement {
  id: string;
  verdict: Polarity;
  opinions: Opinion[];
  /** What the words alone say, the stars left aside; missing where somebody else judged words that the reader missed. */
  words?: Polarity;
  overruled?: true;
  /** Who judged, when it was not the built-in reader. */
  origin?: Exclude<VerdictOrigin, "reader">;
  /** What the built-in reader says, where somebody else judged. */
  own?: Polarity | "not raised";
}

const overruledBecause = "the owner overruled the verdict";

/** Verdict of the words, which `settle` weighs, unless the owner overruled it. */
export function judgeAspect(
  id: string,
  opinions: ReadOpinion[],
  { verdicts, text }: PublishedEntry,
  settle: (opinions: ReadOpinion[]) => SecondReading | undefined,
): Judgement[] {
  const overruling = verdicts?.[id];
  // Without words there is nothing to quote, so nothing to count.
  if (overruling === "none" || text === "") return [];
  if (overruling === undefined) {
    const settled = settle(addUp(opinions));
    return settled ? [{ id, ...settled }] : [];
  }
  const whole = { from: 0, to: text.length };
  const quoted = opinions.length > 0 ? opinions : [{ ...whole, target: whole }];
  return [
    {
      id,
      verdict: overruling,
      overruled: true,
      origin: "person",
      opinions: quoted.map((opinion) => ({ ...opinion, polarity: overruling, why: overruledBecause })),
    },
  ];
}
