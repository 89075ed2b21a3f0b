import { escapeMarkup } from "../publish/markup.ts";

// All words of the site's frame stand in a catalogue: en-US.json, and the same keys in en-GB, es, de and fr.
//
//   import { words } from "../site.ts";               in pages and in code of the build
//   words.t("reviews.count", { count: 230 })          "230 reviews": the form by Intl.PluralRules, the number by Intl
//   words.rich("home.more", { count }, { all: href }) HTML: slots escaped, "[See all](all)" a link, "**words**" strong
//   createWords(JSON.parse(…))                        in a script, from words.pack("search.", …) in an attribute of the page
//   words.day("2026-05-04"), words.month("2026-05")   dates as the language writes them
//
// A key is "place.what". A message with a plural is { one, other } (Spanish and French may add `many`) and takes `count`.
// A sentence is one message: never put together from pieces, never a word glued to another.

export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Key = keyof EnglishMessages;
export type Catalogue = Readonly<Record<Key, Message>>;

type Text<M> = M extends string ? M : M[keyof M];
type Slot<M> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Slot<Rest> : never;
type Link<M> = M extends `${string}](${infer Name})${infer Rest}` ? Name | Link<Rest> : never;
type SlotsOf<K extends Key> =
  | Slot<Text<EnglishMessages[K]>>
  | (EnglishMessages[K] extends string ? never : "count");
type LinksOf<K extends Key> = Link<Text<EnglishMessages[K]>>;
type Values<K extends Key> = Readonly<Record<SlotsOf<K>, string | number>>;
/** Markup may stand in a sentence as it is. */
type Markup<K extends Key> = Readonly<Record<SlotsOf<K>, string | number | { html: string }>>;
type Links<K extends Key> = Readonly<Record<LinksOf<K>, string>>;
/** An argument that is left out where nothing is to be given. */
type Given<Names extends string, Value> = [Names] extends [never] ? [] : [Value];

/** The languages of the site. */
export interface Languages {
  /** Whose catalogue is taken, and how dates and numbers are written. */
  catalogue: "en-US" | "en-GB" | "es" | "de" | "fr";
  /** Of the page, as its `lang` says. */
  page: string;
  /** Of the owner and most customers, where no catalogue has it. */
  local?: string;
  /** How hours are written where the business is. */
  clock: 12 | 24;
}

/** The data that a script in the browser makes its words from. */
export interface PackedWords extends Languages {
  messages: Partial<Catalogue>;
}

const weekdayCodes = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const day = 86_400_000;
const monday = 4 * day;

function toClockTime(time: string, clock: Languages["clock"]): string {
  if (clock === 24) return time;
  const hour = Number(time.slice(0, 2));
  const minutes = time.endsWith(":00") ? "" : time.slice(2);
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** How a language writes dates and figures. */
function createFormats(locale: string, clock: Languages["clock"]) {
  const figures = new Intl.NumberFormat(locale);
  const averages = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const shares = new Intl.NumberFormat(locale, { style: "percent" });
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const days = dates({ dateStyle: "long" });
  const shortDays = dates({ dateStyle: "medium" });
  const months = dates({ month: "long", year: "numeric" });
  const shortMonths = dates({ month: "short" });
  const weekdays = dates({ weekday: "short" });
  const lists = new Intl.ListFormat(locale);
  return {
    /** 12345 as "12,345". */
    number: (value: number): string => figures.format(value),
    /** 4 as "4.00", 4.236 as "4.24": average stars, as exact everywhere as the data has them. */
    average: (value: number): string => averages.format(value),
    /** 0.854 as "85%". */
    percent: (share: number): string => shares.format(share),
    /** "2026-05-04" as "May 4, 2026". */
    day: (day: string): string => days.format(Date.parse(day)),
    /** "2026-11-04" as "Nov 4, 2026": among other facts, where room is scarce. */
    shortDay: (day: string): string => shortDays.format(Date.parse(day)),
    /** "2026-05" as "May 2026". */
    month: (month: string): string => months.format(Date.parse(month.slice(0, 7))),
    /** "2026-05" as "May": where the year stands beside it. */
    shortMonth: (month: string): string => shortMonths.format(Date.parse(month)),
    /** ["Mo", "Tu", "We"] as "Mon–Wed", and days that do not follow each other one by one. */
    days: (codes: readonly string[]): string => {
      const places = codes.map((code) => weekdayCodes.indexOf(code));
      const [first = 0] = places;
      const isRun = places.length > 2 && places.every((place, at) => place === first + at);
      const shown = isRun ? [first, first + places.length - 1] : places;
      return shown.map((place) => weekdays.format(monday + place * day)).join(isRun ? "–" : ", ");
    },
    /** "07:30" as "7:30 AM", where clocks have twelve hours. */
    time: (time: string): string => toClockTime(time, clock),
    list: (parts: readonly string[]): string => lists.format(parts),
  };
}

type Slots = Readonly<Record<string, unknown>>;

const fill = (text: string, values: Slots, toText: (value: unknown) => string) =>
  text.replace(/\{(\w+)\}/g, (_, slot: string) => toText(values[slot]));

const toMarkup = (form: string, links: Readonly<Record<string, string>>) =>
  escapeMarkup(form)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(
      /\[([^\]]+)\]\((\w+)\)/g,
      (_, text: string, name: string) => `<a href="${escapeMarkup(links[name] ?? "")}">${text}</a>`,
    );

export function createWords({ messages, ...languages }: PackedWords) {
  const { catalogue, clock } = languages;
  const plurals = new Intl.PluralRules(catalogue);
  const formats = createFormats(catalogue, clock);
  const formOf = (key: Key, { count }: Slots): string => {
    const message: Message = messages[key] ?? key;
    if (typeof message === "string") return message;
    return message[plurals.select(typeof count === "number" ? count : 2)] ?? message.other;
  };
  const toPlain = (value: unknown) => (typeof value === "number" ? formats.number(value) : String(value));
  const toHtml = (value: unknown) =>
    typeof value === "object" && value !== null && "html" in value
      ? String(value.html)
      : escapeMarkup(toPlain(value));

  const t = <K extends Key>(key: K, ...[values = {} as Values<K>]: Given<SlotsOf<K>, Values<K>>): string =>
    fill(formOf(key, values), values, toPlain);
  // Slots are filled last, so that brackets in them stay what somebody wrote.
  const rich = <K extends Key>(
    key: K,
    values: Markup<K>,
    ...[links = {} as Links<K>]: Given<LinksOf<K>, Links<K>>
  ): string => fill(toMarkup(formOf(key, values), links), values, toHtml);

  return {
    ...languages,
    ...formats,
    /** The words of a message, its slots filled: plain text, which what shows it escapes. */
    t,
    /** The same as HTML, with links to the addresses that are named. */
    rich,
    /** "07:30" to "18:00" as "7:30 AM–6 PM" or "07:30–18:00". */
    hours: ({ opens, closes }: { opens: string; closes: string }): string =>
      opens === "00:00" && (closes === "23:59" || closes === "00:00")
        ? t("frame.allDay")
        : `${formats.time(opens)}–${formats.time(closes)}`,
    /** The words that a script in the browser needs: those whose keys begin so. */
    pack: (...prefixes: string[]): PackedWords => ({
      ...languages,
      messages: Object.fromEntries(
        Object.entries(messages).filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))),
      ),
    }),
  };
}
export type Words = ReturnType<typeof createWords>;
