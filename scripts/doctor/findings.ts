import type { Finding } from "./check.ts";

/** What one check found. */
export interface CheckFinding {
  check: string;
  finding: Finding;
  /** Gives way to any other finding of the same cause. */
  isVague?: boolean;
}

/** How many addresses are named where one cause shows at many. */
const mostNamed = 3;

const causeOf = ({ severity, cause, problem, fix }: Finding): string =>
  cause ?? JSON.stringify([severity, problem, fix]);

const weightOf = ({ finding, isVague }: CheckFinding): number =>
  (finding.severity === "wrong" ? 2 : 0) + (isVague ? 0 : 1);

/** What has one cause is one finding, named by the first address at which it was met. */
export function groupByCause(all: readonly CheckFinding[]): CheckFinding[] {
  const groups = Map.groupBy(all, ({ finding }) => causeOf(finding));
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => weightOf(b) - weightOf(a));
    if (first === undefined) return [];
    const paths = [...new Set(others.map(({ finding }) => finding.path))].filter(
      (path) => path !== first.finding.path,
    );
    if (paths.length === 0) return [first];
    const more =
      paths.length > mostNamed
        ? `${paths.slice(0, mostNamed).join(", ")} and ${paths.length - mostNamed} more`
        : paths.join(", ");
    return [
      { ...first, finding: { ...first.finding, problem: `${first.finding.problem}; the same on ${more}` } },
    ];
  });
}
