import { FastResponse } from "srvx";
import { openHeaders, preflightHeaders } from "../answer.ts";

const always = { ...openHeaders, "Cache-Control": "no-store" };
const json = { ...always, "Content-Type": "application/json" };

export type MessageId = string | number | null;

export interface Failure {
  status: number;
  code: number;
  message: string;
  data?: unknown;
  headers?: Record<string, string>;
}

export const failureAnswer = (failure: Failure, id: MessageId = null): Response => {
  const { status, code, message, data, headers } = failure;
  const error = { code, message, ...(data !== undefined && { data }) };
  return new FastResponse(JSON.stringify({ jsonrpc: "2.0", id, error }), {
    status,
    headers: { ...json, ...headers },
  });
};

/** A result that is already text. */
export const resultAnswer = (id: MessageId, result: string, headers?: Record<string, string>): Response =>
  new FastResponse(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, {
    headers: headers === undefined ? json : { ...json, ...headers },
  });

export const accepted = (): Response => new FastResponse(null, { status: 202, headers: always });

export const preflight = (): Response => new FastResponse(null, { status: 204, headers: preflightHeaders });
