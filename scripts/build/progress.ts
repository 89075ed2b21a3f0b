export interface Progress {
  /** What is being done now; on a terminal it replaces the line before. */
  step: (text: string) => void;
  /** Ends the steps, so that other text can follow. */
  end: () => void;
}

/** Shows steps on a terminal; stays quiet in logs and CI. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || process.env["CI"]) return { step: () => {}, end: () => {} };
  return {
    step: (text) => stream.write(`\r\u001B[2K${text.slice(0, stream.columns - 1)}`),
    end: () => stream.write("\r\u001B[2K"),
  };
}
