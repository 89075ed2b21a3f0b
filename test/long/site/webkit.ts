import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { freePort } from "../../../scripts/free-port.ts";
import type { DrivenBrowser } from "./driven-browser.ts";

// WebKit as Debian has it (webkit2gtk-driver and xvfb), driven by WebDriver (https://www.w3.org/TR/webdriver2/) in its
// own MiniBrowser, on a screen that nobody sees.

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";
const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
const browsers = ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map(
  (name) => `/usr/lib/${machine}-linux-gnu/${name}/MiniBrowser`,
);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export async function findWebKit(): Promise<string | undefined> {
  if (!(await isThere(driver)) || !(await isThere(screen))) return undefined;
  for (const browser of browsers) if (await isThere(browser)) return browser;
  return undefined;
}

// With its bars as they are, MiniBrowser's window cannot be as narrow as a phone.
const narrow = `* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }
image { -gtk-icon-transform: scale(0.05); margin: -7px; }`;

const element = "element-6066-11e4-a52e-4f735466cecf";

export async function startWebKit(executable: string): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), "webkit-"));
  const settings = join(home, ".config/gtk-3.0");
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, "gtk.css"), narrow);
  await writeFile(join(settings, "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const display = spawn(screen, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(display.stdio[3] as Readable, "data")) as [Buffer];
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      GDK_BACKEND: "x11",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_RUNTIME_DIR: home,
      // No machine of tests has what a sandbox or a graphics card needs.
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
  });
  const troubles: string[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => {
    if (/^CONSOLE .*(?:ERROR|WARN)/i.test(line)) troubles.push(line);
  });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.message}`);
    return value;
  };
  const isUp = () =>
    send<{ ready: boolean }>("GET", "/status").then(
      ({ ready }) => ready,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));
  const args = ["--automation", "--enable-write-console-messages-to-stdout=true"];
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: executable, args } } },
  });
  const session = `/session/${sessionId}`;
  const evaluate = <T>(expression: string): Promise<T> =>
    send("POST", `${session}/execute/async`, {
      script: `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(value ?? null))`,
      args: [],
    });
  const resize = async (width: number, height: number) => {
    // The window has a bar of its own.
    await send("POST", `${session}/window/rect`, { width, height });
    const [inner = width, tall = height] = await evaluate<number[]>("[innerWidth, innerHeight]");
    await send("POST", `${session}/window/rect`, { width: 2 * width - inner, height: 2 * height - tall });
  };
  return {
    troubles,
    visit: (url) => send("POST", `${session}/url`, { url }),
    resize,
    evaluate,
    type: async (text) => {
      const focused = await send<Record<string, string>>("GET", `${session}/element/active`);
      await send("POST", `${session}/element/${focused[element]}/value`, { text });
    },
    back: () => send("POST", `${session}/back`, {}),
    close: async () => {
      await send("DELETE", session).catch(() => undefined);
      for (const program of [server, display]) {
        const ended = once(program, "exit");
        program.kill();
        await ended;
      }
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
