import { hubPath } from "../schema/hub.ts";
import { endpoints } from "../schema/endpoints.ts";
import {
  type HeaderRule,
  headersOf,
  notFoundHeaders,
  filePreflightHeaders,
  staticMethods,
  privateFiles,
  toRegExpSource,
} from "../schema/headers.ts";

/** Facts that web servers need. Patterns and files lie below the base path, as on the disk below a server's root. */
export interface ServedSite {
  /** "/reviews"; empty where the site has a host of its own. */
  basePath: string;
  rules: readonly HeaderRule[];
  files: readonly string[];
  hasSidecar: boolean;
}

/** As regular expressions, without a beginning and an end. */
const toPathPatterns = (paths: readonly string[]) =>
  paths.map((path) => toRegExpSource(path).slice(1, -1)).join("|");

/** The sidecar's addresses; all else is a file of the deploy. */
const sidecar = toPathPatterns([
  ...Object.values(endpoints)
    .filter(({ servedBy }) => servedBy === "sidecar")
    .map(({ path }) => path.replace(/\{.*\}/, "*")),
  "/mcp",
  hubPath,
  "/healthz",
  "/readyz",
]);
const hidden = toPathPatterns(privateFiles);

const toPathPattern = (path: string) => toPathPatterns([path]);

/** The pattern of a rule as a regular expression of whole addresses. */
const toPattern = ({ basePath }: Pick<ServedSite, "basePath">, path: string) =>
  toRegExpSource(path.startsWith("/") ? basePath + path : path);

/** Header by header: the rules that set it, the one that counts first. */
function byHeader(rules: readonly HeaderRule[]): Map<string, { path: string; value: string }[]> {
  const headers = new Map<string, { path: string; value: string }[]>();
  for (const { path, headers: set } of rules) {
    for (const [name, value] of Object.entries(set)) {
      headers.set(name, [{ path, value }, ...(headers.get(name) ?? [])]);
    }
  }
  return headers;
}

const isOnEverything = (values: readonly { path: string }[]) =>
  values.length === 1 && values[0]?.path === "/*";

/** The address under which people and programs ask for a file. */
export const toAddress = (file: string): string => file.replace(/\/index\.html$/, "/");

/**
 * A `_headers` file as Netlify, Cloudflare Pages and their kin read it. They join what several blocks say of one
 * header, so for each address every header stands in one block only.
 */
export function buildHeadersFile({ basePath, rules, files }: ServedSite): string {
  const blocks = new Map<string, string[]>();
  const add = (path: string, name: string, value: string) =>
    blocks.set(path, [...(blocks.get(path) ?? []), `  ${name}: ${value}`]);
  const addresses = files.map(toAddress).map((path) => ({ path, headers: headersOf(rules, path) }));
  const folders = Map.groupBy(addresses, ({ path }) => folderOf(path));
  for (const [name, values] of byHeader(rules)) {
    if (isOnEverything(values)) {
      for (const { path, value } of values) add(path, name, value);
      continue;
    }
    for (const [folder, members] of folders) {
      const [first, ...others] = members.map(({ headers }) => headers[name]);
      const isShared = members.length > 1 && others.every((value) => value === first);
      if (isShared && first !== undefined) add(`${folder}*`, name, first);
      if (isShared) continue;
      for (const { path, headers } of members)
        if (headers[name] !== undefined) add(path, name, headers[name]);
    }
  }
  return [...blocks].map(([path, lines]) => `${basePath}${path}\n${lines.join("\n")}\n`).join("\n");
}

