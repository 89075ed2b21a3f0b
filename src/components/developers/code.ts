import { escapeMarkup } from "../../publish/markup.ts";

/** The language of a sample; colors are set at build, as classes. */
export type Language = "shell" | "javascript" | "python" | "json";

const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}`;
const patterns: Record<Language, RegExp> = {
  shell: new RegExp(
    String.raw`(?<string>${strings})|(?<keyword>\b(?:curl|export|node|npx|claude|codex|gemini)\b)|(?<number>(?<=\s)-{1,2}[\w-]+)`,
    "g",
  ),
  javascript: new RegExp(
    String.raw`(?<string>${strings})|(?<keyword>\b(?:const|let|await|async|import|from|if|for|of|return|new|function|throw)\b)|(?<number>\b\d+(?:\.\d+)?\b)`,
    "g",
  ),
  python: new RegExp(
    String.raw`(?<string>${strings})|(?<keyword>\b(?:import|from|for|in|with|as|print|if|raise|return|def)\b)|(?<number>\b\d+(?:\.\d+)?\b)`,
    "g",
  ),
  json: /(?<keyword>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b)/g,
};

/** Code as HTML with its parts in spans; all of it is escaped. */
export function toCodeHtml(code: string, language: Language): string {
  let html = "";
  let end = 0;
  for (const match of code.matchAll(patterns[language])) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [""];
    html += `${escapeMarkup(code.slice(end, match.index))}<span class="code-${kind}">${escapeMarkup(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeMarkup(code.slice(end));
}

/** The same call in one of the languages that the page for developers speaks. */
export interface Sample {
  name: string;
  language: Language;
  code: string;
}

const inEach = (curl: string, javascript: string, python: string): Sample[] => [
  { name: "curl", language: "shell", code: curl },
  { name: "JavaScript", language: "javascript", code: javascript },
  { name: "Python", language: "python", code: python },
];

/** Asks for an address and prints the JSON that it answers. */
export const buildGetSamples = (url: string): Sample[] =>
  inEach(
    `curl "${url}"`,
    `const response = await fetch("${url}");
console.log(await response.json());`,
    `import json, urllib.request

with urllib.request.urlopen("${url}") as response:
    print(json.load(response))`,
  );

/** Calls the search tool of the MCP server, without a session. */
export const buildToolSamples = (mcp: string, query: string): Sample[] =>
  inEach(
    `curl ${mcp} \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
       "params": {"name": "search_reviews", "arguments": {"query": "${query}", "limit": 3}}}'`,
    `const response = await fetch("${mcp}", {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_reviews", arguments: { query: "${query}", limit: 3 } },
  }),
});
const { result } = await response.json();
console.log(result.structuredContent.total);`,
    `import json, urllib.request

call = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search_reviews", "arguments": {"query": "${query}", "limit": 3}},
}
request = urllib.request.Request(
    "${mcp}",
    data=json.dumps(call).encode(),
    headers={
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["result"]["structuredContent"]["total"])`,
  );

/** Subscribes a receiver to a document. */
export const buildSubscribeSamples = (hub: string, topic: string): Sample[] =>
  inEach(
    `curl -i ${hub} \\
  -d hub.mode=subscribe \\
  -d hub.topic=${topic} \\
  -d hub.callback=https://you.example/reviews-changed \\
  -d hub.secret=$SECRET`,
    `const response = await fetch("${hub}", {
  method: "POST",
  body: new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.topic": "${topic}",
    "hub.callback": "https://you.example/reviews-changed",
    "hub.secret": process.env.SECRET,
  }),
});
console.log(response.status, await response.text());`,
    `import os, urllib.parse, urllib.request

fields = {
    "hub.mode": "subscribe",
    "hub.topic": "${topic}",
    "hub.callback": "https://you.example/reviews-changed",
    "hub.secret": os.environ["SECRET"],
}
body = urllib.parse.urlencode(fields).encode()
with urllib.request.urlopen("${hub}", data=body) as response:
    print(response.status, response.read().decode())`,
  );
