/** JSON in UTF-8, in pieces that follow each other. */
export type Json = readonly Buffer[];

export const toJson = (value: unknown): Json => [Buffer.from(JSON.stringify(value))];

/** What stands between the quotes when the text is written as JSON. */
export const inside = (text: string): string => JSON.stringify(text).slice(1, -1);

export const parseJson = (json: Json): unknown => JSON.parse(Buffer.concat(json).toString("utf8"));
