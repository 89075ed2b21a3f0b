/** JSON in UTF-8, in pieces that follow each other. */
export type Json = readonly Buffer[];

const scratch = Buffer.allocUnsafe(256 * 1024);

/** Text as bytes of its own. Writing to memory at hand and copying takes half the time of Buffer.from. */
export const toBytes = (text: string): Buffer =>
  text.length * 3 > scratch.length
    ? Buffer.from(text)
    : Buffer.from(scratch.subarray(0, scratch.write(text)));

export const toJson = (value: unknown): Json => [toBytes(JSON.stringify(value))];

/** What stands between the quotes when the text is written as JSON. */
export const inside = (text: string): string => JSON.stringify(text).slice(1, -1);

export const parseJson = (json: Json) => JSON.parse(Buffer.concat(json).toString("utf8")) as unknown;
