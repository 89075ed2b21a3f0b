import type { Polarity } from "../schema/insights.ts";
import type { PublishedEntry, Site } from "../schema/site.ts";
import type { AcceptedVerdicts } from "../schema/verdicts.ts";
import { createAspectFinder, type OwnerWords } from "./aspect-words.ts";
import { judgeEntities, unknown } from "./entities.ts";
import { createMatcher, type Kind } from "./mentions/matcher.ts";
import { correct, findMentions, type FoundMentions } from "./mentions/mentions.ts";
import { openNetwork, readSentences, type SentenceScores } from "./network.ts";
import {
  clauseAround,
  isSide,
  isWhole,
  overlap,
  sentenceAround,
  strengthsIn,
  trimmed,
  withoutContrary,
  type Opinion,
  opposite,
  type Side,
} from "./quotes.ts";
import { prepareText, type PreparedText, type Range } from "./sentences.ts";
import { subjects as allSubjects, subjectsOf, type AspectSubjects } from "./subjects.ts";
import { mayBeEnglish } from "./text-language.ts";
import {
  decide,
  groundsIn,
  namesIt,
  scoreOfSentence,
  type Decision,
  type AspectSource,
  type SentenceGrounds,
  type Judgement,
} from "./verdict.ts";
import weights from "./weights.json" with { type: "json" };

/** All that was read from one review. */
export interface Reading extends FoundMentions {
  review: PublishedEntry;
  aspects: Judgement[];
  entities: (Judgement & { kind: Kind })[];
  /** Splits its text again: the tokens of very many reviews would not fit in memory. */
  prepared: () => PreparedText;
}

/** The parts of the site that a reader needs. */
export type ReaderSite = Pick<
  Site,
  "business" | "technicians" | "services" | "areas" | "aspects" | "verdicts"
>;

const network = openNetwork(weights);

/** The network's opinions in each sentence. */
export const scoreSentences = (sentences: PreparedText["sentences"]): SentenceScores[] =>
  readSentences(network, sentences);

/** The scores of a sentence in a language that the network does not read. */
const unread: SentenceScores = {
  praise: new Float32Array(allSubjects.length).fill(-Infinity),
  blame: new Float32Array(allSubjects.length).fill(-Infinity),
  term: () => unknown,
};

/** A function of its own: one made within the reader would keep all that was computed there in memory. */
const preparedAgain = (text: string) => (): PreparedText => prepareText(text);

/** Reads reviews one by one; what it knows of the site is prepared once. */
export function createReviewReader(site: ReaderSite): (review: PublishedEntry) => Reading {
  const matcher = createMatcher(site);
  const findWords = createAspectFinder(site.aspects);
  const subjects = subjectsOf(site.aspects);
  const kindOf = new Map<string, Kind>();
  for (const kind of ["technicians", "services", "areas"] as const)
    for (const { id } of site[kind]) kindOf.set(id, kind);
  const accepted = new Map(site.verdicts.map((entry) => [entry.review, entry]));
  return function readReview(review) {
    const prepared = prepareText(review.text);
    const found = correct(findMentions(matcher, prepared), review.text, review.mentions ?? [], kindOf);
    const isEnglish = mayBeEnglish(review.text);
    const scores = isEnglish ? scoreSentences(prepared.sentences) : prepared.sentences.map(() => unread);
    const words = prepared.sentences.map(findWords);
    const people = found.mentions.filter(({ kind }) => kind === "technicians");
    // "Bill was so patient" speaks of no bill; and of other languages only the owner's phrases are understood.
    const isNamed = (word: Range): boolean => isEnglish && !people.some((person) => overlap(person, word));
    const read = site.aspects.map(({ id }, aspect) => {
      const ownerWords = words.map((each) => {
        const own = each.get(aspect);
        return own && { ...own, named: own.named.filter(isNamed) };
      });
      return readAspect(id, { prepared, scores, ownerWords, review }, subjects[aspect]!);
    });
    const answers = accepted.get(review.id);
    const overruling = site.aspects.map(({ id }) => review.verdicts?.[id]);
    const standing = read.map((judged, aspect) => (overruling[aspect] === undefined ? judged : undefined));
    const aspects = withoutContradictions(standing, prepared, scores).flatMap((judged, aspect) => {
      const { id } = site.aspects[aspect]!;
      const verdict = overruling[aspect];
      // The owner's correction of one verdict stands above what others judged of the whole review.
      if (verdict !== undefined) return overrule(id, read[aspect], review.text, verdict);
      return (answers === undefined ? judged : judgeByAnswer(id, review.text, answers, judged)) ?? [];
    });
    const entities = judgeEntities(prepared, isEnglish ? scores : [], found.mentions, review.rating);
    return { ...found, review, aspects, entities, prepared: preparedAgain(review.text) };
  };
}

