import { commands } from "../../scripts/commands.ts";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { listProductionPackages, type Lockfile } from "../../scripts/deploy/sbom.ts";
import { listFiles } from "../../scripts/site-build/files.ts";
import { audit } from "../../scripts/doctor/audit.ts";
import { endpoints } from "../../src/schema/endpoints.ts";
import { privateFiles } from "../../src/schema/headers.ts";
import { hubPath } from "../../src/schema/hub.ts";
import { isInstalled, type WebServer } from "../build/web-server.ts";
import { askHub } from "../server/hub/ask.ts";
import { type RunningServer, startServer } from "../server/start-server.ts";
import { parseDockerfile } from "./dockerfile.ts";
import { fails, run } from "./owner.ts";
import { readRecipe, recipes, startCaddyRecipe, startNginxRecipe } from "./recipe-server.ts";
import { readManifest } from "../published.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const baseUrl = "http://localhost:3000";
const manifest = await readManifest();

/** The sidecar's host and port, for the configuration of a web server. */
const toSite = (sidecar: RunningServer) => ({ site: inject("dist"), sidecar: new URL(sidecar.url).host });

const auditAt = async (address: string, tries = 3): Promise<string[]> => {
  const result = await audit(
    {
      baseUrl,
      connect: { host: "127.0.0.1", port: Number(new URL(address).port) },
      timeout: 120_000,
      signal: AbortSignal.timeout(300_000),
    },
    () => {},
  );
  const found = result.checks.flatMap(({ name, findings }) =>
    findings.map((one) => `${name}: ${one.path} ${one.problem}`),
  );
  // A server that its machine gave no time for seconds says so with a 503, and may be asked again.
  const wasBusy = found.some((one) => one.endsWith("answers 503"));
  return wasBusy && tries > 1 ? auditAt(address, tries - 1) : found;
};

const servers = [
  // Debian's module leaves out a file now and then, by the length of its path, where links are checked.
  { name: "nginx", start: startNginxRecipe, brotli: false },
  { name: "caddy", start: startCaddyRecipe, brotli: true },
];

