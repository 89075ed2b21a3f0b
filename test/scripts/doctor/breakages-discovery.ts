import { type Breakages, html, missing, page, rewrite } from "./breakage.ts";
import type { Fault } from "./breaking-proxy.ts";

const forAgents = (agents: RegExp, status: number, path = /./): Fault => ({
  answer: (asked) =>
    agents.test(asked.ask["user-agent"] ?? "") && path.test(asked.path)
      ? { status, headers: html, body: page("Forbidden") }
      : undefined,
});

/** Crawlers, what they look for, and the signed history. */
export const discovery: Breakages = {
  "wrong discovery: /robots.txt answers 404": missing("/robots.txt"),
  "wrong crawlers: /robots.txt shuts out all crawlers": rewrite("/robots.txt", /Allow: \//, "Disallow: /"),
  "wrong crawlers: /robots.txt keeps all crawlers from /reviews.json, ": rewrite(
    "/robots.txt",
    /Allow: \//,
    "Disallow: /*.json$\nDisallow: /api/",
  ),
  "wrong crawlers: /robots.txt shuts out GPTBot, ClaudeBot …managed robots.txt": rewrite(
    "/robots.txt",
    /^/,
    "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\n",
  ),
  "wrong discovery: /robots.txt does not name the sitemap of this address, but https://old.example": rewrite(
    "/robots.txt",
    /Sitemap: .*/,
    "Sitemap: https://old.example/sitemap.xml",
  ),
  "wrong crawlers: /reviews.json is refused to crawlers: GPTBot (403), ClaudeBot (403) → …AI crawler blocking":
    forAgents(/GPTBot|ClaudeBot/, 403),
  "wrong crawlers: /reviews.json is refused to crawlers: PerplexityBot (402)": forAgents(
    /PerplexityBot/,
    402,
  ),
  "wrong crawlers: / is refused to crawlers: Googlebot (403)": forAgents(/Googlebot/, 403, /^\/$/),
  "wrong crawlers: /reviews.json is refused to programs: curl (403), python-requests (403)": forAgents(
    /python-requests|curl/,
    403,
  ),
  "wrong discovery: /sitemap.xml answers 404": missing("/sitemap.xml"),
  "wrong discovery: /sitemap.xml lists addresses of another site": rewrite(
    "/sitemap.xml",
    /https:\/\/reviews\.example/g,
    "https://old.example",
  ),
  "wrong discovery: /sitemap.xml is of another build: it lacks the pages of 1 reviews, r60": rewrite(
    "/sitemap.xml",
    / *<url><loc>[^<]*\/reviews\/r60\/.*?<\/url>/,
    "",
  ),
  "wrong discovery: /llms.txt answers 404": missing("/llms.txt"),
  "wrong security.txt: … expired … days ago": rewrite(
    "/.well-known/security.txt",
    /Expires: \d{4}/,
    "Expires: 2020",
  ),
  "wrong security.txt: … names no contact": rewrite("/.well-known/security.txt", /Contact:.*\n/, ""),
  "wrong history: /log/checkpoint answers 404": missing("/log/checkpoint"),
  "wrong history: /log/checkpoint does not hold: the checkpoint is not signed by the key": rewrite(
    "/log/checkpoint",
    /(— \S+ ......)...../,
    "$1AAAAA",
  ),
  "wrong history: /log/checkpoint was rolled back: it is signed for 10 entries": rewrite(
    "/log/checkpoint",
    /^(\S+\n)\d+\n/,
    "$110\n",
  ),
  "wrong history: /log/checkpoint cannot be read: ": rewrite(/^\/log\/tile\/entries\//, /"r1"/, '"rx"'),
  "wrong history: /log/tile/entries/… answers 404": missing(/^\/log\/tile\/entries\//),
};
