import { PlainError } from "../src/schema/errors.ts";

/** An issue in what a person at the keyboard gave. */
export class UsageError extends PlainError {}
