import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { codeOf } from "../src/schema/errors.ts";

// Systems give ports from 32768 up, at the earliest, to whoever asks for any: nobody gets these by chance.
const [first, last] = [20_000, 32_767];

/** Whether nobody listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** A port that nobody listens on now, and that the system gives to nobody meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 1; tries <= 100; tries += 1) {
    const port = randomInt(first, last);
    if (await isFree(port)) return port;
  }
  throw new Error("100 ports are in use");
}
