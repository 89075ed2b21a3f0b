import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { expect } from "vitest";
import { importReviews } from "../../scripts/import.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** What a command does that ends with an error of these words. */
export const fails = (words: string | RegExp, code = 1) => ({ code, err: expect.stringMatching(words) });

/** Runs one of the owner's commands as the owner does, outside a terminal; `input` is what is piped in. */
export const run = (
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
  input = "",
): Promise<Ran> => {
  // Vitest sets a BASE_URL of its own.
  const { BASE_URL: _, ...own } = process.env;
  const child = spawn(process.execPath, [join(root, "scripts", script), ...args], {
    cwd,
    env: { ...own, ...env },
  });
  // A command that reads no answers may have ended before.
  child.stdin.on("error", () => {}).end(input);
  return runCommand(child);
};

/** A command's output and exit. */
export function runCommand(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ran> {
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** Writes a file into a folder of its own and says where it is. */
export async function write(name: string, bytes: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return path;
}

/** The --json output of an import. */
export interface ImportReport {
  format: string;
  new: Record<string, unknown>[];
  edited: { id: string; file: string; changes: Record<string, unknown> }[];
  unchanged: string[];
  missing: string[];
  removed: { at: string; id: string }[];
  duplicates: { at: string; of: string }[];
  refused: { at: string; why: string }[];
  waiting: Record<string, number>;
  questions: { id: string; about: string; text: string }[];
  notes: string[];
  written: string[];
}

export const importing = async (content: string, path: string, ...args: string[]) =>
  JSON.parse(await importReviews([path, "--content", content, "--json", ...args])) as ImportReport;

/** Every file of a folder with its bytes, to see that nothing changed. */
export async function snapshotOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.slice(folder.length)] = await readFile(path, "utf8");
  }
  return files;
}

interface ZipEntry {
  name: string;
  bytes: Buffer | string;
  /** The size that the directory gives instead of the true one. */
  claimedSize?: number;
}

/** A zip file as the usual programs write it. */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, claimedSize } of entries) {
    const plain = Buffer.from(bytes);
    const packed = deflateRawSync(plain, { level: 1 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, tail, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, all, end]);
}
