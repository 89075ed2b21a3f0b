import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { cleanUp, eventually, feedTopic, later, startHub } from "./test-network.ts";
import { startSubscriber } from "./subscriber.ts";

afterEach(cleanUp);

test("a subscriber that confirms gets the next content, signed, exactly as the deploy shows it", async () => {
  const hub = await startHub();
  const subscriber = later(await startSubscriber(), (one) => one.stop());
  const response = await hub.subscribe(`${subscriber.callback}?a=1`, { "hub.secret": "s3cret" });
  expect(response.status).toBe(202);
  await eventually(async () => (await hub.count()) === 1);
  const published = await hub.publish("new content");
  expect([published.status, await published.text()]).toEqual([202, `${feedTopic}: 1 subscribers notified\n`]);
  await subscriber.until(() => subscriber.deliveries.length === 1);
  const [delivery] = subscriber.deliveries;
  expect(delivery?.body.toString()).toBe("new content");
  expect(delivery?.target).toBe("/callback?a=1");
  expect(delivery?.headers["x-hub-signature"]).toBe(
    `sha256=${createHmac("sha256", "s3cret").update("new content").digest("hex")}`,
  );
  await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
});
