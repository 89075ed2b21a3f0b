import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

interface Load {
  url: string;
  /** Whole requests, as they go over the wire. */
  requests: string[];
  connections: number;
  milliseconds: number;
  /** Each request once instead of over and over. */
  once: boolean;
}

const { url, requests: texts, connections, milliseconds, once } = workerData as Load;
const { hostname, port } = new URL(url);
const requests = texts.map((text) => Buffer.from(text));
const end = performance.now() + milliseconds;
const start = performance.now();
let next = 0;
let done = 0;
const times: number[] = [];

/** One connection, one request at a time, reading no more of the answer than where it ends. */
function run(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let missing = 0;
    let sent = 0;
    let head = "";
    const send = () => {
      if ((once && next >= requests.length) || performance.now() > end) {
        socket.destroy();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket.on("connect", send);
    socket.on("data", (chunk: Buffer) => {
      let rest = chunk.length;
      if (missing === 0) {
        head += chunk.toString("latin1");
        const split = head.indexOf("\r\n\r\n");
        if (split < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, split))?.[1];
        missing = Number(length ?? 0);
        rest = head.length - split - 4;
        head = "";
        if (missing === 0) rest = 0;
      }
      missing -= rest;
      if (missing > 0) return;
      missing = 0;
      done += 1;
      times.push(performance.now() - sent);
      send();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}

// A generator that sleeps between answers makes the server pay for waking it, the more the less it has to do: on a
// virtual machine as much as writing the answer. So it never sleeps, whichever server it asks.
let isRunning = true;
const stayAwake = () => {
  if (isRunning) setImmediate(stayAwake);
};
stayAwake();
await Promise.all(Array.from({ length: connections }, run));
isRunning = false;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage({ done, seconds: (performance.now() - start) / 1000, p50: at(0.5), p99: at(0.99) });
