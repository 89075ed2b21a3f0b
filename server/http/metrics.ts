type Labels = Record<string, string>;

interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  lines: () => string[];
}

export type Metrics = ReturnType<typeof createMetrics>;

const escaped = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const serialized = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");

const braced = (labels: string) => (labels === "" ? "" : `{${labels}}`);

const full = (name: string) => `reviews_${name}`;

function createHistogram(name: string, buckets: readonly number[]) {
  const series = new Map<string, { counts: Map<number, number>; sum: number; count: number }>();
  const lines = (): string[] =>
    [...series].flatMap(([labels, { counts, sum, count }]) => {
      const joined = labels === "" ? "" : `${labels},`;
      let upTo = 0;
      const rows = buckets.map((top) => {
        upTo += counts.get(top) ?? 0;
        return `${name}_bucket{${joined}le="${top}"} ${upTo}`;
      });
      return [
        ...rows,
        `${name}_bucket{${joined}le="+Inf"} ${count}`,
        `${name}_sum${braced(labels)} ${sum}`,
        `${name}_count${braced(labels)} ${count}`,
      ];
    });
  const note = (labels: Labels) => {
    const entry = { counts: new Map<number, number>(), sum: 0, count: 0 };
    series.set(serialized(labels), entry);
    return (value: number): void => {
      entry.sum += value;
      entry.count += 1;
      const bucket = buckets.find((top) => value <= top);
      if (bucket !== undefined) entry.counts.set(bucket, (entry.counts.get(bucket) ?? 0) + 1);
    };
  };
  return { lines, note };
}

/** Numbers for operators, as Prometheus reads them. Every label must have few values. */
export function createMetrics() {
  const families: Family[] = [];
  return {
    /** Gives, for each set of labels, what adds one, or the number it is given. */
    counter: (name: string, help: string) => {
      const cells = new Map<string, { value: number }>();
      const lines = () => [...cells].map(([labels, { value }]) => `${full(name)}${braced(labels)} ${value}`);
      families.push({ name: full(name), help, type: "counter", lines });
      return (labels: Labels) => {
        const key = serialized(labels);
        const cell = cells.get(key) ?? { value: 0 };
        cells.set(key, cell);
        return (by = 1): void => {
          cell.value += by;
        };
      };
    },
    /** Reads one number, or one for each set of labels. */
    gauge: (name: string, help: string, read: () => number | readonly [Labels, number][]): void => {
      const lines = (): string[] => {
        const values = read();
        if (typeof values === "number") return [`${full(name)} ${values}`];
        return values.map(([labels, value]) => `${full(name)}${braced(serialized(labels))} ${value}`);
      };
      families.push({ name: full(name), help, type: "gauge", lines });
    },
    /** Gives, for each set of labels, once, what notes a value. */
    histogram: (name: string, help: string, buckets: number[]) => {
      const { lines, note } = createHistogram(full(name), buckets);
      families.push({ name: full(name), help, type: "histogram", lines });
      return note;
    },
    text: (): string =>
      families
        .flatMap(({ name, help, type, lines }) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...lines(),
        ])
        .join("\n")
        .concat("\n"),
  };
}
