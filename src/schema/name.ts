/** Words of sentences and of no name. Those that are names somewhere (So, An, Do, Will, May, My) are left out. */
const sentenceWords = new Set(
  "the is was are were am been not never you your they them their this that these those it its our we us to for with very have has had which what when why because but all everything i'm don't didn't won't can't nicht ist sind waren ich wir sie mein nie est était pas jamais très nous vous muy nunca está fue".split(
    " ",
  ),
);

/** Small words inside names: "María de la Luz V.", "Bob and Sue K.". */
const particles = new Set(
  "de del della di da do dos das du la las le los el al bin ibn ben bat van von der den ter ten zu zum zur y e i und and et & af av ap".split(
    " ",
  ),
);

const mostWords = 6;

/** Whether the text can be somebody's name; a sentence is none. Odd names are names. */
export function isName(text: string): boolean {
  const words = text.split(" ");
  if (words.length === 1) return true;
  if (words.length > mostWords || /[.!?;:,…] .* /u.test(text.replace(/\b\p{Lu}\p{L}{0,3}\. /gu, "")))
    return false;
  const plain = words.map((word) => word.toLowerCase().replace("’", "'"));
  if (plain.some((word) => sentenceWords.has(word))) return false;
  const lowercase = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.has(word));
  return words.length < 4 || lowercase.length === 0;
}
