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

const text = (json: Uint8Array, start: number, end: number): string =>
  Buffer.from(json.buffer, json.byteOffset + start, end - start).toString("utf8");

/** Where each member of the JSON object lies. */
export function objectMembers(json: Uint8Array): Map<string, { start: number; end: number }> {
  const members = new Map<string, { start: number; end: number }>();
  let i = skipSpace(json, 0);
  if (json[i] !== open) throw new SyntaxError("it is not a JSON object");
  i = skipSpace(json, i + 1);
  while (json[i] === quote) {
    const nameEnd = skipString(json, i);
    const name = JSON.parse(text(json, i, nameEnd)) as string;
    i = skipSpace(json, nameEnd);
    if (json[i] !== colon) throw new SyntaxError(`a colon is missing after "${name}"`);
    const start = skipSpace(json, i + 1);
    const end = skipValue(json, start);
    members.set(name, { start, end });
    i = skipSpace(json, end);
    if (json[i] === comma) i = skipSpace(json, i + 1);
  }
  if (json[i] !== close) throw new SyntaxError("an object does not end");
  return members;
}

/** Where each element of the JSON array lies that stands at `start`. */
export function arrayElements(
  json: Uint8Array,
  array: { start: number; end: number },
): { starts: Uint32Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer> } {
  if (json[array.start] !== openArray) throw new SyntaxError("it is not a JSON array");
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  let i = skipSpace(json, array.start + 1);
  while (i < array.end - 1) {
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
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}

export const parseSlice = (json: Uint8Array, { start, end }: { start: number; end: number }): unknown =>
  JSON.parse(text(json, start, end));
