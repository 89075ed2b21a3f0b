import { XMLValidator } from "fast-xml-parser";
import { type Check, mediaType } from "./check.ts";
import type { Certificate } from "./client.ts";

const day = 86_400_000;

/** What is wrong with a certificate, as a visitor of that day sees it. */
export function judgeCertificate(
  { fault, validTo, protocol }: Certificate,
  now: number,
): { severity: "wrong" | "warning"; problem: string; fix: string }[] {
  const left = Math.floor((Date.parse(validTo) - now) / day);
  const renew = "renew it; Caddy and certbot do so by themselves";
  if (left < 0)
    return [{ severity: "wrong", problem: `has a certificate that ended on ${validTo}`, fix: renew }];
  if (fault !== undefined)
    return [
      {
        severity: "wrong",
        problem: `has a certificate that clients refuse (${fault})`,
        fix: "get one for this very name, with its whole chain",
      },
    ];
  return [
    ...(left < 14
      ? [
          {
            severity: "warning" as const,
            problem: `has a certificate that ends in ${left} days`,
            fix: renew,
          },
        ]
      : []),
    ...(/^TLSv1\.[23]$/.test(protocol)
      ? []
      : [{ severity: "wrong" as const, problem: `speaks ${protocol}`, fix: "offer TLS 1.2 and 1.3" }]),
  ];
}

const isLoopback = (host: string) => /^(localhost|127\..*|\[::1\])$/.test(host);

export const tlsCheck: Check = {
  name: "tls",
  claim: "The address is encrypted with a certificate that holds",
  async run(deploy, { wrong, warn }) {
    await deploy.get("/");
    const { protocol, hostname } = new URL(deploy.baseUrl);
    if (protocol === "http:") {
      if (!isLoopback(hostname))
        wrong(deploy.baseUrl, "is not encrypted", "serve it over https, and build with BASE_URL=https://…");
      return;
    }
    const certificate = deploy.certificate();
    if (certificate === undefined) return;
    for (const { severity, problem, fix } of judgeCertificate(certificate, deploy.now()))
      (severity === "wrong" ? wrong : warn)(deploy.baseUrl, problem, fix);
    const { headers } = await deploy.get("/");
    if (!headers["strict-transport-security"])
      warn("/", "has no Strict-Transport-Security", "send max-age=31536000 once https is to stay");
  },
};

export const clockCheck: Check = {
  name: "clock",
  claim: "The server's clock is right",
  async run(deploy, { wrong, warn }) {
    // Answers from caches carry the time of their making, so one that no cache keeps is asked.
    const { headers, asked, answered } = await deploy.ask("/healthz");
    const shown = Date.parse(headers["date"] ?? "") + Number(headers["age"] ?? 0) * 1000;
    if (Number.isNaN(shown)) return warn("/healthz", "has no Date", "let the server's Date through");
    // Date is cut to whole seconds.
    const off = Math.round(
      (shown < asked ? Math.min(0, shown + 1000 - asked) : Math.max(0, shown - answered)) / 1000,
    );
    const fix = "synchronise it (systemd-timesyncd, chrony); if this computer's clock is wrong, fix that one";
    if (Math.abs(off) > 60)
      wrong(
        "/healthz",
        `says a time ${Math.abs(off)} s ${off > 0 ? "ahead of" : "behind"} ours: conditional requests and leases go wrong`,
        fix,
      );
    else if (Math.abs(off) > 10) warn("/healthz", `says a time ${Math.abs(off)} s off ours`, fix);
  },
};

export const securityCheck: Check = {
  name: "security.txt",
  claim: "security.txt names a contact and is not about to expire",
  async run(deploy, { wrong, warn }) {
    const path = "/.well-known/security.txt";
    const answer = await deploy.get(path);
    if (answer.status !== 200 || mediaType(answer) !== "text/plain")
      return wrong(
        path,
        `answers ${answer.status} (${answer.headers["content-type"] ?? "no type"})`,
        "deploy the whole of dist, hidden folders included",
      );
    const fields = new Map(
      answer.body
        .toString("utf8")
        .split("\n")
        .map((line) => [line.split(":")[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    if (!fields.get("contact"))
      wrong(path, "names no contact", "set the e-mail address in content/business.yaml");
    const left = Math.floor((Date.parse(fields.get("expires") ?? "") - deploy.now()) / day);
    const fix =
      "it lives a year from the newest content: publish what is new, or bring content/summary.md up to date, and deploy";
    if (Number.isNaN(left)) wrong(path, "has no date in Expires", "build again and deploy the whole of dist");
    else if (left < 0) wrong(path, `expired ${-left} days ago`, fix);
    else if (left < 30) warn(path, `expires in ${left} days`, fix);
    const canonical = fields.get("canonical");
    if (canonical !== deploy.baseUrl + path)
      wrong(path, `says that it is ${canonical ?? "nowhere"}`, `build with BASE_URL=${deploy.baseUrl}`);
  },
};

export const discoveryCheck: Check = {
  name: "discovery",
  claim: "Crawlers and agents find what they look for",
  async run(deploy, { wrong }) {
    const robots = await deploy.get("/robots.txt");
    if (robots.status !== 200 || !robots.body.includes(`Sitemap: ${deploy.baseUrl}/sitemap.xml`))
      wrong(
        "/robots.txt",
        "does not name the sitemap of this address",
        `build with BASE_URL=${deploy.baseUrl}, and deploy`,
      );
    if (/^Disallow: \/\s*$/m.test(robots.body.toString("utf8")))
      wrong("/robots.txt", "shuts out all crawlers", "deploy the one that the build made");
    const sitemap = await deploy.get("/sitemap.xml");
    const xml = sitemap.body.toString("utf8");
    const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
    if (sitemap.status !== 200 || XMLValidator.validate(xml) !== true || addresses.length === 0)
      wrong("/sitemap.xml", `is no sitemap (${sitemap.status})`, "deploy the whole of dist");
    else if (!addresses.every((address) => address.startsWith(`${deploy.baseUrl}/`)))
      wrong("/sitemap.xml", "lists addresses of another site", `build with BASE_URL=${deploy.baseUrl}`);
    const llms = await deploy.get("/llms.txt");
    if (llms.status !== 200 || mediaType(llms) !== "text/plain")
      wrong(
        "/llms.txt",
        `answers ${llms.status} (${llms.headers["content-type"] ?? "no type"})`,
        "deploy the whole of dist",
      );
    const catalog = await deploy.get("/.well-known/api-catalog");
    if (catalog.status !== 200 || mediaType(catalog) !== "application/linkset+json")
      wrong(
        "/.well-known/api-catalog",
        `answers ${catalog.status} (${catalog.headers["content-type"] ?? "no type"})`,
        "deploy hidden folders too, with the rules of dist/_headers",
      );
    const page = await deploy.get("/");
    if (page.status !== 200 || mediaType(page) !== "text/html")
      wrong(
        "/",
        `answers ${page.status} (${page.headers["content-type"] ?? "no type"}), not a page`,
        "deploy the whole of dist",
      );
  },
};
