import type { Polarity } from "../schema/insights.ts";
import type { Kind } from "./mentions/matcher.ts";
import type { Mention } from "./mentions/mentions.ts";
import { findReferences } from "./mentions/references.ts";
import type { SentenceScores, TermProbabilities } from "./network.ts";
import { clauseAround, isSide, namedStars, opposite, sentenceAround, type Opinion } from "./quotes.ts";
import type { PreparedText, Range } from "./sentences.ts";
import { subjects } from "./subjects.ts";
import { type Judgement, pullOf } from "./verdict.ts";

/** An opinion right after a name, in words used only of people. */
const lead = String.raw`^\)?(?:,[^,.!?]{1,20},)?(?:\s+(?:who|really|also|always|even|just|then|honestly|literally|truly|is|was|kept|were|are))*\s+`;
const say = (patterns: string): RegExp => new RegExp(`${lead}(?:${patterns})\\b`, "iu");

const praised = say(
  String.raw`(?:such )?an? (?:(?:absolute|real|true|total|complete) )?(?:sweetheart|sweetie|saint|angel|gem|magician|wizard|genius|lifesaver|godsend|rockstar|legend|gentleman|delight|treasure)|got (?:me|us|my \w+) (?:on the schedule|an appointment|squeezed in)|you (?:rock|rule|(?:are|'re|’re) the best)|explained (?:everything|every step|the whole)|squeezed (?:me|us|my \w+) in|(?:would not|wouldn't|wouldn’t|refused to) (?:even )?(?:take|accept) (?:a|any|my|our|the) (?:tip|money|dime|cent)|stayed (?:late|past closing)|(?:made|had) (?:me|us|my \w+) (?:laugh|smile|feel at ease|laughing|smiling)|(?:is |was )?the only (?:one|person) (?:i|we) (?:let|trust)|the (?:man|bomb|goat)(?=\s*(?:[.!,;)]|$|and |for |when ))|(?:your|my) (?:man|guy|girl|gal|go-to)|listened(?= (?:to|carefully|patiently)|[.,!]|$)|(?:couldn't|couldn’t|could not) (?:have been|be) (?:nicer|kinder|sweeter|friendlier|better|gentler|more (?:helpful|patient|professional|accommodating|kind|thorough|pleasant|attentive|understanding|careful|gracious|courteous))|did all (?:of )?the (?:work|heavy lifting)|fixed (?:everything|it all)|took (?:me|us|my \w+(?: \w+)?) seriously|went (?:above and beyond|out of (?:his|her|their) way)`,
);
const blamed = say(
  String.raw`(?:on|checking|staring at|scrolling|playing on) (?:his|her|their) (?:cell ?)?phone|texting|chewing gum|ghosted (?:me|us)|(?:never|didn't|didn’t|did not) (?:even )?(?:called|call(?:ed)? (?:me|us) back|returned|showed up|show up|apologi[sz]ed?)|(?:hung up|walked out) on|rolled (?:his|her|their) eyes|talked (?:down to|over) (?:me|us|my)|(?:lied|lied straight) to|yelled at|snapped at|owes? (?:me|us)|(?:butchered|botched|ruined|wrecked|destroyed|mangled|overcharged|double[- ]charged) (?:it|them|me|us|my|our|the|everything)|quoted (?:me|us) [^.!?]{1,40}\b(?:and|then|but) charged|(?:not|isn't|isn’t|wasn't|wasn’t) the (?:friendliest|nicest|kindest|best|sharpest|most \w+)|seemed (?:\w+ ){1,3}at first|tracked (?:mud|dirt|grease)`,
);

const subject = String.raw`^\)?(?:,? (?:and|&|,) \p{L}+){0,2}(?:,[^,.!?]{1,20},| (?:at|in|from|behind|over at) [^,.!?]{1,24}?)?`;
const plainly = (verbs: string, traits: string): RegExp =>
  new RegExp(
    `${subject} (?:${verbs}) (?:(?:so|very|really|just|super|absolutely|extremely|always|both|all|such|beyond|truly|incredibly) ){0,2}(?:${traits})\\b(?!,? (?:at (?!what)|until|but|though|before|when|if|compared|not|than))`,
    "iu",
  );
const good = plainly(
  "is|was|were|are|has been|have been",
  "amazing|awesome|great|excellent|fantastic|wonderful|outstanding|phenomenal|incredible|terrific|lovely|delightful|superb|fabulous|professional|friendly|kind|patient|courteous|attentive|knowledgeable|gentle|thorough|helpful|honest|polite|respectful|sweet|caring|careful|efficient|punctual|welcoming|personable|accommodating|skilled|talented|considerate|thoughtful",
);
const bad = plainly(
  "is|was|were|are|has been|have been",
  "rude|unprofessional|condescending|dismissive|arrogant|incompetent|useless|terrible|horrible|awful|unhelpful|disrespectful|snappy|clueless|snippy|snarky|flippant|hostile|curt|grumpy|impatient|dishonest|careless|sloppy|lazy|nasty|obnoxious|pushy|short with|cold to|mean to",
);

