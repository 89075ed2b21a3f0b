import { micromark } from "micromark";
import type { Faq, Insights } from "../../schema/insights.ts";
import type { Markdown, Site } from "../../schema/site.ts";
import { createFigures } from "./figures.ts";
import type { Reading } from "../reader.ts";
import { fillSlots, type ClaimIssue, type Filled } from "./slots.ts";

/** Safe HTML of the owner's Markdown: raw HTML is shown as text, links of unknown protocols lose their address. */
export const toHtml = (markdown: string): string => micromark(markdown);

/** FAQ and summary with their figures; a claim that cannot be checked yet keeps its text back, and a note says so. */
export function buildFaqAndSummary(
  site: Site,
  readings: readonly Reading[],
  counted: Pick<Insights, "aspects" | "entities">,
): { faq: Faq[]; summary: Insights["summary"]; issues: ClaimIssue[]; notes: string[] } {
  const figures = createFigures(site, readings, counted);
  const issues: ClaimIssue[] = [];
  const notes: string[] = [];
  const fill = (markdown: Markdown): Filled | undefined => {
    const filled = fillSlots(markdown, figures);
    issues.push(...filled.issues);
    if (filled.open.length === 0) return filled;
    notes.push(
      `${markdown.file} is not shown: too few opinions to tell whether ${filled.open.join(" and ")}`,
    );
    return undefined;
  };
  const faq = site.faq.flatMap(({ id, question, answer }): Faq[] => {
    const filled = fill(answer);
    if (!filled) return [];
    const review_ids = readings
      .map(({ review }) => review.id)
      .filter((review) => filled.reviewIds.has(review));
    return [{ id, question, answer: filled.text, answer_html: toHtml(filled.text), review_ids }];
  });
  const text = fill(site.summary.body)?.text ?? "";
  return { faq, summary: { text, html: toHtml(text), updated: site.summary.updated }, issues, notes };
}
