import { expect, test } from "vitest";
import { createMetrics } from "../../../server/http/metrics.ts";

test("a histogram counts each value in every bucket that it fits", () => {
  const metrics = createMetrics();
  const note = metrics.histogram("seconds", "Time.", [0.1, 0.5, 1])({ route: "search" });
  for (const value of [0.05, 0.1, 0.3, 1, 7]) note(value);
  expect(metrics.text().split("\n")).toEqual([
    "# HELP reviews_seconds Time.",
    "# TYPE reviews_seconds histogram",
    'reviews_seconds_bucket{route="search",le="0.1"} 2',
    'reviews_seconds_bucket{route="search",le="0.5"} 3',
    'reviews_seconds_bucket{route="search",le="1"} 4',
    'reviews_seconds_bucket{route="search",le="+Inf"} 5',
    'reviews_seconds_sum{route="search"} 8.45',
    'reviews_seconds_count{route="search"} 5',
    "",
  ]);
});
