import { parseTable, type WordFile } from "../words.ts";
import lists from "../words/services.json" with { type: "json" };
import trades from "../words/trades.json" with { type: "json" };
import { pluralsOf, spellings, verbsOf } from "./forms.ts";
import { single, toWork, words, type Service, type ServiceTerms } from "./service-terms.ts";

const sharedVerbs = parseTable(lists["shared-verbs"]);

/** One usual service of a trade: the words of its name, and what customers say for it. */
interface Line {
  names: { words: readonly string[]; isOptional: boolean }[][];
  phrases: string[];
  work: { verbs: string[]; things: string[] }[];
}

function parseLine([names, terms]: readonly [string, readonly string[]]): Line {
  const line: Line = { names: [], phrases: [], work: [] };
  for (const name of names.split(" / "))
    line.names.push(
      name.split(" ").map((word) => ({
        words: word.replace("?", "").split("|"),
        isOptional: word.endsWith("?"),
      })),
    );
  for (const term of terms) {
    const [left = "", things] = term.split(" > ");
    if (things === undefined) line.phrases.push(left);
    else {
      const verbs = left.split("|").flatMap((verb) => sharedVerbs.get(verb) ?? [verb]);
      line.work.push({ verbs, things: things.split("|") });
    }
  }
  return line;
}

const linesByTrade: Line[][] = Object.values(trades as WordFile).map((trade) =>
  [...parseTable(trade)].map(parseLine),
);

/** A name as its words, each in the forms that a line may write: "cleaning" is "clean" too. */
const formsOf = (name: string): Set<string>[] =>
  name
    .toLowerCase()
    .replaceAll(/['’](?:s\b)?/g, "")
    .split(/[\s,/&+()]+/)
    .filter((word) => word !== "" && !words.prepositions.has(word))
    .map((word) => {
      const parts = word.includes("-") ? [word.replaceAll("-", ""), ...word.split("-")] : [word];
      return new Set(parts.flatMap(pluralsOf).flatMap((form) => [form, ...verbsOf(form)]));
    });

/**
 * How many words of a name a line leaves unread, and as a fraction how late among the alternatives it reads them;
 * undefined where the line is about another service.
 */
function distance({ names }: Line, forms: readonly Set<string>[]): number | undefined {
  const hasAny = (form: ReadonlySet<string>, list: ReadonlySet<string>) => !form.isDisjointFrom(list);
  const distances = names.flatMap((name) => {
    const read = new Set<Set<string>>();
    let late = 0;
    for (const { words: asked, isOptional } of name) {
      const found = forms.filter((form) => asked.some((word) => form.has(word)));
      if (found.length === 0 && !isOptional) return [];
      if (found.length > 0)
        late += asked.findIndex((word) => found.some((form) => form.has(word))) + (isOptional ? 1 : 0);
      for (const form of found) read.add(form);
    }
    const unread = forms
      .filter((form) => !read.has(form) && !hasAny(form, words.idle))
      .reduce((sum, form) => sum + (hasAny(form, words["plain-work"]) ? 0.3 : 1), 0);
    // "Removal" alone tells no tree from a tooth.
    return unread > 0 && [...read].every((form) => hasAny(form, words["plain-work"]))
      ? []
      : [unread + late / 100];
  });
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

interface Claim {
  id: string;
  line: Line;
  distance: number;
}

/** The lines that the services' names call up, of the trades that the firm is in. */
function claimsOf(services: readonly Service[]): Claim[] {
  const names = services.map(({ name }) => formsOf(name));
  const byTrade = linesByTrade.map((lines) =>
    services.flatMap(({ id }, at) =>
      lines.flatMap((line): Claim[] => {
        const far = distance(line, names[at] ?? []);
        return far === undefined ? [] : [{ id, line, distance: far }];
      }),
    ),
  );
  const isWhole = (claim: Claim): boolean => claim.distance < 1;
  const sizes = byTrade.map((claims) => new Set(claims.filter(isWhole).map(({ id }) => id)).size);
  return services.flatMap(({ id }) => {
    // Where the firm lists little else of a trade, only a name that a line reads whole speaks of it.
    const own = byTrade.map((claims, trade) =>
      claims.filter((claim) => claim.id === id && (sizes[trade]! > 1 || isWhole(claim))),
    );
    const most = Math.max(...own.map((claims, trade) => (claims.length > 0 ? sizes[trade]! : 0)));
    return own.filter((_, trade) => sizes[trade]! * 2 >= most).flat();
  });
}

/** By service, what customers of its trade say for it; of two that claim a term the one with the nearer name has it. */
export function termsOfTrades(services: readonly Service[]): Map<string, ServiceTerms> {
  const claims = claimsOf(services);
  const nearest = new Map<string, { ids: Set<string>; distance: number }>();
  const keysOf = ({ phrases, work }: Line): string[] => [
    ...phrases,
    ...work.flatMap(({ verbs, things }) =>
      verbs.flatMap((verb) => things.map((thing) => `${verb} > ${thing}`)),
    ),
  ];
  for (const { id, line, distance } of claims)
    for (const key of keysOf(line)) {
      const held = nearest.get(key);
      if (held === undefined || distance < held.distance) nearest.set(key, { ids: new Set([id]), distance });
      else if (distance === held.distance) held.ids.add(id);
    }
  const names = new Map(
    services.map(({ id, name }) => [id, new Set(formsOf(name).flatMap((form) => [...form]))]),
  );
  const terms = new Map<string, ServiceTerms>();
  for (const { id, line } of claims) {
    const isOwn = (word: string): boolean => names.get(id)!.has(single(word)) || names.get(id)!.has(word);
    const isAnothers = (word: string): boolean =>
      !isOwn(word) &&
      [...names].some(([other, forms]) => other !== id && (forms.has(word) || forms.has(single(word))));
    const isFree = (key: string): boolean => {
      const ids = nearest.get(key)?.ids;
      return ids?.size === 1 && ids.has(id);
    };
    const own = terms.get(id) ?? { phrases: [], work: [] };
    terms.set(id, own);
    for (const phrase of line.phrases) {
      const parts = phrase.split(" ");
      // "Brakes" alone is no visit for brake repair.
      const isName = parts.length === 1 && isOwn(phrase);
      if (!isName && isFree(phrase) && !parts.every(isAnothers))
        for (const spelling of spellings(phrase))
          for (const form of pluralsOf(spelling.at(-1) ?? ""))
            if (form.length >= (spelling.at(-1) ?? "").length)
              own.phrases.push([...spelling.slice(0, -1), form]);
    }
    for (const { verbs, things } of line.work)
      for (const thing of things) {
        const left = verbs.filter((verb) => isFree(`${verb} > ${thing}`));
        if (left.length > 0 && !isAnothers(thing)) own.work.push(toWork(left, [thing]));
      }
  }
  return terms;
}
