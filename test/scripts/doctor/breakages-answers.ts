import { gzipSync } from "node:zlib";
import { type Breakages, everywhere, html, instead, missing, on, page, sidecarPaths } from "./breakage.ts";
import { expired, ofAnotherName, ofNobody } from "./sound-deploy.ts";

const everything = /./;

/** Deploys that do not answer, or others that answer instead. */
export const answers: Breakages = {
  "wrong reach: https://reviews.example cannot be checked: no whole answer within 0.15 s → see that it can be reached":
    { answer: () => "never", timeout: 150 },
  "wrong documents: /insights.json cannot be checked: no whole answer within": {
    answer: ({ path }) => (path === "/insights.json" ? "never" : undefined),
    timeout: 1500,
  },
  "wrong documents: /reviews.csv cannot be checked: the connection was reset": on(
    "/reviews.csv",
    (passing) => (passing.isCut = true),
  ),
  "warning reach: … answers slowly: 1.… s in the middle of … requests, so that not all could be checked": {
    delay: 1600,
    within: 5000,
  },
  "wrong reach: … is refused by a firewall or bot protection (403) → let readers and programs through":
    instead(everything, 403, page("403 Forbidden"), { ...html, server: "cloudflare" }),
  "wrong reach: … is refused by a firewall or bot protection (403)": instead(
    everything,
    403,
    "error code: 1020",
    { "content-type": "text/plain; charset=UTF-8" },
  ),
  "wrong reach: … is refused by a firewall or bot protection (406)": instead(
    everything,
    406,
    page("Not Acceptable! Mod_Security"),
    html,
  ),
  "wrong reach: … lets browsers in and shuts programs out: it is refused by a firewall": {
    answer: ({ ask }) =>
      /Chrome/.test(ask["user-agent"] ?? "")
        ? undefined
        : { status: 403, headers: html, body: page("Forbidden") },
  },
  "wrong reach: … is answered by a browser check instead (503)… → switch off challenges": instead(
    everything,
    503,
    page("Just a moment..."),
    { ...html, "cf-mitigated": "challenge" },
  ),
  "wrong reach: … is answered by a browser check instead (202)": instead(
    everything,
    202,
    page("Robot Challenge Screen"),
    { ...html, "sg-captcha": "challenge" },
  ),
  "wrong cors: /api/reviews/search?limit=1 is answered by a browser check instead (403)": instead(
    sidecarPaths,
    403,
    page("Just a moment..."),
    { ...html, "cf-mitigated": "challenge" },
  ),
  "wrong … … is refused after too many requests (429); the same on … → raise the request limit": (() => {
    let count = 0;
    return {
      answer: () => {
        count += 1;
        return count > 40
          ? {
              status: 429,
              headers: { "content-type": "text/plain", "retry-after": "60" },
              body: "error code: 1015",
            }
          : undefined;
      },
    };
  })(),
  "wrong reach: … asks for a login (401) → take the password off": instead(
    everything,
    401,
    page("Authorization Required"),
    { ...html, "www-authenticate": "Basic" },
  ),
  "wrong reach: … answers 503": instead(everything, 503, page("We will be back soon"), {
    ...html,
    "retry-after": "3600",
  }),
  "wrong reach: … answers 502: the proxy reaches no server behind it": instead(
    everything,
    502,
    page("502 Bad Gateway"),
    html,
  ),
  "wrong reach: … redirects to https://www.reviews.example (301) → audit https://www": {
    answer: ({ path }) => ({
      status: 301,
      headers: { location: `https://www.reviews.example${path}` },
      body: "",
    }),
  },
  "wrong reach: … redirects to itself (301), for ever → end the loop": {
    answer: ({ path }) => ({
      status: 301,
      headers: { location: `https://reviews.example${path}` },
      body: "",
    }),
  },
  "wrong reach: … redirects to http: (302)": {
    answer: ({ path }) => ({
      status: 302,
      headers: { location: `http://reviews.example${path}` },
      body: "",
    }),
  },
  "wrong reach: … shows another site": [
    instead(everything, 200, page("This domain is for sale"), html),
    {
      answer: ({ path }) =>
        path === "/"
          ? { status: 200, headers: html, body: page("Welcome to nginx!") }
          : { status: 404, headers: html, body: page("404 Not Found") },
    },
  ],
  "wrong reach: … answers 404 → deploy the whole of dist": missing(everything),
  "wrong addresses: … has the A record 127.0.0.2, where nothing answers (nothing listens there)… → let it lead to this server, or delete it":
    { addresses: ["127.0.0.1", "127.0.0.2"] },
  "wrong tls: … has a certificate that ended on Nov  1 … → renew it": { transport: { identity: expired } },
  "wrong tls: … has a certificate that clients refuse: it is for www.other.example": {
    transport: { identity: ofAnotherName },
  },
  "wrong tls: … has a certificate that clients refuse: it comes without its chain": {
    transport: { identity: ofNobody },
  },
  "warning tls: / has no Strict-Transport-Security": everywhere(
    ({ headers }) => delete headers["strict-transport-security"],
  ),
  "wrong tls: http://reviews.example is not encrypted": { baseUrl: "http://reviews.example", transport: {} },
  "wrong tls: http://reviews.example is served without encryption → redirect every http address": {
    plain: { onRequest: ({ ask }) => (ask["host"] = "reviews.example") },
  },
  "wrong tls: http://reviews.example leads to https://old.example, not to": {
    plain: instead(everything, 301, "", { location: "https://old.example/" }),
  },
  "wrong tls: http://reviews.example answers 404 instead of leading to https": {
    plain: missing(everything),
  },
  "wrong clock: /healthz says a time 3… s behind ours… → synchronize it": everywhere(
    ({ headers }) => (headers["date"] = new Date(Date.now() - 3_600_000).toUTCString()),
  ),
  "wrong clock: /healthz says a time 86… s ahead of ours": everywhere(
    ({ headers }) => (headers["date"] = new Date(Date.now() + 86_400_000).toUTCString()),
  ),
  "wrong compression: /insights.json sent as gzip unpacks to more than 67108864 bytes": on(
    "/insights.json",
    (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(Buffer.alloc(70_000_000));
    },
  ),
};
