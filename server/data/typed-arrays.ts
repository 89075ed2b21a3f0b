const outside = (index: number, length: number): RangeError =>
  new RangeError(`place ${index} of an array of ${length}`);

/** The number at a place that must be in the array. Apart from `byteAt`, as V8 is fast where it sees one kind of array. */
export function numberAt(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw outside(index, numbers.length);
  return value;
}

/** The byte at a place that must be in the array. */
export function byteAt(bytes: Uint8Array, index: number): number {
  const value = bytes[index];
  if (value === undefined) throw outside(index, bytes.length);
  return value;
}

/** The array, or a longer one with its values, when it has less than the needed places. */
export function grown<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  array: T,
  needed: number,
  View: new (buffer: ArrayBuffer) => T,
): T {
  if (needed <= array.length) return array;
  const length = Math.max(needed, Math.ceil(array.length * 1.6));
  return new View(array.buffer.transfer(length * array.BYTES_PER_ELEMENT));
}
