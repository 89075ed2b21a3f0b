/** A slot or claim in the owner's Markdown that cannot be published: where it stands and how to mend it. */
export interface ClaimFault {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** Every such fault at once; the build must not go on. */
export class ClaimError extends Error {
  readonly faults: readonly ClaimFault[];
  constructor(faults: readonly ClaimFault[]) {
    super(faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "ClaimError";
    this.faults = faults;
  }
}
