export interface Progress {
  /** Whether anybody sees the steps. */
  isShown: boolean;
  /** The current step; on a terminal it replaces the line before. */
  step: (text: string) => void;
  /** One of very many steps: shown at most ten times a second. */
  count: (text: string) => void;
  /** Ends the steps, so that other text can follow. */
  end: () => void;
}

/** Shows steps on a terminal; stays quiet in logs and CI. */
export function createProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns"> & { write: (text: string) => unknown },
): Progress {
  if (!stream.isTTY || process.env["CI"])
    return { isShown: false, step: () => {}, count: () => {}, end: () => {} };
  const step = (text: string) => stream.write(`\r\u001B[2K${text.slice(0, stream.columns - 1)}`);
  let shown = -Infinity;
  return {
    isShown: true,
    step,
    count: (text) => {
      const now = performance.now();
      if (now - shown < 100) return;
      shown = now;
      step(text);
    },
    end: () => stream.write("\r\u001B[2K"),
  };
}
