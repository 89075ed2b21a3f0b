import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "../../src/content/issue.ts";
import { loadSite } from "../../src/content/load-site.ts";
import type { Site } from "../../src/schema/site.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** A small business without an issue. */
const sound: Record<string, string> = {
  "business.yaml": `name: Fern & Sons
description: Made up for tests.
telephone: +1 555 010 0199
email: office@example.com
address: { street: 1 Mill Road, city: Fernwick, region: OH, postal_code: "43999", country: US }
opening_hours:
  - { days: [Mo], opens: "08:00", closes: "17:00" }
fictional: true
`,
  "technicians.yaml": `- { id: will-tanner, name: Will Tanner, aliases: [Will] }
- { id: rosa-delgado, name: Rosa Delgado }
`,
  "services.yaml": `- { id: mowing, name: Lawn mowing, description: Weekly., aliases: [mowed] }
`,
  "areas.yaml": `- { id: fernwick, name: Fernwick, region: Ohio }
`,
  "aspects.yaml": `- { id: price, name: Price, description: What it costs., triggers: [price] }
`,
  "summary.md": `---
updated: 2026-05-01
---

Good.
`,
  "faq/price.md": `---
question: What does it cost?
---

It depends.
`,
  "reviews/2026.yaml": `# This year
- id: r1
  date: 2026-05-01
  rating: 5
  text: Will mowed for a fair price.
  author: Karen M.
  source: { name: Google }
  verification: { method: job_record }

- id: r2
  date: 2026-05-02
  rating: 4
  author: Bob
  source: { name: Google }
  verification: { method: invoice, date: 2026-04-30 }
`,
};

/** One more review, with the given lines in place of its own. */
export const review = (lines: Record<string, string>): string =>
  Object.entries({
    id: "r3",
    date: "2026-05-03",
    rating: "5",
    text: "Fine.",
    author: "Ann",
    source: "{ name: Google }",
    verification: "{ method: job_record }",
    ...lines,
  })
    .filter(([, value]) => value !== "")
    .map(([key, value], index) => `${index === 0 ? "- " : "  "}${key}: ${value}\n`)
    .join("");

/** Writes the sound content with these files changed (or, where undefined, left out) into a folder of its own. */
export async function writeContent(files: Record<string, string | Buffer | undefined> = {}): Promise<string> {
  const folder = await temporaryFolder();
  await writeContentTo(folder, files);
  return folder;
}

/** The same in a folder that is there for more than one test. */
export async function writeContentTo(
  folder: string,
  files: Record<string, string | Buffer | undefined>,
): Promise<void> {
  for (const [name, bytes] of Object.entries({ ...sound, ...files })) {
    if (bytes === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

export const soundFile = (name: string): string => sound[name] ?? "";

const today = "2026-11-20";

export const load = async (files: Record<string, string | Buffer | undefined> = {}): Promise<Site> =>
  loadSite(await writeContent(files), { today });

/** The message that the owner gets, with addresses as if the folder were ./content. */
export async function issuesOf(files: Record<string, string | Buffer | undefined>): Promise<string> {
  const folder = await writeContent(files);
  const result = await loadSite(folder, { today }).catch((error: unknown) => error);
  if (!(result instanceof ContentError)) throw new Error("the content was taken", { cause: result });
  return result.message.replaceAll(folder, "content");
}
