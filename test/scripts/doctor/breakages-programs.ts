import {
  type Breakages,
  drop,
  everywhere,
  header,
  html,
  instead,
  missing,
  on,
  page,
  replace,
  rewrite,
  sidecarPaths,
} from "./breakage.ts";

const hub = "/api/websub/hub";
const post = /^POST$/;

/** Feeds, hub, search and agents. */
export const programs: Breakages = {
  "wrong documents: /feed.xml has … of … bytes": rewrite("/feed.xml", /<\/feed>\s*$/, ""),
  'wrong feeds: /feed.xml has no link rel="self" to https://reviews.example/feed.xml': rewrite(
    "/feed.xml",
    /(<link rel="self" href=")[^"]*/,
    "$1https://old.example/feed.xml",
  ),
  'wrong feeds: /feed.xml has no link rel="hub"': rewrite("/feed.xml", /<link rel="hub"[^>]*>/, ""),
  "wrong feeds: /api/feed.json does not name the hub": rewrite(
    "/api/feed.json",
    /"hubs":\[[^\]]*\]/,
    '"hubs":[]',
  ),
  "wrong feeds: /api/feed.json does not hold the newest reviews of /reviews.json": rewrite(
    "/api/feed.json",
    /"id":"r60"/,
    '"id":"r61"',
  ),
  'wrong hub: /feed.xml has no Link header rel="hub" and rel="self"…; the same on … → send the Link header':
    header("link", undefined),
  'wrong hub: /feed.xml has no Link header rel="hub" and rel="self" to this deploy on HEAD': everywhere(
    (passing) => {
      if (passing.method === "HEAD") delete passing.headers["link"];
    },
  ),
  "wrong hub: /feed.xml has no Link header …, but to https://old.example": everywhere(({ headers }) => {
    if (typeof headers["link"] === "string")
      headers["link"] = headers["link"].replaceAll("https://reviews.example", "https://old.example");
  }),
  "wrong hub: /feed.xml answers 405 to HEAD; the same on": instead(/./, 405, page("405"), html, /^HEAD$/),
  "wrong hub: /api/websub/hub is refused by a firewall or bot protection (403) → …POST": instead(
    hub,
    403,
    page("403 Forbidden"),
    html,
    post,
  ),
  "wrong hub: /api/websub/hub is answered by the static host to POST (405": instead(
    hub,
    405,
    page("405 Method Not Allowed"),
    html,
    post,
  ),
  "wrong hub: /api/websub/hub is answered by the static host to POST (404, a web page), not by the sidecar":
    missing(hub),
  "wrong hub: /api/websub/hub is answered by the static host to POST (200, a web page)": instead(
    hub,
    200,
    page("Home"),
    html,
    /^(GET|POST)$/,
  ),
  "wrong hub: /api/websub/hub answers 415 to POST": {
    onRequest: (asked) => {
      if (asked.path === hub && asked.method === "POST") asked.ask["content-type"] = "text/plain";
    },
  },
  "wrong hub: /readyz says that the hub cannot reach its store": on("/readyz", (passing) => {
    passing.status = 503;
    passing.body = Buffer.from(passing.body.toString("utf8").replace("ready", "store unreachable"));
  }),
  "wrong openapi: /.well-known/openapi.json is OpenAPI 3.0.3, not 3.1.0": rewrite(
    "/.well-known/openapi.json",
    '"3.1.0"',
    '"3.0.3"',
  ),
  "wrong openapi: … names the server https://old.example, not https://reviews.example": rewrite(
    "/.well-known/openapi.json",
    /("servers":\[\{"url":")[^"]*/,
    "$1https://old.example",
  ),
  "wrong documents: /.well-known/openapi.json answers 404; the same on …api-catalog, /.well-known/security.txt":
    missing(/^\/\.well-known\//),
  "wrong search: /api/reviews/search finds 3 reviews where the deployed dataset has 60": rewrite(
    "/api/reviews/search",
    /"total":\d+/,
    '"total":3',
  ),
  "wrong search: /readyz serves version 000000…, deployed is …; the same on … → the sidecar reads another build":
    {
      onAnswer: (passing) => {
        if (passing.path === "/readyz") replace(passing, /"version":"[0-9a-f]{6}/, '"version":"000000');
        if (passing.path.startsWith("/api/reviews/search")) replace(passing, /"total":60/, '"total":59');
        if (passing.path.startsWith("/api/reviews/since")) replace(passing, /"count":\d+/, '"count":1');
        if (passing.path === "/mcp") replace(passing, /"total":60/g, '"total":59');
      },
    },
  "wrong search: /api/reviews/since/2026-… does not answer what the deployed dataset holds": rewrite(
    /^\/api\/reviews\/since\//,
    /"removed":\[[^\]]*\]/,
    '"removed":[]',
  ),
  "wrong search: /api/reviews/search?limit=0&minrating=4 answers 200 to an invalid request; the same on … → let the query string through":
    {
      onRequest: (asked) => {
        if (asked.path.startsWith("/api/reviews/search")) asked.path = "/api/reviews/search";
      },
    },
  "wrong search: /api/reviews/search?query=… answers 400": {
    onRequest: (asked) => {
      asked.path = asked.path.replace(/%26/g, "&").replace(/%20/g, "+");
    },
  },
  "wrong cors: /api/reviews/search?limit=0 answers 400 with text/html, not with a problem that lists issues":
    everywhere((passing) => {
      if (passing.status !== 400 || passing.path.startsWith("/mcp") || passing.path === hub) return;
      passing.headers["content-type"] = "text/html";
      passing.body = Buffer.from(page("400 Bad Request"));
    }),
  "wrong …: … is answered by the static host… not by the sidecar; the same on … → send /api/reviews":
    missing(sidecarPaths),
  "wrong …: … is answered by the static host… not by the sidecar; the same on": instead(
    sidecarPaths,
    200,
    page("Home"),
    html,
  ),
  "wrong …: … answers 502: the proxy reaches no server behind it; the same on … → see that the sidecar runs":
    instead(sidecarPaths, 502, page("502 Bad Gateway"), html),
  "wrong mcp: /mcp is refused by a firewall or bot protection (403)": instead(
    "/mcp",
    403,
    page("Attention Required!"),
    { ...html, server: "cloudflare" },
    /POST|GET/,
  ),
  "wrong mcp: /mcp refuses this Host (403)": {
    onRequest: (asked) => {
      if (asked.path === "/mcp") asked.ask["host"] = "backend.internal";
    },
  },
  "wrong mcp: /mcp gives no Mcp-Session-Id": header("mcp-session-id", undefined, "/mcp"),
  "wrong mcp: /mcp does not answer the stateless revision 2026-07-28": drop(
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
  ),
  "wrong mcp: /mcp does not know its own session (404) → replicas must share MCP_SESSION_KEY": {
    onRequest: ({ ask }) => {
      if (ask["mcp-session-id"]) ask["mcp-session-id"] = "another-replica-gave-this";
    },
  },
  "wrong mcp: /mcp refuses browsers of other sites (403 to Origin: https://inspector.example)": {
    answer: ({ path, ask, method }) =>
      path === "/mcp" && method === "POST" && ask["origin"]
        ? { status: 403, headers: html, body: page("Forbidden") }
        : undefined,
  },
  "wrong mcp: /mcp (POST) has Access-Control-Allow-Origin missing": on("/mcp", (passing) => {
    if (passing.method === "POST") delete passing.headers["access-control-allow-origin"];
  }),
  "wrong mcp: /mcp does not get the Accept and Content-Type headers": {
    onRequest: (asked) => {
      if (asked.path === "/mcp") asked.ask["accept"] = "text/html";
    },
  },
};
