import { causeOf, codeOf, messageOf } from "../../src/schema/errors.ts";
import { createProgress } from "../build/progress.ts";

export const fetchOptions = (ms: number): RequestInit => ({
  redirect: "error",
  cache: "no-store",
  signal: AbortSignal.timeout(Math.max(ms, 1)),
});

/** What went wrong with a request, as short as it can be said. */
export const whyOf = (error: unknown): string => codeOf(causeOf(error)) ?? messageOf(causeOf(error));

export const progress = createProgress(process.stderr);
