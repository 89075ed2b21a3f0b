import { decodeHTMLStrict } from "entities";
import { DomHandler, DomUtils, Parser } from "htmlparser2";
import { isRecord, type JsonRecord, keysOf } from "../../src/schema/json.ts";
import { UsageError } from "../../src/schema/errors.ts";

/** More characters than a page with reviews has, with its pictures inside. */
const maxPage = 32 * 1024 * 1024;
/** Browsers go no deeper either. */
const maxDepth = 512;
/** Properties whose text holds another's text; each is read anew. */
const maxTexts = 16;

/** Decodes character references; unknown ones stay as they are. */
export const decodeEntities = (text: string): string => decodeHTMLStrict(text);

/** Whether the texts were taken from a web page's source: every ampersand in them begins a reference. */
export function isEscaped(texts: Iterable<string>): boolean {
  let found = false;
  for (const text of texts) {
    if (!text.includes("&")) continue;
    if (/&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z]{2,12}\d{0,2};)/.test(text)) return false;
    found = true;
  }
  return found;
}

const hasMarkup = (text: string) => /<(?:br|p|div|b|i|em|strong|span|a)\b[^<>]{0,300}>/i.test(text);

const tidyLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * Text as a reader of the page sees it: line breaks for <br> and paragraphs, no tags, references decoded. With "markup
 * only", text without a tag stays as it is, because its author may have typed "&lt;".
 */
export function toPlainText(text: string, mode?: "markup only"): string {
  if (mode === "markup only" && !hasMarkup(text)) return text;
  const plain = text
    .replace(/<br\b[^<>]{0,100}>\n?/gi, "\n")
    .replace(/<\/(?:p|div|li)>/gi, "\n\n")
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, "");
  return tidyLines(decodeEntities(plain));
}

interface Page {
  /** The JSON-LD blocks, as text. */
  blocks: string[];
  /** The items that are marked with itemscope and itemprop, in the form that JSON-LD has. */
  items: JsonRecord[];
}

const add = (item: JsonRecord, names: string, value: unknown): void => {
  for (const name of names.split(/\s+/).filter(Boolean)) {
    const known = item[name];
    if (Array.isArray(known)) known.push(value);
    else item[name] = name in item ? [known, value] : value;
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

type Nodes = DomHandler["root"]["children"];

/** The text of a node as a reader of the page sees it. */
function textOf(node: Nodes[number]): string {
  if (DomUtils.isText(node)) return node.data;
  if (!DomUtils.isTag(node) || /^(?:script|style)$/.test(node.name)) return "";
  if (node.name === "br") return "\n";
  const text = node.children.map(textOf).join("");
  return /^(?:p|div|li)$/.test(node.name) ? `${text}\n\n` : text;
}

/** Refuses what nests too deeply as soon as it does: each level costs more than the one before. */
class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    if (this.tagStack.length > maxDepth + 1)
      throw new UsageError(
        `nests its elements more than ${maxDepth} deep, as no page with reviews does: pass only the part with the reviews`,
      );
  }
}

/** The data of a web page. */
export function parsePage(html: string): Page {
  if (html.length > maxPage) {
    throw new UsageError(
      `is a page of more than ${maxPage / 1024 ** 2} MB: save it without its pictures, or pass only the part with the reviews`,
    );
  }
  const page: Page = { blocks: [], items: [] };
  const handler = new BoundedHandler();
  new Parser(handler).end(html);
  readElements(handler.root.children, page, undefined, 0);
  return page;
}

