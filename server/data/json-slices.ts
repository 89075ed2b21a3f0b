/** The number at a place that must be in the array. */
export function numberAt(numbers: Uint32Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw new RangeError(`place ${index} of an array of ${numbers.length}`);
  return value;
}

const quote = 0x22;
const backslash = 0x5c;
const open = 0x7b;
const openArray = 0x5b;
const close = 0x7d;
const closeArray = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

const skipSpace = (json: Uint8Array, at: number): number => {
  let i = at;
  while (json[i] === 0x20 || json[i] === 0x0a || json[i] === 0x0d || json[i] === 0x09) i += 1;
  return i;
};

const skipString = (json: Uint8Array, at: number): number => {
  let i = at + 1;
  while (i < json.length) {
    const byte = json[i];
    if (byte === quote) return i + 1;
    i += byte === backslash ? 2 : 1;
  }
  throw new SyntaxError("a string does not end");
};

/** Where the value that starts here ends; what is inside is left for JSON.parse to judge. */
function skipValue(json: Uint8Array, at: number): number {
  const first = json[at];
  if (first === quote) return skipString(json, at);
  if (first !== open && first !== openArray) {
    let i = at;
    while (i < json.length && json[i] !== comma && json[i] !== close && json[i] !== closeArray) i += 1;
    return i;
  }
  let depth = 0;
  let i = at;
  while (i < json.length) {
    const byte = json[i];
    if (byte === quote) {
      i = skipString(json, i);
      continue;
    }
    i += 1;
    if (byte === open || byte === openArray) depth += 1;
    else if (byte === close || byte === closeArray) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  throw new SyntaxError("an object or array does not end");
}

export interface Slice {
  start: number;
  end: number;
}

/** Where each element of a JSON array lies, and where the array ends. */
interface Elements {
  starts: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  end: number;
}

function arrayElements(json: Uint8Array, start: number): Elements {
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  let i = skipSpace(json, start + 1);
  while (json[i] !== closeArray) {
    if (i >= json.length) throw new SyntaxError("an array does not end");
    const end = skipValue(json, i);
    if (end === i) throw new SyntaxError("an element is missing");
    if (count === starts.length) {
      starts = new Uint32Array(starts.buffer.transfer(count * 8));
      ends = new Uint32Array(ends.buffer.transfer(count * 8));
    }
    starts[count] = i;
    ends[count] = end;
    count += 1;
    i = skipSpace(json, end);
    if (json[i] === comma) i = skipSpace(json, i + 1);
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count), end: i + 1 };
}

/** Where each member of a JSON object lies; of the one called `list`, which is an array, where its elements lie. */
export function objectMembers(
  json: Uint8Array,
  list: string,
): { members: Map<string, Slice>; elements?: Elements } {
  const members = new Map<string, Slice>();
  let elements: Elements | undefined;
  let i = skipSpace(json, 0);
  if (json[i] !== open) throw new SyntaxError("it is not a JSON object");
  i = skipSpace(json, i + 1);
  while (json[i] === quote) {
    const nameEnd = skipString(json, i);
    const name = String(parseSlice(json, { start: i, end: nameEnd }));
    i = skipSpace(json, nameEnd);
    if (json[i] !== colon) throw new SyntaxError(`a colon is missing after "${name}"`);
    const start = skipSpace(json, i + 1);
    if (name === list && json[start] === openArray) {
      elements = arrayElements(json, start);
      i = elements.end;
    } else {
      i = skipValue(json, start);
      members.set(name, { start, end: i });
    }
    i = skipSpace(json, i);
    if (json[i] === comma) i = skipSpace(json, i + 1);
  }
  if (json[i] !== close) throw new SyntaxError("an object does not end");
  return { members, ...(elements && { elements }) };
}

const text = (json: Uint8Array, { start, end }: Slice): string =>
  Buffer.from(json.buffer, json.byteOffset + start, end - start).toString("utf8");

export const parseSlice = (json: Uint8Array, slice: Slice): unknown => JSON.parse(text(json, slice));

/** How many are parsed at once: one by one takes twice as long, all together as much memory again. */
const run = 100;

/** The elements themselves, one after the other. */
export function* parseElements(json: Uint8Array, { starts, ends }: Elements): Generator {
  for (let first = 0; first < starts.length; first += run) {
    const last = Math.min(first + run, starts.length) - 1;
    const slice = { start: numberAt(starts, first), end: numberAt(ends, last) };
    const parsed: unknown[] = JSON.parse(`[${text(json, slice)}]`);
    yield* parsed;
  }
}
