import { link } from "../link.ts";
import { escapeMarkup } from "../publish/markup.ts";
import { dataset, site, words } from "../site.ts";
import { toTelephone, toTelephoneLink } from "../wording.ts";

// How to reach the business: on the home page, at the end of a phone's screen, and beside reviews.

/** The telephone number and what else the owner offers, as buttons. */
export function toCallButtonsHtml(): string {
  const { action, estimate_url: estimate } = site.business;
  const others = [
    ...(action ? [action] : []),
    ...(estimate ? [{ label: words.t("call.estimate"), url: estimate }] : []),
  ].map(
    ({ label, url }, index) =>
      `<a class="button${action && index === 0 ? "" : " button-quiet"}" href="${escapeMarkup(url)}">${escapeMarkup(label)}</a>`,
  );
  // What the owner asks for leads; a call is the way for those who cannot wait.
  const quiet = action ? " button-quiet" : "";
  return `<p class="actions"><a class="button${quiet}" href="${toTelephoneLink(site.business)}">${words.t("call.call")} <span class="button-number">${escapeMarkup(toTelephone(site.business))}</span></a>${others.join("")}</p>`;
}

/** Whose reviews these are, for those who came straight to a page of reviews. */
export function toCallCardHtml(): string {
  const { business, aggregate_rating: rating } = dataset;
  const { review_count: count, rating_value: value } = rating;
  const figures = `${words.average(value)} ★ · ${words.t("reviews.verified", { count })}`;
  return `<div class="call-card"><p><a href="${link("/")}">${escapeMarkup(business.name)}</a></p>${count > 0 ? `<p class="quiet">${figures}</p>` : ""}${toCallButtonsHtml()}</div>`;
}