/** `item`: the one in which the elements stand; `texts`: in how many others whose text is a value. */
function readElements(nodes: Nodes, page: Page, item: JsonRecord | undefined, texts: number): void {
  for (const element of nodes.filter(DomUtils.isTag)) {
    const { name, attribs, children } = element;
    const { itemprop: names = "", itemscope, itemtype = "", type = "" } = attribs;
    if (name === "script" && /^application\/ld\+json/i.test(type.trim()))
      page.blocks.push(DomUtils.textContent(element));
    const own = itemscope === undefined ? undefined : { "@type": itemtype.split(/\s+/) };
    const isPart = item !== undefined && names !== "";
    const written = own ?? attribs[valueIn[name] ?? ""] ?? attribs["content"];
    const isText = isPart && written === undefined && texts < maxTexts;
    readElements(children, page, own ?? item, texts + Number(isText));
    if (isText) add(item, names, tidyLines(textOf(element)));
    else if (isPart && written !== undefined) add(item, names, written);
    else if (own !== undefined) page.items.push(own);
  }
}

const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const isOfType = (node: JsonRecord, type: RegExp) =>
  toList(node["@type"]).some((name) => typeof name === "string" && type.test(name));
const reviewType = /^(https?:\/\/schema\.org\/|schema:)?(User)?Review$/;

/** Text as a reader of the page sees it; pages write references and <br> into their data too. */
const toWords = (value: unknown): string => toPlainText(toText(value));

/** Text, or what a node calls itself. */
function toText(value: unknown): string {
  const [first] = toList(value);
  if (isRecord(first)) return toText(first["name"] ?? first["@value"]);
  return typeof first === "string" || typeof first === "number" ? String(first) : "";
}

/** No page nests its reviews deeper. */
const maxLevels = 20;

/** Every review anywhere in the value: in @graph, in a business's `review`, in lists. */
function* findReviews(value: unknown, depth = 0): Generator<JsonRecord> {
  if (depth > maxLevels) return;
  if (Array.isArray(value)) for (const item of value) yield* findReviews(item, depth + 1);
  else if (isRecord(value)) {
    if (isOfType(value, reviewType)) yield value;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "itemReviewed") yield* findReviews(inner, depth + 1);
    }
  }
}

const hasType = (value: unknown): boolean =>
  [value].flat(maxLevels).some((one) => isRecord(one) && ("@type" in one || "@graph" in one));

/** The schema.org reviews in JSON-LD, which may stand in several blocks, as a table. */
export function toSchemaTable<Kind extends string>(values: readonly unknown[], kind: Kind) {
  const reviews = values.filter(hasType).flatMap((value) => [...findReviews(value)]);
  if (reviews.length === 0) return undefined;
  const headers = keysOf(cellsOf({}));
  return {
    kind,
    headers,
    rows: reviews.map((review, index) => ({
      at: `review ${index + 1}`,
      values: Object.values(cellsOf(review)),
    })),
  };
}

/** A review's values under our own field names. */
function cellsOf(review: JsonRecord) {
  const [rating] = toList(review["reviewRating"]);
  const [comment] = toList(review["comment"]);
  const id = toText(review["@id"] ?? review["identifier"]);
  const address = toText(review["url"]);
  const url = [address, id].find((text) => /^https?:\/\//.test(text) && URL.canParse(text)) ?? "";
  return {
    rating: isRecord(rating) ? toScore(rating) : toText(rating),
    text: toWords(review["reviewBody"] ?? review["description"]),
    title: toWords(review["headline"] ?? review["name"]),
    date: toText(review["datePublished"] ?? review["dateCreated"]),
    author: toWords(review["author"] ?? review["creator"]),
    id: id || address,
    url,
    updated: toText(review["dateModified"]),
    reply: isRecord(comment) ? toWords(comment["text"]) : "",
    reply_date: isRecord(comment) ? toText(comment["dateCreated"] ?? comment["datePublished"]) : "",
    source: toWords(review["publisher"]) || (url && new URL(url).hostname.replace(/^www\./, "")),
    location: toWords(review["itemReviewed"]),
  };
}

/** Its stars as they are written, with what the best would be where it says so. */
function toScore(rating: JsonRecord): string {
  const score = toText(rating["ratingValue"]).trim();
  const best = Number(toText(rating["bestRating"]));
  return best > 0 && /^[\d.,]+$/.test(score) ? `${score}/${best}` : score;
}
