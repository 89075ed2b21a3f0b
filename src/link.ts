/** The path of BASE_URL, without a slash at its end: in a browser from Vite, at build from the environment, whose BASE_URL is an address. */
const basePath = (
  typeof process === "undefined"
    ? import.meta.env.BASE_URL
    : new URL(process.env["BASE_URL"] || "http://localhost:3000").pathname
).replace(/\/+$/, "");

/** A path of the site, such as /reviews/, as a link on a page has it: below the path of BASE_URL. */
export const link = (path: string): string => basePath + path;