for (const { name, start, brotli } of servers) {
  describe.skipIf(!isInstalled(name))(
    `the recipe for ${name} (Debian's package; skipped where it is not installed)`,
    () => {
      let sidecar: RunningServer;
      let server: WebServer;
      let isDown = false;
      beforeAll(async () => {
        sidecar = await startServer({ env: { DIST: inject("dist"), BASE_URL: baseUrl } });
        server = await start(toSite(sidecar));
      });
      afterAll(async () => {
        await server.stop();
        if (!isDown) await sidecar.stop();
      });

      test("passes everything that the doctor looks at", async () => {
        const found = await auditAt(server.address);
        expect(found.filter((line) => brotli || !line.includes("is not sent as br"))).toEqual([]);
      });

      test("a body that is too large is refused", async () => {
        const answer = await fetch(`${server.address}/mcp`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
          body: JSON.stringify("x".repeat(300_000)),
        });
        expect(answer.status).toBe(413);
      });

      test("without its sidecar, pages and documents are still served, and search says that it is down", async () => {
        isDown = true;
        await sidecar.stop();
        const { hashed_path = "" } = manifest.documents[0] ?? {};
        for (const path of ["/", "/reviews.json", "/feed.xml", "/manifest.json", hashed_path]) {
          const { status, headers } = await fetch(server.address + path);
          expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 200, "*"]);
        }
        const body = await (await fetch(`${server.address}/reviews.json`)).text();
        expect(body).toBe(await readFile(join(inject("dist"), "reviews.json"), "utf8"));
        expect((await fetch(`${server.address}/api/reviews/search`)).status).toBe(502);
      });

      test("what the deploying account writes configures nothing, and opens nothing of others", async () => {
        const site = join(await temporaryFolder(), "site");
        await cp(inject("dist"), site, { recursive: true });
        for (const proposal of ["nginx-maps.conf", "nginx-server.conf", "Caddyfile"])
          await writeFile(join(site, proposal), "} no configuration {");
        const secret = join(await temporaryFolder(), "key.txt");
        await writeFile(secret, "secret");
        await chown(secret, 65_534, 65_534);
        await symlink(secret, join(site, "robots.txt.key"));
        const other = await start({ ...toSite(sidecar), site, proposals: inject("dist") });
        onTestFinished(() => other.stop());
        expect((await fetch(`${other.address}/faq/`)).status).toBe(200);
        if (name === "nginx") expect((await fetch(`${other.address}/robots.txt.key`)).status).toBe(403);
      });

      test("who a client is, only the web server says", async () => {
        const limited = await startServer({
          env: { DIST: inject("dist"), BASE_URL: baseUrl, TRUST_PROXY: "127.0.0.1", HUB_RATE_LIMIT: "3" },
        });
        onTestFinished(async () => void (await limited.stop()));
        const before = await start(toSite(limited));
        onTestFinished(() => before.stop());
        const ask = (address: string) => {
          const headers = { "X-Forwarded-For": address, Forwarded: `for=${address}` };
          return askHub(before.address, `${baseUrl}/feed.xml`, `https://${address}.example/`, headers);
        };
        const statuses = [];
        for (let at = 1; at <= 4; at += 1) statuses.push((await ask(`192.0.2.${at}`)).status);
        expect(statuses).toEqual([202, 202, 202, 429]);
      });

      test("the header that the sidecar is not told to believe does not reach it", async () => {
        const echo = createServer(({ headers }, response) => {
          const { forwarded, "x-forwarded-for": named } = headers;
          response.end(JSON.stringify({ forwarded, named }));
        }).listen(0, "127.0.0.1");
        await once(echo, "listening");
        onTestFinished(() => void echo.close());
        const { port } = echo.address() as AddressInfo;
        const before = await start({ site: inject("dist"), sidecar: `127.0.0.1:${port}` });
        onTestFinished(() => before.stop());
        for (const path of ["/reviews.json", "/api/reviews/search"]) {
          const answer = await fetch(before.address + path, {
            headers: { "X-Forwarded-For": "192.0.2.1", Forwarded: "for=192.0.2.1" },
          });
          expect(await answer.json()).toEqual({ named: "127.0.0.1" });
        }
      });

      if (name === "nginx") {
        test("http leads to https", async () => {
          const { redirect } = server as WebServer & { redirect: string };
          const answer = await fetch(`${redirect}/reviews/?a=b`, { redirect: "manual" });
          expect([answer.status, answer.headers.get("location")]).toEqual([
            301,
            "https://127.0.0.1/reviews/?a=b",
          ]);
        });
      }
    },
  );
}

describe.skipIf(!isInstalled("systemd-analyze"))(
  "systemd units (skipped where systemd is not installed)",
  () => {
    const units = ["reviews.service", "reviews-doctor.service", "reviews-doctor.timer"];

    test("systemd finds nothing wrong with them", async () => {
      const folder = await temporaryFolder();
      for (const name of units) {
        const text = await readRecipe(name);
        await writeFile(join(folder, name), text.replaceAll("/opt/reviews", root));
      }
      const paths = units.map((name) => join(folder, name));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], {
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    });

    test("a service that is broken into can do little", () => {
      for (const name of units.filter((unit) => unit.endsWith(".service"))) {
        const { stdout } = spawnSync(
          "systemd-analyze",
          ["security", "--offline=true", "--threshold=20", join(recipes, name)],
          { encoding: "utf8" },
        );
        const [, level] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
        expect(Number(level)).toBeLessThan(2);
      }
    });

    test("they start what is there", async () => {
      for (const name of units.filter((unit) => unit.endsWith(".service"))) {
        const [, script = ""] = /^ExecStart=\S+ (?:--\S+ |\\\n +)*(\S+)/m.exec(await readRecipe(name)) ?? [];
        const source = script.replace("node_modules/open-reviews/package/", "").replace(/\.js$/, ".ts");
        expect(await readFile(join(root, source), "utf8")).not.toBe("");
      }
    });
  },
);

