import { isIPv6 } from "node:net";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { memberOf } from "../../src/schema/json.ts";
import type { Check, AuditedDeploy, Reporter } from "./check.ts";
import type { HttpAnswer, Certificate } from "./client.ts";
import { explainFailure, isPage } from "./failures.ts";

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const reachCheck: Check = {
  name: "reach",
  claim: "The deploy answers, and answers programs",
  async run(deploy, report) {
    const paths = ["/manifest.json", "/reviews.json", "/"];
    const answers = await Promise.all(paths.map((path) => deploy.get(path)));
    const failures = answers.map((answer, index) =>
      explainFailure(paths[index] ?? "/", answer, deploy.baseUrl, {
        types: [index < 2 ? "application/json" : "text/html"],
      }),
    );
    const [failure] = failures;
    if (failure !== undefined && failures.every((one) => one?.cause === failure.cause)) {
      const asBrowser = await deploy.ask("/", { headers: { "User-Agent": browser, Accept: "text/html" } });
      const isLetIn = explainFailure("/", asBrowser, deploy.baseUrl) === undefined;
      deploy.isClosed = true;
      report.wrong(
        deploy.baseUrl,
        isLetIn ? `lets browsers in and shuts programs out: it ${failure.problem}` : failure.problem,
        failure.fix,
      );
    } else if (isAnotherSite(answers)) {
      deploy.isClosed = true;
      report.wrong(
        deploy.baseUrl,
        "shows another site: there are pages, and none of the documents",
        "deploy the whole of dist, and see that the name leads to the right host",
      );
    }
  },
};

/** Neither manifest nor dataset, and a page that no build wrote. */
const isAnotherSite = ([manifest, reviews, page]: readonly HttpAnswer[]): boolean => {
  const isMissing = (answer: HttpAnswer | undefined) =>
    answer !== undefined && (answer.status === 404 || isPage(answer));
  return (
    isMissing(manifest) &&
    isMissing(reviews) &&
    page?.status === 200 &&
    !page.body.includes(`rel="service-desc"`)
  );
};

const day = 86_400_000;

const refusals: Record<string, [problem: string, fix: string]> = {
  CERT_HAS_EXPIRED: ["has expired", "renew it; Caddy and certbot do so by themselves"],
  CERT_NOT_YET_VALID: ["is not valid yet", "see that the clocks of server and issuer are right"],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "is signed by nobody but itself",
    "get one from an authority, such as Let's Encrypt",
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ["is of an authority that nobody trusts", "get one from a public authority"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "comes without its chain, or is of an authority that nobody trusts",
    "serve the whole chain (fullchain.pem)",
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    "comes without its chain, or is of an authority that nobody trusts",
    "serve the whole chain (fullchain.pem)",
  ],
};

/** What is wrong with a certificate, as a visitor of that day sees it. */
export function judgeCertificate(
  { refusal, names, validTo, protocol }: Certificate,
  now: number,
): { severity: "wrong" | "warning"; problem: string; fix: string }[] {
  const left = Math.floor((Date.parse(validTo) - now) / day);
  const renew = "renew it; Caddy and certbot do so by themselves";
  if (left < 0)
    return [{ severity: "wrong", problem: `has a certificate that ended on ${validTo}`, fix: renew }];
  if (refusal === "ERR_TLS_CERT_ALTNAME_INVALID")
    return [
      {
        severity: "wrong",
        problem: `has a certificate that clients refuse: it is for ${names}`,
        fix: "get one for this very name, and serve it here",
      },
    ];
  if (refusal !== undefined) {
    const [problem, fix] = refusals[refusal] ?? [refusal, "get one for this very name, with its whole chain"];
    return [{ severity: "wrong", problem: `has a certificate that clients refuse: it ${problem}`, fix }];
  }
  return [
    ...(left < 14
      ? [{ severity: "warning" as const, problem: `has a certificate that ends in ${left} days`, fix: renew }]
      : []),
    ...(/^TLSv1\.[23]$/.test(protocol)
      ? []
      : [{ severity: "wrong" as const, problem: `speaks ${protocol}`, fix: "offer TLS 1.2 and 1.3" }]),
  ];
}

