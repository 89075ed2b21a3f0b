import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** How much of a body that nobody wants is read past, so that its client sees our answer. */
const skippedBytes = 8 * 1024 * 1024;
/** A body may come in so many pieces, and in one more for each of so many bytes: a piece of one byte costs as much as any. */
const mostPieces = 1000;
const bytesOfPiece = 256;

/** Says of each piece whether the body is within bounds so far. */
function createBounds(mostBytes: number) {
  let bytes = 0;
  let pieces = 0;
  return (piece: Buffer): boolean => {
    bytes += piece.length;
    pieces += 1;
    return bytes <= mostBytes && pieces <= mostPieces + bytes / bytesOfPiece;
  };
}

/**
 * All bytes of a body; undefined when they are, or by its Content-Length will be, too many, or come in too many pieces.
 * Rejects when it breaks off.
 */
export function readBody(
  body: Readable,
  limit: number,
  contentLength?: string | null,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(contentLength ?? 0) > limit) return resolve(undefined);
    // Node ends the stream of a request that can have no body before anyone can read it.
    if (body.readableEnded) return resolve(Buffer.alloc(0));
    if (body.destroyed) reject(new Error("the client went away"));
    const chunks: Buffer[] = [];
    const isWithin = createBounds(limit);
    const read = (chunk: Buffer) => {
      if (isWithin(chunk)) chunks.push(chunk);
      else {
        body.off("data", read).pause();
        resolve(undefined);
      }
    };
    body.on("data", read);
    body.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    body.on("error", reject);
  });
}

/** Keeps Node from reading past a body that nobody reads, which it does without bounds. */
export const holdBody = (request: IncomingMessage): unknown => request.read(0);

/** Once a request is answered, reads past what is left of its body, within bounds. */
export function skipBody(request: IncomingMessage): void {
  if (request.readableEnded) return;
  const isWithin = createBounds(skippedBytes);
  request.on("data", (chunk: Buffer) => {
    if (!isWithin(chunk)) request.socket.destroy();
  });
  request.resume();
}
