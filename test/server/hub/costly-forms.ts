import { repeat } from "../http/costly-queries.ts";

/** As many bytes as a form may have. */
export const mostForm = 16_384;

const topic = encodeURIComponent("http://localhost:3000/feed.xml");
const subscribe = `hub.mode=subscribe&hub.topic=${topic}`;
const publish = `hub.mode=publish&hub.url=${topic}`;
/** One parameter of a request that takes what is left of the size. */
const filled =
  (start: string, piece: (at: number) => string, end = "") =>
  (size: number) =>
    start + repeat(piece, size - start.length - end.length) + end;

/** Forms of any size, each of a kind that could cost more than its size; the number makes each of them new. */
export const costlyForms: Record<string, (size: number, turn: number) => string> = {
  "fields without a value": filled("", () => "a&"),
  "long fields": (size, turn) => filled(`x=${turn}&`, (at) => `x${at}=${"v".repeat(180)}&`)(size),
  "one parameter many times": filled("", (at) => `hub.topic=${at}${"t".repeat(180)}&`),
  "escaped bytes": filled("hub.mode=", () => "%41"),
  "half escapes": filled("hub.mode=", () => "%"),
  "bytes that are no UTF-8": filled(`${subscribe}&hub.secret=`, () => "%C3"),
  "plus signs": filled(`${subscribe}&hub.secret=`, () => "+"),
  "equals signs": filled(`${subscribe}&hub.secret=`, () => "="),
  "a long topic": (size, turn) => filled(`hub.mode=subscribe&hub.topic=${turn}`, () => "t")(size),
  "a callback of labels": filled(`${subscribe}&hub.callback=https://`, () => "a.", "example/"),
  "a callback of umlauts": filled(`${subscribe}&hub.callback=https://`, () => "%C3%A4", ".example/"),
  "a callback of accents to compose": filled(`${subscribe}&hub.callback=https://a`, (at) =>
    at % 2 === 0 ? "%CC%81" : "%CC%96",
  ),
  "a callback of dots and slashes": filled(`${subscribe}&hub.callback=https://a.example/`, () => "../"),
  "a callback of brackets": filled(`${subscribe}&hub.callback=https://[`, () => ":", "]/"),
  "a callback of at signs": filled(`${subscribe}&hub.callback=https://`, () => "@"),
  "a callback of digits": filled(`${subscribe}&hub.callback=https://`, () => "9", "/"),
  "a long lease": filled(`${subscribe}&hub.lease_seconds=`, () => "9"),
  "topics to publish": (size, turn) =>
    filled("hub.mode=publish&", (at) => `hub.url=${turn}-${at}${"u".repeat(180)}&`)(size),
  "a long version": filled(`${publish}&version=`, () => "0"),
  "a subscription": (size, turn) =>
    `${subscribe}&hub.callback=https://a.example/${turn}?${"q".repeat(Math.min(size / 8, 2_000))}&hub.secret=s`,
};

const form = "application/x-www-form-urlencoded";

/** The same of the Content-Type of a form. */
export const costlyFormTypes: Record<string, (size: number) => string> = {
  parameters: filled(form, () => "; charset="),
  "spaces before a value": filled(`${form}; charset=`, () => " ", "x"),
  "spaces before two values": filled(`${form}; charset=`, () => " ", "x y"),
  "spaces after a value": filled(`${form}; charset=x`, () => " ", "y"),
  quotes: filled(`${form}; charset=`, () => '"', "x y"),
  "spaces before a parameter": filled(`${form};`, () => " ", "x"),
};