/** "Ask for Miguel!" recommends him. */
const sentOn =
  /(?:^|[.!?,;:\n]|\b(?:and|so|just|definitely|sure to|should|please))\s*(?:ask|asking|request) for (?:(?:dr|doctor|mr|mrs|ms)\.? )?$/i;
/** "Hats off to Kathleen, Kelsey and Steve." */
const owed =
  /\b(?:hats off|kudos|props|shout ?-?out|many thanks|big thanks|special thanks|thanks|thank you|credit|bravo)(?: goes| go)? to (?:(?:the|our|my|your) \p{L}+ )?(?:\p{Lu}\p{L}+(?:, and |, | and | & ))*$/iu;

/** "God bless you Kay". */
const blessed = /\b(?:god )?bless (?:you,? )?$/iu;

/** Whether what stands before a name commends its bearer to others. */
const isCommended = (before: string): boolean =>
  sentOn.test(before) || owed.test(before) || blessed.test(before);

/** "If it weren't for Joy", "nobody is as careful as Mark". */
const prized =
  /\b(?:if it (?:weren't|weren’t|wasn't|wasn’t|were not|was not|hadn't been|hadn’t been) for|(?:nobody|no one|no-one|none)\b[^.!?,]{0,40} (?:as|like|than|beats|matches|compares to)|\b(?:wouldn't|wouldn’t|won't|won’t|don't|don’t|never)\b[^.!?,]{0,20} (?:trust|let|see|use|go to) (?:anyone|anybody) (?:else )?but) $/iu;
/** "Do not let Will touch it", "avoid Chase", "get anyone but Rose". */
const warned =
  /\b(?:(?:(?:don't|don’t|do not|never) (?:ever )?(?:let|trust|hire)|(?:don't|don’t|do not) (?:ever )?(?:use|go to|book|see|get|pick))|avoid|stay away from|steer clear of|(?:ask for|request|get|book|see|choose|pick) anyone but) $/iu;

/** Whether what stands around a name praises or blames its bearer in so many words. */
function conductOf(before: string, rest: string): "praise" | "blame" | undefined {
  if (prized.test(before) || praised.test(rest) || good.test(rest)) return "praise";
  if (warned.test(before) && !/^ (?:go|leave)\b/iu.test(rest)) return "blame";
  return blamed.test(rest) || bad.test(rest) ? "blame" : undefined;
}

/** For words that were not read: all three are equally likely. */
export const unknown: TermProbabilities = [1 / 3, 1 / 3, 1 / 3];

/** From this probability on, the words at a name praise or blame it, or only mention it. */
const minProbability = 0.5;
/** The probability that a verdict must have before the stars are weighed in: stars alone make no verdict. */
const minWithoutStars = 0.4;
/** Praise and blame that are both at least this probable are a mixed verdict. */
const outright = 0.85;
/** How far a review's stars move the log-odds of praise against blame. */
const strength = 0.85;

interface Said extends Opinion {
  probabilities: TermProbabilities;
}

/** Places are not judged: "Ostley Park is shady" blames nobody. */
const unjudged = ({ from, to }: Mention): Said => ({
  polarity: "neutral",
  probabilities: [0, 1, 0],
  from,
  to,
  target: { from, to },
  why: "places are not judged",
});

function weighByStars(
  [praised, named, blamed]: TermProbabilities,
  stars: number | undefined,
): TermProbabilities {
  const shift = strength * pullOf(stars);
  const [up, down] = [praised * Math.exp(shift), blamed * Math.exp(-shift)];
  const sum = up + named + down;
  return [up / sum, named / sum, down / sum];
}

function polarityOf([praised, named, blamed]: TermProbabilities): Polarity {
  if (praised >= minProbability) return "positive";
  if (blamed >= minProbability) return "negative";
  return named >= minProbability ? "neutral" : "unsure";
}

/** The subjects by which people are judged; a sentence about a room or food that names somebody judges the room or food. */
const conduct = (["time", "work", "staff", "communication", "honesty"] as const).map((subject) =>
  subjects.indexOf(subject),
);
/** The weights of the name's words and of its sentence; and, as log-odds, how much more often named people are judged. */
const [byTerm, bySentence, lean] = [0.3, 0.7, 2];

/** Combines what is said at a person's name with what the sentence says of how people behave. */
function withConduct(
  [praised, named, blamed]: TermProbabilities,
  { praise, blame }: SentenceScores,
): TermProbabilities {
  const [up, down] = [praise, blame].map((side) =>
    Math.exp(bySentence * (lean + Math.max(...conduct.map((subject) => side[subject]!)))),
  ) as [number, number];
  const weighed = [
    (praised + 0.01) ** byTerm * up,
    (named + 0.01) ** byTerm,
    (blamed + 0.01) ** byTerm * down,
  ] as TermProbabilities;
  const sum = weighed[0] + weighed[1] + weighed[2];
  return weighed.map((weight) => weight / sum) as TermProbabilities;
}

