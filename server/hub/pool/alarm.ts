/** Runs work after a while; the earliest wish holds, and a wish that falls due while the work runs runs it once more. */
export const createAlarm = (work: () => Promise<number>, onIdle: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  let at = Infinity;
  let isRunning = false;
  let isMissed = false;
  let isStopped = false;

  const ring = async (): Promise<void> => {
    at = Infinity;
    if (isRunning) {
      isMissed = true;
      return;
    }
    isRunning = true;
    const again = await work();
    isRunning = false;
    set(isMissed ? 0 : again);
    isMissed = false;
    onIdle();
  };
  const set = (ms: number): void => {
    const wished = performance.now() + ms;
    if (isStopped || wished >= at) return;
    at = wished;
    clearTimeout(timer);
    timer = setTimeout(() => void ring(), ms).unref();
  };
  return {
    /** Runs the work in so many milliseconds, or earlier where that was wished for. */
    set,
    isRunning: (): boolean => isRunning,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