interface AspectInputs {
  prepared: PreparedText;
  scores: readonly SentenceScores[];
  ownerWords: readonly (OwnerWords | undefined)[];
  review: Pick<PublishedEntry, "rating">;
}

function readAspect(id: string, inputs: AspectInputs, subjects: AspectSubjects): Judgement | undefined {
  const grounds = groundsIn(subjects, inputs.scores, inputs.ownerWords);
  if (grounds === undefined) return undefined;
  const { source, sentences } = grounds;
  const decision = decide(source, sentences, inputs.review.rating);
  if (decision === undefined) return undefined;
  return {
    id,
    verdict: decision.verdict,
    confidence: decision.confidence,
    wordsVerdict: decide(source, sentences, undefined)?.verdict ?? "unsure",
    opinions: quote(inputs, source, sentences, decision),
  };
}

/** The words that a verdict rests on: of each sentence that speaks for it, or speaks most for it; and where else it is named. */
function quote(
  { prepared, review }: AspectInputs,
  source: AspectSource,
  sentences: readonly SentenceGrounds[],
  { verdict }: Decision,
): Opinion[] {
  const sides: Side[] = verdict === "mixed" ? ["positive", "negative"] : isSide(verdict) ? [verdict] : [];
  const quoted = new Set<SentenceGrounds>();
  const opinions = sides.flatMap((side) => {
    const scored = sentences.map((grounds) => ({
      grounds,
      score: scoreOfSentence(source, side, grounds, review.rating),
    }));
    const best = Math.max(...scored.map(({ score }) => score));
    const said = scored.filter(({ score }) => score >= Math.min(best, 0));
    const naming = said.filter(({ grounds }) => namesIt(grounds.ownerWords));
    // Sentences that do not name the aspect are quoted where no others say it.
    return (naming.length > 0 ? naming : said).map(({ grounds }) => {
      quoted.add(grounds);
      const alone = namesIt(grounds.ownerWords) ? decide(source, [grounds], review.rating) : undefined;
      const confidence = alone?.verdict === side ? alone.confidence : 0;
      return { ...opinionOn(prepared, grounds, side), confidence };
    });
  });
  const polarity = verdict === "unsure" ? "unsure" : "neutral";
  const named = sentences
    .filter((grounds) => !quoted.has(grounds))
    .flatMap(({ ownerWords }) => [...(ownerWords?.named ?? []), ...(ownerWords?.phrases ?? [])])
    .map(({ from, to }): Opinion => {
      const target = { from, to };
      return {
        polarity,
        ...clauseAround(prepared, target),
        target,
        why: "it is named, and neither side is plain",
      };
    });
  return [...opinions, ...named].toSorted((x, y) => x.from - y.from);
}

/** Longer sentences are quoted by the clause of the owner's words. */
const maxQuoted = 160;

