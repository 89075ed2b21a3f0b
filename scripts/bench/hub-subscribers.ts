// A process of its own that plays the subscribers: it confirms and acknowledges, and counts.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

interface Order {
  identity: { key: string; cert: string };
  origins: number;
}

const play = async ({ identity, origins }: Order): Promise<void> => {
  let posts = 0;
  const ports = await Promise.all(
    Array.from({ length: origins }, async () => {
      const server = createServer({ ...identity, keepAlive: true }, (request, response) => {
        if (request.method === "GET") {
          const target = request.url ?? "";
          const challenge = new URLSearchParams(target.slice(target.indexOf("?"))).get("hub.challenge");
          response.end(challenge);
          return;
        }
        request.resume().on("end", () => {
          posts += 1;
          response.writeHead(204).end();
        });
      });
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  process.on("message", () => process.send?.({ posts }));
  process.send?.({ ports });
};
process.once("message", (order: Order) => void play(order));
process.on("disconnect", () => process.exit());
