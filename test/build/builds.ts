import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { isHashed, listFiles } from "../../scripts/site-build/files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const root = join(import.meta.dirname, "..", "..");

export interface BuildRun {
  code: number | null;
  output: string;
}

interface BuildSettings {
  content: string;
  out: string;
  project?: string;
  env?: Record<string, string>;
  args?: string[];
}

export function startBuild({ content, out, project = root, env = {}, args = [] }: BuildSettings) {
  const { BASE_URL: _, SOURCE_DATE_EPOCH: __, ...own } = process.env;
  const child = spawn(process.execPath, ["scripts/build.ts", "--content", content, "--out", out, ...args], {
    cwd: project,
    env: { ...own, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const done = once(child, "close").then(([code]): BuildRun => ({ code: code as number | null, output }));
  return { child, done };
}

export const runBuild = (settings: BuildSettings): Promise<BuildRun> => startBuild(settings).done;

/** A build that has to succeed. */
export async function build(settings: BuildSettings): Promise<string> {
  const { code, output } = await runBuild(settings);
  if (code !== 0) throw new Error(`the build ended with ${code}:\n${output}`);
  return output;
}

/** A build that stops, says so without a stack, and ends with 1. */
export async function expectRefusal(settings: BuildSettings, ...words: string[]): Promise<void> {
  const { code, output } = await runBuild(settings);
  for (const said of words) expect(output).toContain(said);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
}

/** The project in another place, with this content, as a clone of it would be. */
export async function copyProject(content: string): Promise<string> {
  const folder = await temporaryFolder();
  const files = "astro.config.mjs package.json package-lock.json tsconfig.json";
  for (const name of ["src", "server", "scripts", "public", ...files.split(" ")]) {
    await cp(join(root, name), join(folder, name), { recursive: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      },
    );
  }
  await cp(content, join(folder, "content"), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Every file with its bytes. */
export async function readTree(folder: string): Promise<Map<string, Buffer>> {
  const tree = new Map<string, Buffer>();
  for (const path of listFiles(folder)) tree.set(path, await readFile(join(folder, path)));
  return tree;
}

/** Addresses of what differs between two trees. */
export function differences(a: Map<string, Buffer>, b: Map<string, Buffer>): string[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].filter((path) => !(b.get(path) && a.get(path)?.equals(b.get(path) as Buffer))).sort();
}

/**
 * How often a build called functions of the project, all its threads together, by file and name: what V8 counted in a
 * run with NODE_V8_COVERAGE set to the folder. Work is counted, so that no test depends on how fast a machine is.
 */
export async function countCalls(folder: string): Promise<(file: string, name: string) => number> {
  const calls = new Map<string, number>();
  for (const path of listFiles(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, path), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      for (const { functionName, ranges } of functions) {
        const key = `${url.split("/").at(-1)} ${functionName}`;
        calls.set(key, (calls.get(key) ?? 0) + (ranges[0]?.count ?? 0));
      }
    }
  }
  return (file, name) => calls.get(`${file} ${name}`) ?? 0;
}

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** When each file was last written, or anything else of it was changed. */
export async function readTimes(folder: string): Promise<Record<string, string>> {
  const times: Record<string, string> = {};
  for (const path of listFiles(folder)) {
    const { ino, mtimeMs, ctimeMs, size } = await stat(join(folder, path));
    // Builds give a hashed file a second name, which changes its ctime and writes nothing.
    times[path] = `${ino} ${mtimeMs} ${isHashed(path) ? size : ctimeMs}`;
  }
  return times;
}
