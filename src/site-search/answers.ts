import { frequentWords, wordsOf } from "./words.ts";

// Answers to a question above the reviews: the figure of the aspect it is about, and the owner's answer.

/** An aspect, or a question that the owner answers. */
export interface Answer {
  kind: "aspect" | "faq";
  id: string;
  /** Phrases of stems: an aspect's triggers, or the question itself. */
  phrases: string[];
  /** Phrases in which an aspect's words mean something else: "late April" is not late. */
  ignored: string[];
  /** Of an aspect, the packed places of all reviews that mention it. */
  reviews: string;
  /** Of an owner's answer, the aspects whose figures it gives. */
  aspects: string[];
  /** The shown text. */
  html: string;
}

/** Words that ask a question and say nothing of its subject. */
export const questionWords: ReadonlySet<string> = new Set(
  "what who whom whose how much many long often soon which why where does should any ever really usually anyone anybody someone somebody anything something".split(
    " ",
  ),
);

const openings = new Set(
  "what who how which why where when do does did is are was were can could will would should has have".split(
    " ",
  ),
);

/** Whether words were typed as a question, rather than as words to look for. */
export function isQuestion(query: string): boolean {
  const [first, ...rest] = wordsOf(query).map(({ folded }) => folded);
  return first !== undefined && (/[?？¿]/u.test(query) || (openings.has(first) && rest.length > 1));
}

export const toPhrase = (text: string): string =>
  wordsOf(text)
    .map(({ stem }) => stem)
    .join(" ");

const isTelling = (word: string): boolean => !frequentWords.has(word) && !questionWords.has(word);

/** The answer's phrases that stand in the query, where they say something at all. */
export const phrasesIn = ({ phrases }: Pick<Answer, "phrases">, query: string): string[] =>
  phrases.filter(
    (phrase) => ` ${toPhrase(query)} `.includes(` ${phrase} `) && phrase.split(" ").some(isTelling),
  );

/** How many letters of the query a phrase of the answer has. */
const lengthOf = (answer: Answer, query: string): number =>
  Math.max(0, ...phrasesIn(answer, query).map((phrase) => phrase.length));

/** The share of the question's telling words that the owner's question has. */
function overlapOf({ phrases }: Answer, words: readonly string[]): number {
  const own = new Set(phrases.join(" ").split(" "));
  return words.filter((word) => own.has(word)).length / Math.max(1, words.length);
}

/** The answer of the greatest worth, if it is worth enough. */
function best(answers: readonly Answer[], worthOf: (answer: Answer) => number, least: number) {
  const worths = answers.map((answer) => ({ answer, worth: worthOf(answer) }));
  const [first] = worths.toSorted((a, b) => b.worth - a.worth);
  return first !== undefined && first.worth >= least ? first.answer : undefined;
}

/** The answer on top: the aspect that the words ask about or name alone, and the owner's answer. */
export function findAnswers(answers: readonly Answer[], query: string): { aspect?: Answer; faq?: Answer } {
  const phrase = toPhrase(query);
  const words = phrase.split(" ").filter(isTelling);
  const aspects = answers.filter(({ kind }) => kind === "aspect");
  if (!isQuestion(query)) {
    const named =
      words.length > 0 && aspects.find(({ phrases: [name] }) => ` ${name} `.includes(` ${phrase} `));
    return named ? { aspect: named } : {};
  }
  const aspect = best(aspects, (answer) => lengthOf(answer, query), 1);
  const owners = answers.filter(({ kind }) => kind === "faq");
  const onAspect = (answer: Answer) => (aspect && answer.aspects.includes(aspect.id) ? 0.5 : 0);
  const faq = best(owners, (answer) => overlapOf(answer, words) + onAspect(answer), 0.5);
  return { ...(aspect && { aspect }), ...(faq && { faq }) };
}
