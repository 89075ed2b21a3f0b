import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  buildCaddyfile,
  buildHeadersFile,
  buildNginxMaps,
  buildNginxServer,
} from "../../src/publish/web-servers.ts";
import { buildHeaderRules } from "../../src/schema/headers.ts";

/** What web servers and static hosts need to know of the files at these addresses. */
export async function writeServerFiles(
  staging: string,
  baseUrl: string,
  paths: readonly string[],
): Promise<void> {
  const rules = buildHeaderRules(baseUrl);
  const files = paths.filter((path) => !/\.(gz|br)$/.test(path));
  await writeFile(join(staging, "_headers"), buildHeadersFile(rules, files));
  await writeFile(join(staging, "nginx-maps.conf"), buildNginxMaps(rules));
  await writeFile(join(staging, "nginx-server.conf"), buildNginxServer(rules, files));
  await writeFile(join(staging, "Caddyfile"), buildCaddyfile(rules, files));
}
