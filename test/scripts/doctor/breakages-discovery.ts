import { type Breakage, html, instead, on, page, rewrite } from "./breakage.ts";

const forAgents = (agents: RegExp, status: number, path = /./): Breakage["fault"] => ({
  answer: (asked) =>
    agents.test(asked.ask["user-agent"] ?? "") && path.test(asked.path)
      ? { status, headers: html, body: page("Forbidden") }
      : undefined,
});

/** Crawlers, what they look for, and the signed history. */
export const discovery: Breakage[] = [
  {
    name: "no robots.txt",
    fault: instead("/robots.txt", 404, page("404"), html),
    finding: /^wrong discovery: \/robots\.txt answers 404/,
  },
  {
    name: "all crawlers shut out",
    fault: on("/robots.txt", rewrite(/Allow: \//, "Disallow: /")),
    finding: /^wrong crawlers: \/robots\.txt shuts out all crawlers/,
  },
  {
    name: "crawlers kept from the data",
    fault: on("/robots.txt", rewrite(/Allow: \//, "Disallow: /*.json$\nDisallow: /api/")),
    finding: /^wrong crawlers: \/robots\.txt keeps all crawlers from \/reviews\.json, /,
  },
  {
    name: "AI crawlers shut out by robots.txt",
    fault: on("/robots.txt", rewrite(/^/, "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\n")),
    finding: /^wrong crawlers: \/robots\.txt shuts out GPTBot, ClaudeBot .*managed robots\.txt/,
  },
  {
    name: "a sitemap elsewhere in robots.txt",
    fault: on("/robots.txt", rewrite(/Sitemap: .*/, "Sitemap: https://old.example/sitemap.xml")),
    finding:
      /^wrong discovery: \/robots\.txt does not name the sitemap of this address, but https:\/\/old\.example/,
  },
  {
    name: "AI crawlers refused by a firewall",
    fault: forAgents(/GPTBot|ClaudeBot/, 403),
    finding:
      /^wrong crawlers: \/reviews\.json is refused to crawlers: GPTBot \(403\), ClaudeBot \(403\) → .*AI crawler blocking/,
  },
  {
    name: "crawlers asked to pay",
    fault: forAgents(/PerplexityBot/, 402),
    finding: /^wrong crawlers: \/reviews\.json is refused to crawlers: PerplexityBot \(402\)/,
  },
  {
    name: "Google kept from pages",
    fault: forAgents(/Googlebot/, 403, /^\/$/),
    finding: /^wrong crawlers: \/ is refused to crawlers: Googlebot \(403\)/,
  },
  {
    name: "programs refused by their name",
    fault: forAgents(/python-requests|curl/, 403),
    finding: /^wrong crawlers: \/reviews\.json is refused to programs: curl \(403\), python-requests \(403\)/,
  },
  {
    name: "no sitemap",
    fault: instead("/sitemap.xml", 404, page("404"), html),
    finding: /^wrong discovery: \/sitemap\.xml answers 404/,
  },
  {
    name: "a sitemap of another site",
    fault: on("/sitemap.xml", rewrite(/https:\/\/reviews\.example/g, "https://old.example")),
    finding: /^wrong discovery: \/sitemap\.xml lists addresses of another site/,
  },
  {
    name: "an old sitemap",
    fault: on("/sitemap.xml", rewrite(/ *<url><loc>[^<]*\/reviews\/r60\/.*?<\/url>/, "")),
    finding: /^wrong discovery: \/sitemap\.xml is of another build: it lacks the pages of 1 reviews?, r60/,
  },
  {
    name: "no llms.txt",
    fault: instead("/llms.txt", 404, page("404"), html),
    finding: /^wrong discovery: \/llms\.txt answers 404/,
  },
  {
    name: "an expired security.txt",
    fault: on("/.well-known/security.txt", rewrite(/Expires: \d{4}/, "Expires: 2020")),
    finding: /^wrong security\.txt: \S+ expired \d+ days ago/,
  },
  {
    name: "a security.txt without a contact",
    fault: on("/.well-known/security.txt", rewrite(/Contact:.*\n/, "")),
    finding: /^wrong security\.txt: \S+ names no contact/,
  },
  {
    name: "no signed checkpoint",
    fault: instead("/log/checkpoint", 404, page("404"), html),
    finding: /^wrong history: \/log\/checkpoint answers 404/,
  },
  {
    name: "a checkpoint with another signature",
    fault: on("/log/checkpoint", rewrite(/(— \S+ ......)...../, "$1AAAAA")),
    finding: /^wrong history: \/log\/checkpoint does not hold: the checkpoint is not signed by the key/,
  },
  {
    name: "a checkpoint that was rolled back",
    fault: on("/log/checkpoint", rewrite(/^(\S+\n)\d+\n/, "$110\n")),
    finding: /^wrong history: \/log\/checkpoint was rolled back: it is signed for 10 entries/,
  },
  {
    name: "an entry that was changed",
    fault: on(/^\/log\/tile\/entries\//, rewrite(/"r1"/, '"rx"')),
    finding: /^wrong history: \/log\/checkpoint (?:does not hold|cannot be read): /,
  },
  {
    name: "a missing tile",
    fault: instead(/^\/log\/tile\/entries\//, 404, page("404"), html),
    finding: /^wrong history: \/log\/tile\/entries\/\S+ answers 404/,
  },
];
