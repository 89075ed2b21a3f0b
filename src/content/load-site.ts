import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "../schema/business.ts";
import { newestFirst, RemovedEntry, ReviewEntry } from "../schema/review.ts";
import { AspectEntry, FaqFrontMatter, type PublishedEntry, type Site, SummaryFrontMatter } from "../schema/site.ts";

/** Reads and checks everything in the content folder. */
export async function loadSite(folder: string): Promise<Site> {
  const yaml = async <T>(file: string, shape: z.ZodType<T>) =>
    shape.parse(parseYaml(await readFile(join(folder, file), "utf8")));
  const markdown = async <T>(file: string, shape: z.ZodType<T>) => {
    const text = await readFile(join(folder, file), "utf8");
    const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    const line = front.split("\n").length + 3;
    return { front: shape.parse(parseYaml(front)), body: { text: body.trim(), file, line } };
  };
  const entries: (ReviewEntry | RemovedEntry)[] = [];
  for (const file of (await readdir(join(folder, "reviews"))).sort()) {
    entries.push(...(await yaml(join("reviews", file), z.array(z.union([RemovedEntry, ReviewEntry])))));
  }
  const reviews = entries.filter((entry): entry is ReviewEntry => "rating" in entry);
  const faq = await Promise.all(
    (await readdir(join(folder, "faq"))).sort().map(async (name) => {
      const { front, body } = await markdown(join("faq", name), FaqFrontMatter);
      return { id: name.replace(/\.md$/, ""), question: front.question, order: front.order, answer: body };
    }),
  );
  const summary = await markdown("summary.md", SummaryFrontMatter);
  return {
    business: await yaml("business.yaml", BusinessEntry),
    technicians: await yaml("technicians.yaml", z.array(TechnicianEntry)),
    services: await yaml("services.yaml", z.array(ServiceEntry)),
    areas: await yaml("areas.yaml", z.array(AreaEntry)),
    aspects: await yaml("aspects.yaml", z.array(AspectEntry)),
    faq: faq.sort((a, b) => a.order - b.order).map(({ id, question, answer }) => ({ id, question, answer })),
    summary: { updated: summary.front.updated, body: summary.body },
    reviews: reviews
      .filter((review): review is PublishedEntry => !review.withheld && review.verification !== undefined)
      .sort(newestFirst),
    withheld: reviews.filter((review) => review.withheld),
    removed: entries
      .filter((entry): entry is RemovedEntry => "removed_at" in entry)
      .sort((a, b) => newestFirst({ date: a.removed_at, id: a.id }, { date: b.removed_at, id: b.id })),
  };
}
