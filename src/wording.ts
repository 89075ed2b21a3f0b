import type { VerificationMethod, WithheldReason } from "./schema/review.ts";
import type { Polarity } from "./schema/insights.ts";
import type { z } from "zod";

// How data is said to people. No locale of the machine has a part in it: same content, same bytes.

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "2026-05" as "May 2026". */
export const toMonthName = (month: string): string =>
  `${months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

/** The languages of the site, and how English is written where the business is. */
export interface Conventions {
  /** Of our own words, which are English. */
  page: string;
  /** Of the owner and most customers, where that is not English. */
  local?: string;
  /** Of the parts of a date. */
  dateOrder: "month-first" | "day-first";
  clock: 12 | 24;
}

/** "2026-05-04" as "May 4, 2026" or "4 May 2026". */
export function toDayName(day: string, { dateOrder }: Pick<Conventions, "dateOrder">): string {
  const [year, month, number] = [day.slice(0, 4), months[Number(day.slice(5, 7)) - 1], Number(day.slice(8))];
  return dateOrder === "month-first" ? `${month} ${number}, ${year}` : `${number} ${month} ${year}`;
}

function toClockTime(time: string, { clock }: Pick<Conventions, "clock">): string {
  if (clock === 24) return time;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${time.slice(3)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** "07:30" to "18:00" as "7:30 AM–6 PM" or "07:30–18:00". */
export function toHours(
  { opens, closes }: { opens: string; closes: string },
  conventions: Pick<Conventions, "clock">,
): string {
  if (opens === "00:00" && (closes === "23:59" || closes === "00:00")) return "24 hours";
  return `${toClockTime(opens, conventions)}–${toClockTime(closes, conventions)}`;
}

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** ["Mo", "Tu", "We"] as "Mon–Wed", and days that do not follow each other one by one. */
export function toDays(days: readonly string[]): string {
  const places = days.map((day) => weekdays.indexOf(day));
  const [first = 0] = places;
  const isRun = places.length > 2 && places.every((place, at) => place === first + at);
  const shown = isRun ? [first, first + places.length - 1] : places;
  return shown.map((place) => weekdayNames[place]).join(isRun ? "–" : ", ");
}

/** From one day to a later one as "3 weeks": as coarse as people would say it. */
export function toDuration(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  if (days < 14) return toCount(days, "day");
  if (days < 60) return toCount(Math.floor(days / 7), "week");
  return days < 730 ? toCount(Math.floor(days / 30.44), "month") : toCount(Math.floor(days / 365.25), "year");
}

/** 0.854 as "85%". */
export const toPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** 12345 as "12,345". */
export const toFigure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${toFigure(count)} ${count === 1 ? one : many}`;

/** "1 praises, 3 criticise": of reviews, as many as there are. */
export const toOpinions = ({ positive, negative }: { positive: number; negative: number }): string =>
  `${toCount(positive, "praises", "praise")}, ${toCount(negative, "criticises", "criticise")}`;

/** What shows that customers wrote the reviews: our records, or the platforms that they come from. */
export function toMatchedWords(matched: number, all: number): string {
  const others = all - matched;
  if (others === 0)
    return all === 1
      ? "It matches a customer in our records"
      : `All ${toFigure(all)} match a customer in our records`;
  if (matched === 0)
    return all === 1
      ? "Its platform has checked that a customer wrote it"
      : "The platforms they come from have checked that customers wrote them";
  return `${toFigure(matched)} of ${toFigure(all)} ${matched === 1 ? "matches" : "match"} a customer in our records; the platform has checked the ${others === 1 ? "other" : "others"}`;
}

/** 1 as "1 star". */
export const toStars = (rating: number): string => toCount(rating, "star");

export const polarityNames = {
  positive: "Praise",
  negative: "Criticism",
  mixed: "Mixed",
  neutral: "Mentioned",
  unsure: "Unsure",
} satisfies Record<Polarity, string>;

export const verificationNames = {
  job_record: { label: "job record", means: "The name and day match a visit in our job records." },
  invoice: { label: "invoice", means: "The reviewer is the person to whom an invoice was made out." },
  appointment: {
    label: "appointment",
    means: "The review answers a message sent after a booked appointment.",
  },
  invitation: {
    label: "invitation",
    means: "The review answers an invitation that went to this customer alone.",
  },
  platform: {
    label: "platform",
    means: "The platform where it was written has checked that a customer wrote it.",
  },
} satisfies Record<z.infer<typeof VerificationMethod>, { label: string; means: string }>;

export const withheldNames = {
  unverified: "Nothing shows yet that a customer wrote it; it is published as soon as something does.",
  duplicate: "The same customer's same review, already published once.",
  "not-a-customer": "About another company, or by someone who was never served.",
  "conflict-of-interest": "By an employee, a relative of one, or a competitor.",
  "personal-data": "Holds private data of others that cannot be taken out without changing its sense.",
  "hate-or-threat": "Threatens or degrades people.",
  "off-topic": "Says nothing about our work.",
  "legal-order": "A court or an authority ordered it.",
} satisfies Record<WithheldReason, string>;

/** A description for a page's head. Customers' words stand in it: a tag in them is nothing, but looks like one to simple readers. */
export const toSummary = (description: string): string =>
  description.replaceAll("<", "‹").replaceAll(">", "›");

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
