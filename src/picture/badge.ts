import { toCount } from "../schema/text.ts";
import { escapeMarkup } from "../publish/markup.ts";
import type { AggregateRating } from "../schema/business.ts";

type Colours = Record<"paper" | "rule" | "ink" | "muted" | "amber" | "star-empty", string>;

const star = "M0-8 2.35-3.24 7.6-2.47 3.8 1.24 4.7 6.47 0 4-4.7 6.47-3.8 1.24-7.6-2.47-2.35-3.24Z";
const width = 260;
const height = 76;

/** A rating as a picture that other sites show: drawn at each build, without a script. */
export function buildBadge(name: string, rating: AggregateRating, colours: Colours): string {
  const { rating_value: value, review_count: count } = rating;
  const short = Array.from(name).length > 28 ? `${Array.from(name).slice(0, 27).join("")}…` : name;
  const said =
    count === 0 ? "No reviews yet" : `${value.toFixed(1)} out of 5 · ${toCount(count, "verified review")}`;
  const stars = [0, 1, 2, 3, 4].map((index) => {
    const share = Math.min(1, Math.max(0, value - index));
    const at = `translate(${24 + index * 20} 40)`;
    return `<path d="${star}" transform="${at}" fill="${colours["star-empty"]}"/>${
      share > 0
        ? `<g clip-path="url(#s${index})"><path d="${star}" transform="${at}" fill="${colours.amber}"/></g>`
        : ""
    }`;
  });
  const clips = [0, 1, 2, 3, 4].map((index) => {
    const share = Math.min(1, Math.max(0, value - index));
    return `<clipPath id="s${index}"><rect x="${16 + index * 20}" y="30" width="${(16 * share).toFixed(1)}" height="20"/></clipPath>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t"><title id="t">${escapeMarkup(`${name}: ${said}`)}</title><defs>${clips.join("")}</defs><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${colours.paper}" stroke="${colours.rule}"/><g font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"><text x="15" y="23" font-size="14" font-weight="600" fill="${colours.ink}">${escapeMarkup(short)}</text>${stars.join("")}<text x="15" y="65" font-size="12" fill="${colours.muted}">${escapeMarkup(said)}</text></g></svg>\n`;
}
