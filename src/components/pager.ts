import { link } from "../link.ts";
import { escapeMarkup } from "../publish/markup.ts";
import { words } from "../site.ts";

export interface Pager {
  label: string;
  newer: { path: string; name: string } | undefined;
  older: { path: string; name: string } | undefined;
}

/** The ways to the newer and the older of two pages or reviews. */
export function toPagerHtml({ label, newer, older }: Pager): string {
  const toLink = (rel: string, said: string, to: Pager["newer"]) =>
    to
      ? `<a rel="${rel}" href="${link(to.path)}"><span class="quiet">${said}</span> <bdi>${escapeMarkup(to.name)}</bdi></a>`
      : "<span></span>";
  return `<nav class="pager" aria-label="${label}">${toLink("prev", words.t("frame.newer"), newer)}${toLink("next", words.t("frame.older"), older)}</nav>`;
}
