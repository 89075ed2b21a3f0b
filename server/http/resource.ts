import type { H3Event } from "h3";
import { FastResponse } from "srvx";
import { type Headers, type ReadyAnswer, createAnswers, sendReady, toPairs } from "./response.ts";
import { isRangeCurrent, negotiateEncoding, parseRange } from "./conditional.ts";
import { ProblemError } from "./problem.ts";
import type { Encoding } from "../data/snapshot.ts";

const preferred = ["br", "gzip"] as const;

/** One resource in all its representations. */
export interface Resource {
  forms: Partial<Record<Encoding, ReadyAnswer>> & { identity: ReadyAnswer };
  /** Its compressed forms, the best first. */
  encodings: readonly Exclude<Encoding, "identity">[];
}

/** Every representation of one resource; its own tag and, but for identity, its coding. */
export function toResource(
  bodies: { identity: Uint8Array; gzip?: Uint8Array; br?: Uint8Array },
  tags: Record<Encoding, string>,
  lastModified: Date,
  headers: Headers,
): Resource {
  const encodings = preferred.filter((encoding) => bodies[encoding] !== undefined);
  const etags = ["identity" as const, ...encodings].map((encoding) => tags[encoding]);
  const form = (encoding: Encoding) => {
    const coded = encoding === "identity" ? {} : { "Content-Encoding": encoding };
    const answer = createAnswers({ ...headers, Vary: "Accept-Encoding", "Accept-Ranges": "bytes", ...coded });
    return answer(bodies[encoding] as Uint8Array, tags[encoding], lastModified, etags);
  };
  const coded = Object.fromEntries(encodings.map((encoding) => [encoding, form(encoding)]));
  return { forms: { ...coded, identity: form("identity") }, encodings };
}

/** The representation that an Accept-Encoding header asks for; undefined when it takes none of them. */
export function formFor({ forms, encodings }: Resource, accepted: string | null): ReadyAnswer | undefined {
  const encoding = negotiateEncoding(accepted, encodings);
  return encoding === undefined ? undefined : forms[encoding];
}

/** Answers with the representation, or the part of it, that suits the request. */
export function sendResource(event: H3Event, resource: Resource): Response {
  const { headers, method } = event.req;
  const ready = formFor(resource, headers.get("accept-encoding"));
  if (ready === undefined) {
    throw new ProblemError(
      "not-acceptable",
      `Accept-Encoding must allow one of identity, ${resource.encodings.join(", ")}`,
    );
  }
  const range = method === "GET" ? headers.get("range") : null;
  const whole = sendReady(event, ready);
  if (range === null || !(ready.body instanceof Uint8Array)) return whole;
  if (whole.status === 304 || !isRangeCurrent(headers, ready.etag, ready.lastModified)) return whole;
  const size = ready.body.length;
  const part = parseRange(range, size);
  if (part === undefined) return whole;
  if (part === "unsatisfiable") {
    throw new ProblemError("range-not-satisfiable", `the document has ${size} bytes`, undefined, {
      "Content-Range": `bytes */${size}`,
    });
  }
  const { start, end } = part;
  return new FastResponse(ready.body.subarray(start, end) as unknown as BodyInit, {
    status: 206,
    headers: [
      ...toPairs(ready.headers).filter(([name]) => name !== "content-length"),
      ["content-range", `bytes ${start}-${end - 1}/${size}`],
      ["content-length", String(end - start)],
    ],
  });
}
