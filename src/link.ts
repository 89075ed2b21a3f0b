/** Vite knows the path alone, in a browser; at build the address is in the environment, which Astro shows in its place. */
const base = import.meta.env?.BASE_URL ?? process.env["BASE_URL"] ?? "";
const basePath = new URL(base, "http://localhost").pathname.replace(/\/$/, "");

/** A path of the site, such as /reviews/, as a link on a page has it: below the path of BASE_URL. */
export const link = (path: string): string => basePath + path;

/** HTML of the owner's Markdown, in which links to paths of the site are such links, too. */
export const linkWithin = (html: string): string => html.replace(/(?<= (?:href|src)=")\/(?!\/)/g, link("/"));
