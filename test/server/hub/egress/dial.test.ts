import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { constants } from "node:os";
import { afterEach, expect, test } from "vitest";
import { parseNetworks } from "../../../../server/networks.ts";
import { createDial } from "../../../../server/hub/egress/dial.ts";
import { createEgressClient } from "../../../../server/hub/egress/egress.ts";
import { cleanUp, eventually, later, listen, startHub } from "../test-network.ts";
import { words } from "../../words.ts";

afterEach(cleanUp);

const script = new URL("./dial-process.ts", import.meta.url).pathname;
const run = (command: string, args: string[], env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, stderr, outcomes: stdout.trim().split("\n") };
};
// A network namespace of its own has no routes; not every machine lets us make one, and the tests after it need none.
const isolated = { command: "unshare", args: ["--map-root-user", "--net"] };
const canIsolate = spawnSync(isolated.command, [...isolated.args, "true"]).status === 0;

test.runIf(canIsolate)("in a network without routes every dial fails in order, and ends nothing", () => {
  const DIAL =
    "2606:4700::1 2606:4700::1,2606:4700::2 8.8.8.8 8.8.8.8,2606:4700::1 ::ffff:8.8.8.8 255.255.255.255";
  const args = [...isolated.args, process.execPath, script];
  const { status, stderr, outcomes } = run(isolated.command, args, { DIAL });
  expect([status, stderr]).toEqual([0, ""]);
  expect(outcomes).toHaveLength(10);
  for (const outcome of outcomes) expect(outcome).toMatch(/ connect .*: E(NETUNREACH|ADDRNOTAVAIL|ACCES)/);
});

test("a dial that finds no file left is this machine's fault, and ends nothing", () => {
  const command = `ulimit -n 80 && exec "${process.execPath}" "${script}"`;
  const { status, stderr, outcomes } = run("sh", ["-c", command], { DIAL: "127.0.0.1 ::1", HOLD: "1" });
  expect([status, stderr]).toEqual([0, ""]);
  for (const outcome of outcomes) expect(outcome).toMatch(/ exhausted .*: E(MFILE|NFILE)$/);
});

type Connect = (request: unknown, address: string, port: number) => number;
/** Lets the kernel, as far as Node can tell, refuse every dial to this port at once. */
const refuseAtOnce = async (port: number, errno: number): Promise<void> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tcp: Record<"connect" | "connect6", Connect> = Object.getPrototypeOf(Reflect.get(server, "_handle"));
  await new Promise((resolve) => server.close(resolve));
  for (const name of ["connect", "connect6"] as const) {
    const original = tcp[name];
    tcp[name] = function refuse(this: unknown, request, address, to) {
      return to === port ? -errno : Reflect.apply(original, this, [request, address, to]);
    };
    later(tcp, () => void (tcp[name] = original));
  }
};
const immediate = [
  ...words(`EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EBADF ECONNREFUSED EHOSTUNREACH EINVAL EMFILE
    ENETDOWN ENETUNREACH ENFILE ENOBUFS ENOMEM EPERM EPROTONOSUPPORT`),
];

test("whatever connect() says at once is an outcome of the dial, by name or by address", async () => {
  for (const code of immediate) {
    await refuseAtOnce(4_999, constants.errno[code as keyof typeof constants.errno]);
    for (const addresses of [
      ["127.0.0.1"],
      ["::1"],
      ["127.0.0.1", "::1"],
      ["::1", "127.0.0.1", "127.0.0.2"],
    ]) {
      const dial = createDial({
        allowed: parseNetworks(["127.0.0.0/8", "::1"]),
        timeoutMs: 60_000,
        resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      });
      const reason = ["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"].includes(code) ? "exhausted" : "connect";
      for (const hostname of ["name.test", "127.0.0.1", "[::1]"]) {
        await expect(
          dial(hostname, 4_999, () => {}),
          `${code} ${hostname}`,
        ).rejects.toMatchObject({ reason });
      }
    }
    await cleanUp();
  }
});

test("a callback that cannot be dialled costs the hub nothing: it answers, and asks the others", async () => {
  await refuseAtOnce(4_998, constants.errno.ENETUNREACH);
  const hub = await startHub({ resolve: async () => [{ address: "2606:4700::1", family: 6 }] });
  expect((await hub.subscribe("https://only-aaaa.test:4998/")).status).toBe(202);
  const tries = () => hub.lines.filter(({ event }) => event === "hub.verification.unreached").length;
  await eventually(() => tries() === 2);
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
});

test("a socket that ends before TLS begins is an outcome too", async () => {
  const server = createServer((socket) => void socket.resetAndDestroy());
  const port = await listen(server);
  const client = createEgressClient({
    allowed: parseNetworks(["127.0.0.0/8"]),
    connections: { POST: 1, GET: 1 },
    timeoutMs: 60_000,
  });
  later(client, (one) => one.close());
  for (let round = 0; round < 20; round += 1) {
    const sent = client.send({
      method: "GET",
      origin: `https://127.0.0.1:${port}`,
      target: "/",
      headers: {},
      wanted: 1,
    });
    await expect(sent).rejects.toMatchObject({ name: "Unreached" });
  }
});
