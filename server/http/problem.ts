import { type Issue, type Problem, type ProblemName, problems } from "../../src/schema/endpoints.ts";
import { openHeaders } from "../../src/schema/headers.ts";
import { type Headers, toResponse } from "./response.ts";

/** An answer that is an error; thrown anywhere, answered in one place. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly issues: Issue[] | undefined;
  readonly headers: Headers;
  /** How many issues there are, when not all are listed. */
  readonly issueCount: number | undefined;
  constructor(
    problem: ProblemName,
    detail: string,
    issues?: Issue[],
    headers: Headers = {},
    issueCount?: number,
  ) {
    super(detail);
    this.problem = problem;
    this.issues = issues;
    this.headers = headers;
    this.issueCount = issueCount;
  }
}

/** What is wrong with a request's parameters, all at once: the first issues, and how many there are. */
export function invalidRequest(issues: Issue[], count = issues.length): ProblemError {
  const more = count - issues.length;
  const messages = issues.map(({ message }) => message);
  const detail = (more > 0 ? [...messages, `and ${more} more`] : messages).join("; ");
  return new ProblemError("invalid-request", detail, issues, {}, more > 0 ? count : undefined);
}

/** RFC 9457, as the bytes and headers of an answer. */
export function toProblem(
  error: ProblemError,
  baseUrl: string,
): { status: number; headers: Headers; body: string } {
  const { status, title } = problems[error.problem];
  const body: Problem = {
    type: `${baseUrl}/problems/${error.problem}/`,
    title,
    status,
    detail: error.message,
    ...(error.issues && { issues: error.issues }),
    ...(error.issueCount !== undefined && { issue_count: error.issueCount }),
  };
  const text = JSON.stringify(body);
  return {
    status,
    body: text,
    headers: {
      ...openHeaders,
      ...error.headers,
      "Content-Type": "application/problem+json",
      "Content-Length": String(Buffer.byteLength(text)),
      "Cache-Control": "no-store",
    },
  };
}

export function problemResponse(error: ProblemError, baseUrl: string, method = "GET"): Response {
  const { status, headers, body } = toProblem(error, baseUrl);
  return toResponse(status, headers, method === "HEAD" ? null : Buffer.from(body));
}
