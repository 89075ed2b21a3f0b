import { PlainError } from "../../schema/errors.ts";
/** A slot or claim in the owner's Markdown that cannot be published: where it stands and how to fix it. */
export interface ClaimIssue {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** Every such issue at once; the build must not go on. */
export class ClaimError extends PlainError {
  readonly issues: readonly ClaimIssue[];
  constructor(issues: readonly ClaimIssue[]) {
    super(issues.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "ClaimError";
    this.issues = issues;
  }
}
