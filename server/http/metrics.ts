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

/** The lines of a histogram; each bucket holds what the ones before it hold as well. */
function toLines(
  name: string,
  labels: string,
  buckets: readonly number[],
  counts: readonly number[],
  sum: number,
): string[] {
  let upTo = 0;
  const rows = counts.map((count, at) => {
    const le = `le="${buckets[at] ?? "+Inf"}"`;
    return `${name}_bucket{${labels === "" ? le : `${labels},${le}`}} ${(upTo += count)}`;
  });
  return [...rows, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${upTo}`];
}

/** Numbers for operators, as Prometheus reads them. Every label must have few values. */
export function createMetrics() {
  const families: Family[] = [];
  const add = (name: string, help: string, type: Family["type"], lines: Family["lines"]) =>
    families.push({ name: full(name), help, type, lines });
  return {
    /** Gives, for each set of labels, what adds one, or the number it is given. */
    counter: (name: string, help: string) => {
      const cells = new Map<string, { value: number }>();
      add(name, help, "counter", () =>
        [...cells].map(([labels, { value }]) => `${full(name)}${braced(labels)} ${value}`),
      );
      return (labels: Labels) => {
        const key = serialized(labels);
        const cell = cells.get(key) ?? { value: 0 };
        cells.set(key, cell);
        return (by = 1): void => void (cell.value += by);
      };
    },
    /** Reads one number, or one for each set of labels. */
    gauge: (name: string, help: string, read: () => number | readonly [Labels, number][]): void =>
      void add(name, help, "gauge", () => {
        const values = read();
        const rows: readonly [Labels, number][] = typeof values === "number" ? [[{}, values]] : values;
        return rows.map(([labels, value]) => `${full(name)}${braced(serialized(labels))} ${value}`);
      }),
    histogram: (name: string, help: string, buckets: readonly number[]) => {
      const series = new Map<string, { counts: number[]; sum: number }>();
      add(name, help, "histogram", () =>
        [...series].flatMap(([labels, { counts, sum }]) => toLines(full(name), labels, buckets, counts, sum)),
      );
      return (labels: Labels) => {
        const entry = { counts: [...buckets, Infinity].map(() => 0), sum: 0 };
        series.set(serialized(labels), entry);
        return (value: number): void => {
          entry.sum += value;
          const at = buckets.findIndex((top) => value <= top);
          const bucket = at === -1 ? buckets.length : at;
          entry.counts[bucket] = (entry.counts[bucket] ?? 0) + 1;
        };
      };
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
