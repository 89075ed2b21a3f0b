import type { PublishedEntry, Site } from "../../schema/site.ts";
import { createAspectMatcher, readAspects, tradePhrases } from "./aspects.ts";
import { settleWithAllGrounds } from "./all-grounds.ts";
import { judgeAspect, type Judgement } from "./judgement.ts";
import { judgeByAnswer } from "./accepted-verdicts.ts";
import { createMatcher, type Kind } from "../mentions/matcher.ts";
import { correct, findMentions, type FoundMentions, type Mention } from "../mentions/mentions.ts";
import { conductOf, isCommended } from "../mentions/conduct.ts";
import { findReferences } from "../mentions/references.ts";
import { combine, combineWords, judgeTarget, type ReadOpinion } from "../sentiment/opinions.ts";
import type { Scores } from "../sentiment/linear.ts";
import { leastBlameOfNamed, polarityOf } from "../sentiment/polarity.ts";
import { weighByStars } from "../sentiment/star-prior.ts";
import { readSentence } from "../language/clauses.ts";
import { withCommonWords } from "./concepts.ts";
import { inputsOf } from "../subjects/inputs.ts";
import { scoreSentences } from "../subjects/network.ts";
import { readAgain } from "../subjects/second-reading.ts";
import { phraseBooks } from "../language/phrases.ts";
import { prepareReview, type PreparedText } from "../language/prepared-text.ts";

/** What was read from one review, as plain data that threads can pass on. */
export interface Findings extends FoundMentions {
  aspects: Judgement[];
  entities: (Judgement & { kind: Kind })[];
}

/** All that was read from one review. */
export interface Reading extends Findings {
  review: PublishedEntry;
  /** Its words once more: those of very many reviews would not fit in memory. */
  prepared: () => PreparedText;
}

/** What a reader must know of the site. */
export type ReaderSite = Pick<
  Site,
  "business" | "technicians" | "services" | "areas" | "aspects" | "verdicts"
>;

/** The reviews, each with what was read from it. */
export function toReadings(
  { aspects, reviews }: Pick<Site, "aspects" | "reviews">,
  findings: readonly Findings[],
): Reading[] {
  const books = phraseBooks(tradePhrases(aspects));
  return reviews.flatMap((review, index) => {
    const found = findings[index];
    const prepared = () => prepareReview(review.text, books, review.rating);
    return found === undefined ? [] : [{ ...found, review, prepared }];
  });
}

/** Reads reviews one by one; what it knows of the site is prepared once. */
export function createReviewReader(site: ReaderSite): (review: PublishedEntry) => Findings {
  const matcher = createMatcher(site);
  const aspectWords = withCommonWords(site.aspects);
  const aspectMatcher = createAspectMatcher(aspectWords);
  const books = phraseBooks(tradePhrases(site.aspects));
  const kindOf = new Map<string, Kind>();
  for (const kind of ["technicians", "services", "areas"] as const)
    for (const { id } of site[kind]) kindOf.set(id, kind);
  const asked = [...new Set(aspectWords.flatMap(({ subjects }) => subjects.indexes))];
  const accepted = new Map(site.verdicts.map((entry) => [entry.review, entry]));
  return function readReview(review) {
    const prepared = prepareReview(review.text, books, review.rating);
    const found = correct(findMentions(matcher, prepared), review.text, review.mentions ?? [], kindOf);
    const references = findReferences(prepared, found.mentions);
    const entities = [...Map.groupBy(found.mentions, ({ kind, id }) => `${kind} ${id}`).values()].map(
      (named) => judgeEntity(prepared, named, references),
    );
    const { opinions: raised, dismissed, ofOthers } = readAspects(aspectMatcher, prepared);
    // Where every aspect is of the trade alone, nobody asks the network.
    const heard = asked.length > 0 ? prepared.sentences : [];
    const scores = scoreSentences(
      heard.map(({ tokens }) => inputsOf(readSentence(tokens, books))),
      asked,
    );
    const aspects = aspectWords.flatMap(({ id, subjects }) => {
      const speaks = (sentence: number): boolean =>
        !ofOthers.has(sentence) && dismissed.get(id)?.has(sentence) !== true;
      const own = judgeAspect(id, raised.get(id) ?? [], review, (opinions) =>
        settleWithAllGrounds(review.text, opinions, (left, isTaken) => {
          const isHeard = (at: number): boolean => speaks(at) && !isTaken(prepared.sentences[at]!);
          return readAgain(left, prepared, { scores, isHeard, subjects });
        }),
      );
      const answers = accepted.get(review.id);
      // The owner's correction of one verdict stands above what others judged of the whole review.
      return answers === undefined || review.verdicts?.[id] !== undefined
        ? own
        : judgeByAnswer(id, review.text, answers, own);
    });
    return { ...found, aspects, entities };
  };
}

/** A place is where the work was done, not what is judged: "Ostley Park is shady" blames nobody. */
const place = (from: number, to: number): ReadOpinion => ({
  polarity: "neutral",
  words: [0, 1, 0],
  odds: [0, 1, 0],
  from,
  to,
  target: { from, to },
  why: "places are not judged",
});

const sentOnOdds: Scores = [0.9, 0.08, 0.02];
const conductOdds = { praise: [0.86, 0.1, 0.04], blame: [0.04, 0.1, 0.86] } satisfies Record<string, Scores>;

function personAt(prepared: PreparedText, from: number, to: number): ReadOpinion {
  const judged = judgeTarget(prepared, from, to);
  const read =
    judged.polarity === "unsure"
      ? { ...judged, polarity: polarityOf(judged.odds, leastBlameOfNamed) }
      : judged;
  const isOpen = read.polarity === "neutral" || read.polarity === "unsure";
  const before = prepared.text.slice(Math.max(0, from - 80), from);
  const conduct = conductOf(before, prepared.text.slice(to, to + 100));
  if (conduct === undefined && !(isOpen && isCommended(before))) return read;
  if (read.polarity === (conduct === "praise" ? "positive" : "negative")) return read;
  const words = conduct === undefined ? sentOnOdds : conductOdds[conduct];
  const odds = weighByStars(words, prepared.rating);
  const why =
    conduct === undefined ? "the name is commended to others" : `what stands at the name is ${conduct}`;
  return { ...read, polarity: polarityOf(odds), words, odds, why };
}

/** A service is named by what was bought; where no word of its sentence judges, the stars of the review tell nothing of it. */
function serviceAt(prepared: PreparedText, from: number, to: number): ReadOpinion {
  const read = judgeTarget(prepared, from, to);
  const sentence = prepared.sentences.find((each) => from < each.to);
  if (!sentence || readSentence(sentence.tokens, prepared.books).words.some(({ valence }) => valence !== 0))
    return read;
  return { ...read, odds: read.words, polarity: polarityOf(read.words) };
}

/** What a review says of one person, service or place; of a person where "he" or "she" stands for the name too. */
function judgeEntity(
  prepared: PreparedText,
  named: readonly Mention[],
  references: readonly Mention[],
): Judgement & { kind: Kind } {
  const { kind, id } = named[0]!;
  const judge = ({ from, to }: Mention): ReadOpinion =>
    kind === "areas"
      ? place(from, to)
      : kind === "technicians"
        ? personAt(prepared, from, to)
        : serviceAt(prepared, from, to);
  const opinions = [
    ...named.map(judge),
    ...references
      .filter((reference) => reference.kind === kind && reference.id === id)
      .map(judge)
      .filter(({ polarity }) => polarity === "positive" || polarity === "negative"),
  ];
  return { kind, id, verdict: combine(opinions, prepared.rating), words: combineWords(opinions), opinions };
}
