import type { Readable } from "node:stream";

/** How much of a body that is too large is read past, so that its client sees our answer. */
const skippedBytes = 8 * 1024 * 1024;

/** All bytes of a body; undefined when there are, or by its Content-Length will be, too many. Rejects when it breaks off. */
export function readBody(
  body: Readable,
  limit: number,
  contentLength?: string | null,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(contentLength ?? 0) > limit) resolve(undefined);
    if (body.destroyed) reject(new Error("the client went away"));
    const chunks: Buffer[] = [];
    let size = 0;
    body.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        resolve(undefined);
        if (size > limit + skippedBytes) body.destroy();
      }
    });
    body.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    body.on("error", reject);
  });
}
