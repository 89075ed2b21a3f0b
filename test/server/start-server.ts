import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "../..");

export interface RunningServer {
  url: string;
  process: ChildProcess;
  /** Every line of its log so far, parsed where it is JSON. */
  log: Record<string, unknown>[];
  /** Waits for a line of the log that fits. */
  logged: (fits: (line: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>;
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>;
}

export interface StartOptions {
  env: Record<string, string>;
  /** `scripts/start.ts` serves the pages too. */
  script?: "server/main.mjs" | "scripts/start.ts";
  /** The command that runs Node, with the rest as its arguments. */
  command?: string[];
  /** The project's folder, when it is a copy. */
  folder?: string;
  /** The Node to run it, when it is not the project's own. */
  node?: string;
}

function spawnServer(options: StartOptions): ChildProcess {
  const { env, script = "server/main.mjs", command = [], folder = root, node = process.execPath } = options;
  const { PATH = "", HOME = "" } = process.env;
  const [program, ...rest] = [...command, node, join(folder, script)];
  return spawn(program, rest, {
    cwd: folder,
    env: { PATH, HOME, PORT: "0", DATABASE_URL: "sqlite::memory:", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts the server as people do, on a free port, and waits until it listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const child = spawnServer(options);
  const log: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    try {
      log.push(JSON.parse(line) as Record<string, unknown>);
    } catch {
      log.push({ line });
    }
    for (const look of waiting) look();
  });
  const logged = (fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`the server ended with ${code}: ${errors}`));
      const look = () => {
        const found = log.findLast(fits);
        if (found === undefined) return;
        waiting.delete(look);
        child.off("exit", fail);
        resolve(found);
      };
      waiting.add(look);
      child.once("exit", fail);
      look();
    });
  const { url } = await logged(({ event }) => event === "listening");
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  };
  return { url: String(url), process: child, log, logged, stop };
}

/** Runs a server that is expected not to start. */
export async function startInVain(options: StartOptions): Promise<{ code: number | null; errors: string }> {
  const child = spawnServer(options);
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, errors };
}
