import type { ServerResponse } from "node:http";
import { openHeaders } from "../../src/schema/headers.ts";
import { type Headers, preflightAnswer, writeBody } from "../http/response.ts";

const always = { ...openHeaders, "Cache-Control": "no-store" };
const json = { ...always, "Content-Type": "application/json" };

export type MessageId = string | number | null;

export interface Failure {
  status: number;
  code: number;
  message: string;
  data?: unknown;
  headers?: Headers;
}

function send(response: ServerResponse, status: number, headers: Headers, body: Buffer): void {
  response.writeHead(status, { ...headers, "Content-Length": String(body.length) });
  response.end(body);
}

export function sendFailure(response: ServerResponse, failure: Failure, id: MessageId = null): void {
  const { status, code, message, data, headers } = failure;
  const error = { code, message, ...(data !== undefined && { data }) };
  send(response, status, { ...json, ...headers }, Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, error })));
}

const closing = Buffer.from("}");

/** Sends a result that is already bytes, to an id that is already JSON. */
export function sendResult(
  response: ServerResponse,
  id: string,
  result: Buffer,
  headers: Headers = {},
): void {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`);
  const length = String(head.length + result.length + closing.length);
  response.writeHead(200, { ...json, ...headers, "Content-Length": length });
  writeBody(response, [head, result, closing]);
}

export const sendAccepted = (response: ServerResponse): void => {
  response.writeHead(202, { ...always, "Content-Length": "0" }).end();
};

export const sendPreflight = (response: ServerResponse): void => {
  response.writeHead(204, preflightAnswer).end();
};
