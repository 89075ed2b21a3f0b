import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { BusinessEntry } from "../schema/business.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at an instant, where the clocks show this time zone. */
export function toDay(instant: Date, timeZone: string): string {
  // Swedish writes days as ISO 8601 does; an import asks for a hundred thousand of them.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The time zone that the owner wrote; undefined when there is none, or none that is known. */
export async function loadTimeZone(content: string): Promise<string | undefined> {
  const text = await readFile(join(content, "business.yaml"), "utf8").catch(() => "");
  try {
    const { time_zone } = BusinessEntry.pick({ time_zone: true }).loose().parse(parse(text));
    return time_zone;
  } catch {
    // The loader reports faults of the file.
    return undefined;
  }
}
