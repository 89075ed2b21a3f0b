/** Text as the API compares it: neither case nor composition counts. Its cost grows with the square of a run of accents. */
export const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** Letters as the search on the site and ids have them: without case and accents. The length may change. */
export const foldAccents = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l");

interface Named {
  id: string;
  name: string;
  aliases?: readonly string[] | undefined;
}

/** No name in content is longer, however its accents are composed; what is longer is not looked at. */
const maxNameLength = 600;

/** The entries that a name stands for: by id, by full name, else by an alias. Several when an alias does not tell them apart. */
export function resolveName<T extends Named>(known: readonly T[], given: string, toComparable = fold): T[] {
  if (given.length > maxNameLength) return [];
  const name = toComparable(given);
  const isMeant = (candidate: string) => toComparable(candidate) === name;
  const steps = [
    ({ id }: T) => isMeant(id),
    (one: T) => isMeant(one.name),
    ({ aliases = [] }: T) => aliases.some(isMeant),
  ];
  for (const step of steps) {
    const meant = known.filter(step);
    if (meant.length > 0) return meant;
  }
  return [];
}

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

const maxWords = 6;

/** Whether the text can be somebody's name; a sentence is none. Odd names are names. */
export function isName(text: string): boolean {
  const words = text.split(" ");
  if (words.length === 1) return true;
  if (words.length > maxWords || /[.!?;:,…] .* /u.test(text.replace(/\b\p{Lu}\p{L}{0,3}\. /gu, "")))
    return false;
  const plain = words.map((word) => word.toLowerCase().replace("’", "'"));
  if (plain.some((word) => sentenceWords.has(word))) return false;
  const lowercase = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.has(word));
  return words.length < 4 || lowercase.length === 0;
}

/** No more of a word is compared, so that no input makes a comparison expensive. */
const maxComparedLength = 64;

/** How many single changes, swaps of neighbors included, lead from one word to the other; of long words, their beginnings. */
export function distance(from: string, to: string): number {
  const a = Array.from(from.slice(0, maxComparedLength));
  const b = Array.from(to.slice(0, maxComparedLength));
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const plain = (text: string) =>
  text
    .slice(0, maxComparedLength)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The known words that look most like the given one, nearest first; all of equal likeness stay in order. */
export function nearest(given: string, known: readonly string[], max: number): string[] {
  const word = plain(given);
  return known
    .map((candidate) => {
      const other = plain(candidate);
      const within = word !== "" && (other.includes(word) || word.includes(other));
      return { candidate, far: within ? 0.5 : distance(word, other) };
    })
    .toSorted((a, b) => a.far - b.far)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

/** The one known word that was probably meant, if any is near enough. */
export function probablyMeant(given: string, known: readonly string[]): string | undefined {
  const word = plain(given);
  const allowed = (candidate: string) => Math.max(1, candidate.length / 3);
  const [best] = known
    .map((candidate) => ({ candidate, other: plain(candidate) }))
    // Words are at least as far apart as their lengths, which cost nothing to compare.
    .filter(({ candidate, other }) => Math.abs(other.length - word.length) <= allowed(candidate))
    // Of two that are equally far, the one that the word begins with: "Thu" is Th rather than Tu.
    .map(({ candidate, other }) => ({
      candidate,
      far: distance(word, other) - (other !== "" && word.startsWith(other) ? 0.5 : 0),
    }))
    .toSorted((a, b) => a.far - b.far);
  return best !== undefined && best.far <= allowed(best.candidate) ? best.candidate : undefined;
}
