import { BusinessEntry } from "../schema/business.ts";
import { memberOf } from "../schema/json.ts";
import { readBusiness } from "./given-path.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at an instant, where the clocks show this time zone. */
export function toDay(instant: Date, timeZone: string): string {
  // Swedish writes days as ISO 8601 does; an import asks for a hundred thousand of them.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The time zone that the owner wrote; undefined when there is none, or none that is known. */
export const readTimeZone = (content: string): string | undefined =>
  BusinessEntry.shape.time_zone.safeParse(memberOf(readBusiness(content), "time_zone")).data;
