/** Figures of one kind, by size: how many seconds, bytes and so on for so many reviews or subscriptions. */
export interface Series {
  name: string;
  of: "reviews" | "subscriptions";
  /** The smallest size first. */
  points: readonly (readonly [size: number, value: number])[];
}

/** The exponent k of c·nᵏ that fits the points best on logarithmic axes; undefined where one is nothing. */
export function fitExponent(points: Series["points"]): number | undefined {
  if (points.length < 2 || points.some(([, value]) => value <= 0)) return undefined;
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (of: 0 | 1) => logs.reduce((sum, log) => sum + log[of], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return over / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** The allowed difference between two runs of the same work. */
const noise = 1.25;

/** Whether the last step, where fixed costs hide least, is steeper than n log n. */
export function growsTooFast(points: Series["points"]): boolean {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined || before[1] <= 0) return false;
  const cost = (size: number) => size * Math.log(size);
  return last[1] / before[1] > (cost(last[0]) / cost(before[0])) * noise;
}

const toText = (value: number | undefined): string => {
  if (value === undefined) return "–";
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(2)));
};
const exponentOf = (points: Series["points"]): string => fitExponent(points)?.toFixed(2) ?? "–";

/** Tables in Markdown, one for each kind of size. */
export function buildTables(all: readonly Series[]): string {
  const tables = [...Map.groupBy(all, (series) => series.of)].map(([of, list]) => {
    const sizes = [...new Set(list.flatMap(({ points }) => points.map(([size]) => size)))];
    const lines = list.map((series) => {
      const values = sizes.map((size) => toText(series.points.find(([each]) => each === size)?.[1]));
      const exponent = `${exponentOf(series.points)}${growsTooFast(series.points) ? " (too fast)" : ""}`;
      return `|${[series.name, ...values, exponent].join("|")}|`;
    });
    const heads = [of, ...sizes.map((size) => size.toLocaleString("en-US")), "exponent"];
    return [`|${heads.join("|")}|`, `|---${"|---:".repeat(sizes.length + 1)}|`, ...lines];
  });
  return tables.map((lines) => lines.join("\n")).join("\n\n");
}

const [width, height, columns] = [180, 140, 4];
const plot = { left: 10, right: 170, top: 34, bottom: 120 };

function drawPanel({ name, of, points }: Series, place: number): string {
  const shown = points.filter(([, value]) => value > 0);
  const [[smallest, start] = [1, 1]] = shown;
  const [largest, end] = shown.at(-1) ?? [1, 1];
  const decades = Math.log10(largest / smallest) || 1;
  const values = shown.map(([, value]) => value);
  const lowest = Math.min(...values);
  // The same slope in every panel is the same growth, unless one is so steep that it would leave its panel.
  const up = Math.max(decades * 1.25, Math.log10(Math.max(...values) / lowest));
  const x = (size: number) => plot.left + (Math.log10(size / smallest) / decades) * (plot.right - plot.left);
  const y = (value: number) => plot.bottom - (Math.log10(value / lowest) / up) * (plot.bottom - plot.top);
  const at = ([size, value]: readonly [number, number]) => `${x(size).toFixed(1)} ${y(value).toFixed(1)}`;
  const limit = [1, 10, 100, 1000]
    .map((step) => smallest * step)
    .filter((size) => size <= largest)
    .map((size) => [size, (lowest * size * Math.log(size)) / (smallest * Math.log(smallest))] as const);
  return `<g transform="translate(${(place % columns) * width} ${Math.floor(place / columns) * height})">
<text x="10" y="14" font-weight="bold">${name}</text>
<text x="10" y="27">${toText(start)} to ${toText(end)}, exponent ${exponentOf(points)}</text>
<path d="M${plot.left} ${plot.top}V${plot.bottom}H${plot.right}" stroke="#999" fill="none"/>
<path d="M${limit.map(at).join("L")}" stroke="#999" stroke-dasharray="3" fill="none"/>
<path d="M${shown.map(at).join("L")}" stroke="#2a6f4e" fill="none"/>
${shown.map((point) => `<path d="M${at(point)}h0" stroke="#2a6f4e" stroke-width="6" stroke-linecap="round"/>`).join("")}
<text x="10" y="134">${smallest.toLocaleString("en-US")} to ${largest.toLocaleString("en-US")} ${of}</text>
</g>`;
}

/** A picture with a plot of each that is ever more than nothing, on logarithmic axes; the dashed line is n log n. */
export function drawPlots(all: readonly Series[]): string {
  const plotted = all.filter(({ points }) => points.some(([, value]) => value > 0));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * width}" height="${Math.ceil(plotted.length / columns) * height}" font-family="sans-serif" font-size="9" fill="#222">
<title>Time, memory and bytes by the number of reviews and of subscriptions</title>
<rect width="100%" height="100%" fill="#fff"/>
${plotted.map(drawPanel).join("\n")}
</svg>
`;
}
