// A process of its own that plays the subscribers: it confirms and acknowledges, and says how many were served.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

interface Order {
  identity: { key: string; cert: string };
  origins: number;
}

const play = async ({ identity, origins }: Order): Promise<void> => {
  let posts = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const served = new Set<string>();
  const report = () => {
    if (served.size < wanted) return;
    wanted = Number.POSITIVE_INFINITY;
    process.send?.({ posts });
  };
  const ports = await Promise.all(
    Array.from({ length: origins }, async () => {
      const server = createServer({ ...identity, keepAlive: true }, (request, response) => {
        const target = request.url ?? "";
        if (request.method === "GET") {
          const challenge = new URLSearchParams(target.slice(target.indexOf("?"))).get("hub.challenge");
          response.end(challenge);
          return;
        }
        request.resume().on("end", () => {
          posts += 1;
          served.add(target);
          response.writeHead(204).end();
          report();
        });
      });
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  // Reports once so many callbacks were served; 0 forgets them first.
  process.on("message", (count: number) => {
    if (count === 0) {
      posts = 0;
      served.clear();
    }
    wanted = count;
    report();
  });
  process.send?.({ ports });
};
process.once("message", (order: Order) => void play(order));
process.on("disconnect", () => process.exit());
