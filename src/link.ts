/** Vite knows the path alone, in a browser; at build the address is in the environment, which Astro also shows as this. */
const { BASE_URL = "" } = (import.meta.env as ImportMeta["env"] | undefined) ?? process.env;
const basePath = new URL(BASE_URL, "http://localhost:3000").pathname.replace(/\/$/, "");

/** A path of the site, such as /reviews/, as a link on a page has it: below the path of BASE_URL. */
export const link = (path: string): string => basePath + path;
