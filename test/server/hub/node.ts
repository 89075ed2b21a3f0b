import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authority } from "./certificates.ts";
import { baseUrl, feedTopic, later, newFolder } from "./test-network.ts";

/** A deploy in a file, whole at any moment, that hub processes read. */
export const newDeployFile = (first = "one") => {
  const folder = newFolder();
  const file = join(folder, "deploy");
  const show = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  show(first);
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, authority.cert);
  return { file, ca, show, body: () => `${feedTopic}\n${readFileSync(file, "utf8")}` };
};
export type DeployFile = ReturnType<typeof newDeployFile>;

/** Starts a hub in a process of its own; resolves undefined when it died before it could answer. */
export const startNode = async (
  deploy: DeployFile,
  databaseUrl: string,
  env: Record<string, string> = {},
) => {
  const child: ChildProcess = fork(new URL("./node-process.ts", import.meta.url), {
    env: {
      ...process.env,
      DEPLOY: deploy.file,
      NODE_EXTRA_CA_CERTS: deploy.ca,
      DATABASE_URL: databaseUrl,
      BASE_URL: baseUrl,
      ...env,
    },
    execArgv: ["--import", new URL("./commit-fault.ts", import.meta.url).href],
    stdio: ["ignore", "inherit", env["LOG"] ? "inherit" : "pipe", "ipc"],
  });
  const gone = once(child, "exit");
  const kill = async (signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  later(child, () => kill());
  const started = await Promise.race([once(child, "message"), gone.then(() => undefined)]);
  const port = (started?.[0] as { port: number } | undefined)?.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const post = async (fields: Record<string, string>): Promise<number | undefined> => {
    try {
      const response = await fetch(`${url}/`, { method: "POST", body: new URLSearchParams(fields) });
      await response.text();
      return response.status;
    } catch {
      return undefined;
    }
  };
  const gauge = async (name: string): Promise<number> => {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split("\n");
    return Number(lines.find((line) => line.startsWith(`reviews_hub_${name} `))?.split(" ")[1]);
  };
  return {
    url,
    pid: child.pid,
    started: started !== undefined,
    kill,
    gone,
    alive: () => child.exitCode === null && child.signalCode === null,
    /** The status, or undefined when no answer came. */
    subscribe: (callback: string, more: Record<string, string> = {}) =>
      post({ "hub.mode": "subscribe", "hub.topic": feedTopic, "hub.callback": callback, ...more }),
    unsubscribe: (callback: string) =>
      post({ "hub.mode": "unsubscribe", "hub.topic": feedTopic, "hub.callback": callback }),
    publish: () => post({ "hub.mode": "publish", "hub.url": feedTopic }),
    gauge,
    count: () => gauge(`subscriptions{topic="${feedTopic}"}`),
  };
};
