// <open-reviews>: reviews of the business whose site this file comes from. A strict content security policy allows it.
const base = new URL(".", import.meta.url).href;
const star = "M10 1.9l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.8l-5.1 2.8 1.1-5.7-4.3-4 5.8-.7z";
const css = `
:host { display: block; color-scheme: light; --ink: light-dark(#1b2a21, #ece6d8); --rule: light-dark(#ddd8cd, #3d4a43); font-size: 1rem; line-height: 1.5; color: var(--ink); background: light-dark(#fff, #19221d); border: 1px solid var(--rule); border-radius: .75rem; padding: 1.25rem; overflow-wrap: anywhere; }
:host([theme=dark]) { color-scheme: dark; } :host([theme=auto]) { color-scheme: light dark; } :host([hidden]) { display: none; }
:host([shape=badge]) { display: inline-block; padding: .625rem 1rem; } h2 { font-size: 1.0625rem; line-height: 1.3; margin: 0; } p { margin: .25rem 0; }
ul { list-style: none; margin: .75rem 0; padding: 0; } li { border-top: 1px solid var(--rule); padding-block: .75rem; } svg { display: block; overflow: hidden; }
.on { fill: light-dark(#c47600, #eeb04b); } .off { fill: var(--rule); } .sum { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .625rem; }
.by { color: light-dark(#566158, #a7b1a6); font-size: .875rem; } .more { display: inline-block; min-height: 1.5rem; }
:host([shape=quote]) li { border: 0; padding: 0; } :host([shape=quote]) .text { font-size: 1.25rem; line-height: 1.45; }
a { color: inherit; text-decoration: 2px underline var(--accent, light-dark(#1d6b45, #87d1a5)); text-underline-offset: .2em; } a:focus-visible { outline: 2px solid; }
`;

const node = (tag, text = "", attributes = {}, space = "1999/xhtml") => {
  const element = document.createElementNS(`http://www.w3.org/${space}`, tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** Five stars, filled to the nearest half as on the pages. */
const stars = (rating, label) => {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const picture = node("svg", "", { width: 100, height: 20, ...said }, "2000/svg");
  for (const [look, width] of [
    ["off", 100],
    ["on", Math.round(rating * 2) * 10],
  ]) {
    const row = node("svg", "", { class: look, width, height: 20 }, "2000/svg");
    for (let x = 0; x < 100; x += 20)
      row.append(node("path", "", { d: star, transform: `translate(${x})` }, "2000/svg"));
    picture.append(row);
  }
  return picture;
};

class OpenReviews extends HTMLElement {
  static observedAttributes = ["shape", "limit", "filter", "accent"];
  #sheet = new CSSStyleSheet();
  #loaded = "";

  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [this.#sheet];
    void this.load();
  }

  attributeChangedCallback() {
    if (this.shadowRoot) void this.load();
  }

  async load() {
    const accent = this.getAttribute("accent") ?? "";
    this.#sheet.replaceSync(css + (CSS.supports("color", accent) ? `:host { --accent: ${accent} }` : ""));
    // "service:mowing", "person:will-tanner" or "stars:5"
    const name = (this.getAttribute("filter") || "all").replace(":", "/");
    if (this.#loaded !== name) {
      this.#loaded = name;
      const feed = await fetch(`${base}widget/${name}.json`)
        .then((response) => response.ok && response.json())
        .catch(() => undefined);
      if (this.#loaded !== name) return;
      this.feed = feed;
    }
    this.show();
  }

  show() {
    if (!this.feed) return this.shadowRoot.replaceChildren(node("a", "Reviews", { href: base }));
    const { lang, name, url, average, summary, more, reviews } = this.feed;
    const shape = this.getAttribute("shape") ?? "list";
    const limit = Number(this.getAttribute("limit") ?? 3);
    const most = shape === "badge" ? 0 : shape === "quote" ? 1 : Math.min(8, Math.max(0, limit || 0));
    const day = new Intl.DateTimeFormat(this.closest("[lang]")?.lang || lang, {
      dateStyle: "long",
      timeZone: "UTC",
    });
    const sum = node("p", "", { class: "sum" });
    sum.append(...(average ? [stars(average)] : []), node("span", summary));
    const list = node("ul");
    for (const { rating, stars: label, text, lang: own, author, date, url } of reviews.slice(0, most)) {
      const item = node("li");
      item.append(
        stars(rating, label),
        node("p", text, { class: "text", dir: "auto", ...(own && { lang: own }) }),
      );
      const by = node("p", "", { class: "by" });
      by.append(node("a", `${author}, ${day.format(new Date(date))}`, { href: url }));
      item.append(by);
      list.append(item);
    }
    const parts = [node("h2", name), sum, ...(most ? [list] : [])];
    this.shadowRoot.replaceChildren(...parts, node("a", more, { href: url, class: "more" }));
  }
}

if (!customElements.get("open-reviews")) customElements.define("open-reviews", OpenReviews);
