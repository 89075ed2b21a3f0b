import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { type Snapshot } from "../../server/data/snapshot.ts";
import { buildReviewTable, reviewAt } from "../../server/data/dataset.ts";
import { searchBytes } from "../../server/search/search.ts";
import { buildCorpus } from "./api/corpus.ts";
import { writeDeploy } from "./api/deploy.ts";
import { createFts5 } from "./api/fts5.ts";
import { measureMemory } from "./api/memory.ts";
import { buildQueries, toSearchPath } from "./api/queries.ts";
import { freePort } from "../free-port.ts";

const usage = `Usage: npm run bench -- api [--reviews 10000] [--only process|http|start|memory] [--rounds 5] [--rows TEXT] [--quiet] [--no-fts5]

  process   distinct queries in process, caches off, beside SQLite FTS5 (trigram)
  http      over HTTP beside servers that replay the same bytes, and a plain filter; --rows: only those with this text;
            --quiet: without access lines, which the peers do not write either
  start     from the start of the process to the first answer, beside bare h3
  memory    time to load, memory, and a swap under load

Examples:
  npm run bench -- api
  npm run bench -- api --only http --rows 304
  npm run bench -- api --reviews 100000 --only process`;

const root = join(import.meta.dirname, "../..");
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const shown = (value: number, digits = 2): string => value.toFixed(digits);

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const table = (title: string, ...heads: string[]) => {
  console.log(`\n${title}\n`);
  row(...heads);
  row(...heads.map(() => "---"));
};

/** Each query three times, the fastest counted: other programs on the machine must not decide. */
function measure(
  queries: ReturnType<typeof buildQueries>,
  search: (query: (typeof queries)[0]["query"]) => unknown,
) {
  const all = queries.map(({ query, kind }) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i += 1) {
      const start = performance.now();
      search(query);
      best = Math.min(best, performance.now() - start);
    }
    return { kind, ms: best };
  });
  const sorted = (kind?: string) =>
    all
      .filter((each) => kind === undefined || each.kind === kind)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b);
  return { sorted, kinds: [...new Set(all.map(({ kind }) => kind))] };
}

