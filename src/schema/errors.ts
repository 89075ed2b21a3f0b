/** An error that people can fix: its message says all, so it is shown without a stack. */
export class PlainError extends Error {}

/** The message of a thrown value; of several failed tries without a message of their own, the first one's. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node gives to an error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** The cause of the failure: fetch gives the reason only there. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

/** An issue in what a person at the keyboard gave. */
export class UsageError extends PlainError {}
