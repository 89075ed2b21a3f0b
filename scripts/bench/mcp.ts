import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { startServer } from "../../test/server/start-server.ts";

const usage = `Usage: npm run bench -- mcp [--seconds 3] [--rounds 3] [--calls 100000] [--dist dist] [--json]

HTTP search and the MCP tool search_reviews with the same filters, in turn, on one server with 50 connections:
requests per second, their ratio (at most 3 is wanted), p50 and p99 (p99 under 10 × p50 is wanted). "asked again"
repeats one question; "new each time" never repeats one. Then the server's memory before and after many calls.

  npm run bench -- mcp --seconds 5 --rounds 5
  npm run bench -- mcp --calls 0 --json
`;

const connections = 50;

interface Load {
  name: string;
  /** The bytes of the n-th request. */
  request: (n: number) => Buffer;
}

interface Measured {
  perSecond: number;
  /** Processor time of the server for one request, in microseconds; NaN where the system does not say. */
  cpu: number;
  p50: number;
  p99: number;
  failed: number;
}

interface Target {
  url: string;
  port: number;
  pid: number;
}

const headEnd = Buffer.from("\r\n\r\n");

/** One connection that asks, waits for the whole answer, and asks again until there is nothing left to ask. */
function askOn(port: number, next: () => Buffer | undefined, answered: (ms: number, ok: boolean) => void) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    let pending = Buffer.alloc(0);
    let start = 0;
    const ask = () => {
      const request = next();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      start = performance.now();
      socket.write(request);
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = pending.indexOf(headEnd);
      if (end === -1) return;
      const head = pending.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (Number.isNaN(length)) {
        reject(new Error(`an answer without Content-Length: ${head}`));
        socket.destroy();
        return;
      }
      if (pending.length < end + 4 + length) return;
      answered(
        performance.now() - start,
        head.startsWith("HTTP/1.1 200") && !pending.includes('"isError":true'),
      );
      pending = Buffer.alloc(0);
      ask();
    });
  });
}

/** Seconds of processor time that a process has used, from Linux; a busy machine changes these least. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}

async function measure(
  { port, pid }: Target,
  load: Load,
  isOver: (count: number) => boolean,
): Promise<Measured> {
  const times: number[] = [];
  let [asked, failed] = [0, 0];
  const cpuBefore = cpuSeconds(pid);
  const start = performance.now();
  const next = () => (isOver(asked) ? undefined : load.request(asked++));
  const answered = (ms: number, ok: boolean) => {
    times.push(ms);
    if (!ok) failed += 1;
  };
  await Promise.all(Array.from({ length: connections }, () => askOn(port, next, answered)));
  const seconds = (performance.now() - start) / 1000;
  const cpu = ((cpuSeconds(pid) - cpuBefore) / times.length) * 1e6;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: Math.round(times.length / seconds), cpu, p50: at(0.5), p99: at(0.99), failed };
}

const forSeconds = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
};

const http = (query: string) =>
  Buffer.from(`GET /api/reviews/search?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

function post(body: unknown, headers: string[] = []): Buffer {
  const text = JSON.stringify(body);
  const head = [
    "POST /mcp HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headers,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

const call = (n: number, filters: Record<string, unknown>, meta = {}) => ({
  jsonrpc: "2.0",
  id: n,
  method: "tools/call",
  params: { name: "search_reviews", arguments: filters, ...meta },
});

const statelessMeta = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
const statelessHeaders = [
  "MCP-Protocol-Version: 2026-07-28",
  "Mcp-Method: tools/call",
  "Mcp-Name: search_reviews",
];

/** The same filters three ways. */
function loadsOf(filtersOf: (n: number) => Record<string, string | number>): Load[] {
  const query = (n: number) =>
    new URLSearchParams(
      Object.entries(filtersOf(n)).map(([name, value]) => [name, String(value)]),
    ).toString();
  return [
    { name: "HTTP search", request: (n) => http(query(n)) },
    { name: "MCP, session era", request: (n) => post(call(n, filtersOf(n))) },
    {
      name: "MCP, stateless era",
      request: (n) => post(call(n, filtersOf(n), statelessMeta), statelessHeaders),
    },
  ];
}

let unlike = 0;
const questions = {
  "asked again": loadsOf(() => ({ min_rating: 4, query: "lawn" })),
  "new each time": loadsOf(() => ({
    min_rating: Number((1 + (unlike++ % 300_000_000) / 100_000_000).toFixed(8)),
    query: "lawn",
  })),
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^reviews_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "3" },
      calls: { type: "string", default: "100000" },
      dist: { type: "string", default: "dist" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const [seconds, rounds, calls] = [values.seconds, values.rounds, values.calls].map(Number) as [
    number,
    number,
    number,
  ];
  const server = await startServer({ env: { DIST: values.dist, LOG_LEVEL: "info" } });
  // Its log is written, and read from the pipe, but not parsed: that would cost the processor that makes the load.
  server.process.stdout?.removeAllListeners("data").resume();
  const target: Target = {
    url: server.url,
    port: Number(new URL(server.url).port),
    pid: server.process.pid ?? 0,
  };
  const report: Record<string, Record<string, Measured & { ratio: number }>> = {};
  try {
    for (const [kind, loads] of Object.entries(questions)) {
      const runs = new Map<string, Measured[]>(loads.map(({ name }) => [name, []]));
      for (const load of loads) await measure(target, load, forSeconds(1));
      for (let round = 0; round < rounds; round += 1) {
        for (const load of loads) runs.get(load.name)?.push(await measure(target, load, forSeconds(seconds)));
      }
      const middle = (name: string, field: keyof Measured) =>
        median((runs.get(name) ?? []).map((run) => run[field]));
      report[kind] = Object.fromEntries(
        loads.map(({ name }) => [
          name,
          {
            perSecond: middle(name, "perSecond"),
            cpu: middle(name, "cpu"),
            p50: middle(name, "p50"),
            p99: middle(name, "p99"),
            failed: middle(name, "failed"),
            ratio: middle("HTTP search", "perSecond") / middle(name, "perSecond"),
          },
        ]),
      );
    }
    const memory = calls > 0 ? await growth(target, calls) : undefined;
    print({ report, ...(memory && { memory }) }, values.json);
  } finally {
    await server.stop();
  }
}

/** Resident memory after a first half of the calls, and after the second. */
async function growth(target: Target, calls: number): Promise<{ half: number; end: number }> {
  const [, load] = questions["new each time"] as [Load, Load];
  const half = async () => {
    await measure(target, load, (asked) => asked >= calls / 2);
    return residentBytes(target.url);
  };
  return { half: await half(), end: await half() };
}

interface Report {
  report: Record<string, Record<string, Measured & { ratio: number }>>;
  memory?: { half: number; end: number };
}

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;

function print({ report, memory }: Report, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify({ report, memory }));
    return;
  }
  for (const [kind, loads] of Object.entries(report)) {
    console.log(kind);
    for (const [name, { perSecond, cpu, p50, p99, failed, ratio }] of Object.entries(loads)) {
      console.log(
        `  ${name.padEnd(20)} ${String(perSecond).padStart(7)}/s  cpu ${cpu.toFixed(0)} µs  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms (${(p99 / p50).toFixed(1)} × p50)  HTTP/this ${ratio.toFixed(2)}  failed ${failed}`,
      );
    }
  }
  if (memory) {
    console.log(`memory after half of the calls ${mib(memory.half)}, after all ${mib(memory.end)}`);
  }
}
