import { type Issue, type Problem, type ProblemName, problems } from "../src/schema/problem.ts";

/** An answer that is an error; thrown anywhere, answered in one place. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly issues: Issue[] | undefined;
  readonly headers: Record<string, string>;
  constructor(problem: ProblemName, detail: string, issues?: Issue[], headers: Record<string, string> = {}) {
    super(detail);
    this.problem = problem;
    this.issues = issues;
    this.headers = headers;
  }
}

/** RFC 9457; an error we did not foresee says nothing of its cause. */
export function problemResponse(error: unknown, baseUrl: string): Response {
  const known =
    error instanceof ProblemError
      ? error
      : new ProblemError("internal-error", "An unexpected error; it has been logged.");
  const { status, title } = problems[known.problem];
  const body: Problem = {
    type: `${baseUrl}/problems/${known.problem}/`,
    title,
    status,
    detail: known.message,
    ...(known.issues && { issues: known.issues }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...known.headers, "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  });
}
