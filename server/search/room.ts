import type { ReadyAnswer } from "../http/response.ts";

/**
 * Memory for answers that are sent and forgotten, one after the other in the same place: what was just read is still
 * near the processor, and joining an answer there takes half as long as in fresh memory.
 */
export interface Room {
  take: (size: number) => Buffer;
  /** The system has taken the answer over whole; the next may be written where it stood. */
  giveBack: (body: ReadyAnswer["body"]) => void;
}

export function createRoom(): Room {
  let memory = new ArrayBuffer(0);
  let isFree = false;
  return {
    take: (size) => {
      // An answer that waits for its reader keeps its memory, and never more than it needs.
      if (!isFree || memory.byteLength < size) memory = Buffer.allocUnsafeSlow(size).buffer;
      isFree = false;
      return Buffer.from(memory, 0, size);
    },
    giveBack: (body) => {
      if (body instanceof Uint8Array && body.buffer === memory) isFree = true;
    },
  };
}