function opinionOn(
  prepared: PreparedText,
  { sentence, ownerWords, praise, blame }: SentenceGrounds,
  side: Side,
): Opinion {
  const whole = trimmed(prepared.text, prepared.sentences[sentence]!);
  const phrase = ownerWords?.phrases.find(({ verdict }) => verdict === side);
  const named = phrase ?? ownerWords?.named[0];
  const target = named ?? whole;
  const range = sentenceAround(prepared, target) ?? whole;
  const isShort = range.to - range.from <= maxQuoted;
  const why =
    phrase?.why ??
    `the network: praise ${praise.toFixed(1)}, blame ${blame.toFixed(1)} of the sentence, as log-odds`;
  const clause = named && clauseAround(prepared, named);
  const isEnough =
    clause &&
    (phrase || !isShort || (isWhole(prepared.text, clause) && strengthsIn(prepared, clause)[side] > 0));
  const quoted = withoutContrary(prepared, isEnough ? clause : range, side, named);
  return {
    polarity: side,
    ...quoted,
    target: { from: target.from, to: target.to },
    why,
    ...(phrase && { isPhrase: true as const }),
  };
}

const overruledBecause = "the owner overruled the verdict";

function overrule(
  id: string,
  judged: Judgement | undefined,
  text: string,
  overruling: Polarity | "none",
): Judgement[] {
  // Without words there is nothing to quote, so nothing to count.
  if (overruling === "none" || text === "") return [];
  const whole = { from: 0, to: text.length };
  const quoted: Pick<Opinion, "from" | "to" | "target">[] = judged?.opinions ?? [{ ...whole, target: whole }];
  return [
    {
      id,
      verdict: overruling,
      confidence: 1,
      overruled: true,
      origin: "person",
      opinions: quoted.map(({ from, to, target }) => ({
        from,
        to,
        target,
        polarity: overruling,
        why: overruledBecause,
      })),
    },
  ];
}

/** The verdict that a person or a language model gave on the aspect; the reader's own where neither was asked. */
function judgeByAnswer(
  id: string,
  text: string,
  { judge, verdicts, not_raised: notRaised }: AcceptedVerdicts,
  judged: Judgement | undefined,
): Judgement | undefined {
  const answer = verdicts[id];
  if (answer === undefined) return notRaised.includes(id) ? undefined : judged;
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
  return {
    id,
    verdict: answer.verdict,
    confidence: 1,
    ...(judged?.wordsVerdict && { wordsVerdict: judged.wordsVerdict }),
    opinions,
    origin,
    readerVerdict: judged?.verdict ?? "not raised",
  };
}

/** No words count as praise of one aspect and as blame of another unless the network reads both in them. */
function withoutContradictions(
  read: readonly (Judgement | undefined)[],
  { sentences }: PreparedText,
  scores: readonly SentenceScores[],
): (Judgement | undefined)[] {
  const saysBoth = (range: Range): boolean =>
    sentences.some(
      (sentence, at) =>
        overlap(sentence, range) && Math.max(...scores[at]!.praise) > 0 && Math.max(...scores[at]!.blame) > 0,
    );
  return read.map((judgement) => {
    if (judgement === undefined) return undefined;
    const { verdict, confidence } = judgement;
    if (!isSide(verdict)) return judgement;
    const contrary = opposite(verdict);
    const stronger = read.flatMap((other) =>
      other !== undefined && other.verdict === contrary && other.confidence > confidence
        ? other.opinions
        : [],
    );
    const kept = judgement.opinions.filter(
      (opinion) =>
        opinion.isPhrase || saysBoth(opinion) || !stronger.some((other) => overlap(other, opinion)),
    );
    if (kept.some(({ polarity }) => polarity === verdict)) return { ...judgement, opinions: kept };
    return {
      ...judgement,
      verdict: "unsure",
      opinions: judgement.opinions.map((opinion) => ({
        ...opinion,
        polarity: "unsure",
        why: `the same words are plainly ${contrary} for another aspect`,
      })),
    };
  });
}
