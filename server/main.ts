import { toNodeHandler } from "h3";
import { listen } from "listhen";
import { createApp } from "./app.ts";
import { Env } from "./env.ts";
import { loadSnapshot } from "./snapshot.ts";

const env = Env.parse(process.env);
const snapshot = await loadSnapshot(env.DIST);
const app = createApp(env, () => snapshot);
await listen(toNodeHandler(app), { hostname: env.HOST, port: env.PORT, showURL: true, isTest: false });
