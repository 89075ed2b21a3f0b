import { createGunzip } from "node:zlib";
import { UsageError } from "../usage-error.ts";

const block = 512;
/** More than any export unpacks to; what flows past is dropped, so memory is no concern. */
const mostUnpacked = 64 * 1024 ** 3;

export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;
const isTar = (header: Buffer): boolean => header.subarray(257, 262).toString("latin1") === "ustar";

const textOf = (header: Buffer, from: number, length: number): string =>
  header
    .subarray(from, from + length)
    .toString("utf8")
    .replace(/\0[\s\S]*$/, "");

/** Bytes of a stream, as many at a time as are asked for. */
function createReader(chunks: AsyncIterator<Buffer>) {
  let rest: Uint8Array = new Uint8Array(0);
  let seen = 0;
  /** Hands the next bytes on, piece by piece; how many are still missing at the end of the stream. */
  const pass = async (length: number, use: (part: Uint8Array) => void): Promise<number> => {
    let left = length;
    while (left > 0) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) return left;
        seen += value.length;
        if (seen > mostUnpacked) {
          throw new UsageError("unpacks to far more than an export: none of it was read");
        }
        rest = value;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      use(part);
    }
    return 0;
  };
  return {
    /** Fewer bytes than asked for only at the end. */
    async take(length: number): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      await pass(length, (part) => parts.push(part));
      return Buffer.concat(parts);
    },
    skip: (length: number) => pass(length, () => {}),
  };
}

/** The wanted files of a gzipped tar archive, or the one file that was gzipped. */
export async function readGzip(
  name: string,
  stream: NodeJS.ReadableStream,
  isWanted: (name: string) => boolean,
  limits: { bytes: number; entries: number },
): Promise<{ name: string; bytes: Buffer }[]> {
  const reader = createReader(stream.pipe(createGunzip())[Symbol.asyncIterator]());
  const files: { name: string; bytes: Buffer }[] = [];
  let left = limits.bytes;
  const take = async (label: string, size: number) => {
    if (size > left)
      throw new UsageError(`unpacks to far more than a list of reviews (${label}): none of it was read`);
    left -= size;
    return reader.take(size);
  };
  try {
    let header = await reader.take(block);
    if (!isTar(header)) {
      const rest = await reader.take(left);
      return [{ name: name.replace(/\.gz$/i, ""), bytes: Buffer.concat([header, rest]) }];
    }
    let longName: string | undefined;
    for (let index = 0; header.length === block && !header.every((byte) => byte === 0); index += 1) {
      if (index > limits.entries)
        throw new UsageError(`holds more than ${limits.entries} files: unpack it and pass the folder`);
      const size = Number.parseInt(textOf(header, 124, 12).trim() || "0", 8);
      if (!Number.isSafeInteger(size) || size < 0)
        throw new UsageError("is a broken tar archive: download or copy it again");
      const type = textOf(header, 156, 1);
      const padding = (block - (size % block)) % block;
      const prefix = textOf(header, 345, 155);
      const own = (prefix === "" ? "" : `${prefix}/`) + textOf(header, 0, 100);
      const path = longName ?? own;
      longName = undefined;
      if (type === "L" || type === "x") {
        const text = (await take(path, Math.min(size, 65_536))).toString("utf8");
        await reader.skip(size - Math.min(size, 65_536));
        longName = type === "L" ? text.replace(/\0[\s\S]*$/, "") : /^\d+ path=(.*)$/m.exec(text)?.[1];
      } else if ((type === "0" || type === "") && isWanted(path)) {
        files.push({ name: path, bytes: await take(path, size) });
      } else await reader.skip(size);
      await reader.skip(padding);
      header = await reader.take(block);
    }
    return files;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError("is a broken gzip file: download or copy it again", { cause: error });
  }
}
