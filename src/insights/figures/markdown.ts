import { micromark } from "micromark";

/** Safe HTML of the owner's Markdown: raw HTML is shown as text, links of unknown protocols lose their address. */
export const toHtml = (markdown: string): string => micromark(markdown);
