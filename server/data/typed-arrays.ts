/** The number at a place that must be in the array. */
export function numberAt(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw new RangeError(`place ${index} of an array of ${numbers.length}`);
  return value;
}
