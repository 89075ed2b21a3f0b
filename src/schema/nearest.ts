/** No more of a word is compared, so that no input makes a comparison expensive. */
const longestCompared = 64;

/** How many single changes, swaps of neighbours included, lead from one word to the other; of long words, their beginnings. */
export function distance(from: string, to: string): number {
  const a = Array.from(from.slice(0, longestCompared));
  const b = Array.from(to.slice(0, longestCompared));
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
    .slice(0, longestCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The known words that look most like the given one, nearest first; all of equal likeness stay in order. */
export function nearest(given: string, known: readonly string[], most: number): string[] {
  const word = plain(given);
  return known
    .map((candidate) => {
      const other = plain(candidate);
      const within = word !== "" && (other.includes(word) || word.includes(other));
      return { candidate, far: within ? 0.5 : distance(word, other) };
    })
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
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
    .map(({ candidate, other }) => ({ candidate, far: distance(word, other) }))
    .toSorted((a, b) => a.far - b.far);
  return best !== undefined && best.far <= allowed(best.candidate) ? best.candidate : undefined;
}
