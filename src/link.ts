/** The path of BASE_URL, without a slash at its end: from Vite in what it bundles, and where Node runs the sources, from the environment. */
const bundled: { BASE_URL?: string } | undefined = import.meta.env;
const basePath = (
  bundled?.BASE_URL ?? new URL(process.env["BASE_URL"] || "http://localhost:3000").pathname
).replace(/\/+$/, "");

/** A path of the site, such as /reviews/, as a link on a page has it: below the path of BASE_URL. */
export const link = (path: string): string => basePath + path;
