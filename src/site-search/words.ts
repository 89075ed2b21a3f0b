import { foldAccents } from "../schema/names.ts";

// Words as the search on the site compares them: without case, accents and endings.

/** One word of a text; `from` and `to` are UTF-16 offsets. */
export interface Word {
  from: number;
  to: number;
  /** Without case and accents. */
  folded: string;
  /** The folded word without its ending: "mowed", "mowing" and "mows" are "mow". */
  stem: string;
}

/** A word as it is compared; offsets are those of the word as it is written. */
export const foldWord = (word: string): string => foldAccents(word).replace(/['’‘`´]/g, "");

const irregular = new Map(
  "came come,went go,gone go,did do,done do,was be,were be,is be,are be,been be,had have,has have,said say,told tell,left leave,paid pay,took take,taken take,gave give,given give,made make,got get,gotten get,kept keep,met meet,sent send,spent spend,spoke speak,wrote write,written write,drove drive,held hold,heard hear,lost lose,ran run,saw see,seen see,sold sell,brought bring,bought buy,caught catch,chose choose,fell fall,felt feel,found find,forgot forget,broke break,broken break,built build,began begin,grew grow,grown grow,knew know,known know,led lead,meant mean,rang ring,rose rise,sat sit,showed show,shown show,slept sleep,stood stand,taught teach,thought think,threw throw,tore tear,torn tear,understood understand,wore wear,won win,dug dig,dogs dog,men man,women woman,people person,children child,feet foot"
    .split(",")
    .map((pair): [string, string] => {
      const [form = "", base = ""] = pair.split(" ");
      return [form, base];
    }),
);

const undouble = (word: string) => (/([^aeiouls])\1$/.test(word) ? word.slice(0, -1) : word);
/** "arriv" of "arrived" and "arrive": the ending that verbs lose or keep is left off everywhere. */
const plain = (word: string) =>
  undouble(word)
    .replace(/(?<=...)e+$/, "")
    .replace(/(?<=[^aeiou].*)y$/, "i");

/** A word without its English ending. Words of other languages mostly stay as they are. */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return stemOf(known);
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = word;
  if (/(?:ss|x|z|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  const ending = /^(.*[aeiouy].*?)(?:ing|ed|edly|ingly)$/.exec(stem);
  if (ending?.[1] !== undefined && ending[1].length > 2 && !/(?<!gr|fr|nt)eed$/.test(stem)) stem = ending[1];
  else if (/^.{3,}ly$/.test(stem) && !/(?:^re|[^aeiou])ply$|^early$/.test(stem)) stem = stem.slice(0, -2);
  return plain(stem);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const pattern = /[\p{L}\p{M}\p{N}]+(?:['’‘`´][\p{L}\p{M}]+)*/gu;

/** The words of a text. Scripts that put no spaces between words are read in pairs of characters. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: raw, index: from } of text.matchAll(pattern)) {
    if (unspaced.test(raw)) {
      const characters = Array.from(raw);
      let at = from;
      for (const [place, character] of characters.entries()) {
        const pair = character + (characters[place + 1] ?? "");
        if (place === 0 || place < characters.length - 1)
          words.push({ from: at, to: at + pair.length, folded: pair, stem: pair });
        at += character.length;
      }
      continue;
    }
    const lower = raw.toLowerCase();
    const folded = /^[a-z0-9]+$/.test(lower) ? lower : foldWord(raw);
    // A very long "word" is no word that anybody searches for.
    if (folded !== "" && folded.length <= 40)
      words.push({ from, to: from + raw.length, folded, stem: stemOf(folded) });
  }
  return words;
}

/** Words that stand in nearly every text and say little: they match, but weigh nothing and excuse no typo. */
export const frequentWords: ReadonlySet<string> = new Set(
  "a an and the i we you he she it they me us him her them my our your his their this that to of in on at for from with by as be is was were are do did have had has but or so not no if when then there here out up all just very too can will would could about into than".split(
    " ",
  ),
);

/** The words of a text to mark. */
export const findMarks = (text: string, stems: ReadonlySet<string>): { start: number; end: number }[] =>
  wordsOf(text).flatMap(({ from, to, stem }) => (stems.has(stem) ? [{ start: from, end: to }] : []));

/** The places in a text of phrases that are written as stems, the longest first, and none within an ignored one. */
export function findStemPhrases(
  text: string,
  phrases: readonly string[],
  ignored: readonly string[] = [],
): { start: number; end: number }[] {
  if (phrases.length === 0) return [];
  const wanted = [...ignored, ...phrases]
    .map((phrase, place) => Object.assign(phrase.split(" "), { isIgnored: place < ignored.length }))
    .sort((a, b) => b.length - a.length);
  const words = wordsOf(text);
  const found: { start: number; end: number }[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const phrase = wanted.find((stems) => stems.every((stem, at) => words[place + at]?.stem === stem));
    const [first, last] = [words[place], words[place + (phrase?.length ?? 0) - 1]];
    if (phrase === undefined || first === undefined || last === undefined) continue;
    if (!phrase.isIgnored) found.push({ start: first.from, end: last.to });
    place += phrase.length - 1;
  }
  return found;
}

/** How far a text has the words of a query side by side and in their order: from 0 to 1. */
export function toNearness(text: string, terms: readonly ReadonlySet<string>[]): number {
  if (terms.length < 2) return 0;
  const stems = wordsOf(text).map(({ stem }) => stem);
  const pairs = terms.slice(1).filter((next, at) => {
    const word = terms[at];
    return stems.some((stem, place) => word?.has(stem) && next.has(stems[place + 1] ?? ""));
  });
  return pairs.length / (terms.length - 1);
}
