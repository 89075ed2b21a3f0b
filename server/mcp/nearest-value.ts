type Field = Record<string, unknown>;

/** What is longer is no number and no day that was written carelessly. */
const longestCareless = 40;
/** The longest text worth suggesting. */
const longestText = 200;

const clamped = (value: number, { minimum, maximum, type }: Field): number => {
  const low = typeof minimum === "number" ? minimum : -Infinity;
  const high = typeof maximum === "number" ? maximum : Infinity;
  const inside = Math.min(Math.max(value, low), high);
  return type === "integer" ? Math.round(inside) : inside;
};

const isCareless = (received: unknown): received is string =>
  typeof received === "string" && received.length <= longestCareless;

function nearestNumber(received: unknown, field: Field): number | undefined {
  const value =
    typeof received === "number" || (isCareless(received) && received.trim() !== "") ? Number(received) : NaN;
  return Number.isNaN(value) ? undefined : clamped(value, field);
}

/** A day written in another order of precision or punctuation, or one that its month does not have. */
function nearestDay(received: unknown): string | undefined {
  if (!isCareless(received) && typeof received !== "number") return undefined;
  const [, year, month = "1", day = "1"] =
    /^\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:\D.*)?)?)?\s*$/.exec(String(received)) ?? [];
  if (year === undefined) return undefined;
  const inYear = clamped(Number(month), { minimum: 1, maximum: 12 });
  const lastDay = new Date(Date.UTC(Number(year), inYear, 0)).getUTCDate();
  const inMonth = clamped(Number(day), { minimum: 1, maximum: lastDay });
  return `${year}-${String(inYear).padStart(2, "0")}-${String(inMonth).padStart(2, "0")}`;
}

/** The valid value that was probably meant, by the JSON Schema of the field; undefined when nothing is near. */
export function nearestValue(received: unknown, field: Field): string | number | undefined {
  if (field["format"] === "date") return nearestDay(received);
  if (field["type"] === "integer" || field["type"] === "number") return nearestNumber(received, field);
  const { maxLength } = field;
  if (typeof received === "string" && typeof maxLength === "number" && maxLength <= longestText) {
    return Array.from(received.slice(0, maxLength * 2))
      .slice(0, maxLength)
      .join("");
  }
  return undefined;
}
