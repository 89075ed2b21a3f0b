import de from "./de.json" with { type: "json" };
import enGB from "./en-GB.json" with { type: "json" };
import enUS from "./en-US.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import trades from "./trades.json" with { type: "json" };
import { type Catalogue, createWords, type Languages, type Message, type Words } from "./words.ts";

/** British English is American English but for what is spelled or said otherwise. */
export const catalogues: Readonly<Record<Languages["catalogue"], Catalogue>> = {
  "en-US": enUS,
  "en-GB": { ...enUS, ...enGB },
  es: { ...enUS, ...es },
  de: { ...enUS, ...de },
  fr: { ...enUS, ...fr },
};

/** How English is written in a region. */
function readEnglish(region: string): Pick<Languages, "catalogue" | "clock"> {
  const wanted = `en-${region}`;
  const format = new Intl.DateTimeFormat(wanted, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const { locale, hourCycle } = format.resolvedOptions();
  // For a region whose English Intl does not know it falls back to that of the United States; most of these write otherwise.
  if (locale !== wanted) return { catalogue: "en-GB", clock: 24 };
  const isMonthFirst = format.formatToParts(0)[0]?.type === "month";
  return { catalogue: isMonthFirst ? "en-US" : "en-GB", clock: hourCycle === "h12" ? 12 : 24 };
}

/** The catalogue for the owner's language; where there is none, the page is English and says so. */
function pickLanguages({
  language = "en",
  country,
}: {
  language?: string | undefined;
  country: string;
}): Languages {
  const { region = country, language: spoken } = new Intl.Locale(language);
  if (spoken === "es" || spoken === "de" || spoken === "fr")
    return { catalogue: spoken, page: language, clock: 24 };
  const english = readEnglish(/^[A-Z]{2}$/.test(region) ? region : country);
  return spoken === "en" ? { ...english, page: language } : { ...english, page: "en", local: language };
}

/** A dentist has patients, and a hotel has guests and stays: trades.json says what stands for which words. */
function inWordsOfTrade(catalogue: Languages["catalogue"], kind: string): Catalogue {
  const messages = catalogues[catalogue];
  const trade: { kinds: string[]; [language: string]: string[] | Record<string, string> } | undefined =
    trades.find(({ kinds }) => kinds.includes(kind));
  const own = new Map(Object.entries(trade?.[catalogue.slice(0, 2)] ?? {}));
  if (own.size === 0) return messages;
  const longestFirst = [...own.keys()].toSorted((a, b) => b.length - a.length);
  const phrases = longestFirst.join("|").replace(/[{}]/g, "\\$&");
  const pattern = new RegExp(`(?<!\\p{L})(?:${phrases})(?!\\p{L})`, "gu");
  const say = (text: string) => text.replace(pattern, (found) => own.get(found) ?? found);
  const toOwn = (message: Message): Message =>
    typeof message === "string"
      ? say(message)
      : {
          ...message,
          ...Object.fromEntries(Object.entries(message).map(([form, text]) => [form, say(text)])),
        };
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, toOwn(message)]),
  ) as Catalogue;
}

/** The words of the site in the business's language and trade, and how it writes dates and figures. */
export function createBusinessWords({
  language,
  address: { country },
  kind,
  trade = "",
}: {
  language?: string | undefined;
  address: { country: string };
  kind?: string | undefined;
  /** Where no kind is given: "Hotel" says as much. */
  trade?: string | undefined;
}): Words {
  const languages = pickLanguages({ language, country });
  return createWords({ ...languages, messages: inWordsOfTrade(languages.catalogue, kind ?? trade) });
}
