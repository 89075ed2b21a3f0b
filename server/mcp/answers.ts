const cors = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id",
};

const preflight = {
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, If-None-Match, If-Modified-Since, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "86400",
};

const always = { ...cors, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

export type MessageId = string | number | null;

/** One JSON-RPC message as a plain JSON answer. */
export const messageAnswer = (
  message: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(message), {
    status,
    headers: { ...always, ...headers, "Content-Type": "application/json" },
  });

export interface Failure {
  status: number;
  code: number;
  message: string;
  data?: unknown;
  headers?: Record<string, string>;
}

export const failureAnswer = (failure: Failure, id: MessageId = null): Response =>
  messageAnswer(
    {
      jsonrpc: "2.0",
      id,
      error: {
        code: failure.code,
        message: failure.message,
        ...(failure.data !== undefined && { data: failure.data }),
      },
    },
    failure.status,
    failure.headers,
  );

/** 202 for what needs no answer, 204 for a preflight. */
export const emptyAnswer = (status: 202 | 204): Response =>
  new Response(null, { status, headers: status === 204 ? { ...always, ...preflight } : always });
