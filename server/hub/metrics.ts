import { createMetrics } from "../http/metrics.ts";
import type { StoreCounts } from "./store/store.ts";

export type HubMetrics = ReturnType<typeof createHubMetrics>;

export const createHubMetrics = () => {
  const metrics = createMetrics();
  /** Values to read before the numbers are printed. */
  let now: { isUp: boolean; counts?: StoreCounts; deliveries: number; verifications: number } = {
    isUp: false,
    deliveries: 0,
    verifications: 0,
  };
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(`hub_${name}`, help, read);
  const counted = (name: string, help: string, read: (counts: StoreCounts) => number) =>
    metrics.gauge(`hub_${name}`, help, () => (now.counts ? [[{}, read(now.counts)]] : []));

  gauge("store_up", "1 while the store answers.", () => (now.isUp ? 1 : 0));
  metrics.gauge("hub_subscriptions", "Subscriptions whose lease runs.", () =>
    (now.counts?.subscriptions ?? []).map(({ topic, count }) => [{ topic }, count]),
  );
  counted("verifications_pending", "Requests that wait for their verification.", ({ requests }) => requests);
  counted("deliveries_pending", "Deliveries that wait or are under way.", ({ deliveries }) => deliveries);
  counted("contents", "Contents that are kept.", ({ contents }) => contents);
  gauge("deliveries_running", "Deliveries under way on this node.", () => now.deliveries);
  gauge("verifications_running", "Verifications under way on this node.", () => now.verifications);

  const deliveries = metrics.counter("hub_deliveries_total", "Attempts to deliver, by outcome.");
  const verifications = metrics.counter("hub_verifications_total", "Verifications, by mode and outcome.");
  const removals = metrics.counter("hub_subscriptions_removed_total", "Subscriptions that ended, by reason.");
  const refusals = metrics.counter("hub_requests_refused_total", "Requests refused, by status.");
  const seconds = metrics.histogram(
    "hub_delivery_seconds",
    "How long a delivery took.",
    [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  )({});

  return {
    delivery: (outcome: string): void => deliveries({ outcome })(),
    delivered: seconds,
    verification: (mode: string, outcome: string): void => verifications({ mode, outcome })(),
    removed: (reason: "failures" | "gone" | "lease", by = 1): void => removals({ reason })(by),
    refused: (status: number): void => refusals({ status: String(status) })(),
    text: (state: typeof now): string => {
      now = state;
      return metrics.text();
    },
  };
};
