import { afterEach, expect, test } from "vitest";
import { createEgressClient } from "../../../../server/hub/egress/egress.ts";
import { parseNetworks } from "../../../../server/networks.ts";
import { authority } from "../certificates.ts";
import { answer, startSubscriber } from "../subscriber.ts";
import { cleanUp, later, pause } from "../test-network.ts";

afterEach(cleanUp);

const most = 4;
const start = async (delivery = answer(204), timeoutMs = 60_000) => {
  const subscriber = later(await startSubscriber({ delivery }), (one) => one.stop());
  const egress = later(
    createEgressClient({
      allowed: parseNetworks(["127.0.0.0/8"]),
      connections: { POST: most, GET: most },
      timeoutMs,
      ca: authority.cert,
    }),
    (one) => one.close(),
  );
  const deliver = (target = "/") =>
    egress.send({
      method: "POST",
      origin: subscriber.origin,
      target,
      headers: {},
      body: Buffer.from("content"),
      wanted: 0,
    });
  return { subscriber, deliver };
};
const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

test("many deliveries to one origin at once share its few connections, and each is answered", async () => {
  const { subscriber, deliver } = await start((_, response) => {
    setTimeout(() => response.writeHead(204).end(), 5);
  });
  const answers = await Promise.all(list(40, (index) => deliver(`/${index}`)));
  expect(answers.map(({ status }) => status)).toEqual(list(40, () => 204));
  expect(subscriber.connections).toBeLessThanOrEqual(most);
  expect(new Set(subscriber.deliveries.map(({ target }) => target)).size).toBe(40);
});

test("a connection that is free is used again, and a new one takes the place of one that has ended", async () => {
  const { subscriber, deliver } = await start((received, response) => {
    response.writeHead(204, received.target === "/last" ? { connection: "close" } : {}).end();
  });
  for (const target of ["/1", "/2", "/last"]) {
    await deliver(target);
    await pause(20);
  }
  expect(subscriber.connections).toBe(1);
  await deliver("/after");
  expect(subscriber.connections).toBe(2);
});

test("deliveries that wait behind broken ones are sent, those behind mute ones end in time, and the next is sent", async () => {
  const { deliver } = await start((received, response) => {
    if (received.target === "/mute") return;
    if (received.target === "/broken") response.destroy();
    else response.writeHead(204).end();
  }, 4_000);
  const outcomes = async (targets: string[]) =>
    (await Promise.allSettled(targets.map((target) => deliver(target)))).map((one) =>
      one.status === "fulfilled" ? one.value.status : one.reason.reason,
    );
  const eight = (target: string) => list(8, () => target);
  expect(await outcomes([...eight("/broken"), ...eight("/good")])).toEqual([
    ...list(8, () => "broken"),
    ...list(8, () => 204),
  ]);
  // Whoever waits longer than its deadline is not sent, and takes no connection from those that follow.
  for (let round = 0; round < 2; round += 1)
    expect(await outcomes([...eight("/mute"), ...eight("/good")])).toEqual(list(16, () => "timeout"));
  expect(await outcomes(list(20, () => "/good"))).toEqual(list(20, () => 204));
});
