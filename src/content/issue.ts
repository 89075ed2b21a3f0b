import { toCount } from "../schema/text.ts";
import { PlainError } from "../schema/errors.ts";
/** Something in the content folder that the owner has to fix. */
export interface ContentIssue {
  file: string;
  line: number;
  /** The entry it is in, when the file holds several. */
  entry?: string | undefined;
  /** Where in the entry, such as `verification.method`; empty for the file itself. */
  field: string;
  /** Values found, and those accepted. */
  message: string;
}

/** A fault of a file or of a line of it, where no field has a name yet. */
export const fileIssue = (file: string, message: string, line = 1): ContentIssue => ({
  file,
  line,
  field: "",
  message,
});

const byPlace = (a: ContentIssue, b: ContentIssue) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || (a.field < b.field ? -1 : 1);

const toLine = ({ file, line, entry, field, message }: ContentIssue) =>
  `${file}:${line}: ${[field, entry].filter(Boolean).join(" of ")}${field || entry ? " " : ""}${message}`;

/** Every issue of the content, found in one run. */
export class ContentError extends PlainError {
  readonly issues: readonly ContentIssue[];
  constructor(issues: readonly ContentIssue[]) {
    const sorted = issues.toSorted(byPlace);
    const files = new Set(issues.map(({ file }) => file)).size;
    const count = `${toCount(issues.length, "issue")} in ${toCount(files, "file")}`;
    super(`Content has ${count}:\n\n${sorted.map(toLine).join("\n")}\n`);
    this.name = "ContentError";
    this.issues = sorted;
  }
}
