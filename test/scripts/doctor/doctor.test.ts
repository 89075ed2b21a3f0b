import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { audit, type Audit, checks } from "../../../scripts/doctor/audit.ts";
import { judgeCertificate } from "../../../scripts/doctor/reachability.ts";
import { basePathOf } from "../../../src/schema/endpoints.ts";
import { type RunningServer, startServer } from "../../server/start-server.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { fails, run } from "../owner.ts";

const baseUrl = inject("baseUrl");
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    script: "scripts/start.ts",
    env: { DIST: inject("dist"), BASE_URL: baseUrl },
  });
});
afterAll(() => server.stop());

/** The deploy, but its robots.txt says this. */
const withRobots = (rules: string) =>
  startBreakingProxy(server.url, {
    answer: ({ path }) =>
      path === "/robots.txt"
        ? { status: 200, headers: { "content-type": "text/plain" }, body: rules }
        : undefined,
  });

const auditAt = (port: number, addresses: readonly string[] = []): Promise<Audit> =>
  audit(
    {
      baseUrl,
      connect: { host: "127.0.0.1", port },
      addresses,
      timeout: 120_000,
      signal: AbortSignal.timeout(300_000),
    },
    () => {},
  );

test("our own deploy without encryption, for this machine alone, has no finding", async () => {
  const { checks } = await auditAt(Number(new URL(server.url).port));
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
});

test("of several addresses, those that show another version or another site are named", async () => {
  const port = Number(new URL(server.url).port);
  const others = { "127.0.0.2": '{"version":"0"}', "127.0.0.3": "<h1>Welcome to nginx!</h1>" };
  for (const [address, body] of Object.entries(others)) {
    const other = createServer((_, response) => response.end(body)).listen(port, address);
    await once(other, "listening");
    onTestFinished(() => void other.close());
  }
  const { checks: results } = await auditAt(port, ["127.0.0.1", ...Object.keys(others)]);
  expect(results.flatMap(({ findings }) => findings.map(({ problem }) => problem))).toEqual([
    expect.stringMatching(/^has the A record 127\.0\.0\.2, which shows version 0, not /),
    "has the A record 127.0.0.3, which shows another site",
  ]);
});

test.each<[refusal: string | undefined, validTo: string, protocol: string, problems: string[]]>([
  [undefined, "Dec 31 23:59:59 2026 GMT", "TLSv1.3", []],
  [undefined, "Nov 25 00:00:00 2026 GMT", "TLSv1.3", ["ends in 4 days"]],
  ["CERT_HAS_EXPIRED", "Nov 1 00:00:00 2026 GMT", "TLSv1.3", ["ended on"]],
  ["SELF_SIGNED_CERT_IN_CHAIN", "Dec 31 00:00:00 2027 GMT", "TLSv1.3", ["an authority that nobody trusts"]],
  [undefined, "Dec 31 00:00:00 2027 GMT", "TLSv1.1", ["TLSv1.1"]],
])("a certificate (%s) until %s over %s", (refusal, validTo, protocol, problems) => {
  const certificate = { refusal, names: "reviews.example", validTo, protocol };
  const found = judgeCertificate(certificate, Date.parse("2026-11-20T12:00:00Z"));
  expect(found.map(({ problem }) => problem)).toEqual(problems.map((part) => expect.stringContaining(part)));
});

if (basePathOf(baseUrl) !== "")
  test("below a path the host's robots.txt counts, too", async () => {
    const base = basePathOf(baseUrl);
    const rules = `User-agent: *\nDisallow: ${base}/api/\n\nUser-agent: GPTBot\nDisallow: /\n`;
    const proxy = await withRobots(rules);
    const { out, code } = await run("doctor.ts", [baseUrl, "--connect", `127.0.0.1:${proxy.port}`]);
    await proxy.close();
    const address = new URL("/robots.txt", baseUrl).href;
    expect(out).toContain(`${address} shuts crawlers out of ${base}/api/, /`);
    expect(code).toBe(1);
  });

test("the command prints a line for each thing, and its exit code tells", async () => {
  const connect = ["--connect", `127.0.0.1:${new URL(server.url).port}`];
  const proxy = await withRobots("User-agent: *\nDisallow: /\n");
  const [sound, json, wrong, nothing, misuse, help] = await Promise.all([
    run("doctor.ts", [baseUrl, ...connect]),
    run("doctor.ts", [`${baseUrl}/`, ...connect, "--json"]),
    run("doctor.ts", [baseUrl, "--connect", `127.0.0.1:${proxy.port}`]),
    run("doctor.ts", ["http://127.0.0.1:1"]),
    run("doctor.ts", ["reviews.example.com"]),
    run("doctor.ts", ["--help"]),
  ]);
  await proxy.close();
  expect(sound.code).toBe(0);
  expect(sound.out.match(/^✓ /gm)).toHaveLength(checks.length);
  expect(sound.out).not.toContain("\u001B");
  expect(json.code).toBe(0);
  const version = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
  expect(JSON.parse(json.out)).toMatchObject({ url: baseUrl, state: "ok", version });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/✗ crawlers: \S*\/robots\.txt shuts crawlers out of \/ → /);
  expect(nothing.code).toBe(2);
  expect(nothing.out).toContain("nothing listens there");
  expect(misuse).toMatchObject({ out: "", ...fails("Name one deploy by its address", 2) });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("Exit codes:") });
});
