import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../scripts/doctor/http-client.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { google, googlePage } from "../../scripts/exports.ts";
import { fails, type Ran, run } from "../../scripts/owner.ts";
import { startNginxRecipe } from "../../scripts/recipe-server.ts";
import { createAuthority } from "../../server/hub/certificates.ts";
import { startServer } from "../../server/start-server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const name = "reviews.brightsmile.dental";
const baseUrl = `https://${name}`;

/** Certificates of an authority that every command of this test believes. */
async function writeCertificates(folder: string) {
  const authority = createAuthority();
  const { key, cert } = authority.certify([name], []);
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem"), ca: join(folder, "ca.pem") };
  await writeFile(files.key, key);
  await writeFile(files.cert, cert);
  await writeFile(files.ca, authority.cert);
  return files;
}

const said = ({ code, out, err }: Ran) => ({ code, text: out + err });

test("a dental practice: from init to a deploy behind nginx with TLS at which the doctor finds nothing", async () => {
  const started = performance.now();
  const times: Record<string, number> = {};
  const folder = await temporaryFolder();
  const [content, dist, target] = [join(folder, "content"), join(folder, "dist"), join(folder, "srv/site")];
  const { ca, ...tls } = await writeCertificates(folder);
  const port = await freePort();
  const connect = `127.0.0.1:${port}`;
  const env = {
    CONTENT: content,
    BASE_URL: baseUrl,
    TARGET: target,
    DIST: dist,
    CONNECT: connect,
    // The name leads nowhere, so that nobody can be notified by it.
    ANNOUNCE: "0",
    NODE_EXTRA_CA_CERTS: ca,
    FINGERPRINT_KEY: "0123456789abcdef0123456789abcdef",
  };
  const timed = async <T>(step: string, task: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await task();
    times[step] = Math.round(performance.now() - from) / 1000;
    return result;
  };
  const command = (step: string, script: string, args: string[] = [], more: Record<string, string> = {}) =>
    timed(step, async () => said(await run(script, args, { ...env, ...more })));

  const practice = ["--name", "Bright Smile Dental", "--trade", "dentist", "--time-zone", "America/Chicago"];
  const address = ["--street", "12 High Street", "--city", "Springfield", "--postal-code", "62701"];
  const begun = await command("init", "init.ts", ["--out", content, ...practice, ...address]);
  expect(begun, begun.text).toMatchObject({ code: 0 });

  const page = join(folder, "reviews.json");
  const reviews = [
    google({ id: "a", comment: "Gentle hygienist, and no pain at all.", created: "2026-01-02T10:00:00Z" }),
    google({ id: "b", stars: "TWO", comment: "We waited for an hour.", created: "2026-02-03T10:00:00Z" }),
    google({ id: "c", comment: "My crown fits, the price was fair.", created: "2026-03-04T10:00:00Z" }),
  ];
  await writeFile(page, googlePage(...reviews));
  // The practice's own appointments say that these are patients.
  const jobs = join(folder, "jobs.csv");
  const days = ["2026-01-02", "2026-02-03", "2026-03-04"];
  const rows = days.map((day) => `Karen McDonald,${day},appointment\n`);
  await writeFile(jobs, `customer,date,method\n${rows.join("")}`);
  const imported = await command("import", "import.ts", [page, "--write", "--jobs", jobs]);
  expect(imported, imported.text).toMatchObject({ code: 0 });
  expect(await command("check", "check-content.ts")).toMatchObject({ code: 0 });

  // Nobody deploys what only this machine can open, and not by accident either.
  const here = { ...env, BASE_URL: "http://localhost:3000" };
  const local = await run("build.ts", ["--public", "--out", dist], here);
  expect(local).toMatchObject(fails("BASE_URL must be the https address"));
  const built = await command("build", "build.ts", ["--public", "--out", dist], { PREVIOUS: "none" });
  expect(built, built.text).toMatchObject({ code: 0, text: expect.stringContaining("Built 3 reviews") });
  const first = await command("upload", "upload.ts");
  expect(first.text).toContain("set up the web server");
  expect(first.code).toBe(0);

  const sidecar = await timed("sidecar", () => startServer({ env: { DIST: target, BASE_URL: baseUrl } }));
  onTestFinished(() => void sidecar.process.kill());
  const server = await timed("nginx", () =>
    startNginxRecipe({ site: target, sidecar: new URL(sidecar.url).host, tls, port, name }),
  );
  onTestFinished(() => server.stop());

  const doctor = await timed("doctor", () =>
    run("doctor.ts", [baseUrl, "--connect", connect, "--json"], env),
  );
  const { checks } = JSON.parse(doctor.out) as { checks: { findings: { problem: string }[] }[] };
  // Debian's module for nginx leaves brotli out now and then.
  const problems = checks.flatMap(({ findings }) => findings.map(({ problem }) => problem));
  expect(problems.filter((problem) => !/not sent as br /.test(problem))).toEqual([]);
  expect(doctor.code).toBe(0);
  const seconds = (performance.now() - started) / 1000;
  console.log(`From init to a deploy without findings: ${seconds.toFixed(1)} s`, times);
  expect(seconds).toBeLessThan(600);

  // The next version goes live in the same way, and back.
  const business = join(content, "business.yaml");
  const renamed = (await readFile(business, "utf8")).replace("Bright Smile Dental", "Bright Smiles Dental");
  await writeFile(business, renamed);
  const next = await command("second build", "build.ts", ["--public", "--out", dist]);
  expect(next, next.text).toMatchObject({ code: 0 });
  const second = await command("second upload", "upload.ts");
  expect(second, second.text).toMatchObject({ code: 0, text: expect.stringContaining("all is right") });
  const back = await command("rollback", "upload.ts", ["--rollback"]);
  expect(back, back.text).toMatchObject({ code: 0 });

  const client = createClient({
    baseUrl,
    connect: { host: "127.0.0.1", port },
    timeout: 10_000,
    signal: AbortSignal.timeout(30_000),
  });
  onTestFinished(() => client.close());
  const home = await client.ask("/");
  expect(home.body.toString("utf8")).toMatch(/Bright Smile Dental[^]*3 (?:verified )?reviews/);
  const agent = await client.ask("/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Origin: "https://agent.example.net",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_business" } }),
  });
  expect([agent.status, agent.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(agent.body.toString("utf8")).toContain("Bright Smile Dental");
});
