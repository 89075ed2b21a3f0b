import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliModule, hasNginxBrotli, startWebServer, type WebServer } from "../build/web-server.ts";
import { freePort } from "../../scripts/free-port.ts";

export const recipes = join(import.meta.dirname, "../../scripts/deploy");
export const readRecipe = (name: string) => readFile(join(recipes, name), "utf8");

/** A recipe with this machine's folders and ports in place of the example's. */
const adapt = (text: string, changes: readonly (readonly [string | RegExp, string])[]) =>
  changes.reduce((now, [from, to]) => {
    const next = now.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
    if (next === now && from !== to) throw new Error(`the recipe does not hold ${String(from)}`);
    return next;
  }, text);

interface RecipeSite {
  /** The folder that is served. */
  site: string;
  /** The build whose configuration root installed; the same, where it is not given. */
  proposals?: string;
  /** host:port of the sidecar. */
  sidecar: string;
  /** Files of a certificate and its key; without them the site is served without TLS. */
  tls?: { cert: string; key: string };
  port?: number;
  /** The public name. */
  name?: string;
}

/** The real nginx with the recipe's configuration. */
export async function startNginxRecipe({
  site,
  proposals = site,
  sidecar,
  tls,
  port: given,
  name = "reviews.example.com",
}: RecipeSite): Promise<WebServer & { redirect: string }> {
  const folder = await mkdtemp(join(tmpdir(), "recipe-"));
  const [port, redirect] = [given ?? (await freePort()), await freePort()];
  const recipe = adapt(await readRecipe("nginx.conf"), [
    ["/srv/reviews/site", site],
    ["/etc/nginx/reviews", proposals],
    ["server_name reviews.example.com;", `server_name ${name};`],
    [/ +listen \[::\].*\n/, ""],
    ["listen 80;", `listen 127.0.0.1:${redirect};`],
    ["server 127.0.0.1:3000;", `server ${sidecar};`],
    ...(hasNginxBrotli ? [["# brotli_static on;", "brotli_static on;"] as const] : []),
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port}${tls ? " ssl http2" : ""};`],
    ...(tls
      ? ([
          ["/etc/letsencrypt/live/reviews.example.com/fullchain.pem", tls.cert],
          ["/etc/letsencrypt/live/reviews.example.com/privkey.pem", tls.key],
        ] as const)
      : [[/ +ssl_.*\n/, ""] as const]),
  ]);
  // As Debian's own nginx.conf does, the site is included in http {}.
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(join(folder, "reviews.conf"), recipe);
  await writeFile(
    join(folder, "nginx.conf"),
    `${hasNginxBrotli ? `load_module ${brotliModule};\n` : ""}${process.getuid?.() === 0 ? "user root;\n" : ""}daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.join("\n  ")}
  include ${folder}/reviews.conf;
}
`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"];
  return { ...(await startWebServer("nginx", args, folder, port)), redirect: `http://127.0.0.1:${redirect}` };
}

/** The real Caddy with the recipe's configuration. */
export async function startCaddyRecipe({
  site,
  proposals = site,
  sidecar,
  tls,
  port: given,
}: RecipeSite): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), "recipe-"));
  const [port, files] = [given ?? (await freePort()), await freePort()];
  const recipe = adapt(await readRecipe("Caddyfile"), [
    ["/srv/reviews/site", site],
    ["/etc/caddy/reviews", proposals],
    // Of the tests themselves: another Caddy of this machine may have the socket.
    ["admin unix//var/lib/caddy/admin.sock", "admin off\n\tauto_https off"],
    [
      "reviews.example.com {",
      tls
        ? `https://:${port} {\n\tbind 127.0.0.1\n\ttls ${tls.cert} ${tls.key}`
        : `http://:${port} {\n\tbind 127.0.0.1`,
    ],
    ["to 127.0.0.1:3000", `to ${sidecar}`],
    ["3080", String(files)],
  ]);
  await writeFile(join(folder, "Caddyfile"), recipe);
  const args = ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  return startWebServer("caddy", args, folder, port);
}
