/** What stops an announcement, with the exit code that says which step it was. */
export class AnnounceError extends Error {
  override readonly name = "AnnounceError";
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
