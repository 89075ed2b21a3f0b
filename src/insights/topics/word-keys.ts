import { determiners } from "../english.ts";
import { stripClitic } from "../sentences.ts";
import { parseWords } from "../words.ts";
import lists from "../words/topics.json" with { type: "json" };

/** Words that customers cut short. */
const clipped: Record<string, string> = {
  pedi: "pedicure",
  mani: "manicure",
  appt: "appointment",
  apt: "appointment",
  pic: "photo",
};
/** Words that are spelt in two ways, or mean the same. */
const alike: Record<string, string> = { picture: "photo", tyre: "tire", colour: "color", doughnut: "donut" };
const keys = new Map(Object.entries({ ...clipped, ...alike }));

/** A word that was cut short, whole: "pedis" as "pedicures". */
export const inFull = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const whole = clipped[word] ?? clipped[word.replace(/s$/, "")];
    return whole === undefined ? word : word.endsWith("s") ? `${whole}s` : whole;
  });

/** The word that counts for all its forms: "gates" and "gate's" as "gate", "dishes" as "dish", "cookies" as "cooky". */
export function keyOf(word: string): string {
  let key = stripClitic(word);
  if (key.length > 3 && /[^sui]s$/.test(key)) {
    key = key.slice(0, -1);
    if (/(?:sh|ch|x|ss|zz)e$/.test(key)) key = key.slice(0, -1);
  }
  return keys.get(key) ?? key.replace(/(?<=..)ie$/, "y");
}

export const isLetters = (word: string): boolean => /^\p{L}/u.test(word);

const { empty } = parseWords(lists);
/** Whether a word says something by itself. */
export const isContent = (word: string): boolean =>
  /^[\p{L}\d]/u.test(word) && !empty.has(word) && !determiners.has(word);