/** Files that mostly share their headers; below /log/ only tiles do, and there are many of them. */
const folderOf = (path: string): string =>
  path.startsWith("/log/") && !path.startsWith("/log/tile/")
    ? path
    : (/^\/(?:log\/tile|photos\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? path);

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const variable = (name: string) => `$reviews_${name.toLowerCase().replaceAll("-", "_")}`;

/** For nginx: included in `http {}`, it computes the value of each header. */
export function buildNginxMaps({ basePath, rules, hasSidecar }: ServedSite): string {
  const pageMissing = toPattern({ basePath }, "/404.html").slice(1);
  const maps = [...byHeader(rules)]
    .filter(([, values]) => !isOnEverything(values))
    .map(([name, values]) => {
      const missing = Object.entries(notFoundHeaders).find(([header]) => header === name)?.[1];
      return map("$status$uri", variable(name), [
        ...(missing ? [["~^404", missing] as const] : []),
        ...(name === "Content-Type" ? [[`~^404${pageMissing}`, "text/html; charset=utf-8"] as const] : []),
        ...values.map(
          ({ path, value }) => [`~^(?:200|206|304)${toPattern({ basePath }, path).slice(1)}`, value] as const,
        ),
      ]);
    });
  const preflight = Object.entries(filePreflightHeaders).map(([name, value]) =>
    map("$request_method", variable(name), [["OPTIONS", value]]),
  );
  return [
    "# A proposal: root installs it, and nginx-server.conf, where the deploying account cannot write (nginx runs as root).\n# For http {}; what is yours, such as the upstream reviews_sidecar, stands in your own file.",
    ...maps,
    ...preflight,
    map("$status", "$reviews_allow", [["405", staticMethods]]),
    map("$request_method$uri", "$reviews_is_preflight", [
      ...(hasSidecar ? [[`~^OPTIONS${toPathPattern(basePath)}(?:${sidecar})$`, "0"] as const] : []),
      ["~^OPTIONS", "1"],
      ["default", "0"],
    ]),
  ].join("\n");
}

const map = (from: string, to: string, lines: readonly (readonly [string, string])[]) =>
  `map ${from} ${to} {\n${lines.map(([key, value]) => `  ${key === "default" ? key : quoted(key)} ${quoted(value)};\n`).join("")}}\n`;

/** For nginx: included in `server {}`, below `root`. */
export function buildNginxServer({ basePath, rules, files, hasSidecar }: ServedSite): string {
  const base = toPathPattern(basePath);
  const headers = [...byHeader(rules)].map(([name, values]) =>
    isOnEverything(values) ? [name, quoted(values[0]?.value ?? "")] : [name, variable(name)],
  );
  const preflight = Object.keys(filePreflightHeaders).map((name) => [name, variable(name)]);
  const below = (directives: string) =>
    basePath === ""
      ? directives
      : `location = ${basePath} {\n  return 301 ${basePath}/;\n}\nlocation ^~ ${basePath}/ {\n${directives}}\n`;
  return `# A proposal, as nginx-maps.conf is. For server {} of the site, below its root; the upstream reviews_sidecar is in http {}.
absolute_redirect off;
${below(`index index.html;
gzip_static on;
gzip_vary on;
# The type comes from the rules alone.
types { }
default_type "";
${files.includes("/404.html") ? `error_page 404 ${basePath}/404.html;\n` : ""}${[...headers, ...preflight, ["Allow", "$reviews_allow"]].map(([name, value]) => `add_header ${name} ${value} always;\n`).join("")}
if ($reviews_is_preflight) {
  return 204;
}
location ~ ${quoted(`^${base}(?:${hidden})$|/\\.tmp-|\\.(?:gz|br)$`)} {
  return 404;
}
${hasSidecar ? toNginxProxy(base) : ""}`)}`;
}

const toNginxProxy = (base: string) => `location ~ ${quoted(`^${base}(?:${sidecar})$`)} {
  # A header of its own keeps out those of the files; the sidecar sets all that its answers need.
  add_header Allow "";
  proxy_pass http://reviews_sidecar;
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Forwarded "";
  proxy_set_header Connection "";
}
`;

const raw = (text: string) => `\`${text}\``;

const toCaddyProxy = (base: string) => `		@sidecar path_regexp ${raw(`^${base}(?:${sidecar})$`)}
		reverse_proxy @sidecar {
			import reviews_sidecars
			# X-Forwarded-For is Caddy's own; what a client says of itself is not passed on.
			header_up -Forwarded
			# Or Caddy asks for gzip where the client did not, and passes the tag of other bytes on.
			transport http {
				compression off
			}
		}
`;

/** For Caddy: a snippet that a site imports below its `root`. */
export function buildCaddyfile({ basePath, rules, files, hasSidecar }: ServedSite): string {
  const base = toPathPattern(basePath);
  const perPath = rules.map(({ path, headers }, index) => {
    const lines = Object.entries(headers).map(([name, value]) => `\t\t\t${name} ${raw(value)}\n`);
    const matcher = path === "/*" ? "" : `@rule${index} `;
    const definition = matcher && `\t\t@rule${index} path_regexp ${raw(toPattern({ basePath }, path))}\n`;
    return `${definition}\t\theader ${matcher}{\n${lines.join("")}\t\t}\n`;
  });
  const preflight = Object.entries(filePreflightHeaders).map(
    ([name, value]) => `\t\t\t\t${name} ${raw(value)}\n`,
  );
  const missing = Object.entries(notFoundHeaders).map(
    ([name, value]) => `\t\theader ${name} ${raw(value)}\n`,
  );
  const page = files.includes("/404.html")
    ? `\t\trewrite * ${basePath}/404.html\n\t\theader Content-Type ${raw("text/html; charset=utf-8")}\n\t\tfile_server {\n\t\t\tprecompressed br gzip\n\t\t}\n`
    : `\t\trespond "There is nothing at this address\\n" {err.status_code}\n`;
  return `# A proposal: root installs it where the deploying account cannot write. A Caddyfile imports it after a snippet
# (reviews_sidecars) that says where the sidecar listens ("to 127.0.0.1:3000"), and its site says "import reviews".
(reviews) {
${basePath && `\tredir ${basePath} ${basePath}/ 301\n`}	route ${basePath && `${basePath}/* `}{
${hasSidecar ? toCaddyProxy(base) : ""}		@hidden path_regexp ${raw(`^${base}(?:${hidden})$|/\\.tmp-|\\.(?:gz|br)$`)}
		error @hidden 404
${perPath.join("")}		@preflight method OPTIONS
		handle @preflight {
			header {
${preflight.join("")}			}
			respond 204
		}
		@refused not method GET HEAD
		header @refused Allow ${raw(staticMethods)}
		error @refused 405
		file_server {
			precompressed br gzip
		}
	}
	handle_errors {
		@missing expression \`${basePath && `{path}.startsWith("${basePath}/") && `}{err.status_code} == 404\`
		handle @missing {
${missing.map((line) => `\t${line}`).join("")}${page.replaceAll("\t\t", "\t\t\t")}		}
		handle {
			header Cache-Control no-store
			respond "{err.status_code} {err.status_text}\\n" {err.status_code}
		}
	}
}
`;
}
