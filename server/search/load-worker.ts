import { parentPort, workerData } from "node:worker_threads";
import { buildReviewTable } from "../data/dataset.ts";
import { type LoadResult, type ThreadJob, asBuffer, load } from "../data/load.ts";
import { createTextIndexBuilder } from "./text-index.ts";
import { messageOf } from "../../src/schema/errors.ts";

/** Every array's memory in the value, so that it is handed over and not copied. */
function memoryOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Small buffers share their memory with others of this thread; they are copied.
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength > Buffer.poolSize)
      found.add(value.buffer);
  } else if (value instanceof Map) {
    for (const each of value.values()) memoryOf(each, found);
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) memoryOf(each, found);
  }
  return found;
}

let result: LoadResult;
try {
  const job = workerData as ThreadJob;
  const loaded =
    "reviews" in job
      ? { documents: new Map(), table: buildReviewTable(asBuffer(job.reviews), createTextIndexBuilder) }
      : await load(job, createTextIndexBuilder);
  result = { loaded };
} catch (error) {
  result = { error: messageOf(error) };
}
parentPort?.postMessage(result, [...memoryOf(result)]);
