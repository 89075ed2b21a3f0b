/** How far local time is ahead of UTC in that zone at that moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * Noon of a day in a time zone, in UTC: no reader within eleven hours of it shows another day, as midnight does to
 * everyone west of it.
 */
export function toNoon(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T12:00:00Z`);
  return `${new Date(utc - offsetAt(utc, timeZone)).toISOString().slice(0, 19)}Z`;
}
