/** The larger input is so many times as large as the smaller one. */
const factor = 8;
/** Eight small inputs against a large one: 1 where cost is in proportion to size, 8 where it grows by the square. */
const mostRatio = 3;
const mostComparisons = 30;

interface Rounds {
  /** One comparison takes the best of so many runs. */
  runs: number;
  /** So many comparisons one after the other must agree. */
  inARow: number;
}
/** Code that is compiled anew during a comparison makes it worthless, so several must agree. */
const thorough: Rounds = { runs: 3, inARow: 2 };
/** For work of half a second and more, which hardly notices what is compiled meanwhile. */
export const once: Rounds = { runs: 1, inARow: 1 };

type Work = () => unknown;

/** Milliseconds of CPU that this process has used: waiting for a core of a busy machine is no part of them. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Fails for work whose cost grows by the square of its input. `build` makes the work for an input of a size; only
 * running it is measured. Work of a small input, eight times, and of one that is eight times as large take turns, and
 * the best of each counts, so another program disturbs both or neither. It ends as soon as it is clear that cost is in
 * proportion to size, however long a busy machine takes to get there.
 */
export const expectLinear = async (
  build: (size: number) => Work | Promise<Work>,
  size: number,
  { runs, inARow, clock = cpuMs }: Rounds & { clock?: () => number } = thorough,
): Promise<void> => {
  const [small, large] = [await build(size), await build(size * factor)];
  const measure = async (work: Work, times: number): Promise<number> => {
    const begun = clock();
    for (let time = 0; time < times; time += 1) await work();
    return clock() - begun;
  };
  const compare = async () => {
    const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
    for (let run = 0; run < runs; run += 1) {
      best.small = Math.min(best.small, await measure(small, factor));
      best.large = Math.min(best.large, await measure(large, 1));
    }
    return best;
  };
  let last = await compare();
  for (let comparison = 1, agreeing = 0; comparison < mostComparisons; comparison += 1) {
    agreeing = last.large < last.small * mostRatio ? agreeing + 1 : 0;
    if (agreeing === inARow) return;
    last = await compare();
  }
  throw new Error(
    `an input of ${size * factor} takes ${last.large.toFixed(2)} ms of CPU, ` +
      `${factor} of ${size} take ${last.small.toFixed(2)} ms: cost grows by the square of the size`,
  );
};
