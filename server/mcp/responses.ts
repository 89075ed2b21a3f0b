import { openHeaders } from "../../src/schema/headers.ts";
import { type Headers, preflightAnswer, toPairs, toResponse } from "../http/response.ts";

const always = { ...openHeaders, "Cache-Control": "no-store" };
const json = toPairs({ ...always, "Content-Type": "application/json" });

export type MessageId = string | number | null;

export interface RpcError {
  status: number;
  code: number;
  message: string;
  data?: unknown;
  headers?: Headers;
}

export function failureResponse(failure: RpcError, id: MessageId = null): Response {
  const { status, code, message, data, headers = {} } = failure;
  const error = { code, message, ...(data !== undefined && { data }) };
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, error }));
  return toResponse(status, [...json, ...toPairs(headers), ["content-length", String(body.length)]], body);
}

export function resultResponse(id: MessageId, result: unknown, headers: Headers = {}): Response {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }));
  return toResponse(200, [...json, ...toPairs(headers), ["content-length", String(body.length)]], body);
}

export const acceptedResponse = (): Response => toResponse(202, { ...always, "Content-Length": "0" }, null);

export const preflightResponse = (): Response => toResponse(204, preflightAnswer, null);
