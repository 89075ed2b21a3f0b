import type { Site } from "../schema/site.ts";
import { isSide } from "./quotes.ts";
import { scoreSentences, type Reading } from "./reader.ts";
import { languageOf } from "./text-language.ts";

/** How one of the owner's triggers does its work. */
export interface TriggerUse {
  aspect: string;
  trigger: string;
  /** How often it raised the aspect, and how often with an opinion. */
  raised: number;
  judged: number;
  /** Words around it where it judged nothing, for the owner to see what it means there. */
  examples: { review_id: string; quote: string }[];
}

/** A sentence with an opinion that belongs to no aspect. */
export interface UncaughtOpinion {
  review_id: string;
  quote: string;
  /** Log-odds that it praises, below zero that it blames. */
  strength: number;
}

const maxExamples = 2;
/** A sentence says something from this strength on. */
const minStrength = 1;

/** Which triggers fire where nothing is said of their aspect, idle ones first, and which opinions no aspect catches. */
export function reportTriggers(
  { aspects }: Pick<Site, "aspects">,
  readings: readonly Reading[],
): { triggers: TriggerUse[]; uncaught: UncaughtOpinion[] } {
  const uses = new Map<string, TriggerUse>();
  for (const { id, triggers } of aspects)
    for (const trigger of triggers)
      uses.set(`${id} ${trigger.toLowerCase()}`, { aspect: id, trigger, raised: 0, judged: 0, examples: [] });
  const uncaught: UncaughtOpinion[] = [];
  for (const reading of readings) {
    const { review, prepared } = reading;
    for (const { id, opinions } of reading.aspects) {
      for (const { target, from, to, polarity } of opinions) {
        const use = uses.get(`${id} ${review.text.slice(target.from, target.to).toLowerCase()}`);
        if (!use) continue;
        use.raised += 1;
        if (isSide(polarity)) use.judged += 1;
        else if (use.examples.length < maxExamples)
          use.examples.push({ review_id: review.id, quote: review.text.slice(from, to) });
      }
    }
    if (languageOf(review.text) !== undefined) continue;
    const caught = [
      ...reading.aspects.flatMap(({ opinions }) => opinions),
      ...reading.entities.flatMap(({ opinions }) => opinions),
    ];
    const { sentences } = prepared();
    const scores = scoreSentences(sentences);
    for (const [at, { from, to }] of sentences.entries()) {
      if (caught.some(({ target }) => target.from < to && from < target.to)) continue;
      const [praise, blame] = [Math.max(...scores[at]!.praise), Math.max(...scores[at]!.blame)];
      const strength = praise >= blame ? praise : -blame;
      if (Math.abs(strength) >= minStrength)
        uncaught.push({ review_id: review.id, quote: review.text.slice(from, to).trim(), strength });
    }
  }
  const idle = ({ raised, judged }: TriggerUse): number => raised - judged;
  return {
    triggers: [...uses.values()].sort(
      (a, b) => idle(b) - idle(a) || b.raised - a.raised || (a.trigger < b.trigger ? -1 : 1),
    ),
    uncaught: uncaught.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength)),
  };
}
