import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readIfThere } from "../../scripts/site-build/files.ts";
import { readManifest } from "../published.ts";

/** A deploy as the web shows it: files of a folder with their tags, private ones hidden. */
export async function serve(folder: string) {
  const asked: { path: string; status: number }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const bytes = await readIfThere(join(folder, path.endsWith("/") ? `${path}index.html` : path));
    const etag = `"${createHash("sha256")
      .update(bytes ?? "")
      .digest("hex")}"`;
    const isHidden = bytes === undefined || path === "/.retained.json" || path === "/purge.txt";
    const status = isHidden ? 404 : request.headers["if-none-match"] === etag ? 304 : 200;
    asked.push({ path, status });
    response.writeHead(status, { ETag: etag }).end(status === 200 ? bytes : "");
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export const reviewsOf = async (dist: string) =>
  JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")) as {
    reviews: { id: string }[];
    removed: { id: string; removed_at: string }[];
  };
export const hashedOf = async (dist: string, path = "/reviews.json") =>
  (await readManifest(dist)).documents.find((document) => document.path === path)?.hashed_path ?? "";
