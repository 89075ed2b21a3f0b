// <open-reviews limit="3"></open-reviews>: the newest reviews of a business on any page. The business is the one whose
// site this file comes from. No style or script is written into the page, so a strict content security policy allows it.
const base = new URL(".", import.meta.url).href;
const style = new CSSStyleSheet();
style.replaceSync(`
:host { display: block; font: 1rem/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas; border: 1px solid GrayText; border-radius: .75rem; padding: 1rem; color-scheme: light dark; }
h2 { font-size: 1.125rem; margin: 0; } p { margin: .25rem 0; } ul { list-style: none; margin: .75rem 0 0; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, GrayText 40%, transparent); padding: .75rem 0; }
.stars { letter-spacing: .1em; color: light-dark(#9a5c00, #f0b040); } .more { display: inline-block; min-height: 1.5rem; } a { color: LinkText; }
`);

const node = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const stars = (rating) => {
  const row = node("p", "", { class: "stars", role: "img", "aria-label": `${rating} out of 5 stars` });
  row.append(node("span", "★".repeat(rating) + "☆".repeat(5 - rating), { "aria-hidden": "true" }));
  return row;
};

const shorten = (text, most) =>
  text.length <= most ? text : `${text.slice(0, text.lastIndexOf(" ", most))} …`;

class OpenReviews extends HTMLElement {
  async connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    root.append(node("p", "Loading reviews …", { role: "status" }));
    try {
      const response = await fetch(`${base}reviews.json`);
      if (!response.ok) throw new Error(String(response.status));
      this.show(root, await response.json());
    } catch {
      const sorry = node("p", "The reviews could not be loaded. ");
      sorry.append(node("a", "Read them here", { href: base }));
      root.replaceChildren(sorry);
    }
  }

  show(root, { business, aggregate_rating: rating, reviews }) {
    const most = Math.min(20, Math.max(0, Number(this.getAttribute("limit") ?? 3) || 0));
    const count = rating.review_count;
    const summary =
      count === 0
        ? "No reviews yet"
        : `${rating.rating_value.toFixed(1)} out of 5 from ${count} verified review${count === 1 ? "" : "s"}`;
    const list = node("ul");
    for (const review of reviews.slice(0, most)) {
      const item = node("li");
      item.append(stars(review.rating));
      if (review.text) item.append(node("p", shorten(review.text, 240), { dir: "auto" }));
      const by = node("p");
      by.append(node("a", `${review.author.name}, ${review.date}`, { href: review.url }));
      item.append(by);
      list.append(item);
    }
    root.replaceChildren(node("h2", business.name), node("p", summary), list);
    root.append(node("a", "All reviews, and how they are verified", { href: base, class: "more" }));
  }
}

if (!customElements.get("open-reviews")) customElements.define("open-reviews", OpenReviews);
