import { permalinkPath } from "../../publish/review-paths.ts";
import { escapeMarkup } from "../../publish/markup.ts";
import type { Review } from "../../schema/review.ts";
import { baseUrl, site } from "../../site.ts";

export interface DisputedQuote {
  review: Pick<Review, "id">;
  /** What the words were read as, such as "Punctuality: criticism". */
  about: string;
  quote: string;
}

/** The owner's form, or an e-mail, with review, verdict and quote filled in. */
function toHref({ review, about, quote }: DisputedQuote): string {
  const { corrections_url: form, email } = site.business;
  const fields = { review: baseUrl + permalinkPath(review.id), aspect: about, quote: quote.slice(0, 300) };
  if (form !== undefined) {
    const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `${form}${form.includes("?") ? "&" : "?"}${query.join("&")}`;
  }
  const body = `Review: ${fields.review}\nRead as: ${about}\nQuote: “${fields.quote}”\n\nWhat it means instead:\n`;
  return `mailto:${email}?subject=${encodeURIComponent(`Wrong quote in review ${review.id}`)}&body=${encodeURIComponent(body)}`;
}

/** A link for those who think that words were read wrongly. */
export const toWrongQuoteHtml = (disputed: DisputedQuote): string =>
  `<a class="wrong-quote" href="${escapeMarkup(toHref(disputed))}" rel="nofollow" aria-label="${escapeMarkup(`Is this quote wrong? ${disputed.about}`)}">Is this quote wrong?</a>`;
