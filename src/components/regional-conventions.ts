import type { Conventions } from "./wording.ts";

/** What the owner says of where the business is. */
export interface Region {
  /** "en-GB"; without a region the country of the address says which English is meant. */
  language?: string | undefined;
  country: string;
}

/** The words of the pages are English; how dates and hours are written follows the business's region, once a build. */
export function toConventions({ language = "en", country }: Region): Conventions {
  const { region = country, language: spoken } = new Intl.Locale(language);
  const words = spoken === "en" ? { page: language } : { page: "en", local: language };
  const wanted = `en-${/^[A-Z]{2}$/.test(region) ? region : country}`;
  const { locale, hourCycle } = new Intl.DateTimeFormat(wanted, { hour: "numeric" }).resolvedOptions();
  // Of a region whose English nobody has written down, the tables give that of the United States; most write otherwise.
  if (locale !== wanted) return { ...words, dateOrder: "day-first", clock: 24 };
  const [first] = new Intl.DateTimeFormat(wanted, { dateStyle: "long", timeZone: "UTC" }).formatToParts(0);
  return {
    ...words,
    dateOrder: first?.type === "month" ? "month-first" : "day-first",
    clock: hourCycle === "h12" ? 12 : 24,
  };
}
