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

const closing = Buffer.from("}");

/** A result that is already bytes, to an id that is already JSON. */
export function resultResponse(id: string, result: Buffer, headers: Headers = {}): Response {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`);
  const length = String(head.length + result.length + closing.length);
  return toResponse(200, [...json, ...toPairs(headers), ["content-length", length]], [head, result, closing]);
}

export const acceptedResponse = (): Response => toResponse(202, { ...always, "Content-Length": "0" }, null);

export const preflightResponse = (): Response => toResponse(204, preflightAnswer, null);
