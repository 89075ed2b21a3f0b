import type { ProblemName } from "../../schema/endpoints.ts";

/** Our promises to those who build on the interface, each with the test that would fail if we broke it. */
export const guarantees: { promise: string; test: string; title: string }[] = [
  {
    promise: "Search finds exactly the reviews that match, newest first, and counts all of them.",
    test: "test/server/search/search.test.ts",
    title: "search finds exactly what a plain filter finds, newest first, with the exact total",
  },
  {
    promise: "An older copy with a since answer applied is today's dataset.",
    test: "test/server/search/since.test.ts",
    title: "any older copy becomes today's reviews by the answer for the newest day that it knows",
  },
  {
    promise: "The tag of a since answer changes only when that answer does.",
    test: "test/server/search/since.test.ts",
    title: "the tag of one day's answer stays the same until that answer changes",
  },
  {
    promise: "The average rating always follows from the reviews beside it.",
    test: "test/publish/reviews.test.ts",
    title: "the aggregate rating is the mean of the ratings, to two decimals, with",
  },
  {
    promise: "Every review's address leads to a page that shows it.",
    test: "test/publish/discovery.test.ts",
    title: "every review's permalink leads to a page of the sitemap",
  },
  {
    promise: "Both feeds hold the same 50 newest reviews.",
    test: "test/publish/feeds.test.ts",
    title: "both feeds hold the 50 newest reviews in the same order, each id once",
  },
  {
    promise: "No review's words can break a feed or run as a formula in a spreadsheet.",
    test: "test/publish/csv.test.ts",
    title: "no text breaks the CSV or gets lost in",
  },
  {
    promise: "A field may be added; no schema that you have copied will refuse it.",
    test: "test/publish/openapi.test.ts",
    title: "no schema refuses a field that a later version may add",
  },
  {
    promise: "Only an exact echo of the challenge confirms a subscription.",
    test: "test/spec/websub/verification.test.ts",
    title: "WebSub 5.3.1: only a 2xx whose body is the challenge, byte for byte, confirms",
  },
  {
    promise: "What the hub delivers is signed over its very bytes.",
    test: "test/spec/websub/distribution.test.ts",
    title: "WebSub 7.1: with a secret every delivery is signed with HMAC over the very bytes",
  },
  {
    promise: "Renewing a subscription never doubles it.",
    test: "test/spec/websub/requests.test.ts",
    title: "WebSub 5.1: twenty identical requests at once make one subscription",
  },
  {
    promise: "Agents get the same answers with a session and without one.",
    test: "test/spec/mcp/stateless-era.test.ts",
    title: "tools/call gives the same result as in a session",
  },
];

/** The meaning of each kind of problem, and its remedy. */
export const problemHelp = {
  "invalid-request": {
    means: "Something in the request is not as it must be. Nothing was done.",
    fix: [
      "Read the list of issues in the answer: each names where it is, what was received and what would be accepted. All are listed at once.",
      "Numbers are plain (4 or 4.5), days are YYYY-MM-DD, and no parameter may be given twice.",
      "An unknown parameter is refused instead of being ignored, so that a typo never widens an answer.",
    ],
  },
  forbidden: {
    means:
      "The request named a host or an origin that this server does not answer to; it guards a local server against other pages in the same browser.",
    fix: ["Use the address that the server printed when it started, or set BASE_URL to the address you use."],
  },
  "not-found": {
    means: "There is no document, page or endpoint at this address.",
    fix: [
      "Compare the address with the list of endpoints on the page for developers.",
      "An address under /data/ holds one version of a document. When it is gone, take the current one from /manifest.json.",
    ],
  },
  "method-not-allowed": {
    means: "The address exists but does not take this method.",
    fix: [
      "The Allow header of the answer lists the methods that it takes. Data is read with GET or HEAD; /mcp takes POST.",
    ],
  },
  "not-acceptable": {
    means: "The Accept or Accept-Encoding header rules out every form in which the answer could be sent.",
    fix: [
      "For /mcp send Accept: application/json, text/event-stream.",
      "Leave out Accept-Encoding, or let it allow identity, br or gzip.",
    ],
  },
  "too-large": {
    means: "The body of the request is larger than is allowed.",
    fix: ["The hub reads at most 16 KiB, the MCP endpoint at most 256 KiB."],
  },
  "uri-too-long": {
    means: "The address with its query is longer than 8 KiB.",
    fix: ["Shorten the query; it may have at most 200 characters."],
  },
  "unsupported-media-type": {
    means: "The body is of a content type that this address does not read.",
    fix: ["/mcp reads application/json; the hub reads application/x-www-form-urlencoded."],
  },
  "range-not-satisfiable": {
    means: "The Range header asks for a part that the document does not have.",
    fix: ["Ask for the whole document, or take its length from Content-Length with HEAD."],
  },
  "internal-error": {
    means: "The error is ours. Its cause is in our log and not in the answer.",
    fix: ["Try again. If it stays, write to us with the time and the address you asked for."],
  },
  unavailable: {
    means: "The server is starting, stopping or too busy to take the request.",
    fix: [
      "Wait for the seconds in Retry-After and ask again. The prebuilt documents are served all the while.",
    ],
  },
} satisfies Record<ProblemName, { means: string; fix: string[] }>;
