import { fork } from "node:child_process";
import { once } from "node:events";
import { loopbackIdentity } from "./certificates.ts";
import { later } from "./test-network.ts";

interface Seen {
  what: "verification" | "delivery";
  port: number;
  at: number;
}

/** Starts callbacks on so many origins in a process of their own, and notes when each first hears of what. */
export const startCrowd = async (size: number, mute: Seen["what"] | "" = "") => {
  const child = fork(new URL("./crowd-process.ts", import.meta.url), {
    env: { ...process.env, CROWD: String(size), MUTE: mute, IDENTITY: JSON.stringify(loopbackIdentity) },
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  later(child, async () => {
    child.kill();
    await once(child, "exit");
  });
  const [{ ports }] = (await once(child, "message")) as [{ ports: number[] }];
  const first = { verification: new Map<number, number>(), delivery: new Map<number, number>() };
  child.on("message", ({ what, port, at }: Seen) => {
    if (!first[what].has(port)) first[what].set(port, at);
  });
  return {
    ports,
    callbacks: ports.map((port) => `https://127.0.0.1:${port}/callback`),
    /** When a callback was first asked, or first brought something, since this was last forgotten. */
    first,
    forget: (): void => {
      first.verification.clear();
      first.delivery.clear();
    },
  };
};
