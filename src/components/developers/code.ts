import { escapeMarkup } from "../../publish/markup.ts";

/** What a piece of code is written in; colours are set at build, as classes. */
export type Language = "shell" | "javascript" | "python" | "json" | "html";

const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}`;
const patterns: Record<Language, RegExp> = {
  shell: new RegExp(
    String.raw`(?<comment>#.*)|(?<string>${strings})|(?<keyword>\b(?:curl|export|node|npx|claude|codex|gemini)\b)|(?<number>(?<=\s)-{1,2}[\w-]+)`,
    "g",
  ),
  javascript: new RegExp(
    String.raw`(?<comment>\/\/.*)|(?<string>${strings})|(?<keyword>\b(?:const|let|await|async|import|from|if|for|of|return|new|function|throw)\b)|(?<number>\b\d+(?:\.\d+)?\b)`,
    "g",
  ),
  python: new RegExp(
    String.raw`(?<comment>#.*)|(?<string>${strings})|(?<keyword>\b(?:import|from|for|in|with|as|print|if|raise|return|def)\b)|(?<number>\b\d+(?:\.\d+)?\b)`,
    "g",
  ),
  html: /(?<keyword><\/?[\w-]+|(?<=")>|(?<=<\/[\w-]+)>)|(?<string>"[^"]*")/g,
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
