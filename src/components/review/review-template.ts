import { escapeMarkup } from "../../publish/markup.ts";
import { toScriptJson } from "../json-ld.ts";
import type { ReviewPage } from "./review-page.ts";
import { toSummary } from "../wording.ts";
import { keysOf } from "../../schema/json.ts";

// Astro takes a millisecond for each page, however small. So a build has it render the page of a review once, with
// slots in place of a review, and fills them for all.

/** No id of a review begins like this. */
export const templateId = "_";

/** What Astro renders in place of a review. */
export const slots: ReviewPage = {
  path: "/reviews/review-page-path/",
  title: "review-page-title",
  description: "review-page-description",
  linkedData: { slot: "review-page-linked-data" },
  picture: "/review-page-picture",
  pictureWords: "review-page-words-for-picture",
  main: "review-page-main",
};

const tokens = new Map(
  keysOf(slots).map((name) => {
    const slot = slots[name];
    return [typeof slot === "string" ? slot : toScriptJson(slot), name];
  }),
);

const toMarkup = ({ path, title, description, linkedData, picture, pictureWords, main }: ReviewPage) =>
  ({
    path,
    title: escapeMarkup(title),
    description: escapeMarkup(toSummary(description)),
    linkedData: toScriptJson(linkedData),
    picture,
    pictureWords: escapeMarkup(pictureWords),
    main,
  }) satisfies Record<keyof ReviewPage, string>;

/** Takes the page that was rendered with slots; answers how a review's page is made from it. */
export function createTemplate(html: string): (page: ReviewPage) => string {
  const slotNames = [...tokens.keys()].map((token) => token.replace(/[{}]/g, "\\$&"));
  const pieces = html
    .split(new RegExp(`(${slotNames.join("|")})`))
    .map((piece) => ({ piece, slot: tokens.get(piece) }));
  for (const name of tokens.values()) {
    if (!pieces.some(({ slot }) => slot === name))
      throw new Error(`src/pages/reviews/[id].astro leaves out the ${name} of a review`);
  }
  return (page) => {
    const markup = toMarkup(page);
    return pieces.map(({ piece, slot }) => (slot === undefined ? piece : markup[slot])).join("");
  };
}