export const tlsCheck: Check = {
  name: "tls",
  claim: "The address is encrypted with a certificate that holds, and plain http leads to it",
  async run(deploy, report) {
    const { protocol, hostname } = new URL(deploy.baseUrl);
    if (protocol === "http:") {
      if (!isLoopback(hostName(hostname)))
        report.wrong(
          deploy.baseUrl,
          "is not encrypted",
          "serve it over https, and build with BASE_URL=https://…",
        );
      return;
    }
    const certificate = deploy.certificate();
    if (certificate === undefined) return;
    for (const { severity, problem, fix } of judgeCertificate(certificate, deploy.now()))
      (severity === "wrong" ? report.wrong : report.warn)(deploy.baseUrl, problem, fix);
    const policy = (await deploy.get("/")).headers["strict-transport-security"];
    const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(policy ?? "")?.[1] ?? 0);
    if (seconds < 86_400 * 30)
      report.warn(
        "/",
        `has ${policy === undefined ? "no Strict-Transport-Security" : `a Strict-Transport-Security of ${seconds} s`}`,
        "send max-age=31536000 once https is to stay",
      );
    await lookAtPlain(deploy, report);
  },
};

/** Who types the name alone begins without encryption. */
async function lookAtPlain(
  { ask, baseUrl, hasPlain }: AuditedDeploy,
  { wrong, warn }: Reporter,
): Promise<void> {
  if (!hasPlain) return;
  const plain = baseUrl.replace(/^https:/, "http:");
  const fix = "redirect every http address to the same one with https (301 or 308)";
  const { status, headers, failure } = await ask("/", { isPlain: true });
  if (failure !== undefined)
    return warn(plain, `cannot be reached without encryption (${failure})`, `listen on port 80, and ${fix}`);
  const location = headers["location"] ?? "";
  if (status >= 200 && status < 300) return wrong(plain, "is served without encryption", fix);
  const target = URL.canParse(location, plain) ? new URL(location, plain) : undefined;
  if (target === undefined || ![301, 302, 307, 308].includes(status))
    return wrong(plain, `answers ${status} instead of leading to https`, fix);
  if (target.protocol !== "https:" || target.host !== new URL(baseUrl).host)
    return wrong(plain, `leads to ${target.origin}, not to ${baseUrl}`, fix);
}

export const clockCheck: Check = {
  name: "clock",
  claim: "The server's clock is right",
  async run(deploy, { wrong, warn }) {
    // Answers from caches carry the time of their making, so one that no cache keeps is asked.
    const { status, headers, asked, answered } = await deploy.ask("/healthz");
    if (status !== 200) return;
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

/** A name with more addresses than that is spread by somebody who sees to them. */
const maxAddresses = 16;

/** What says of this computer, and not of the deploy, that it cannot go there. */
const noWay = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);

export const addressesCheck: Check = {
  name: "addresses",
  claim: "Every address that DNS gives for the name leads to this deploy",
  async run({ ask, addresses, baseUrl, manifest }, { wrong }) {
    if (addresses.length < 2) return;
    for (const address of addresses.slice(0, maxAddresses)) {
      const record = `the ${isIPv6(address) ? "AAAA" : "A"} record ${address}`;
      const { status, body, failure, code } = await ask("/manifest.json", { at: address });
      if (failure !== undefined) {
        if (noWay.has(code ?? "")) continue;
        wrong(
          baseUrl,
          `has ${record}, where nothing answers (${failure}): who takes it sees no site`,
          "let it lead to this server, or delete it at your DNS host",
        );
        continue;
      }
      // Where the deploy has no manifest at all, that is said already.
      if (manifest === undefined) continue;
      const shown = status === 200 ? toVersion(body.toString("utf8")) : undefined;
      if (shown === undefined)
        wrong(
          baseUrl,
          `has ${record}, which shows another site`,
          "let it lead to this server, or delete it at your DNS host",
        );
      else if (shown !== manifest.version)
        wrong(
          baseUrl,
          `has ${record}, which shows version ${shown}, not ${manifest.version}`,
          "deploy to every machine behind the name",
        );
    }
  },
};

function toVersion(text: string): string | undefined {
  try {
    const version = memberOf(JSON.parse(text), "version");
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
