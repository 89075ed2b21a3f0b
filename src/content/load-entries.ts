import { join } from "node:path";
import type { z } from "zod";
import { RemovedEntry, ReviewEntry } from "../schema/review.ts";
import { FaqFrontMatter, type Markdown, PageFrontMatter, type Site } from "../schema/site.ts";
import { Id } from "../schema/text.ts";
import { AcceptedVerdicts } from "../schema/verdicts.ts";
import { check } from "./check.ts";
import type { ContentReader } from "./content-folder.ts";
import { fileIssue } from "./issue.ts";
import type { Located } from "./review-checks.ts";
import type { AddIssue } from "./source.ts";

/** The Markdown files of a folder, named by their ids, in the order that they give. */
async function readPages<T extends { order: number }>(
  { folder, schema, example }: { folder: string; schema: z.ZodType<T>; example: string },
  reader: ContentReader,
  report: AddIssue,
): Promise<(T & { id: string; body: Markdown })[]> {
  const entries = [];
  for (const name of await reader.list(folder)) {
    const id = name.replace(/\.md$/, "");
    if (!name.endsWith(".md") || !Id.safeParse(id).success) {
      const message = `must be named after its id, a-z, 0-9 and - only, such as ${example}.md`;
      report(fileIssue(reader.shown(join(folder, name)), message));
      continue;
    }
    const file = await reader.markdown(join(folder, name), schema);
    if (file) entries.push({ ...file.front, id, body: file.body });
  }
  return entries.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

export async function readFaq(reader: ContentReader, report: AddIssue): Promise<Site["faq"]> {
  const place = { folder: "faq", schema: FaqFrontMatter, example: "what-does-it-cost" };
  const found = await readPages(place, reader, report);
  return found.map(({ id, question, body }) => ({ id, question, answer: body }));
}

export async function readOwnPages(reader: ContentReader, report: AddIssue): Promise<Site["pages"]> {
  const found = await readPages(
    { folder: "pages", schema: PageFrontMatter, example: "privacy" },
    reader,
    report,
  );
  return found.map(({ id, title, body }) => ({ id, title, body }));
}

export async function readVerdicts(reader: ContentReader, report: AddIssue) {
  const located: Located<AcceptedVerdicts>[] = [];
  for (const name of await reader.list("verdicts")) {
    for (const piece of await reader.pieces(join("verdicts", name))) {
      const entry = check(piece, AcceptedVerdicts, report);
      if (entry) located.push({ entry, piece });
    }
  }
  return located;
}

export async function loadReviews(reader: ContentReader, report: AddIssue) {
  const reviews: Located<ReviewEntry>[] = [];
  const removed: Located<RemovedEntry>[] = [];
  for (const name of await reader.list("reviews", true)) {
    const path = join("reviews", name);
    if (!/\.(ya?ml|jsonl|ndjson)$/.test(name)) {
      const message = "is not read: name it .yaml (a list of reviews) or .jsonl (a review on each line)";
      report(fileIssue(reader.shown(path), message));
      continue;
    }
    for (const piece of await reader.pieces(path)) {
      if (piece.value !== null && typeof piece.value === "object" && "removed_at" in piece.value) {
        const entry = check(piece, RemovedEntry, report);
        if (entry) removed.push({ entry, piece });
      } else {
        const entry = check(piece, ReviewEntry, report);
        if (entry) reviews.push({ entry, piece });
      }
    }
  }
  return { reviews, removed };
}
