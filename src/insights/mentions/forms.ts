import { tokenize } from "../sentences.ts";
import { parseTable } from "../words.ts";
import lists from "../words/forms.json" with { type: "json" };

const irregularVerbs = parseTable(lists["irregular-verbs"]);
const irregularPlurals = [...parseTable(lists["irregular-plurals"])].map(([one, more]) => [one, ...more]);
const workNouns = parseTable(lists["work-nouns"]);

/** Base, third person, past and -ing of a verb. */
export function inflect(verb: string): string[] {
  const known = irregularVerbs.get(verb);
  if (known) return [verb, ...known];
  const third = /(?:[sxz]|ch|sh)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const doubles = /^(?:re|un|over|out|micro)?[^aeiou]*[^aeiouwxy][aeiou][bdgmnprt]$/.test(verb);
  const stem = doubles ? verb + verb.at(-1) : verb.replace(/e$/, "");
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, third, past, `${stem}ing`];
}

/** A noun in singular and plural, whichever is given. */
export function pluralsOf(word: string): string[] {
  const forms = irregularPlurals.find((pair) => pair.includes(word));
  if (forms) return forms;
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return [word];
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)];
  if (/[^s]s$/.test(word)) return [word, word.slice(0, -1)];
  if (/(?:[sxz]|ch|sh)$/.test(word)) return [word, `${word}es`];
  if (/[^aeiou]o$/.test(word)) return [word, `${word}s`, `${word}es`];
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`];
  return [word, `${word}s`];
}

/** The verb behind a noun such as "aeration" or "trimming"; two guesses where spelling leaves both open. */
export function verbsOf(noun: string): readonly string[] {
  const known = workNouns.get(noun) ?? workNouns.get(noun.replace(/s$/, ""));
  if (known) return known;
  if (/i[sz]ation$/.test(noun)) return ["ize", "ise"].map((end) => noun.replace(/i[sz]ation$/, end));
  if (/[a-z]{2}ation$/.test(noun)) return [noun.replace(/ation$/, "ate")];
  if (/[a-z]{2}ction$/.test(noun)) return [noun.slice(0, -3)];
  if (/[a-z]{3}ment$/.test(noun)) return [noun.slice(0, -4)];
  if (!/[a-z]{3}ing$/.test(noun)) return [];
  const stem = noun.slice(0, -3);
  if (/([bdgmnprt])\1$/.test(stem)) return [stem.slice(0, -1)];
  const isWhole = /[aeiou]{2}[^aeiou]$|[wy]$|[^aeiou]{2}$/.test(stem) && !/[dlr]g$|c$|v$/.test(stem);
  return isWhole ? [stem] : [stem, `${stem}e`];
}

const prefix = /^(over|re|pre|hydro|power)([a-z]{4,})$/;
const particle = /^([a-z]{4,})(up|out|off|down)$/;

/** Spellings of a phrase: hyphens as spaces or as nothing, prefixes and particles apart or joined. */
export function spellings(phrase: string): string[][] {
  let variants: string[][] = [[]];
  for (const part of phrase.toLowerCase().replaceAll("’", "'").split(/\s+/)) {
    const split = tokenize(part)
      .map(({ word }) => word)
      .filter((word) => word !== "-");
    const options = [split];
    if (split.length > 1 && /^[\p{L}-]+$/u.test(part)) options.push([split.join("")]);
    const [, start, rest] = (split.length === 1 && (prefix.exec(part) ?? particle.exec(part))) || [];
    if (start !== undefined && rest !== undefined) options.push([start, rest]);
    variants = variants.flatMap((before) => options.map((option) => [...before, ...option]));
  }
  // "Tune up" is written "tuneup" too.
  const joined = variants.flatMap((variant) => {
    const at = variant.findIndex((word, index) => index > 0 && /^(?:up|out|off)s?$/.test(word));
    return at > 0
      ? [[...variant.slice(0, at - 1), `${variant[at - 1]}${variant[at]}`, ...variant.slice(at + 1)]]
      : [];
  });
  return [...variants, ...joined].filter((variant) => variant.length > 0);
}
