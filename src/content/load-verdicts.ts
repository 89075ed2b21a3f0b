import { hash } from "node:crypto";
import type { ReviewEntry } from "../schema/review.ts";
import { type AcceptedVerdicts, findQuoteIssue } from "../schema/verdicts.ts";
import { type Located } from "./review-checks.ts";
import { type AddIssue, issueAt, type Path } from "./source.ts";

/** By this an edited review is known: verdicts on other words than it has now are stale. */
export const hashText = (text: string): string => hash("sha256", text);

/** Checks verdicts against the reviews they are about, and parts those that still hold from the stale ones. */
export function checkVerdicts(
  located: readonly Located<AcceptedVerdicts>[],
  reviews: readonly Located<ReviewEntry>[],
  aspects: readonly string[],
  report: AddIssue,
): { verdicts: AcceptedVerdicts[]; stale: string[] } {
  const texts = new Map(reviews.map(({ entry }) => [entry.id, entry.text]));
  const seen = new Set<string>();
  const verdicts: AcceptedVerdicts[] = [];
  const stale: string[] = [];
  for (const { entry, piece } of located) {
    const issue = (path: Path, message: string) =>
      report(issueAt(piece, path, message, { entry: entry.review }));
    const text = texts.get(entry.review);
    if (seen.has(entry.review)) issue(["review"], "is judged twice: keep one of the two entries");
    else if (text === undefined) issue(["review"], "is not the id of a review: delete this entry");
    else if (hashText(text) !== entry.text_sha256) stale.push(entry.review);
    else {
      for (const [aspect, verdict] of Object.entries(entry.verdicts)) {
        const wrong = aspects.includes(aspect)
          ? findQuoteIssue(verdict, text)
          : `is not an aspect of aspects.yaml: delete it, or run npm run verdicts again`;
        if (wrong !== undefined) issue(["verdicts", aspect], wrong);
      }
      verdicts.push(entry);
    }
    seen.add(entry.review);
  }
  return { verdicts, stale };
}
