import { createSocket, type Socket } from "node:dgram";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createResolve, type Resolve } from "../../../../server/hub/egress/resolve.ts";
import { useTemporaryFolder } from "../../../temporary-folder.ts";

/** Record types of DNS. */
const A = 1;
const AAAA = 28;
const noSuchName = 3;

/** A name server on loopback: what it knows it answers, what begins with "mute" it never answers. */
const startNameServer = async (known: Record<string, Partial<Record<number, number[]>>>): Promise<Socket> => {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join(".").toLowerCase();
    const type = query.readUInt16BE(at + 1);
    const record = known[name]?.[type];
    if (name.startsWith("mute") || (record === undefined && known[name]?.[0] !== undefined)) return;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (known[name] ? 0 : noSuchName), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(record ? 1 : 0, 6);
    const answer = record
      ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, record.length, ...record])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), answer]), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
  return socket;
};

const version6 = [0x20, 1, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
let nameServer: Socket;
const folder = useTemporaryFolder();
const hostsFile = join(folder, "hosts");
let asked: string[];
let resolve: Resolve;

beforeEach(async () => {
  nameServer = await startNameServer({
    "one.example": { [A]: [192, 0, 2, 1], [AAAA]: version6 },
    "four.example": { [A]: [192, 0, 2, 4] },
    // A 0 here leaves queries of the other type without an answer.
    "half.example": { 0: [], [A]: [192, 0, 2, 5] },
  });
  await writeFile(
    hostsFile,
    "# ours\n192.0.2.9  Listed.example other # and more\n::9 other\nnonsense listed.example\n",
  );
  asked = [];
  const system: Resolve = (hostname) => {
    asked.push(hostname);
    return hostname === "local"
      ? Promise.resolve([{ address: "192.0.2.7", family: 4 }])
      : Promise.reject(new Error("no"));
  };
  resolve = createResolve({ hostsFile, servers: [`127.0.0.1:${nameServer.address().port}`], system });
});

afterEach(() => void nameServer.close());

test("a name has the addresses of both families that DNS knows", async () => {
  expect(await resolve("one.example")).toEqual(
    expect.arrayContaining([
      { address: "192.0.2.1", family: 4 },
      { address: "2001:4860::1", family: 6 },
    ]),
  );
  expect(await resolve("four.example")).toEqual([{ address: "192.0.2.4", family: 4 }]);
  expect(asked).toEqual([]);
});

test("the hosts file comes first, and the system last, for what DNS does not know", async () => {
  expect(await resolve("listed.example")).toEqual([{ address: "192.0.2.9", family: 4 }]);
  expect(await resolve("other")).toEqual([
    { address: "192.0.2.9", family: 4 },
    { address: "::9", family: 6 },
  ]);
  expect(await resolve("local")).toEqual([{ address: "192.0.2.7", family: 4 }]);
  await expect(resolve("nowhere.example")).rejects.toThrow("no");
  expect(asked).toEqual(["local", "nowhere.example"]);
});

test("a machine without a hosts file asks DNS", async () => {
  const servers = [`127.0.0.1:${nameServer.address().port}`];
  const without = createResolve({ hostsFile: join(folder, "nothing"), servers });
  expect(await without("four.example")).toEqual([{ address: "192.0.2.4", family: 4 }]);
});

test("names whose servers never answer hold up no other name, and are not asked of the system", async () => {
  let over = 0;
  const count = () => void (over += 1);
  for (let index = 0; index < 40; index += 1) void resolve(`mute-${index}.example`).then(count, count);
  expect(await resolve("four.example")).toEqual([{ address: "192.0.2.4", family: 4 }]);
  expect(await resolve("local")).toHaveLength(1);
  expect({ over, asked }).toEqual({ over: 0, asked: ["local"] });
});

test("a family that is not answered for does not hold up the other", async () => {
  const mute = resolve("mute.example").then(
    () => "mute",
    () => "mute",
  );
  const half = resolve("half.example").then(([first]) => first?.address);
  expect(await Promise.race([half, mute])).toBe("192.0.2.5");
});
