import type { SearchQuery } from "../../src/schema/search.ts";
import { findMatches, serializeHead } from "../search/search.ts";
import { inside, type Json } from "./json.ts";
import { searchHead, searchTail } from "./text.ts";
import type { View } from "./view.ts";

const comma = Buffer.from(",");
const dataEnd = Buffer.from("]}");
const quote = Buffer.from('"');

/** 20260501 is 2026-05-01. */
const toDay = (day = 0): string => String(day).replace(/(....)(..)(..)/, "$1-$2-$3");

/** What HTTP search finds, joined from the dataset's own bytes; no review is parsed or serialized again. */
export function toSearchResult(
  { snapshot, reviewText }: View,
  query: SearchQuery,
): { text: Json; structured: Json } {
  const { head, docs } = findMatches(snapshot, query);
  const { json, starts, ends, days } = snapshot.table;
  const structured: Buffer[] = [Buffer.from(serializeHead(head))];
  const text: Buffer[] = [Buffer.from(`"${inside(searchHead(head))}`)];
  for (const [index, doc] of docs.entries()) {
    if (index > 0) structured.push(comma);
    structured.push(json.subarray(starts[doc], ends[doc]));
    text.push(reviewText(doc));
  }
  structured.push(dataEnd);
  const [newest, oldest] = [docs.at(0), docs.at(-1)].map((doc) => toDay(days[doc ?? 0]));
  if (head.total > head.count && newest !== undefined && oldest !== undefined) {
    text.push(Buffer.from(inside(`\n\n${searchTail(head, newest, oldest)}`)));
  }
  text.push(quote);
  return { text, structured };
}
