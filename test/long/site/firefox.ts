import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DrivenBrowser } from "./driven-browser.ts";

// Firefox as Debian has it, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks itself.

const places = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

export async function findFirefox(): Promise<string | undefined> {
  for (const place of places) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}

interface Reply {
  id?: number;
  type: "success" | "error" | "event";
  result?: unknown;
  message?: string;
  method?: string;
  params?: { type?: string; level?: string; text?: string };
}

export async function startFirefox(executable: string): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const firefox = spawn(
    executable,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" },
    },
  );
  const { promise: listening, resolve: hear, reject: fail } = Promise.withResolvers<string>();
  createInterface({ input: firefox.stderr }).on("line", (line) => {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) hear(address);
  });
  firefox.once("exit", () => fail(new Error("Firefox ended before it listened")));
  const socket = new WebSocket(`${await listening}/session`);
  await once(socket, "open");

  const troubles: string[] = [];
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    const { level = "", text = "" } = reply.params ?? {};
    if (reply.method === "log.entryAdded" && ["error", "warn"].includes(level)) troubles.push(text);
  });
  let last = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await promise;
    waiting.delete(id);
    if (reply.type === "error") throw new Error(`${method}: ${reply.message}`);
    return reply.result as T;
  };

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "tab" });
  return {
    troubles,
    visit: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    resize: async (width, height) =>
      void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
    evaluate: async <T>(expression: string) => {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as T;
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await send("input.performActions", { context, actions: [{ type: "key", id: "keyboard", actions }] });
    },
    back: async () => void (await send("browsingContext.traverseHistory", { context, delta: -1 })),
    close: async () => {
      socket.close();
      const ended = once(firefox, "exit");
      firefox.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
