// Loaded into a command before its own modules: FAULT=<n> kills it at its nth change of the disk, a write when it has begun.
import fs from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const fault = Number(process.env["FAULT"]);
let changes = 0;
const die = (): never => {
  process.kill(process.pid, "SIGKILL");
  // The signal comes at once, and nothing is done meanwhile.
  for (;;);
};
const isFault = (): boolean => (changes += 1) === fault;

const { open, writeFile } = promises;
for (const name of ["mkdir", "rename", "link", "copyFile", "rm", "utimes"] as const) {
  const original = promises[name] as (...args: unknown[]) => Promise<unknown>;
  Object.assign(promises, { [name]: (...args: unknown[]) => (isFault() ? die() : original(...args)) });
}

for (const name of ["renameSync", "rmSync"] as const) {
  const original = fs[name] as (...args: unknown[]) => void;
  Object.assign(fs, { [name]: (...args: unknown[]) => (isFault() ? die() : original(...args)) });
}

/** The beginning of what was to be written. */
const beginningOf = (bytes: unknown): string | Buffer => {
  if (typeof bytes !== "string" && !Buffer.isBuffer(bytes)) throw new Error("neither a text nor bytes");
  return bytes.slice(0, 10);
};
promises.writeFile = async (file, bytes, options) => {
  if (!isFault()) return writeFile(file, bytes, options);
  await writeFile(file, beginningOf(bytes), options);
  return die();
};
promises.open = async (...args) => {
  const handle = await open(...args);
  const write = handle.writeFile.bind(handle);
  const writeSome: FileHandle["writeFile"] = async (bytes, options) => {
    if (!isFault()) return write(bytes, options);
    await write(beginningOf(bytes), options);
    return die();
  };
  return Object.assign(handle, { writeFile: writeSome });
};
syncBuiltinESMExports();
