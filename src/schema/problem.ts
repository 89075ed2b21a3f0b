import { z } from "zod";
import { keysOf } from "./record.ts";

/** Every kind of problem that an answer can name; each has a page at /problems/<name>/. */
export const problems = {
  "invalid-request": { status: 400, title: "The request is not valid" },
  forbidden: { status: 403, title: "This server does not answer to that name" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "method-not-allowed": { status: 405, title: "This address does not take that method" },
  "not-acceptable": { status: 406, title: "No form of this answer is acceptable to you" },
  "too-large": { status: 413, title: "The request is too large" },
  "uri-too-long": { status: 414, title: "The address is too long" },
  "unsupported-media-type": { status: 415, title: "The request's content type is not supported" },
  "range-not-satisfiable": { status: 416, title: "That part of the document does not exist" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service is not ready or too busy" },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemName = keyof typeof problems;
export const problemNames = keysOf(problems);

/** The most issues that an answer lists; of more, it says how many there are. */
export const mostIssues = 20;

/** One issue with an input; its message says what would be accepted. */
export const Issue = z
  .object({
    path: z.array(z.string()).meta({ description: "Where the issue is" }),
    code: z.string().meta({ description: "What kind of issue it is" }),
    message: z.string().meta({ description: "What is wrong and what would be accepted" }),
    received: z.unknown().optional().meta({ description: "What was received" }),
  })
  .meta({ id: "Issue" });
export type Issue = z.infer<typeof Issue>;

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.url().meta({ description: "A page that explains this kind of problem" }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: "What happened this time and what to do" }),
    issues: z
      .array(Issue)
      .max(mostIssues)
      .optional()
      .meta({ description: "What is wrong with an invalid input, all at once" }),
    issue_count: z
      .int()
      .optional()
      .meta({ description: "How many issues there are, when not all are listed" }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
