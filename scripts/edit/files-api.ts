import { lstat, readdir, readFile, realpath, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join, sep } from "node:path";
import { codeOf, messageOf } from "../../src/schema/errors.ts";
import { writeAtomically } from "../site-build/files.ts";

/** Where the page of the editor asks for the owner's files. */
export const filesPath = "/edit-files";

const maxBytes = 21 * 1024 * 1024;

/** Something asked for that is not to be had, with the status that says so. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A path below the folder, never through a link and never to what is hidden. */
async function toPlace(folder: string, path: string): Promise<string> {
  const names = path.split("/").filter((name) => name !== "");
  if (names.some((name) => /^\.|[\\\0]/.test(name) || name === "node_modules"))
    throw new Refusal(403, `${path} is none of the owner's files`);
  const place = join(folder, ...names);
  const root = await realpath(folder);
  for (let there = place; there.length > folder.length; there = dirname(there)) {
    const found = await realpath(there).catch(() => undefined);
    if (found === undefined) continue;
    if (!(found + sep).startsWith(root + sep) || (await lstat(there)).isSymbolicLink())
      throw new Refusal(403, `${path} leads out of ${folder}`);
  }
  return place;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    // Read to its end all the same, or the answer would not arrive.
    if (size <= maxBytes) parts.push(part);
  }
  if (size > maxBytes) throw new Refusal(413, "the file has more than 20 MB");
  return Buffer.concat(parts);
}

async function answer(folder: string, request: IncomingMessage): Promise<Buffer | string> {
  const url = new URL(request.url ?? "", "http://localhost");
  const path = url.searchParams.get("path") ?? "";
  // No other site can send this header, and no page of another origin may ask.
  const origin = request.headers.origin;
  if (
    request.headers["x-edit"] !== "1" ||
    (origin !== undefined && new URL(origin).host !== request.headers.host)
  )
    throw new Refusal(403, "only the editor's own page may ask");
  const place = await toPlace(folder, path);
  if (place === folder && request.method !== "GET") throw new Refusal(403, "that is the whole folder");
  switch (request.method) {
    case "GET": {
      if (!path.endsWith("/") && path !== "") return readFile(place);
      const entries = await readdir(place, { withFileTypes: true });
      return JSON.stringify(
        entries
          .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
          .map((entry) => ({ name: entry.name, kind: entry.isFile() ? "file" : "directory" })),
      );
    }
    case "PUT":
      await writeAtomically(place, await readBody(request));
      return "";
    case "DELETE":
      await rm(place);
      return "";
    default:
      throw new Refusal(405, "GET, PUT and DELETE are taken");
  }
}

/** Reads and writes the files of a folder for the editor's page on this machine. */
export const createFilesApi = (folder: string) => (request: IncomingMessage, response: ServerResponse) =>
  void answer(folder, request).then(
    (body) => response.writeHead(200, { "Cache-Control": "no-store" }).end(body),
    (error: unknown) => {
      const missing = ["ENOENT", "ENOTDIR", "EISDIR", "ERR_FS_EISDIR"].includes(codeOf(error) ?? "");
      const status = error instanceof Refusal ? error.status : missing ? 404 : 500;
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(messageOf(error));
    },
  );
