/** One verdict for praise, for blame or for both: how likely it was said to be right, and whether it is. */
export interface Judged {
  confidence: number;
  isRight: boolean;
}

const shareOf = (some: readonly Judged[]): number =>
  some.filter(({ isRight }) => isRight).length / some.length;

/** How far verdicts are from their confidence on average, by tenths; and from which confidence on 97 of 100 are right. */
export function describeConfidence(judged: readonly Judged[]): { line: string; svg: string } {
  const tenths = Map.groupBy(judged, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  const bins = [...tenths.values()].map((members) => ({
    size: members.length,
    mean: members.reduce((sum, { confidence }) => sum + confidence, 0) / members.length,
    right: shareOf(members),
  }));
  const error = bins.reduce((sum, { size, mean, right }) => sum + size * Math.abs(mean - right), 0);
  const limits = Array.from({ length: 50 }, (_, at) => 0.5 + at / 100);
  const above = (least: number): Judged[] => judged.filter(({ confidence }) => confidence >= least);
  const from = limits.find((least) => shareOf(above(least)) >= 0.97) ?? 1;
  const line = `confidence: off by ${((100 * error) / judged.length).toFixed(1)} points; ${(100 * shareOf(above(from))).toFixed(1)} % of the ${above(from).length} verdicts from ${from.toFixed(2)} on are right, of ${judged.length}`;
  const x = (value: number): string => (40 + value * 240).toFixed(1);
  const y = (value: number): string => (250 - value * 240).toFixed(1);
  const dots = bins.map(({ size, mean, right }) => {
    const told = `${size} verdicts of confidence ${mean.toFixed(2)}: ${right.toFixed(2)} right`;
    const radius = (2 + 12 * Math.sqrt(size / judged.length)).toFixed(1);
    return `<circle cx="${x(mean)}" cy="${y(right)}" r="${radius}" fill="#2a6f4e" fill-opacity="0.6"><title>${told}</title></circle>`;
  });
  const ticks = [0, 0.5, 1].map(
    (value) =>
      `<text x="${x(value)}" y="268" text-anchor="middle">${value}</text><text x="34" y="${y(value)}" text-anchor="end" dominant-baseline="middle">${value}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 290" width="450" font-family="sans-serif" font-size="11">
  <title>Share of verdicts that are right, by their confidence</title>
  <rect width="300" height="290" fill="#fff"/>
  <path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4"/>
  <path d="M${x(0)} ${y(1)}V${y(0)}H${x(1)}" fill="none" stroke="#333"/>
  ${[...ticks, ...dots].join("\n  ")}
  <text x="160" y="284" text-anchor="middle">confidence</text>
  <text x="12" y="130" text-anchor="middle" transform="rotate(-90 12 130)">right, of ${judged.length} verdicts</text>
</svg>`;
  return { line, svg };
}
