import { statelessMeta } from "./messages.ts";

/** Accents in an order that composition has to sort, which takes the square of their number. */
const accents = (bytes: number) => `e${"\u0316\u0301\u0345\u0327".repeat(bytes / 8)}`;
export const letters = (bytes: number) => "x".repeat(bytes);
const spaces = (bytes: number) => `2026-01-01${" ".repeat(bytes)}\nx`;
const slashes = (bytes: number) => "/".repeat(bytes);
const texts = { accents, letters, spaces, slashes };

/** As many named values as fit. */
export const manyNames = (bytes: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: bytes / 12 }, (_, index) => [`k${index}`, value]));
export const manyItems = (bytes: number) => Array.from({ length: bytes / 3 }, () => ({}));

const call = (name: string, given: unknown) => ({ method: "tools/call", params: { name, arguments: given } });
const prompt = (name: string, given: unknown) => ({
  method: "prompts/get",
  params: { name, arguments: given },
});
const complete = (ref: object, argument: object, given?: object) => ({
  method: "completion/complete",
  params: { ref, argument, ...(given && { context: { arguments: given } }) },
});

/** The characters that one text of any length can stand for. */
const places: Record<string, (text: string) => object> = {
  "a technician": (text) => call("search_reviews", { mentions_technician: text }),
  "a service": (text) => call("search_reviews", { mentions_service: text }),
  "a query": (text) => call("search_reviews", { query: text }),
  "a day": (text) => call("search_reviews", { since: text }),
  "a number": (text) => call("search_reviews", { limit: text }),
  "an argument's name": (text) => call("search_reviews", { [text]: 1 }),
  "a tool's name": (text) => call(text, {}),
  "a prompt's technician": (text) => prompt("compare_technicians", { first: text, second: "x" }),
  "a prompt's service": (text) => prompt("summarize_service", { service: text }),
  "a prompt's words": (text) => prompt("answer_from_reviews", { question: text }),
  "a prompt's review": (text) => prompt("draft_reply", { review_id: text }),
  "a prompt's day": (text) => prompt("report_period", { since: text }),
  "a prompt's argument": (text) => prompt("report_period", { [text]: "x" }),
  "a prompt's name": (text) => prompt(text, {}),
  "a resource": (text) => ({ method: "resources/read", params: { uri: text } }),
  "a review's address": (text) => ({ method: "resources/read", params: { uri: `review://${text}` } }),
  "an insight's address": (text) => ({ method: "resources/read", params: { uri: `insights://${text}` } }),
  "a text to complete": (text) =>
    complete({ type: "ref/prompt", name: "compare_technicians" }, { name: "first", value: text }),
  "an id to complete": (text) =>
    complete({ type: "ref/resource", uri: "review://{id}" }, { name: "id", value: text }),
  "a template": (text) => complete({ type: "ref/resource", uri: text }, { name: "id", value: "x" }),
  "a completion's context": (text) =>
    complete(
      { type: "ref/resource", uri: "insights://{part}/{id}" },
      { name: "id", value: "x" },
      { part: text },
    ),
  "a cursor": (text) => ({ method: "tools/list", params: { cursor: text } }),
  "a method": (text) => ({ method: text }),
  "an id": (text) => ({ ...call("get_business", { x: 1 }), id: text }),
  "a version": (text) => ({
    method: "initialize",
    params: { protocolVersion: text, capabilities: {}, clientInfo: { name: "x", version: "1" } },
  }),
  "a client's name": (text) => ({
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: text } },
  }),
  "a stateless version": (text) => ({ method: "tools/list", params: { _meta: statelessMeta(text) } }),
};

const collections: Record<string, (bytes: number) => object> = {
  "unknown arguments": (bytes) => call("search_reviews", manyNames(bytes)),
  "unknown arguments of a tool that takes none": (bytes) => call("get_business", manyNames(bytes)),
  "unknown arguments that are objects": (bytes) => call("search_reviews", manyNames(bytes / 2, { a: [] })),
  "unknown arguments of a prompt": (bytes) => prompt("compare_technicians", manyNames(bytes, "x")),
  "values of a wrong type in a context": (bytes) =>
    complete({ type: "ref/resource", uri: "review://{id}" }, { name: "id", value: "" }, manyNames(bytes)),
  "a list for a number": (bytes) => call("search_reviews", { limit: manyItems(bytes), rating: {} }),
  "an object for a text": (bytes) => call("search_reviews", { query: manyNames(bytes) }),
  "unknown parameters": (bytes) => ({ method: "tools/list", params: manyNames(bytes) }),
  "unknown parameters of a call": (bytes) => ({
    method: "tools/call",
    params: { ...manyNames(bytes), name: "search_reviews" },
  }),
  "unknown parameters of an unknown method": (bytes) => ({ method: "x", params: manyNames(bytes) }),
  "unknown members": (bytes) => ({ method: "tools/list", ...manyNames(bytes) }),
  "capabilities of a client": (bytes) => ({
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: manyNames(bytes, {}),
      clientInfo: { name: "x", version: "1" },
    },
  }),
  "a batch": (bytes) => manyItems(bytes),
};

/** Messages of any size, each of a kind that could cost more than its size. */
export const costlyMessages: [name: string, build: (bytes: number) => object][] = [
  ...Object.entries(places).flatMap(([place, build]) =>
    Object.entries(texts).map(([kind, text]): [string, (bytes: number) => object] => [
      `${kind} for ${place}`,
      (bytes) => build(text(bytes)),
    ]),
  ),
  ...Object.entries(collections),
];
