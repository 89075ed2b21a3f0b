import { readFileSync } from "node:fs";
import type { ReadResourceResult, Resource } from "./sdk.ts";

/** The view of the tools' answers in hosts of MCP Apps (SEP-1865). */
const mimeType = "text/html;profile=mcp-app";
const uri = "ui://open-reviews/reviews.html";

/** Names the view of a tool's answers; older hosts look for it under the second name. */
export const appOfTool = { ui: { resourceUri: uri }, "ui/resourceUri": uri };

// Everything is in the one file, so a host need let it ask nobody for anything.
const meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

export const appResource = {
  uri,
  name: "reviews-view",
  title: "Reviews in a conversation",
  description: "For hosts of MCP Apps: shows the answers of the tools as cards and bars",
  mimeType,
  _meta: meta,
} satisfies Resource;

const text = readFileSync(new URL("app.html", import.meta.url), "utf8");

export const appContent: ReadResourceResult["contents"][number] = { uri, mimeType, text, _meta: meta };
