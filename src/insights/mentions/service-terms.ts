import { wordSet } from "../language/word-set.ts";
import { spellings, type VerbObject } from "./service-forms.ts";
import { inflect, pluralsOf, verbsOf } from "./service-verbs.ts";
import { trades, words, type Term, type Work } from "./trade-terms.ts";

/** Of a thing that several services may be about these tell none. */
const vague = wordSet("do look check service sort redo diagnose");

/** Words of a name that tell no service from another. */
const idle =
  wordSet(`a an and or of for in the to your with service services treatment treatments therapy work full professional
  residential commercial custom general home household new`);

/** What is done to things of every kind: "removal" alone tells no tree from a tooth. */
const plain =
  wordSet(`remove take clean clear repair fix mend replace swap install fit put hang mount treat spray trim prune cut inspect
  check test exam change adjust design plan care control wash style shape move deliver rent fill seal coat paint`);

/** A name as its words, each in the forms that a line may write: "cleaning" is "clean" too. */
const formsOf = (name: string): Set<string>[] =>
  name
    .toLowerCase()
    .replaceAll(/['’](?:s\b)?/g, "")
    .split(/[\s,/&+()]+/)
    .filter(Boolean)
    .map((word) => {
      const parts = word.includes("-") ? [word.replaceAll("-", ""), ...word.split("-")] : [word];
      return new Set(parts.flatMap(pluralsOf).flatMap((form) => [form, ...verbsOf(form)]));
    });

const hasAny = (form: ReadonlySet<string>, list: ReadonlySet<string>): boolean =>
  [...form].some((word) => list.has(word));

/**
 * How many words of a name a line leaves unread, and as a fraction how late among the alternatives it reads them;
 * undefined where the line is about another service.
 */
function distance(term: Term, forms: readonly Set<string>[]): number | undefined {
  const distances = term.names.flatMap((name) => {
    const read = new Set<Set<string>>();
    let late = 0;
    for (const { words, optional } of name) {
      const found = forms.filter((form) => words.some((word) => form.has(word)));
      if (found.length === 0 && !optional) return [];
      if (found.length > 0)
        late += words.findIndex((word) => found.some((form) => form.has(word))) + (optional ? 1 : 0);
      for (const form of found) read.add(form);
    }
    const unread = forms.filter((form) => !read.has(form) && !hasAny(form, idle)).length;
    return unread > 0 && [...read].every((form) => hasAny(form, plain)) ? [] : [unread + late / 100];
  });
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

/** Claims of services on the same words: the one whose name is nearest has them; of two as near, neither. */
class Claims {
  readonly #nearest = new Map<string, { id: string | undefined; distance: number }>();

  add(key: string, id: string, distance: number): void {
    const held = this.#nearest.get(key);
    if (held === undefined || distance < held.distance) this.#nearest.set(key, { id, distance });
    else if (distance === held.distance && held.id !== id)
      this.#nearest.set(key, { id: undefined, distance });
  }

  has = (key: string, id: string): boolean => this.#nearest.get(key)?.id === id;
}

interface Line {
  id: string;
  term: Term;
  distance: number;
  /** A word of the service's name, which by itself says too little: "brakes", "oil". */
  isOwnWord: (word: string) => boolean;
  /** A word of another service's name and not of its own. */
  isAnothers: (word: string) => boolean;
}

/**
 * The lines that each service's name calls up, of the trades that the firm is in: where it lists little else of a
 * trade, only a name that a line reads whole speaks of it.
 */
function linesOf(services: readonly { id: string; name: string }[]): Line[] {
  const names = services.map(({ name }) => formsOf(name));
  const isIn = (forms: readonly Set<string>[], word: string): boolean =>
    pluralsOf(word).some((one) => forms.some((form) => form.has(one)));
  const found = services.map(({ id }, at) => {
    const forms = names[at] ?? [];
    const isOwnWord = (word: string): boolean => isIn(forms, word);
    const isAnothers = (word: string): boolean =>
      !isOwnWord(word) && names.some((other) => isIn(other, word));
    return trades().map((terms) =>
      terms.flatMap((term) => {
        const far = distance(term, forms);
        return far === undefined ? [] : [{ id, term, distance: far, isOwnWord, isAnothers }];
      }),
    );
  });
  const isWhole = (line: Line): boolean => line.distance < 1;
  const sizes = trades().map((_, trade) => found.filter((byTrade) => byTrade[trade]?.some(isWhole)).length);
  return found.flatMap((byTrade) => {
    const known = byTrade.map((lines, trade) => ((sizes[trade] ?? 0) < 2 ? lines.filter(isWhole) : lines));
    const most = Math.max(...known.map((lines, trade) => (lines.length > 0 ? (sizes[trade] ?? 0) : 0)));
    return known.filter((_, trade) => (sizes[trade] ?? 0) * 2 >= most).flat();
  });
}

/** "Foils" are highlights; foil is what lunch is wrapped in. */
const plurals = (word: string): string[] => pluralsOf(word).filter((form) => form.length >= word.length);

interface ServiceTerms {
  phrases: string[][];
  verbObjects: VerbObject[];
}

/** By service, what its trade's customers say for it beyond the words of its name. */
export function termsOf(services: readonly { id: string; name: string }[]): Map<string, ServiceTerms> {
  const lines = linesOf(services).map(withoutNames);
  const claims = new Claims();
  for (const { id, term, distance } of lines) {
    for (const phrase of term.phrases) claims.add(phrase, id, distance);
    for (const { verbs, things } of term.work)
      for (const verb of verbs) for (const thing of things) claims.add(`${verb} > ${thing}`, id, distance);
  }
  const terms = new Map<string, ServiceTerms>();
  for (const { id, term } of lines) {
    const own = terms.get(id) ?? { phrases: [], verbObjects: [] };
    terms.set(id, own);
    for (const phrase of term.phrases.filter((one) => claims.has(one, id)))
      for (const spelling of spellings(phrase))
        for (const form of plurals(spelling.at(-1) ?? "")) own.phrases.push([...spelling.slice(0, -1), form]);
    for (const work of term.work) own.verbObjects.push(...workOf(work, claims, id));
  }
  return terms;
}

/**
 * Words of names say less than what else is known: "brakes" alone is no visit for brake repair, "needed brakes"
 * is, and to "do" or "check" them is whatever the firm does to brakes.
 */
function withoutNames({
  isOwnWord,
  isAnothers,
  term,
  ...line
}: Line): Pick<Line, "id" | "term" | "distance"> {
  const own = term.phrases.filter((phrase) => !phrase.includes(" ") && isOwnWord(phrase));
  const phrases = term.phrases.filter(
    (phrase) => !own.includes(phrase) && !phrase.split(" ").every((word) => isAnothers(word)),
  );
  const work = term.work.flatMap(({ verbs, things, isCommon }): Work[] => {
    const [named, others] = [
      things.filter(isOwnWord),
      things.filter((thing) => !isOwnWord(thing) && !isAnothers(thing)),
    ];
    return [
      { verbs: isCommon ? verbs.filter((verb) => !vague.has(verb)) : verbs, things: named },
      { verbs, things: others },
    ];
  });
  return {
    ...line,
    term: {
      ...term,
      phrases: [...phrases, ...term.sure],
      work: [...work, { verbs: words("need get want book schedule do"), things: own, isWhole: true }],
    },
  };
}

/** Verbs with the things that stay the service's own; things with the same verbs left go together. */
function workOf({ verbs, things, isWhole }: Work, claims: Claims, id: string): VerbObject[] {
  const byVerbs = new Map<string, string[]>();
  for (const thing of things) {
    const left = verbs.filter((verb) => claims.has(`${verb} > ${thing}`, id)).join(" ");
    if (left !== "") byVerbs.set(left, [...(byVerbs.get(left) ?? []), thing]);
  }
  return [...byVerbs].map(([left, objects]) => ({
    verbs: new Set(left.split(" ").flatMap(inflect)),
    objects: new Set(objects.flatMap(pluralsOf)),
    modifiers: new Set<string>(),
    isGeneral: false,
    ...(isWhole && { isWhole }),
  }));
}
