const pauseMs = 4;

/** Someone who only reads, and how long that took: the worst, and the middle. */
export const startReader = (url: string) => {
  const times: number[] = [];
  const state = { over: false };
  const reading = (async () => {
    while (!state.over) {
      const begun = performance.now();
      const response = await fetch(url);
      await response.arrayBuffer();
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  return {
    stop: async (): Promise<{ reads: number; worst: number; median: number }> => {
      state.over = true;
      await reading;
      const sorted = times.toSorted((one, other) => one - other);
      const worst = Math.round(sorted.at(-1) ?? Infinity);
      const median = Math.round((sorted[sorted.length >> 1] ?? Infinity) * 10) / 10;
      return { reads: sorted.length, worst, median };
    },
  };
};
