/** Something in the content folder that the owner has to mend. */
export interface Fault {
  file: string;
  line: number;
  /** The entry it is in, when the file holds several. */
  entry?: string | undefined;
  /** Where in the entry, such as `verification.method`; empty for the file itself. */
  field: string;
  /** What was found and what is accepted. */
  message: string;
}

const byPlace = (a: Fault, b: Fault) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || (a.field < b.field ? -1 : 1);

const toLine = ({ file, line, entry, field, message }: Fault) =>
  `${file}:${line}: ${[field, entry].filter(Boolean).join(" of ")}${field || entry ? " " : ""}${message}`;

/** Every fault of the content, found in one run. */
export class ContentError extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    const sorted = faults.toSorted(byPlace);
    const files = new Set(faults.map(({ file }) => file)).size;
    const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"} in ${files} ${files === 1 ? "file" : "files"}`;
    super(`Content has ${count}:\n\n${sorted.map(toLine).join("\n")}\n`);
    this.name = "ContentError";
    this.faults = sorted;
  }
}
