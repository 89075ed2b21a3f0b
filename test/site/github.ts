import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { H3, HTTPError } from "h3";
import { serve } from "srvx";
import { listFiles } from "../../scripts/site-build/files.ts";

// The little of GitHub's API that an editor speaks, over a folder in place of a repository.

interface GraphQl {
  query: string;
  variables: {
    input?: {
      expectedHeadOid: string;
      message: { headline: string };
      fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] };
    };
  };
}

const oidOf = (bytes: Buffer | string): string => createHash("sha1").update(bytes).digest("hex");

export async function startGithub(
  folder: string,
  { token, repository }: { token: string; repository: string },
) {
  const commits = [{ oid: oidOf("first"), message: "First" }];
  const head = () => commits.at(-1)?.oid ?? "";
  const blobs = new Map<string, Buffer>();
  const readTree = async () =>
    Promise.all(
      listFiles(folder).map(async (path) => {
        const bytes = await readFile(join(folder, path));
        const sha = oidOf(bytes);
        blobs.set(sha, bytes);
        return { path: path.slice(1), mode: "100644", type: "blob", sha, size: bytes.length };
      }),
    );
  const commit = async ({
    expectedHeadOid,
    message,
    fileChanges,
  }: NonNullable<GraphQl["variables"]["input"]>) => {
    if (expectedHeadOid !== head()) return { errors: [{ message: "Expected branch to point elsewhere" }] };
    for (const { path } of fileChanges.deletions) await rm(join(folder, path));
    const files: Record<string, { oid: string }> = {};
    for (const [index, { path, contents }] of fileChanges.additions.entries()) {
      const bytes = Buffer.from(contents, "base64");
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
      files[`file_${index}`] = { oid: oidOf(bytes) };
    }
    commits.push({ oid: oidOf(`${head()}${message.headline}`), message: message.headline });
    const made = { oid: head(), committedDate: "2026-11-28T10:00:00Z", ...files };
    return { data: { createCommitOnBranch: { commit: made } } };
  };
  const person = {
    author: { name: "Fern", email: "", user: { id: 7, login: "fern" } },
    committedDate: "2026-11-28T10:00:00Z",
  };
  const query = (text: string) => ({
    ...(text.includes("defaultBranchRef") && { defaultBranchRef: { name: "main" } }),
    ...(/\bref\(qualifiedName/.test(text) && {
      ref: { target: { history: { nodes: [commits.at(-1)] } } },
    }),
    ...Object.fromEntries(
      [...text.matchAll(/(\w+): object\(oid: "(\w+)"\)/g)].map(([, alias, oid = ""]) => [
        alias,
        { text: blobs.get(oid)?.toString("utf8"), isTruncated: false },
      ]),
    ),
    ...Object.fromEntries(
      [...text.matchAll(/(\w+):\s+ref\(qualifiedName/g)].map(([, alias]) => [
        alias,
        { target: { history: { nodes: [person] } } },
      ]),
    ),
  });
  const app = new H3();
  app.use((event) => {
    const origin = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*",
      "Access-Control-Allow-Methods": "*",
    };
    for (const [name, value] of Object.entries(origin)) event.res.headers.set(name, value);
    if (event.req.method === "OPTIONS") return "";
    if (!event.req.headers.get("authorization")?.endsWith(` ${token}`)) throw new HTTPError({ status: 401 });
    return undefined;
  });
  app.get("/user", () => ({ id: 7, login: "fern", name: "Fern", email: "", avatar_url: "", html_url: "" }));
  app.get(`/repos/${repository}/collaborators/fern`, () => "");
  app.get(`/repos/${repository}/git/trees/**`, async () => ({ tree: await readTree(), truncated: false }));
  app.get(`/repos/${repository}/git/blobs/:sha`, (event) => blobs.get(event.context.params?.["sha"] ?? ""));
  app.post("/graphql", async (event) => {
    const { query: text, variables } = (await event.req.json()) as GraphQl;
    if (variables.input) return commit(variables.input);
    return { data: { repository: query(text) } };
  });
  const server = serve({
    fetch: (request) => app.fetch(request),
    port: 0,
    hostname: "127.0.0.1",
    silent: true,
  });
  await server.ready();
  return { url: server.url?.replace(/\/$/, "") ?? "", commits, stop: () => server.close(true) };
}
