import { hubPath } from "../../../src/schema/hub.ts";

/** Asks a running server's hub for a subscription. */
export const askHub = (
  server: string,
  topic = "http://localhost:3000/feed.xml",
  callback = "https://a.example/callback",
  headers: Record<string, string> = {},
) => {
  const form = { "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": callback };
  return fetch(server + hubPath, { method: "POST", headers, body: new URLSearchParams(form) });
};
