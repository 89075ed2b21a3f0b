import { fold } from "./identity.ts";

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

/** The platform's name, the same whichever exporter wrote it. */
export const toSourceName = (given: string): string => {
  const folded = fold(given.slice(0, 100).replace(/^https?:\/\/(www\.)?/, ""));
  return known.find(([pattern]) => pattern.test(folded))?.[1] ?? given;
};
