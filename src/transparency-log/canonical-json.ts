/** RFC 8785: the one way to write a JSON value, so that a hash of it says something. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    // Keys in the order of their UTF-16 code units, which is how sort() compares.
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`JSON has no number for ${value}`);
  // ECMAScript writes strings and numbers as the RFC demands, but for halves of surrogate pairs.
  if (typeof value === "string" && !value.isWellFormed())
    throw new RangeError("a text with half a character has no canonical form");
  return JSON.stringify(value);
}
