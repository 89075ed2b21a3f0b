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
    test: "test/site/markup.test.ts",
    title: "each review is on the page of its permalink",
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
    title:
      "WebSub 5.1: an active subscription can be requested again, also twenty times at once, and is never doubled",
  },
  {
    promise: "Agents get the same answers with a session and without one.",
    test: "test/server/mcp/search-equality.test.ts",
    title: "search_reviews gives what HTTP search gives, in a session and without one",
  },
];

/** What happened in each kind of problem, an example in the server's words, and the remedy: Markdown. */
export const problemHelp = {
  "invalid-request": {
    means: "A parameter was missing, unknown or out of range, so nothing was done.",
    detail: "limit must be a whole number from 1 to 100, got 500",
    fix: [
      "Read the list of `issues` in the answer: each names where it is, what was received and what would be accepted. All are listed at once.",
      "Write numbers plainly (4 or 4.5) and days as YYYY-MM-DD, and give no parameter twice.",
      "Compare the names of your parameters with [those of the endpoint](/developers/#endpoints). An unknown one is refused rather than ignored, so that a typo never widens an answer.",
    ],
  },
  forbidden: {
    means:
      "The request named a host or an origin that is not this server's. That check keeps other pages in the same browser away from a local server.",
    detail: "This server does not answer to the host reviews.invalid",
    fix: [
      "Use the address that the server printed when it started, or set `BASE_URL` to the address you use.",
    ],
  },
  "not-found": {
    means: "The address was mistyped, or the version of the document that it held has been replaced.",
    detail: "Nothing is served at /api/revews",
    fix: [
      "Compare the address with the [list of endpoints](/developers/#endpoints).",
      "An address under `/data/` holds one version of a document. When it is gone, take the current one from [/manifest.json](/manifest.json).",
    ],
  },
  "method-not-allowed": {
    means: "The request wrote to an address that is only read, or read from one that only takes POST.",
    detail: "Use GET or HEAD instead of DELETE",
    fix: [
      "The `Allow` header of the answer lists the methods that the address takes.",
      "Read [data](/developers/#endpoints) with GET or HEAD; send POST to [/mcp](/developers/#mcp) and to the [hub](/developers/#websub).",
    ],
  },
  "not-acceptable": {
    means: "The Accept or Accept-Encoding header ruled out every form in which the answer could be sent.",
    detail: "This address answers with application/json only",
    fix: [
      "For [/mcp](/developers/#mcp) send `Accept: application/json, text/event-stream`.",
      "Leave out `Accept-Encoding`, or let it allow identity, br or gzip.",
    ],
  },
  "too-large": {
    means: "The body was longer than this address reads, so the rest of it was dropped.",
    detail: "The body may have at most 16384 bytes",
    fix: [
      "Send less: the [hub](/developers/#websub) reads at most 16 KiB, the [MCP endpoint](/developers/#mcp) at most 256 KiB.",
    ],
  },
  "uri-too-long": {
    means: "With its query the address had more than 8 KiB, and the server stopped reading it there.",
    detail: "The address may have at most 8192 bytes",
    fix: [
      "Shorten the [query of the search](/developers/#searchReviews); it may have at most 200 characters.",
    ],
  },
  "unsupported-media-type": {
    means: "The Content-Type header named a format that this address cannot read.",
    detail: "Send application/json instead of text/plain",
    fix: [
      "[/mcp](/developers/#mcp) reads `application/json`; the [hub](/developers/#websub) reads `application/x-www-form-urlencoded`.",
    ],
  },
  "range-not-satisfiable": {
    means: "The Range header asked for bytes beyond the end of the document.",
    detail: "The document has 81920 bytes",
    fix: ["Ask for the whole document, or take its length from `Content-Length` with HEAD."],
  },
  "internal-error": {
    means: "A fault in this server stopped the request. Its cause is in our log and not in the answer.",
    detail: "The request could not be carried out",
    fix: [
      "Try again. If it stays, write to us with the time and the address you asked for; [security.txt](/.well-known/security.txt) says where.",
    ],
  },
  unavailable: {
    means: "The request came while the server was starting, stopping or working on as many as it can.",
    detail: "Try again in 2 seconds",
    fix: [
      "Wait for the seconds in `Retry-After` and ask again.",
      "The [prebuilt documents](/developers/#files) are served all the while.",
    ],
  },
} satisfies Record<ProblemName, { means: string; detail: string; fix: string[] }>;
