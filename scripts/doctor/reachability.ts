import { isIPv6 } from "node:net";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { memberOf } from "../../src/schema/json.ts";
import type { Certificate, HttpAnswer } from "./http-client.ts";
import { explainFailure, isOwnPage, isPage, parseJson } from "./failure-causes.ts";
import { type AuditedDeploy, type Check, type Finding } from "./audited-deploy.ts";

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const reachCheck: Check = {
  name: "reach",
  claim: "The deploy answers, and answers programs",
  async run(deploy) {
    const { ask, baseUrl, get, wrong } = deploy;
    const types = {
      "/manifest.json": "application/json",
      "/reviews.json": "application/json",
      "/": "text/html",
    };
    const answers = await Promise.all(Object.keys(types).map(get));
    const [failure, ...others] = Object.entries(types).map(
      ([path, type], index) =>
        answers[index] && explainFailure(path, answers[index], baseUrl, { types: [type] }),
    );
    if (failure !== undefined && others.every((one) => one?.cause === failure.cause)) {
      const asBrowser = await ask("/", { headers: { "User-Agent": browser, Accept: "text/html" } });
      const isLetIn = explainFailure("/", asBrowser, baseUrl) === undefined;
      deploy.isClosed = true;
      const problem = `${isLetIn ? "lets browsers in and shuts programs out: it " : ""}${failure.problem}`;
      wrong(baseUrl, problem, failure.fix);
    } else if (isAnotherSite(answers)) {
      deploy.isClosed = true;
      wrong(
        baseUrl,
        "shows another site: there are pages, and none of the documents",
        "deploy the whole of dist, and see that the name leads to the right host",
      );
    }
  },
};

/** Neither manifest nor dataset, and a page that no build wrote. */
function isAnotherSite([manifest, reviews, page]: readonly HttpAnswer[]): boolean {
  const isMissing = (answer?: HttpAnswer) => answer?.status === 404 || (answer && isPage(answer));
  return Boolean(isMissing(manifest) && isMissing(reviews) && page?.status === 200 && !isOwnPage(page));
}

const day = 86_400_000;

const renew = "renew it; Caddy and certbot do so by themselves";
const noChain: [problem: string, fix: string] = [
  "comes without its chain, or is of an authority that nobody trusts",
  "serve the whole chain (fullchain.pem)",
];
const refusals: Record<string, [problem: string, fix: string]> = {
  CERT_HAS_EXPIRED: ["has expired", renew],
  CERT_NOT_YET_VALID: ["is not valid yet", "see that the clocks of server and issuer are right"],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "is signed by nobody but itself",
    "get one from an authority, such as Let's Encrypt",
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ["is of an authority that nobody trusts", "get one from a public authority"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: noChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: noChain,
};

/** A certificate's faults, as a visitor on that day would see them. */
export function judgeCertificate(
  { refusal, names, validTo, protocol }: Certificate,
  now: number,
): Pick<Finding, "severity" | "problem" | "fix">[] {
  const left = Math.floor((Date.parse(validTo) - now) / day);
  if (left < 0)
    return [{ severity: "wrong", problem: `has a certificate that ended on ${validTo}`, fix: renew }];
  if (refusal !== undefined) {
    const isOther = refusal === "ERR_TLS_CERT_ALTNAME_INVALID";
    const [problem, fix] = isOther
      ? [`is for ${names}`, "get one for this very name, and serve it here"]
      : (refusals[refusal] ?? [refusal, "get one for this very name, with its whole chain"]);
    return [{ severity: "wrong", problem: `has a certificate that clients refuse: it ${problem}`, fix }];
  }
  const found: ReturnType<typeof judgeCertificate> = [];
  if (left < 14)
    found.push({ severity: "warning", problem: `has a certificate that ends in ${left} days`, fix: renew });
  if (!/^TLSv1\.[23]$/.test(protocol))
    found.push({ severity: "wrong", problem: `speaks ${protocol}`, fix: "offer TLS 1.2 and 1.3" });
  return found;
}

export const tlsCheck: Check = {
  name: "tls",
  claim: "The address is encrypted with a certificate that holds, and plain http leads to it",
  async run(deploy) {
    const { baseUrl, certificate, wrong, warn } = deploy;
    const { protocol, hostname } = new URL(baseUrl);
    if (protocol === "http:") {
      if (isLoopback(hostName(hostname))) return;
      return wrong(baseUrl, "is not encrypted", "serve it over https, and build with BASE_URL=https://…");
    }
    const shown = certificate();
    if (shown === undefined) return;
    for (const { severity, problem, fix } of judgeCertificate(shown, deploy.now()))
      (severity === "wrong" ? wrong : warn)(baseUrl, problem, fix);
    const policy = (await deploy.get("/")).headers["strict-transport-security"];
    const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(policy ?? "")?.[1] ?? 0);
    const value =
      policy === undefined ? "no Strict-Transport-Security" : `a Strict-Transport-Security of ${seconds} s`;
    if (seconds * 1000 < 30 * day) warn("/", `has ${value}`, "send max-age=31536000 once https is to stay");
    if (deploy.hasPlain) await checkPlain(deploy);
  },
};

/** Browsers ask without encryption first, when somebody types the name alone. */
async function checkPlain({ ask, baseUrl, wrong, warn }: AuditedDeploy): Promise<void> {
  const plain = baseUrl.replace(/^https:/, "http:");
  const fix = "redirect every http address to the same one with https (301 or 308)";
  const { status, headers, failure } = await ask("/", { isPlain: true });
  if (failure !== undefined)
    return warn(plain, `cannot be reached without encryption (${failure})`, `listen on port 80, and ${fix}`);
  if (status >= 200 && status < 300) return wrong(plain, "is served without encryption", fix);
  const location = headers["location"] ?? "";
  const target = URL.canParse(location, plain) ? new URL(location, plain) : undefined;
  if (target === undefined || ![301, 302, 307, 308].includes(status))
    return wrong(plain, `answers ${status} instead of leading to https`, fix);
  if (target.protocol !== "https:" || target.host !== new URL(baseUrl).host)
    return wrong(plain, `leads to ${target.origin}, not to ${baseUrl}`, fix);
}

/** Names with more addresses belong to providers that monitor them. */
const maxAddresses = 16;

/** Errors of this computer, not of the deploy. */
const noWay = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);

export const addressesCheck: Check = {
  name: "addresses",
  claim: "Every address that DNS gives for the name leads to this deploy",
  async run({ ask, addresses, baseUrl, manifest, wrong }) {
    if (addresses.length < 2) return;
    const fix = "let it lead to this server, or delete it at your DNS host";
    for (const address of addresses.slice(0, maxAddresses)) {
      const record = `has the ${isIPv6(address) ? "AAAA" : "A"} record ${address}`;
      const { status, body, failure, code } = await ask("/manifest.json", { at: address });
      if (failure !== undefined) {
        if (noWay.has(code ?? "")) continue;
        wrong(baseUrl, `${record}, where nothing answers (${failure}): who takes it sees no site`, fix);
      }
      // A missing manifest is reported already.
      if (failure !== undefined || manifest === undefined) continue;
      const version = status === 200 ? memberOf(parseJson(body.toString("utf8")), "version") : undefined;
      if (typeof version !== "string") wrong(baseUrl, `${record}, which shows another site`, fix);
      else if (version !== manifest.version) {
        const problem = `${record}, which shows version ${version}, not ${manifest.version}`;
        wrong(baseUrl, problem, "deploy to every machine behind the name");
      }
    }
  },
};
