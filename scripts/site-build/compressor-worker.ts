import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort } from "node:worker_threads";
import { etagOf, sha256 } from "../../server/data/hashes.ts";
import {
  type CompressTask,
  type CompressorReply,
  type Effort,
  type Variants,
  type Written,
  areVariantsOf,
  compress,
} from "./compressor.ts";

// Runs in a thread of its own with a small heap. Files are read and written at once: in steps, each of tens of
// thousands would take three times as long.

function readNow(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The variants that stand at `file`, if they stand for these bytes. */
function readVariants(bytes: Uint8Array, file: string, effort: Effort): Variants | undefined {
  if (!readNow(file)?.equals(bytes)) return undefined;
  const gzip = readNow(`${file}.gz`);
  const br = effort === "small" ? undefined : readNow(`${file}.br`);
  if (gzip === undefined || (effort !== "small" && br === undefined)) return undefined;
  const variants = { ".gz": gzip, ...(br && { ".br": br }) };
  return areVariantsOf(bytes, variants) ? variants : undefined;
}

function run({ file, content: given, deployed, effort }: CompressTask): Written {
  const bytes = typeof given === "string" ? Buffer.from(given) : (given ?? readFileSync(file));
  const old = deployed === undefined ? undefined : readVariants(bytes, deployed, effort);
  const variants = old ?? compress(bytes, effort);
  if (given !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  for (const [ending, content] of Object.entries(variants)) writeFileSync(file + ending, content);
  if (effort !== "document") return {};
  const of = (packed: Uint8Array = bytes) => ({ etag: etagOf(packed), bytes: packed.length });
  return {
    document: {
      sha256: sha256(bytes),
      ...of(bytes),
      encodings: { gzip: of(variants[".gz"]), br: of(variants[".br"]) },
    },
  };
}

const port = parentPort;
port?.on("message", ({ id, task }: { id: number; task: CompressTask }) => {
  try {
    port.postMessage({ id, written: run(task) } satisfies CompressorReply);
  } catch (error) {
    // This file failed; the thread goes on with others.
    port.postMessage({ id, error } satisfies CompressorReply);
  }
});