async function benchProcess(json: Buffer, withFts5: boolean): Promise<void> {
  const reviews = buildReviewTable(json);
  const snapshot = { table: reviews } as unknown as Snapshot;
  const textAt = (doc: number) => reviewAt(reviews, doc).text;
  const queries = buildQueries(textAt, reviews.count, 4000);
  for (const { query } of buildQueries(textAt, reviews.count, 500, 99)) searchBytes(snapshot, query);
  const ours = measure(queries, (query) => searchBytes(snapshot, query));
  const folder = await mkdtemp(join(tmpdir(), "bench-fts5-"));
  try {
    const fts5 = withFts5 ? createFts5(reviews, join(folder, "fts5.db"), false) : undefined;
    const theirs = fts5 && measure(queries, fts5);
    table(
      `In process, ${reviews.count} reviews, ${queries.length} distinct mixed queries, exact totals, caches off (ms)`,
      ..."what,ours p50,p99,p99.9,worst,FTS5 p50,p99,p99.9,worst,p50 ratio,p99 ratio".split(","),
    );
    for (const kind of [undefined, ...ours.kinds]) {
      const mine = ours.sorted(kind);
      const other = theirs?.sorted(kind) ?? [];
      const marks = (list: number[]) => [0.5, 0.99, 0.999, 1].map((share) => shown(at(list, share), 3));
      const ratio = (share: number) => (other.length === 0 ? "" : shown(at(mine, share) / at(other, share)));
      row(kind ?? "all", ...marks(mine), ...marks(other), ratio(0.5), ratio(0.99));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Server {
  url: string;
  process: ChildProcess;
  startup: number;
}

const hasTwoCores = availableParallelism() > 1 && process.platform === "linux";

/** The load, which this process makes, never takes the core of the servers from them. */
const stayOffTheFirstCore = (): void => {
  if (hasTwoCores) execFileSync("taskset", ["-a", "-c", "-p", "1", String(process.pid)]);
};

/** Starts a server on the first core; the load comes from another. */
async function start(args: string[], env: Record<string, string> = {}): Promise<Server> {
  const begun = performance.now();
  const command = hasTwoCores
    ? ["taskset", "-c", "0", process.execPath, ...args]
    : [process.execPath, ...args];
  // What a server says goes to a file: a pipe would be read on the core that makes the load.
  const folder = await mkdtemp(join(tmpdir(), "bench-log-"));
  const log = await open(join(folder, "log"), "w+");
  try {
    const child = spawn(command[0] as string, command.slice(1), {
      cwd: root,
      env: { ...process.env, PORT: "0", DATABASE_URL: "sqlite::memory:", ...env },
      stdio: ["ignore", log.fd, "inherit"],
    });
    for (;;) {
      // A server that is to be silent does not say where it is either; it is given a port.
      const given = Number(env["PORT"] ?? 0) > 0 && `http://127.0.0.1:${env["PORT"]}`;
      const isUp = given && (await fetch(given).catch(() => undefined)) !== undefined;
      const url = isUp ? given : /"url":"([^"]+)"/.exec(await readFile(join(folder, "log"), "utf8"))?.[1];
      if (url !== undefined) return { url, process: child, startup: performance.now() - begun };
      if (child.exitCode !== null) throw new Error(`${args.join(" ")} did not start`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  } finally {
    await log.close();
    await rm(folder, { recursive: true });
  }
}

const cpuOf = async ({ process: { pid } }: Server): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

interface Run {
  perSecond: number;
  cpu: number;
  p99: number;
}

async function load(
  server: Server,
  targets: string[],
  more: { headers?: string; once?: boolean } = {},
): Promise<Run> {
  const before = await cpuOf(server);
  const worker = new Worker(new URL("api/load-generator.ts", import.meta.url), {
    workerData: {
      url: server.url,
      targets,
      headers: "",
      connections: 32,
      milliseconds: 2000,
      once: false,
      ...more,
    },
  });
  const [result] = (await once(worker, "message")) as [{ done: number; seconds: number; p99: number }];
  const cpu = (await cpuOf(server)) - before;
  return { perSecond: result.done / result.seconds, cpu: cpu / result.done, p99: result.p99 };
}

/** nginx with the folder as its site, in one process; undefined where it is not installed. */
async function startNginx(folder: string): Promise<Server | undefined> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
    http { types { application/json json; text/html html; } access_log ${folder}/access.log; sendfile on; tcp_nopush on;
      client_body_temp_path ${folder}/t; proxy_temp_path ${folder}/t; fastcgi_temp_path ${folder}/t;
      uwsgi_temp_path ${folder}/t; scgi_temp_path ${folder}/t;
      server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const begun = performance.now();
  const child = spawn("taskset", ["-c", "0", "nginx", "-e", "stderr", "-c", file], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 40 && child.exitCode === null; i += 1) {
    const response = await fetch(`${url}/manifest.json`).catch(() => undefined);
    if (response?.ok) return { url, process: child, startup: performance.now() - begun };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  return undefined;
}

async function capture(pairs: [Server, string][], file: string): Promise<void> {
  const lines = [];
  for (const [server, target] of pairs) {
    const response = await fetch(server.url + target, { headers: { "accept-encoding": "identity" } });
    const body = Buffer.from(await response.arrayBuffer());
    const { date: _, connection: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers);
    lines.push([target, headers, body.toString("base64")]);
  }
  await writeFile(file, JSON.stringify(lines));
}

async function benchHttp(json: Buffer, rounds: number, rows: string, quiet: boolean): Promise<void> {
  stayOffTheFirstCore();
  const folder = await mkdtemp(join(tmpdir(), "bench-api-"));
  const servers: Server[] = [];
  const open = async (...args: Parameters<typeof start>) => {
    const server = await start(...args);
    servers.push(server);
    return server;
  };
  try {
    await writeDeploy(folder, json);
    await writeFile(join(folder, "all.json"), json);
    const dataset = JSON.parse(json.toString("utf8")) as ReviewsDataset;
    const { reviews } = dataset;
    const textAt = (doc: number) => reviews[doc]?.text ?? "";
    const targets = buildQueries(textAt, reviews.length, 2000).map(toSearchPath);
    const ready = targets.slice(0, 1);
    const recent = `/api/reviews/since/${reviews[Math.floor(reviews.length / 100)]?.date}`;
    const everything = "/api/reviews/since/2000-01-01";
    const own = async (script: string) =>
      open([script], { DIST: folder, ...(quiet && { LOG_LEVEL: "warn", PORT: `${await freePort()}` }) });
    const ours = await own("server/main.ts");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const page = "/page.html";
    await writeFile(join(folder, page), `<!doctype html>${"<p>Lawns".repeat(1500)}`);
    await writeFile(join(folder, "reviews.json"), json);
    const site = await own("scripts/start.ts");
    const nginx = await startNginx(folder);
    if (nginx !== undefined) servers.push(nginx);
    const captured = [...targets, recent, everything, "/reviews.json"].map((target): [Server, string] => [
      ours,
      target,
    ]);
    await capture([...captured, [site, page]], join(folder, "captured.json"));
    const peer = (kind: string, file: string) =>
      open([join(import.meta.dirname, "api/peer.ts"), kind, join(folder, file)]);
    const replay = await peer("replay", "captured.json");
    const h3 = await peer("h3", "captured.json");
    const plain = await peer("plain", "all.json");
    const etag = (await fetch(ours.url + ready[0])).headers.get("etag");
    // 20,000 that were never asked before, each round anew, so that no answer is ready and none is asked twice.
    const fresh = (round: number) =>
      Array.from({ length: 10 }, (_, i) => `&until=2${String(100 + round)}-01-${String(i + 10)}`).flatMap(
        (until) => targets.map((target) => target + until),
      );
    const tenTimes = Array.from({ length: 10 }, () => targets).flat();

    table(
      `Over HTTP, ${reviews.length} reviews, ${rounds} alternating rounds, medians`,
      ..."what,peer,ours req/s,peer req/s,ratio,ours CPU ms,peer CPU ms,CPU ratio,ours p99 ms,peer p99 ms".split(
        ",",
      ),
    );
    const compare = async (
      what: string,
      name: string,
      other: Server,
      mine: (round: number) => string[],
      theirs: string[],
      more: Parameters<typeof load>[2] = {},
      server = ours,
    ) => {
      if (!`${what} ${name}`.includes(rows)) return;
      const runs: [Run, Run][] = [];
      await load(server, mine(-1), more);
      await load(other, theirs, more);
      for (let round = 0; round < rounds; round += 1) {
        runs.push([await load(server, mine(round), more), await load(other, theirs, more)]);
      }
      const mid = (pick: (run: [Run, Run]) => number) => median(runs.map(pick));
      row(
        what,
        name,
        shown(
          mid(([a]) => a.perSecond),
          0,
        ),
        shown(
          mid(([, b]) => b.perSecond),
          0,
        ),
        `**${shown(mid(([a, b]) => a.perSecond / b.perSecond))}**`,
        shown(
          mid(([a]) => a.cpu),
          4,
        ),
        shown(
          mid(([, b]) => b.cpu),
          4,
        ),
        shown(mid(([a, b]) => b.cpu / a.cpu)),
        shown(mid(([a]) => a.p99)),
        shown(mid(([, b]) => b.p99)),
      );
    };
    const known = { headers: `If-None-Match: ${etag}\r\n` };
    await compare("one ready answer", "node:http", replay, () => ready, ready);
    await compare("one ready answer", "bare h3", h3, () => ready, ready);
    await compare("304", "node:http", replay, () => ready, ready, known);
    await compare("2,000 queries, repeated", "replay", replay, () => targets, targets);
    await compare("20,000 queries, all new", "replay", replay, fresh, tenTimes, { once: true });
    await compare("20,000 queries, all new", "filter + JSON.stringify", plain, fresh, targets, {
      once: true,
    });
    await compare("since, 1 %", "replay", replay, () => [recent], [recent]);
    await compare("since, 100 %", "replay", replay, () => [everything], [everything]);
    for (const path of ["/reviews.json", page]) {
      const server = path === page ? site : ours;
      await compare(path, "node:http", replay, () => [path], [path], {}, server);
      if (nginx !== undefined) await compare(path, "nginx", nginx, () => [path], [path], {}, server);
    }
  } finally {
    for (const { process: child } of servers) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchStart(json: Buffer, rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
  try {
    await writeDeploy(folder, json);
    await writeFile(join(folder, "captured.json"), "[]");
    const first = async (args: string[], env: Record<string, string>, path: string) => {
      const begun = performance.now();
      const server = await start(args, env);
      await (await fetch(server.url + path)).arrayBuffer();
      const spent = performance.now() - begun;
      server.process.kill();
      await once(server.process, "exit");
      return spent;
    };
    const times: [number, number][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const own = await first(["server/main.ts"], { DIST: folder }, "/api/reviews/search?query=lawn");
      const bare = await first(
        [join(import.meta.dirname, "api/peer.ts"), "h3", join(folder, "captured.json")],
        {},
        "/",
      );
      // The first round fills the cache of compiled modules.
      if (round > 0) times.push([own, bare]);
    }
    table("Start to first answer (ms)", "ours", "bare h3 under listhen", "ratio");
    row(
      shown(median(times.map(([own]) => own)), 0),
      shown(median(times.map(([, bare]) => bare)), 0),
      shown(median(times.map(([own, bare]) => own / bare))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchMemory(count: number): Promise<void> {
  const measured = await measureMemory(
    count,
    (folder) => start(["server/main.ts"], { DIST: folder, DATABASE_URL: `sqlite:${folder}/hub.sqlite` }),
    (step) => process.stderr.write(`${step} …\n`),
  );
  const { bytes, startup, loaded, before, during, swap, peak, swapped } = measured;
  const memory = (value: number) => `${shown(value / 1e6, 0)} (${shown(value / bytes, 1)})`;
  table(
    `Memory and a swap under load, ${count} reviews (${shown(bytes / 1e6, 0)} MB of JSON)`,
    "load s",
    "memory MB (bytes per byte of JSON)",
    "slowest /healthz before a swap ms",
    "during it ms",
    "swap s",
    "most memory during it MB",
    "memory after it MB",
  );
  row(
    shown(startup / 1000, 1),
    memory(loaded),
    shown(before, 1),
    shown(during, 1),
    shown(swap / 1000, 1),
    memory(peak),
    memory(swapped),
  );
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      reviews: { type: "string", default: "10000" },
      only: { type: "string" },
      rounds: { type: "string", default: "5" },
      rows: { type: "string", default: "" },
      quiet: { type: "boolean", default: false },
      "no-fts5": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const count = Number(values.reviews);
  const wants = (part: string) => values.only === undefined || values.only === part;
  if (wants("memory")) await benchMemory(count);
  if (values.only === "memory") return;
  const json = buildCorpus(count);
  console.log(`${count} reviews, ${shown(json.length / 1e6, 1)} MB; Node ${process.version}`);
  if (wants("process")) await benchProcess(json, !values["no-fts5"]);
  if (wants("start")) await benchStart(json, Number(values.rounds));
  if (wants("http") && count <= 100_000) {
    await benchHttp(json, Number(values.rounds), values.rows, values.quiet);
  }
}
