// A process of its own that plays the subscribers: it confirms and acknowledges, and says how many were served.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const [identity = "", origins = ""] = process.argv.slice(2);
let wanted = Number.POSITIVE_INFINITY;
const served = new Set<string>();
const report = () => {
  if (served.size < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  process.send?.("served");
};
const ports: number[] = [];
for (let origin = 0; origin < Number(origins); origin += 1) {
  const server = createServer({ ...JSON.parse(identity), keepAlive: true }, (request, response) => {
    const target = request.url ?? "";
    if (request.method === "GET") {
      response.end(new URLSearchParams(target.slice(target.indexOf("?"))).get("hub.challenge"));
      return;
    }
    request.resume().on("end", () => {
      served.add(target);
      response.writeHead(204).end();
      report();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ports.push((server.address() as AddressInfo).port);
}
// Reports once so many callbacks were served; 0 forgets them first.
process.on("message", (count: number) => {
  if (count === 0) served.clear();
  wanted = count;
  report();
});
process.on("disconnect", () => process.exit());
process.send?.({ ports });