/** The opinion at a name: the network's, and for people explicit praise and blame. */
function saidAt(
  prepared: PreparedText,
  scores: readonly SentenceScores[],
  { kind, from, to }: Mention,
): Said {
  const at = prepared.sentences.findIndex((sentence) => from < sentence.to);
  const tokens = prepared.sentences[at]?.tokens ?? [];
  const first = tokens.findIndex((token) => token.to > from);
  const after = tokens.findIndex((token) => token.from >= to);
  const term = first < 0 ? undefined : scores[at]?.term(first, after < 0 ? tokens.length : after);
  const scored = term && kind === "technicians" ? withConduct(term, scores[at]!) : term;
  const target = { from, to };
  const say = (probabilities: TermProbabilities, why: string): Said => ({
    polarity: polarityOf(probabilities),
    probabilities,
    ...clauseAround(prepared, target),
    target,
    why,
  });
  const read = say(scored ?? unknown, "what the network reads at the name");
  if (kind !== "technicians") return read;
  const before = prepared.text.slice(Math.max(0, from - 80), from);
  const conduct = conductOf(before, prepared.text.slice(to, to + 100));
  if (conduct !== undefined)
    return say(
      conduct === "praise" ? [0.86, 0.1, 0.04] : [0.04, 0.1, 0.86],
      `what stands at the name is ${conduct}`,
    );
  return read.probabilities[2] < 0.9 && isCommended(before)
    ? say([0.9, 0.08, 0.02], "the name is commended to others")
    : read;
}

/** Several mentions' verdict: mixed only where praise and blame are both outright, else the side that weighs more. */
function combine(said: readonly Said[]): { verdict: Polarity; confidence: number } {
  const sides = said.filter(({ polarity }) => isSide(polarity));
  if (sides.length === 0)
    return {
      verdict: said.some(({ polarity }) => polarity === "neutral") ? "neutral" : "unsure",
      confidence: 0.5,
    };
  const praise = Math.max(...sides.map(({ probabilities }) => probabilities[0]));
  const blame = Math.max(...sides.map(({ probabilities }) => probabilities[2]));
  if (praise >= outright && blame >= outright)
    return { verdict: "mixed", confidence: Math.min(praise, blame) };
  const balance = sides.reduce(
    (sum, { probabilities }) => sum + Math.log((probabilities[0] + 0.02) / (probabilities[2] + 0.02)),
    0,
  );
  return balance > 0
    ? { verdict: "positive", confidence: praise }
    : { verdict: "negative", confidence: blame };
}

/** "If it were Will every week, five stars, no question" blames nobody. */
function isContradicted(prepared: PreparedText, words: Range, polarity: Polarity): boolean {
  if (!isSide(polarity)) return false;
  const { from, to } = sentenceAround(prepared, words) ?? words;
  return namedStars[opposite(polarity)].test(prepared.text.slice(from, to));
}

/** A review's verdict on each person, service and place it mentions; of a person also where "he" or "she" stands for the name. */
export function judgeEntities(
  prepared: PreparedText,
  scores: readonly SentenceScores[],
  mentions: readonly Mention[],
  stars: number,
): (Judgement & { kind: Kind })[] {
  const references = findReferences(prepared, mentions);
  return [...Map.groupBy(mentions, ({ kind, id }) => `${kind} ${id}`).values()].map((named) => {
    const { kind, id } = named[0]!;
    const judge = (mention: Mention): Said =>
      kind === "areas" ? unjudged(mention) : saidAt(prepared, scores, mention);
    const said = [
      ...named.map(judge),
      ...references
        .filter((reference) => reference.kind === kind && reference.id === id)
        .map(judge)
        .filter(({ polarity }) => isSide(polarity)),
    ];
    const opinions = said.map((one): Said => {
      // Stars shift what the words say, and say nothing themselves.
      if (one.polarity === "neutral") return one;
      const probabilities = weighByStars(one.probabilities, stars);
      const polarity = polarityOf(probabilities);
      const withoutStars =
        polarity === "positive" ? one.probabilities[0] : polarity === "negative" ? one.probabilities[2] : 1;
      const isDoubtful = withoutStars < minWithoutStars || isContradicted(prepared, one, polarity);
      return { ...one, probabilities, polarity: isDoubtful ? "unsure" : polarity };
    });
    return {
      kind,
      id,
      ...combine(opinions),
      wordsVerdict: combine(said).verdict,
      opinions: opinions.map(({ polarity, from, to, target, why }) => ({ polarity, from, to, target, why })),
    };
  });
}
