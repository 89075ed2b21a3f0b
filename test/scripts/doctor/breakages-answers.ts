import { gzipSync } from "node:zlib";
import { type Breakage, everywhere, html, instead, on, page, sidecarPaths } from "./breakage.ts";
import { expired, ofAnotherName, ofNobody } from "./sound-deploy.ts";

const everything = /./;

/** Deploys that do not answer, or others that answer instead. */
export const answers: Breakage[] = [
  {
    name: "nothing answers in time",
    fault: { answer: () => "never" },
    timeout: 150,
    finding:
      /^wrong reach: https:\/\/reviews\.example cannot be looked at: no whole answer within 0\.15 s → see that it can be reached/,
  },
  {
    name: "one document is never answered",
    fault: { answer: ({ path }) => (path === "/insights.json" ? "never" : undefined) },
    timeout: 1500,
    finding: /^wrong documents: \/insights\.json cannot be looked at: no whole answer within/,
  },
  {
    name: "connections are cut in the middle of a document",
    fault: on("/reviews.csv", (passing) => (passing.isCut = true)),
    finding: /^wrong documents: \/reviews\.csv cannot be looked at: the connection was reset/,
  },
  {
    name: "a deploy that takes its time",
    fault: { delay: 1600 },
    within: 5000,
    finding:
      /^warning reach: \S+ answers slowly: 1\.\d s in the middle of \d+ requests, so that not all could be looked at/,
  },
  {
    name: "a firewall refuses everything",
    fault: instead(everything, 403, page("403 Forbidden"), { ...html, server: "cloudflare" }),
    finding:
      /^wrong reach: \S+ is refused by a firewall or bot protection \(403\) → let readers and programs through/,
  },
  {
    name: "a firewall refuses in plain text (Cloudflare 1020)",
    fault: instead(everything, 403, "error code: 1020", { "content-type": "text/plain; charset=UTF-8" }),
    finding: /^wrong reach: \S+ is refused by a firewall or bot protection \(403\)/,
  },
  {
    name: "ModSecurity answers 406",
    fault: instead(everything, 406, page("Not Acceptable! Mod_Security"), html),
    finding: /^wrong reach: \S+ is refused by a firewall or bot protection \(406\)/,
  },
  {
    name: "programs are refused and browsers are not",
    fault: {
      answer: ({ ask }) =>
        /Chrome/.test(ask["user-agent"] ?? "")
          ? undefined
          : { status: 403, headers: html, body: page("Forbidden") },
    },
    finding: /^wrong reach: \S+ lets browsers in and shuts programs out: it is refused by a firewall/,
  },
  {
    name: "a JavaScript challenge in front of everything",
    fault: instead(everything, 503, page("Just a moment..."), { ...html, "cf-mitigated": "challenge" }),
    finding: /^wrong reach: \S+ is answered by a browser check instead \(503\).* → switch off challenges/,
  },
  {
    name: "a captcha that says 202",
    fault: instead(everything, 202, page("Robot Challenge Screen"), { ...html, "sg-captcha": "challenge" }),
    finding: /^wrong reach: \S+ is answered by a browser check instead \(202\)/,
  },
  {
    name: "a challenge in front of the API only",
    fault: instead(sidecarPaths, 403, page("Just a moment..."), { ...html, "cf-mitigated": "challenge" }),
    finding: /^wrong cors: \/api\/reviews\/search\?limit=1 is answered by a browser check instead \(403\)/,
  },
  {
    name: "too many requests for a CDN",
    fault: (() => {
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
    finding:
      /^wrong \S+ \S+ is refused after too many requests \(429\); the same on .* → raise the request limit/,
  },
  {
    name: "a password in front of everything",
    fault: instead(everything, 401, page("Authorization Required"), { ...html, "www-authenticate": "Basic" }),
    finding: /^wrong reach: \S+ asks for a login \(401\) → take the password off/,
  },
  {
    name: "a maintenance page",
    fault: instead(everything, 503, page("We will be back soon"), { ...html, "retry-after": "3600" }),
    finding: /^wrong reach: \S+ answers 503/,
  },
  {
    name: "a proxy without a server behind it",
    fault: instead(everything, 502, page("502 Bad Gateway"), html),
    finding: /^wrong reach: \S+ answers 502: the proxy reaches no server behind it/,
  },
  {
    name: "a redirect to www",
    fault: {
      answer: ({ path }) => ({
        status: 301,
        headers: { location: `https://www.reviews.example${path}` },
        body: "",
      }),
    },
    finding: /^wrong reach: \S+ redirects to https:\/\/www\.reviews\.example \(301\) → audit https:\/\/www/,
  },
  {
    name: "a redirect that never ends",
    fault: {
      answer: ({ path }) => ({
        status: 301,
        headers: { location: `https://reviews.example${path}` },
        body: "",
      }),
    },
    finding: /^wrong reach: \S+ redirects to itself \(301\), for ever → end the loop/,
  },
  {
    name: "a redirect back to http",
    fault: {
      answer: ({ path }) => ({
        status: 302,
        headers: { location: `http://reviews.example${path}` },
        body: "",
      }),
    },
    finding: /^wrong reach: \S+ redirects to http: \(302\)/,
  },
  {
    name: "a parked domain",
    fault: instead(everything, 200, page("This domain is for sale"), html),
    finding: /^wrong reach: \S+ shows another site/,
  },
  {
    name: "the host's default page, and no documents",
    fault: {
      answer: ({ path }) =>
        path === "/"
          ? { status: 200, headers: html, body: page("Welcome to nginx!") }
          : { status: 404, headers: html, body: page("404 Not Found") },
    },
    finding: /^wrong reach: \S+ shows another site/,
  },
  {
    name: "nothing was deployed",
    fault: instead(everything, 404, page("404 Not Found"), html),
    finding: /^wrong reach: \S+ answers 404 → deploy the whole of dist/,
  },
  {
    name: "an address of the name where nothing answers",
    fault: {},
    addresses: ["127.0.0.1", "127.0.0.2"],
    finding:
      /^wrong addresses: \S+ has the A record 127\.0\.0\.2, where nothing answers \(nothing listens there\).* → let it lead to this server, or delete it/,
  },
  {
    name: "a certificate that has expired",
    fault: {},
    transport: { identity: expired },
    finding: /^wrong tls: \S+ has a certificate that ended on Nov {2}1 .* → renew it/,
  },
  {
    name: "a certificate for another name",
    fault: {},
    transport: { identity: ofAnotherName },
    finding: /^wrong tls: \S+ has a certificate that clients refuse: it is for www\.other\.example/,
  },
  {
    name: "a certificate of an unknown authority, or without its chain",
    fault: {},
    transport: { identity: ofNobody },
    finding: /^wrong tls: \S+ has a certificate that clients refuse: it comes without its chain/,
  },
  {
    name: "no Strict-Transport-Security",
    fault: everywhere(({ headers }) => delete headers["strict-transport-security"]),
    finding: /^warning tls: \/ has no Strict-Transport-Security/,
  },
  {
    name: "a site without encryption",
    fault: {},
    baseUrl: "http://reviews.example",
    transport: {},
    finding: /^wrong tls: http:\/\/reviews\.example is not encrypted/,
  },
  {
    name: "http that does not lead to https",
    fault: {},
    plain: { onRequest: ({ ask }) => (ask["host"] = "reviews.example") },
    finding:
      /^wrong tls: http:\/\/reviews\.example is served without encryption → redirect every http address/,
  },
  {
    name: "http that leads to another site",
    fault: {},
    plain: instead(everything, 301, "", { location: "https://old.example/" }),
    finding: /^wrong tls: http:\/\/reviews\.example leads to https:\/\/old\.example, not to/,
  },
  {
    name: "http that answers with an error",
    fault: {},
    plain: instead(everything, 404, page("404"), html),
    finding: /^wrong tls: http:\/\/reviews\.example answers 404 instead of leading to https/,
  },
  {
    name: "the server's clock is an hour behind",
    fault: everywhere(({ headers }) => (headers["date"] = new Date(Date.now() - 3_600_000).toUTCString())),
    finding: /^wrong clock: \/healthz says a time 3\d\d\d s behind ours.* → synchronise it/,
  },
  {
    name: "the server's clock is a day ahead",
    fault: everywhere(({ headers }) => (headers["date"] = new Date(Date.now() + 86_400_000).toUTCString())),
    finding: /^wrong clock: \/healthz says a time 86\d\d\d s ahead of ours/,
  },
  {
    name: "a gzip bomb in place of a document",
    fault: on("/insights.json", (passing) => {
      if (passing.headers["content-encoding"] === "gzip") passing.body = gzipSync(Buffer.alloc(70_000_000));
    }),
    finding: /^wrong compression: \/insights\.json sent as gzip unpacks to more than 67108864 bytes/,
  },
];
