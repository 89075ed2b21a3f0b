import { analyse } from "../../src/insights/analyse.ts";
import { readReviews } from "../../src/read-reviews.ts";
import { createRandom, pick } from "../../src/schema/lists.ts";
import type { PublishedEntry, Site } from "../../src/schema/site.ts";

export const usage = `Usage: npm run bench -- insights [--reviews N] [--json]

Times the reading of N made-up reviews (default 10000) on all cores, and of a half and a quarter of them, to show
that the time grows linearly; then what is made of them. The reviews are sentences of content/ put together anew, so no text repeats.`;

/** Reviews of the length of real ones, made of their sentences. */
function makeReviews(site: Site, size: number): PublishedEntry[] {
  const sentences = site.reviews
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
    .filter((text) => text !== "");
  const random = createRandom(1);
  return Array.from({ length: size }, (_, index): PublishedEntry => {
    const { date, rating, author, source, verification } = pick(site.reviews, random);
    const text = Array.from({ length: 2 + Math.floor(random() * 5) }, () => pick(sentences, random)).join(
      " ",
    );
    return { id: `r${index}`, date, rating, text, author, source, verification };
  });
}

export const options = { reviews: "10000", json: false };

export async function main(values: typeof options): Promise<void> {
  const count = Number(values.reviews);
  if (!Number.isInteger(count) || count < 4)
    throw new Error(`--reviews must be a whole number from 4 on, got ${values.reviews}`);
  const { site } = await import("../../src/site.ts");
  const reviews = makeReviews(site, count);
  const run = async (size: number) => {
    const some: Site = {
      ...site,
      reviews: reviews.slice(0, size),
      faq: [],
      summary: { ...site.summary, body: { text: "", file: "", line: 1 } },
    };
    const start = performance.now();
    const before = process.cpuUsage();
    const findings = await readReviews(some);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - start) / 1000;
    analyse(some, findings);
    const analysis_seconds = (performance.now() - start) / 1000 - seconds;
    return { reviews: size, seconds, cpu_seconds: (user + system) / 1e6, analysis_seconds };
  };
  await run(Math.min(count, 300));
  const results = [];
  for (const size of [Math.floor(count / 4), Math.floor(count / 2), count]) results.push(await run(size));
  if (values.json) return console.log(JSON.stringify(results));
  for (const { reviews: size, seconds, cpu_seconds, analysis_seconds } of results)
    console.log(
      `${String(size).padStart(7)} reviews read in ${seconds.toFixed(2)} s (${cpu_seconds.toFixed(2)} s of CPU); the rest of the analysis ${analysis_seconds.toFixed(2)} s`,
    );
}
