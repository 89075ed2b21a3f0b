/** How many of the first indices pass the test, when all that pass come before all that do not. */
export function partitionPoint(length: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place in the ascending numbers that is not below the wanted one. */
export const lowerBound = (numbers: Uint32Array, wanted: number): number =>
  partitionPoint(numbers.length, (index) => (numbers[index] ?? wanted) < wanted);

/** Numbers below 1 that look random and are the same for the same seed, everywhere (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the list, which must not be empty. */
export function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new RangeError("an empty list has nothing to pick");
  return one;
}

/** Puts the list into an order that depends on the draws alone (Fisher and Yates). */
export function shuffle(list: unknown[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
}
