/** What people can do something about: its message says all, so that it is shown without a stack. */
export class PlainError extends Error {}

/** What a thrown value says; where several tries failed without a word of their own, what the first one says. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node gives to an error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** What made it fail: fetch says why in the cause only. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;
