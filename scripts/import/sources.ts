import { toComparable } from "./identity.ts";

/** Names that exporters give to platforms, as people call them. */
const known: readonly [RegExp, string][] = [
  [/^google( maps| my business| business( profile)?| reviews)?$|^(maps )?google( com)?$/, "Google"],
  [/^facebook( com)?$|^fb$/, "Facebook"],
  [/^yelp( com)?$/, "Yelp"],
  [/^trip ?advisor( com)?$/, "Tripadvisor"],
  [/^trustpilot( com)?$/, "Trustpilot"],
  [/^thumbtack( com)?$/, "Thumbtack"],
  [/^nextdoor( com)?$/, "Nextdoor"],
  [/^angi( com)?$|^angie s list$/, "Angi"],
  [/^bbb$|^better business bureau$/, "BBB"],
];

/** How a review was asked for or came in, which some exports call its source. */
const channel =
  /^(e ?mail|sms|text|web|website widget|widget|organic|invitation.*|import(ed)?|manual|csv|api|admin)$/;

/** Where a review was written, as far as its row says it, or its address does. */
export function findSource(said: string, url: string | undefined): string | undefined {
  if (said !== "" && !channel.test(toComparable(said.slice(0, 100)))) return toSourceName(said);
  if (url === undefined || !URL.canParse(url)) return undefined;
  const labels = new URL(url).hostname.split(".");
  return labels
    .slice(0, -1)
    .map((label) => known.find(([pattern]) => pattern.test(label))?.[1])
    .find((name) => name !== undefined);
}

/** The platform's name, the same whichever exporter wrote it. */
export const toSourceName = (given: string): string => {
  const comparable = toComparable(given.slice(0, 100).replace(/^https?:\/\/(www\.)?/, ""));
  return known.find(([pattern]) => pattern.test(comparable))?.[1] ?? given;
};
