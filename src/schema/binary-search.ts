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
