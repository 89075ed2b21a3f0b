import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort } from "node:worker_threads";
import { etagOf, sha256 } from "../../server/data/hashes.ts";
import { codeOf, messageOf } from "../../src/schema/errors.ts";
import { type CompressTask, type CompressorReply, type Written, compress } from "./compressor.ts";

// Runs in a thread of its own with a small heap. Files are read and written at once: in steps, each of tens of
// thousands would take three times as long.

function run({ file, content, effort }: CompressTask): Written {
  const bytes = typeof content === "string" ? Buffer.from(content) : (content ?? readFileSync(file));
  const variants = compress(bytes, effort);
  if (content !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  for (const [ending, packed] of Object.entries(variants)) writeFileSync(file + ending, packed);
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
    // This file failed; the thread goes on with others. A message keeps no code of an error.
    port.postMessage({ id, error: messageOf(error), code: codeOf(error) } satisfies CompressorReply);
  }
});
