import { expect, test } from "vitest";
import { createMetrics } from "../../../server/http/metrics.ts";

test("counters, gauges and histograms are printed as Prometheus reads them", () => {
  const metrics = createMetrics();
  const count = metrics.counter("answers_total", "Answers.");
  const [search, same, odd] = [
    { a: "x", b: "y" },
    { a: "x", b: "y" },
    { a: '"\\\n', b: "" },
  ].map(count);
  search?.();
  same?.(2);
  odd?.();
  metrics.counter("kept_total", "Kept.")({})();
  metrics.gauge("open", "Open.", () => 7);
  metrics.gauge("rows", "Rows.", () => [
    [{ of: "one" }, 1],
    [{ of: "two" }, 2],
  ]);
  // Each value counts in every bucket that it fits.
  const seconds = metrics.histogram("seconds", "Time.", [0.1, 0.5, 1]);
  const [note, plain] = [seconds({ route: "search" }), seconds({})];
  for (const value of [0.05, 0.1, 0.3, 1, 7]) note(value);
  plain(0.5);
  expect(metrics.text()).toBe(`# HELP reviews_answers_total Answers.
# TYPE reviews_answers_total counter
reviews_answers_total{a="x",b="y"} 3
reviews_answers_total{a="\\"\\\\\\n",b=""} 1
# HELP reviews_kept_total Kept.
# TYPE reviews_kept_total counter
reviews_kept_total 1
# HELP reviews_open Open.
# TYPE reviews_open gauge
reviews_open 7
# HELP reviews_rows Rows.
# TYPE reviews_rows gauge
reviews_rows{of="one"} 1
reviews_rows{of="two"} 2
# HELP reviews_seconds Time.
# TYPE reviews_seconds histogram
reviews_seconds_bucket{route="search",le="0.1"} 2
reviews_seconds_bucket{route="search",le="0.5"} 3
reviews_seconds_bucket{route="search",le="1"} 4
reviews_seconds_bucket{route="search",le="+Inf"} 5
reviews_seconds_sum{route="search"} 8.45
reviews_seconds_count{route="search"} 5
reviews_seconds_bucket{le="0.1"} 0
reviews_seconds_bucket{le="0.5"} 1
reviews_seconds_bucket{le="1"} 1
reviews_seconds_bucket{le="+Inf"} 1
reviews_seconds_sum 0.5
reviews_seconds_count 1
`);
});