describe("Dockerfile", async () => {
  const stages = parseDockerfile(await readRecipe("Dockerfile"));
  const last = stages.at(-1) ?? { name: "", image: "", instructions: [] };
  const all = stages.flatMap(({ instructions }) => instructions);
  const named = (name: string) => last.instructions.filter((one) => one.name === name);

  test("has named stages of fixed images, and the last one installs and builds nothing", () => {
    expect(stages.map(({ name }) => name)).toEqual(["content", "build", "packages", "run"]);
    for (const { image } of stages.slice(1)) expect(image).toMatch(/^node:24-[a-z]+-slim$/);
    expect(named("RUN")).toEqual([]);
  });

  test("runs as somebody who is not root, set before the command", () => {
    const names = last.instructions.map(({ name }) => name);
    expect(named("USER")).toEqual([{ name: "USER", rest: "node" }]);
    expect(names.indexOf("USER")).toBeLessThan(names.indexOf("CMD"));
    // Files belong to root, so that whoever breaks in cannot change them.
    expect(all.some(({ rest }) => rest.includes("--chown"))).toBe(false);
  });

  test("starts without a shell and says how it is", () => {
    expect(JSON.parse(named("CMD")[0]?.rest ?? "")).toEqual([
      "node",
      "--permission",
      ...Array(6).fill(expect.stringMatching(/^--(?:allow-(?:fs-|worker$)|disable-warning=PERM0006$)/)),
      "scripts/start.ts",
    ]);
    const [, command = ""] = /CMD (\[.*\])$/.exec(named("HEALTHCHECK")[0]?.rest ?? "") ?? [];
    expect(JSON.parse(command)).toContain("-e");
    expect(command).toContain("/readyz");
  });

  test("installs from the lockfile, downloads nothing else, and holds no secret", () => {
    for (const { name, rest } of all) {
      expect(name).not.toBe("ADD");
      if (name === "RUN") expect(rest).not.toMatch(/npm (install|i)\b|curl|wget|apt/);
      if (/^(ENV|ARG)$/.test(name)) expect(rest).not.toMatch(/PASSWORD|SECRET|TOKEN|KEY/);
    }
  });

  test("everything it copies is there and not shut out", async () => {
    const shutIn = (await readRecipe("Dockerfile.dockerignore"))
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    for (const { name, rest } of all) {
      if (name !== "COPY" || rest.startsWith("--from")) continue;
      for (const path of rest.split(/\s+/).slice(0, -1)) {
        expect(
          (await readdir(join(root, path)).catch(() => readFile(join(root, path)))).length,
        ).toBeGreaterThan(0);
        expect(shutIn).toContain(path.split("/")[0]);
      }
    }
  });

  test("what the last stage holds is enough to serve the whole, from packages for production", async () => {
    // On the disk of the packages, so that they can be linked.
    const folder = await mkdtemp(join(root, ".build", "image-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const { rest } of named("COPY")) {
      const [from = "", to = ""] = rest.split(/\s+/).slice(-2);
      if (from === "/app/node_modules") await linkProductionPackages(join(folder, to));
      else if (from === "/app/bill")
        spawnSync(process.execPath, [join(root, "scripts/deploy/sbom.ts"), join(folder, to)]);
      else
        await cp(
          from === "/app/dist" ? inject("dist") : join(root, from),
          join(folder, to === "./" ? from : to),
          { recursive: true },
        );
    }
    const command = JSON.parse(named("CMD")[0]?.rest ?? "") as string[];
    const permissions = command
      .filter((part) => part.startsWith("--"))
      .map((part) => part.replace("=/app", `=${folder}`))
      .join(" ");
    const server = await startServer({
      folder,
      script: "scripts/start.ts",
      env: { DIST: join(folder, "dist"), BASE_URL: baseUrl, NODE_OPTIONS: permissions },
    });
    expect(await auditAt(server.url)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(await readdir(folder)).toContain("sbom.cdx.json");
  });
});

/** node_modules as `npm ci --omit=dev` makes it. */
async function linkProductionPackages(folder: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lockfile;
  const names = listProductionPackages(lockfile)
    .map(({ path }) => path.replace("node_modules/", ""))
    .filter((name) => existsSync(join(root, "node_modules", name)));
  await mkdir(folder, { recursive: true });
  // Links of files and not of folders: Node looks for packages around the real place of a module.
  const copied = spawnSync("cp", ["-al", "--parents", ...names, folder], { cwd: join(root, "node_modules") });
  if (copied.status !== 0) throw new Error(String(copied.stderr));
}

test("compose: nothing runs as root on a root that can be written, the database is shut in, secrets come from outside", async () => {
  const { services, networks, volumes, configs } = parse(await readRecipe("compose.yaml")) as {
    services: Record<string, Record<string, unknown>>;
    networks: Record<string, { internal?: boolean }>;
    volumes: Record<string, unknown>;
    configs: Record<string, { file: string }>;
  };
  expect(Object.keys(services)).toEqual(["app", "database", "tls"]);
  for (const [name, service] of Object.entries(services)) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        restart: "unless-stopped",
        mem_limit: expect.any(String),
      }),
    ]);
    for (const { source } of (service["configs"] as { source: string }[] | undefined) ?? [])
      expect(existsSync(join(recipes, configs[source]?.file ?? ""))).toBe(true);
    for (const mount of (service["volumes"] as string[] | undefined) ?? [])
      expect(volumes).toHaveProperty(mount.split(":")[0] ?? "");
    expect(service["image"] ?? "").not.toMatch(/latest$/);
  }
  expect(services["database"]?.["ports"]).toBeUndefined();
  expect(services["database"]?.["networks"]).toEqual(["back"]);
  expect(networks["back"]?.internal).toBe(true);
  expect(await readRecipe("compose.yaml")).not.toMatch(/PASSWORD: (?!\$\{)/);
  const build = services["app"]?.["build"] as { context: string; dockerfile: string };
  expect(await readFile(join(recipes, build.context, build.dockerfile), "utf8")).toBe(
    await readRecipe("Dockerfile"),
  );
});

