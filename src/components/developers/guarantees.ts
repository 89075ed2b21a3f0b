/** What we promise to those who build on the interface, each with the test that would fail if it were broken. */
export const guarantees: { promise: string; test: string; title: string }[] = [
  {
    promise: "Search finds exactly the reviews that match, newest first, and counts all of them.",
    test: "test/server/search/search.test.ts",
    title: "search finds exactly what a plain filter finds, newest first, with the exact total",
  },
  {
    promise: "An older copy with a since answer applied is today's dataset.",
    test: "test/server/search/since.test.ts",
    title: "an older copy with the answer applied is today's dataset",
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
