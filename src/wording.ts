// How data is said to people. No locale of the machine has a part in it: same content, same bytes.

/** From one day to a later one as "3 weeks": as coarse as people would say it. */
export function toDuration(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  if (days < 14) return toCount(days, "day");
  if (days < 60) return toCount(Math.floor(days / 7), "week");
  return days < 730 ? toCount(Math.floor(days / 30.44), "month") : toCount(Math.floor(days / 365.25), "year");
}

/** 12345 as "12,345". */
export const toFigure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${toFigure(count)} ${count === 1 ? one : many}`;

/** A description for a page's head. Customers' words stand in it: a tag in them is nothing, but looks like one to simple readers. */
export const toSummary = (description: string): string =>
  description.replaceAll("<", "‹").replaceAll(">", "›");

/** A telephone number as people there write it: "+1 614 555 0142" as "(614) 555-0142" in the United States and Canada. */
export function toTelephone({
  telephone,
  address: { country },
}: {
  telephone: string;
  address: { country: string };
}): string {
  const [, area, exchange, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(telephone.replace(/\D/g, "")) ?? [];
  return line !== undefined && (country === "US" || country === "CA")
    ? `(${area}) ${exchange}-${line}`
    : telephone;
}

/** Where a tap on a telephone number leads. */
export const toTelephoneLink = ({ telephone }: { telephone: string }): string =>
  `tel:${telephone.replace(/[^+\d]/g, "")}`;

/** The town with its region, where that says more. */
export const toTown = ({ city, region }: { city: string; region: string }): string =>
  region === city ? city : `${city}, ${region}`;

const codeFirst = new Set(
  "AT BA BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU MC ME MK MX NL NO PL PT RO RS SE SI SK SM TR".split(
    " ",
  ),
);

/** The town with its postal code, in the order that letters there have it. */
export function toTownLine(address: {
  city: string;
  region: string;
  postal_code: string;
  country: string;
}): string {
  const parts = [toTown(address), address.postal_code];
  return (codeFirst.has(address.country) ? parts.reverse() : parts).join(" ");
}
