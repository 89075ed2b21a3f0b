import type { Faq, Insights } from "../../schema/insights.ts";
import type { Markdown, Site } from "../../schema/site.ts";
import type { ClaimIssue } from "./issues.ts";
import { createFigures } from "./figures.ts";
import { toHtml } from "./markdown.ts";
import type { Reading } from "../aspects/readings.ts";
import { fillSlots, type Filled } from "./slots.ts";

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
