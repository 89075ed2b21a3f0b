import {
  type Breakage,
  drop,
  everywhere,
  header,
  html,
  instead,
  on,
  page,
  rewrite,
  sidecarPaths,
} from "./breakage.ts";

const hub = "/api/websub/hub";
const post = /^POST$/;

/** Feeds, hub, search and agents. */
export const programs: Breakage[] = [
  {
    name: "a feed that is no XML",
    fault: on("/feed.xml", rewrite(/<\/feed>\s*$/, "")),
    finding: /^wrong (?:feeds: \/feed\.xml is not well-formed XML|documents: \/feed\.xml has \d+ of)/,
  },
  {
    name: "a feed that names another address",
    fault: on("/feed.xml", rewrite(/(<link rel="self" href=")[^"]*/, "$1https://old.example/feed.xml")),
    finding: /^wrong feeds: \/feed\.xml has no link rel="self" to https:\/\/reviews\.example\/feed\.xml/,
  },
  {
    name: "a feed without its hub",
    fault: on("/feed.xml", rewrite(/<link rel="hub"[^>]*>/, "")),
    finding: /^wrong feeds: \/feed\.xml has no link rel="hub"/,
  },
  {
    name: "a JSON Feed without its hub",
    fault: on("/api/feed.json", rewrite(/"hubs":\[[^\]]*\]/, '"hubs":[]')),
    finding: /^wrong feeds: \/api\/feed\.json does not name the hub/,
  },
  {
    name: "an old JSON Feed",
    fault: on("/api/feed.json", rewrite(/"id":"r60"/, '"id":"r61"')),
    finding: /^wrong feeds: \/api\/feed\.json does not hold the newest reviews of \/reviews\.json/,
  },
  {
    name: "no Link header",
    fault: everywhere(header("link", undefined)),
    finding:
      /^wrong hub: \/feed\.xml has no Link header rel="hub" and rel="self".*; the same on .* → send the Link header/,
  },
  {
    name: "no Link header on HEAD",
    fault: everywhere((passing) => {
      if (passing.method === "HEAD") delete passing.headers["link"];
    }),
    finding: /^wrong hub: \/feed\.xml has no Link header rel="hub" and rel="self" to this deploy on HEAD/,
  },
  {
    name: "Link headers to another hub",
    fault: everywhere(({ headers }) => {
      if (typeof headers["link"] === "string")
        headers["link"] = headers["link"].replaceAll("https://reviews.example", "https://old.example");
    }),
    finding: /^wrong hub: \/feed\.xml has no Link header .*, but to https:\/\/old\.example/,
  },
  {
    name: "no HEAD",
    fault: instead(/./, 405, page("405"), html, /^HEAD$/),
    finding: /^wrong hub: \/feed\.xml answers 405 to HEAD; the same on/,
  },
  {
    name: "POST to the hub refused by a firewall",
    fault: instead(hub, 403, page("403 Forbidden"), html, post),
    finding: /^wrong hub: \/api\/websub\/hub is refused by a firewall or bot protection \(403\) → .*POST/,
  },
  {
    name: "POST to the hub on a static host",
    fault: instead(hub, 405, page("405 Method Not Allowed"), html, post),
    finding: /^wrong hub: \/api\/websub\/hub is answered by the static host to POST \(405/,
  },
  {
    name: "no hub behind its address",
    fault: instead(hub, 404, page("404 Not Found"), html),
    finding: /^wrong (?:hub|cors): \/api\/websub\/hub /,
  },
  {
    name: "a web page in place of the hub",
    fault: instead(hub, 200, page("Home"), html, /^(GET|POST)$/),
    finding: /^wrong hub: \/api\/websub\/hub is answered by the static host to POST \(200, a web page\)/,
  },
  {
    name: "a hub whose forms get lost",
    fault: {
      onRequest: (asked) => {
        if (asked.path === hub && asked.method === "POST") asked.ask["content-type"] = "text/plain";
      },
    },
    finding: /^wrong hub: \/api\/websub\/hub answers 415 to POST/,
  },
  {
    name: "a hub without its store",
    fault: on("/readyz", (passing) => {
      passing.status = 503;
      passing.body = Buffer.from(passing.body.toString("utf8").replace("ready", "store unreachable"));
    }),
    finding: /^wrong hub: \/readyz says that the hub cannot reach its store/,
  },
  {
    name: "an OpenAPI document of another version",
    fault: on("/.well-known/openapi.json", rewrite('"3.1.0"', '"3.0.3"')),
    finding: /^wrong openapi: \/\.well-known\/openapi\.json is OpenAPI 3\.0\.3, not 3\.1\.0/,
  },
  {
    name: "an OpenAPI document of another host",
    fault: on("/.well-known/openapi.json", rewrite(/("servers":\[\{"url":")[^"]*/, "$1https://old.example")),
    finding: /^wrong openapi: \S+ names the server https:\/\/old\.example, not https:\/\/reviews\.example/,
  },
  {
    name: "hidden folders that were not uploaded",
    fault: instead(/^\/\.well-known\//, 404, page("404"), html),
    finding:
      /^wrong documents: \/\.well-known\/openapi\.json answers 404; the same on .*security\.txt|api-catalog/,
  },
  {
    name: "a search of an older dataset",
    fault: on("/api/reviews/search", rewrite(/"total":\d+/, '"total":3')),
    finding: /^wrong search: \/api\/reviews\/search finds 3 reviews where the deployed dataset has 60/,
  },
  {
    name: "a sidecar of an older build",
    fault: {
      onAnswer: (passing) => {
        if (passing.path === "/readyz") rewrite(/"version":"[0-9a-f]{6}/, '"version":"000000')(passing);
        if (passing.path.startsWith("/api/reviews/search")) rewrite(/"total":60/, '"total":59')(passing);
        if (passing.path.startsWith("/api/reviews/since")) rewrite(/"count":\d+/, '"count":1')(passing);
        if (passing.path === "/mcp") rewrite(/"total":60/g, '"total":59')(passing);
      },
    },
    finding:
      /^wrong search: \/readyz serves version 0{6}[0-9a-f]+, deployed is [0-9a-f]+; the same on .* → the sidecar reads another build/,
  },
  {
    name: "since that lacks tombstones",
    fault: on(/^\/api\/reviews\/since\//, rewrite(/"removed":\[[^\]]*\]/, '"removed":[]')),
    finding:
      /^wrong search: \/api\/reviews\/since\/2026-\d\d-\d\d does not answer what the deployed dataset holds/,
  },
  {
    name: "a CDN that caches without the query string",
    fault: {
      onRequest: (asked) => {
        if (asked.path.startsWith("/api/reviews/search")) asked.path = "/api/reviews/search";
      },
    },
    finding:
      /^wrong \w+: \/api\/reviews\/search\S+ (?:answers 200 to an invalid request|is answered as if its query string were another).* → let/,
  },
  {
    name: "a proxy that decodes addresses",
    fault: {
      onRequest: (asked) => {
        asked.path = asked.path.replace(/%26/g, "&").replace(/%20/g, "+");
      },
    },
    finding: /^wrong search: \/api\/reviews\/search\?query=\S+ (?:is answered as if|answers 400)/,
  },
  {
    name: "errors that a proxy replaces",
    fault: everywhere((passing) => {
      if (passing.status !== 400 || passing.path.startsWith("/mcp") || passing.path === hub) return;
      passing.headers["content-type"] = "text/html";
      passing.body = Buffer.from(page("400 Bad Request"));
    }),
    finding:
      /^wrong cors: \/api\/reviews\/search\?limit=0 answers 400 with text\/html, not with a problem that lists issues/,
  },
  {
    name: "an API of static files alone",
    fault: instead(sidecarPaths, 404, page("404 Not Found"), html),
    finding:
      /^wrong \w+: \S+ is answered by the static host.* not by the sidecar; the same on .* → send \/api\/reviews/,
  },
  {
    name: "a web page for every API address",
    fault: instead(sidecarPaths, 200, page("Home"), html),
    finding: /^wrong \w+: \S+ is answered by the static host.* not by the sidecar; the same on/,
  },
  {
    name: "a sidecar that is down",
    fault: instead(sidecarPaths, 502, page("502 Bad Gateway"), html),
    finding:
      /^wrong \w+: \S+ answers 502: the proxy reaches no server behind it; the same on .* → see that the sidecar runs/,
  },
  {
    name: "MCP refused by a firewall",
    fault: instead("/mcp", 403, page("Attention Required!"), { ...html, server: "cloudflare" }, /POST|GET/),
    finding: /^wrong mcp: \/mcp is refused by a firewall or bot protection \(403\)/,
  },
  {
    name: "a proxy that passes on another Host",
    fault: {
      onRequest: (asked) => {
        if (asked.path === "/mcp") asked.ask["host"] = "backend.internal";
      },
    },
    finding: /^wrong (?:mcp|cors): \/mcp refuses this Host \(403\)/,
  },
  {
    name: "a proxy that drops the session",
    fault: on("/mcp", header("mcp-session-id", undefined)),
    finding: /^wrong mcp: \/mcp gives no Mcp-Session-Id/,
  },
  {
    name: "a proxy that drops MCP's headers",
    fault: drop("mcp-method", "mcp-name", "mcp-protocol-version"),
    finding: /^wrong mcp: \/mcp does not answer the stateless revision 2026-07-28/,
  },
  {
    name: "replicas that share no key",
    fault: {
      onRequest: ({ ask }) => {
        if (ask["mcp-session-id"]) ask["mcp-session-id"] = "another-replica-gave-this";
      },
    },
    finding: /^wrong mcp: \/mcp does not know its own session \(404\) → replicas must share MCP_SESSION_KEY/,
  },
  {
    name: "MCP refused to browsers of other sites",
    fault: {
      answer: ({ path, ask, method }) =>
        path === "/mcp" && method === "POST" && ask["origin"]
          ? { status: 403, headers: html, body: page("Forbidden") }
          : undefined,
    },
    finding:
      /^wrong mcp: \/mcp refuses browsers of other sites \(403 to Origin: https:\/\/inspector\.example\)/,
  },
  {
    name: "MCP that browsers may not read",
    fault: on("/mcp", (passing) => {
      if (passing.method === "POST") delete passing.headers["access-control-allow-origin"];
    }),
    finding: /^wrong mcp: \/mcp \(POST\) has Access-Control-Allow-Origin missing/,
  },
  {
    name: "MCP without its Accept header",
    fault: {
      onRequest: (asked) => {
        if (asked.path === "/mcp") asked.ask["accept"] = "text/html";
      },
    },
    finding: /^wrong mcp: \/mcp does not get the Accept and Content-Type headers/,
  },
];