test("static hosts: what the sidecar answers is sent to it, and nothing else", async () => {
  const rules = (await readRecipe("static-host/_redirects"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const from = rules.map((line) => line.split(/\s+/)[0] ?? "");
  const wanted = Object.values(endpoints).flatMap((endpoint) =>
    endpoint.servedBy === "sidecar" ? [endpoint.path.replace(/\{.*\}/, "*")] : [],
  );
  expect(from.toSorted()).toEqual([...wanted, "/mcp", hubPath, "/healthz", "/readyz"].toSorted());
  for (const line of rules) {
    const [path = "", to, code] = line.split(/\s+/);
    expect([to, code]).toEqual([`SIDECAR_URL${path.replace("*", ":splat")}`, "200!"]);
  }
});

test("both web servers send every document of the manifest to the sidecar", async () => {
  const [, nginx = ""] = /location ~ "(\^.*\$)"/.exec(await readRecipe("nginx.conf")) ?? [];
  const [, caddy = ""] = /path_regexp (\S+)/.exec(await readRecipe("Caddyfile")) ?? [];
  for (const path of [...manifest.documents.map(({ path }) => path), "/manifest.json"]) {
    expect([path, new RegExp(nginx).test(path), new RegExp(caddy).test(path)]).toEqual([path, true, true]);
  }
  expect(new RegExp(nginx).test(manifest.documents[0]?.hashed_path ?? "")).toBe(false);
});

test("the CI example runs what is there, in order", async () => {
  const { jobs } = parse(await readRecipe("ci.yaml")) as { jobs: { deploy: { steps: { run?: string }[] } } };
  const runs = jobs.deploy.steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()]));
  const called = runs.flatMap((run) => /^npm (?:run )?([\w:]+)(?: -- --public)?$/.exec(run)?.[1] ?? []);
  expect(called).toEqual(["ci", "check", "build", "upload"]);
  for (const name of called.slice(1)) expect(commands).toHaveProperty(name);
  expect(runs.at(-1)).toBe("npm run upload");
});

