// Which language a review is written in, for `lang` on its words: screen readers and spell checkers then speak it.
// Sure or silent: a wrong language is worse than none.

const scripts: readonly [language: string, script: RegExp][] = [
  ["he", /\p{Script=Hebrew}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["hy", /\p{Script=Armenian}/gu],
  ["ka", /\p{Script=Georgian}/gu],
];

/** Fewer letters do not tell the language. */
const hasWords = /(?:\p{L}\P{L}*){8}/u;
/** A text without any of these needs no test for the scripts above. */
const beyondLatin = /[\u0370-\u{10FFFF}]/u;

/** Frequent words that few other languages share. */
const frequent: Readonly<Record<string, string>> = {
  en: "the and was is were they with for this that have had very you our my it we not but are of to in i he she his her what me do would",
  es: "el los las muy que una con por para pero está son mi nuestro y fue siempre hicieron del como todo",
  pt: "os as muito uma com por para mas não são meu nosso e foi sempre do da ao você tudo bem",
  fr: "le les très une avec pour mais est sont nous notre et des du pas je vous à toujours qui été",
  de: "der die das und sehr ist mit für aber nicht ein eine wir war sind immer den zu auf unser ich",
  it: "il gli molto una con per ma è sono nostro e stato sempre del della che non ci anche tutto",
  nl: "de het en zeer een met voor maar niet is zijn wij was altijd van ons goed ik heel te",
  pl: "i w na z jest się nie bardzo są że do to zawsze nasz ale był przez oraz mój od",
  tr: "ve bir çok bu için ile ama her zaman da de iyi gibi olarak geldi daha kadar",
  vi: "và rất là của cho với không có này được nhưng luôn tôi chúng đã các một những đúng",
  tl: "ang ng sa mga na ay at po nila namin ako lang hindi kami laging nasa naman para ito",
  sv: "och är det en mycket med för men inte som vi var alltid av på ett den till har",
  id: "dan yang di ini itu dengan untuk sangat tidak kami saya ada juga selalu dari ke",
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(frequent))
  for (const word of new Set(words.split(" ")))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** The language of a text that is not in the page's own, if it can be told. */
export function languageOf(text: string, pageLanguage = "en"): string | undefined {
  if (!hasWords.test(text)) return undefined;
  const letters = beyondLatin.test(text) ? (text.match(/\p{L}/gu)?.length ?? 0) : 0;
  for (const [language, script] of letters > 0 ? scripts : []) {
    if ((text.match(script)?.length ?? 0) * 2 > letters)
      return language === pageLanguage ? undefined : language;
  }
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  const hits = new Map(Object.keys(frequent).map((language) => [language, 0]));
  for (const word of words)
    for (const language of languagesOf.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  const ranked = Array.from(hits, ([language, count]) => ({ language, hits: count })).sort(
    (a, b) => b.hits - a.hits,
  );
  const [first, second] = ranked;
  if (first === undefined || first.language === pageLanguage) return undefined;
  const isSure = first.hits >= 3 && first.hits * 6 >= words.length && first.hits >= (second?.hits ?? 0) * 1.5;
  return isSure ? first.language : undefined;
}

/** Whether the network may read a text: it is in no other language that can be told, and mostly in Latin letters. */
export const mayBeEnglish = (text: string): boolean =>
  languageOf(text) === undefined &&
  (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 >= (text.match(/\p{L}/gu)?.length ?? 0);
