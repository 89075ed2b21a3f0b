import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";

export interface WebServer {
  address: string;
  stop: () => Promise<void>;
}

export const isInstalled = (program: string): boolean => spawnSync(program, ["-v"]).error === undefined;

export const brotliModule = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
export const hasNginxBrotli = existsSync(brotliModule);

/** Runs a web server in the foreground, on files of the folder, which goes when it stops. */
export async function startWebServer(
  command: string,
  args: string[],
  folder: string,
  port: number,
): Promise<WebServer> {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exited = once(child, "exit");
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer) break;
    if (child.exitCode !== null || tries > 2_000) throw new Error(`${command} did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** The root of a server on which the deploy lies below a path, beside a file of somebody else. */
export async function toRoot(folder: string, dist: string, basePath: string): Promise<string> {
  if (basePath === "") return dist;
  const root = join(folder, "root");
  await mkdir(dirname(join(root, basePath)), { recursive: true });
  await symlink(dist, join(root, basePath));
  await writeFile(join(root, "other.txt"), "Another site");
  return root;
}

/** The real nginx on a deploy, with the configuration that the deploy brings along. */
export async function startNginx(dist: string, basePath = ""): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), "nginx-"));
  const root = await toRoot(folder, dist, basePath);
  const port = await freePort();
  await writeFile(
    join(folder, "nginx.conf"),
    `${hasNginxBrotli ? `load_module ${brotliModule};\n` : ""}${process.getuid?.() === 0 ? "user root;\n" : ""}daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${dist}/nginx-maps.conf;
  upstream reviews_sidecar {
    server 127.0.0.1:3000;
  }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${hasNginxBrotli ? "brotli_static on;" : ""}
    include ${dist}/nginx-server.conf;
  }
}
`,
  );
  return startWebServer(
    "nginx",
    ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"],
    folder,
    port,
  );
}

/** The real Caddy on a deploy, with the snippet that the deploy brings along. */
export async function startCaddy(dist: string, basePath = ""): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), "caddy-"));
  const root = await toRoot(folder, dist, basePath);
  const port = await freePort();
  await writeFile(
    join(folder, "Caddyfile"),
    `{
	admin off
	auto_https off
}
(reviews_sidecars) {
	to 127.0.0.1:3000
}
import ${dist}/Caddyfile
http://:${port} {
	bind 127.0.0.1
	root * ${root}
	import reviews
	${basePath && "file_server"}
}
`,
  );
  return startWebServer(
    "caddy",
    ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"],
    folder,
    port,
  );
}
