import { parseTable, type WordFile } from "../words.ts";
import lists from "../words/regions.json" with { type: "json" };

/** All the ways to write a region or country, and those of the region's country, by any of them. */
const regions = new Map<string, { forms: ReadonlySet<string>; country: ReadonlySet<string> }>();
const addRegion = (forms: readonly string[], country: readonly string[]): void => {
  for (const form of forms) regions.set(form, { forms: new Set(forms), country: new Set(country) });
};
for (const [name, forms] of parseTable(lists.countries)) {
  const country = [name, ...forms];
  addRegion(country, country);
  const table = (lists as WordFile)[name];
  for (const [region, short] of table ? parseTable(table) : []) addRegion([region, ...short], country);
}
for (const line of lists["other-countries"].words)
  for (const country of line.split(", ")) addRegion([country], [country]);

/** The region itself, or its country. */
function isSame(region: string, named: string): boolean {
  const key = region.toLowerCase();
  const own = regions.get(key);
  return own === undefined ? key === named : own.forms.has(named) || own.country.has(named);
}

/** Words between a place and its state: "Exeter in New Hampshire", "Auburn (Maine)", "Lincoln, the Nebraska one". */
const joint =
  /^(\s*[,(/–-]?)\s*((?:(?:the|one|back|over|up|down|out|way|not|here) ){0,4}(?:in (?:the )?)?)(\p{L}[\p{L}.]*)(?:\s+(\p{L}+))?/u;
/** Short forms that are words: without a comma they say nothing. */
const isWordToo = /^(?:in|or|me|ok|hi|al|on|la|ma|pa|de|id|mo|co|mt|so)$/i;

/** The state or country that a text names in going on after a place's name, in lower case. */
function namedRegion(rest: string): string | undefined {
  const [, mark = "", between = "", first = "", second = ""] = joint.exec(rest) ?? [];
  if (!/[\s,(/–-]/.test(rest.charAt(0))) return undefined;
  const short = first.replaceAll(".", "");
  const named = [`${short} ${second}`, short]
    .map((words) => words.toLowerCase())
    .find((words) => regions.has(words));
  if (named === undefined) return undefined;
  const isIn = between.endsWith("in ") || between.endsWith("in the ");
  const isCapital = /^\p{Lu}/u.test(first);
  if (between !== "" && !isIn && !(isCapital && between.startsWith("the ") && second === "one"))
    return undefined;
  // Short forms are capitals: "Fernwick, OH" and not "Fernwick, Oh".
  if (named.length === 2 && short !== short.toUpperCase()) return undefined;
  if (!isCapital && ((mark.trim() === "" && !isIn) || named.length < 5)) return undefined;
  return mark.trim() === "" && isWordToo.test(first) ? undefined : named;
}

/** Whether a text that goes on like this after a place's name puts it into another state or country than `own`. */
export function isElsewhere(rest: string, own: readonly string[]): boolean {
  const named = namedRegion(rest);
  return named !== undefined && !own.some((region) => isSame(region, named));
}

/** "Hershey, PA" of Pennsylvania: the text itself says that a place is meant, and ours; "lincoln il" too. */
export function isInRegion(rest: string, own: readonly string[]): boolean {
  const [, mark = "", word = ""] = /^(,?)\s*(\p{L}{2,}(?: \p{Lu}\p{L}+)?)/u.exec(rest) ?? [];
  const named = word.toLowerCase();
  return word !== "" && (mark !== "" || !isWordToo.test(word)) && own.some((region) => isSame(region, named));
}
