const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Counts what the hub does, in Prometheus' text format. */
export const createMetrics = () => {
  const counters = new Map<string, number>();
  const latency = { counts: buckets.map(() => 0), sum: 0, count: 0 };
  return {
    count: (name: string, labels = "", by = 1): void => {
      const key = `reviews_hub_${name}_total${labels && `{${labels}}`}`;
      counters.set(key, (counters.get(key) ?? 0) + by);
    },
    delivered: (seconds: number): void => {
      buckets.forEach((bound, index) => {
        if (seconds <= bound) latency.counts[index] = (latency.counts[index] ?? 0) + 1;
      });
      latency.sum += seconds;
      latency.count += 1;
    },
    print: (gauges: readonly (readonly [string, number])[]): string => {
      const lines: string[] = [];
      const seen = new Set<string>();
      const add = (kind: "counter" | "gauge", key: string, value: number): void => {
        const name = key.split("{")[0] ?? key;
        if (!seen.has(name)) lines.push(`# TYPE ${name} ${kind}`);
        seen.add(name);
        lines.push(`${key} ${value}`);
      };
      for (const [key, value] of gauges) add("gauge", `reviews_hub_${key}`, value);
      for (const [key, value] of [...counters].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        add("counter", key, value);
      const name = "reviews_hub_delivery_seconds";
      lines.push(`# TYPE ${name} histogram`);
      buckets.forEach((bound, index) =>
        lines.push(`${name}_bucket{le="${bound}"} ${latency.counts[index] ?? 0}`),
      );
      lines.push(`${name}_bucket{le="+Inf"} ${latency.count}`);
      lines.push(`${name}_sum ${latency.sum}`, `${name}_count ${latency.count}`);
      return `${lines.join("\n")}\n`;
    },
  };
};
