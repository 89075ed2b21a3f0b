import type { JsonRecord } from "../../src/schema/json.ts";
import { decodeEntities, toPlainText } from "./html.ts";

const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Longer ones are no tags. */
const longestTag = 4_000;

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: Map<string, string>;
  start: number;
  end: number;
}

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(
    /([^\s"'<>/=]+)(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g,
  )) {
    attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

/** Where the tag ends, with its quoted values skipped; -1 when it does not. */
function findEnd(html: string, from: number): number {
  let quote = "";
  const last = Math.min(html.length, from + longestTag);
  for (let at = from; at < last; at += 1) {
    const character = html[at] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
    else if (character === "<") return -1;
  }
  return -1;
}

function* findTags(html: string): Generator<Tag> {
  let at = html.indexOf("<");
  while (at >= 0) {
    const [, slash = "", name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(at, at + 40)) ?? [];
    const end = name === undefined ? -1 : findEnd(html, at + 1);
    if (name !== undefined && end >= 0) {
      yield {
        name: name.toLowerCase(),
        isEnd: slash !== "",
        attributes: parseAttributes(html.slice(at + 1 + slash.length + name.length, end)),
        start: at,
        end: end + 1,
      };
    }
    at = html.indexOf("<", end >= 0 ? end : at + 1);
  }
}

interface Open {
  name: string;
  /** The item that begins here. */
  node?: JsonRecord;
  /** The property whose text this element holds, and of which item. */
  property?: { of: JsonRecord; name: string };
  textFrom: number;
}

const add = (node: JsonRecord, names: string, value: unknown): void => {
  for (const name of names.split(/\s+/).filter(Boolean)) {
    node[name] = name in node ? [node[name], value].flat() : value;
  }
};

const valueIn: Record<string, string> = {
  meta: "content",
  time: "datetime",
  a: "href",
  link: "href",
  img: "src",
  data: "value",
  meter: "value",
};

/** The items that a page marks with itemscope and itemprop, in the form that JSON-LD has. */
export function parseMicrodata(html: string): JsonRecord[] {
  const roots: JsonRecord[] = [];
  const open: Open[] = [];
  const itemOf = () => open.findLast(({ node }) => node !== undefined)?.node;
  for (const { name, isEnd, attributes, start, end } of findTags(html)) {
    if (isEnd) {
      const index = open.findLastIndex((one) => one.name === name);
      if (index < 0) continue;
      for (const { property, textFrom } of open.splice(index)) {
        if (property) add(property.of, property.name, toPlainText(html.slice(textFrom, start)));
      }
      continue;
    }
    const parent = itemOf();
    const names = attributes.get("itemprop") ?? "";
    const isItem = attributes.has("itemscope");
    const node: JsonRecord | undefined = isItem
      ? { "@type": (attributes.get("itemtype") ?? "").split(/\s+/) }
      : undefined;
    const written = attributes.get(valueIn[name] ?? "") ?? attributes.get("content");
    if (node && parent && names) add(parent, names, node);
    else if (node) roots.push(node);
    else if (parent && names && written !== undefined) add(parent, names, written);
    if (empty.has(name)) continue;
    const holdsText = parent !== undefined && names !== "" && !isItem && written === undefined;
    open.push({
      name,
      ...(node && { node }),
      ...(holdsText && { property: { of: parent, name: names } }),
      textFrom: end,
    });
  }
  return roots;
}
