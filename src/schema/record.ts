/** Named values, such as a JSON object holds. */
export type JsonRecord = Record<string, unknown>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value has under this name, when it has names at all. */
export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

/** The names of an object that has no others than its type says. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];

/** A value for each name. */
export const recordOf = <K extends string, V>(names: readonly K[], toValue: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<K, V>;