test.each(["", "http://localhost:3000", "https://192.168.1.7", "http://reviews.example.com"])(
  "a build for the public refuses the address %j, and writes nothing",
  async (address) => {
    const out = join(await temporaryFolder(), "site");
    const built = await run("build.ts", ["--public", "--out", out], { BASE_URL: address });
    expect(built).toMatchObject(fails("BASE_URL must be the https address"));
    expect(existsSync(out)).toBe(false);
  },
);

test("every recipe that builds does so for the public", async () => {
  for (const name of ["ci.yaml", "pages.yaml", "Dockerfile", "../../docs/hosting.md"]) {
    const text = await readRecipe(name);
    const builds = text.match(/(?:npm run build|scripts\/build\.ts).*/g) ?? [];
    expect([name, builds.length > 0, builds.filter((line) => !line.includes("--public"))]).toEqual([
      name,
      true,
      [],
    ]);
  }
});

test.skipIf(!isInstalled("rclone"))(
  "object stores: every public file goes up with its headers, in turn, and what is old goes (Debian's rclone)",
  async () => {
    const [lists, bucket] = [await temporaryFolder(), join(await temporaryFolder(), "bucket")];
    await mkdir(bucket);
    await writeFile(join(bucket, "old [1] page.html"), "Of an earlier build");
    const { status, stderr } = spawnSync(join(recipes, "s3.sh"), [inject("dist"), bucket], {
      encoding: "utf8",
      // rclone's own: what stands in the home of whoever runs this is not for tests.
      env: { ...process.env, RCLONE_CONFIG: "/dev/null" },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const isPublic = (path: string) =>
      !/\.(gz|br)$/.test(path) && !(privateFiles as readonly string[]).includes(path);
    const built = listFiles(inject("dist")).filter(isPublic);
    expect(listFiles(bucket)).toEqual(built);

    spawnSync(process.execPath, [join(recipes, "list-uploads.ts"), inject("dist"), lists]);
    const turns = new Map<string, { turn: string; headers: string }>();
    for (const name of (await readdir(lists)).filter((file) => file.endsWith(".files")))
      for (const path of (await readFile(join(lists, name), "utf8")).trim().split("\n"))
        turns.set(`/${path}`, {
          turn: name.slice(0, 1),
          headers: await readFile(join(lists, name.replace("files", "headers")), "utf8"),
        });
    expect([...turns.keys()].toSorted()).toEqual(built);
    const stable = "Cache-Control: public, max-age=300, stale-while-revalidate=86400\n";
    expect(turns.get("/feed.xml")).toEqual({
      turn: "1",
      headers: `Content-Type: application/atom+xml\n${stable}`,
    });
    expect(turns.get("/faq/index.html")?.headers).toBe(`Content-Type: text/html; charset=utf-8\n${stable}`);
    expect(turns.get("/.well-known/api-catalog")?.headers).toContain("application/linkset+json");
    expect(turns.get("/manifest.json")).toMatchObject({
      turn: "2",
      headers: expect.stringContaining("no-cache"),
    });
    const hashed = turns.get(manifest.documents[0]?.hashed_path ?? "");
    expect(hashed).toMatchObject({ turn: "0", headers: expect.stringContaining("immutable") });
  },
);
