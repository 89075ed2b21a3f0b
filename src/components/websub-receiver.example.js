import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
const { PORT = 8080, TOPIC, SECRET } = process.env;
createServer(async (request, response) => {
  const { searchParams: asked } = new URL(request.url, "http://localhost");
  if (request.method === "GET") {
    const ours = asked.get("hub.mode") === "subscribe" && asked.get("hub.topic") === TOPIC;
    return response.writeHead(ours ? 200 : 404).end(ours ? asked.get("hub.challenge") : "");
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
  const signed = Buffer.from(request.headers["x-hub-signature"] ?? "");
  response.writeHead(204).end();
  if (signed.length !== signature.length || !timingSafeEqual(signed, Buffer.from(signature))) return;
  const { aggregate_rating, reviews } = JSON.parse(body);
  console.log(`${aggregate_rating.rating_value} of 5; newest: ${reviews[0].author.name}`);
}).listen(PORT);
