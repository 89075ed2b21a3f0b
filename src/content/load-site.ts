import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { z } from "zod";
import { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "../schema/business.ts";
import { newestFirst, RemovedEntry, ReviewEntry } from "../schema/review.ts";
import {
  AspectEntry,
  FaqFrontMatter,
  type Markdown,
  type PublishedEntry,
  type Site,
  SummaryFrontMatter,
} from "../schema/site.ts";
import { nothingBefore, type PreviousDeploy } from "../schema/previous.ts";
import { cleanText, Id } from "../schema/text.ts";
import { AcceptedVerdicts } from "../schema/verdicts.ts";
import { check } from "./check.ts";
import { ContentError, type Issue } from "./issue.ts";
import { checkVerdicts } from "./load-verdicts.ts";
import { checkIds, checkReview, type Located } from "./review-checks.ts";
import {
  parseJsonLines,
  parseMarkdown,
  parseText,
  parseYaml,
  parseYamlList,
  type Piece,
  type Report,
} from "./source.ts";
import { checkReturns, joinTombstones } from "./withdrawn.ts";
import { codeOf, messageOf } from "../schema/errors.ts";

const only = <T>(located: readonly Located<T>[]): T[] => located.map(({ entry }) => entry);

/** Reads and checks everything in the content folder; throws a ContentError that names every issue of every file. */
export async function loadSite(
  folder: string,
  { today, previous = nothingBefore }: { today: string; previous?: PreviousDeploy },
): Promise<Site> {
  const issues: Issue[] = [];
  const report: Report = (issue) => issues.push(issue);
  const reader = createReader(folder, report);

  const business = await reader.one("business.yaml", BusinessEntry);
  const technicians = await reader.list("technicians.yaml", TechnicianEntry);
  const services = await reader.list("services.yaml", ServiceEntry);
  const areas = await reader.list("areas.yaml", AreaEntry);
  const aspects = await reader.list("aspects.yaml", AspectEntry);
  checkIds([...technicians, ...services, ...areas], report);
  checkIds(aspects, report);
  const summary = await reader.markdown("summary.md", SummaryFrontMatter);
  if (summary && summary.front.updated > today) {
    report({
      file: summary.body.file,
      line: summary.piece.lineOf(["updated"]),
      field: "updated",
      message: `is ${summary.front.updated}, which is in the future; it must be ${today} or earlier`,
    });
  }
  const faq = await readFaq(folder, reader, report);

  const { reviews, removed } = await readReviews(folder, reader, report);
  checkIds([...reviews, ...reviews.flatMap(toFormerIds), ...removed], report);
  checkReturns(reviews, previous, report);
  const known = {
    entities: [...technicians, ...services, ...areas].map(({ entry }) => entry.id),
    aspects: aspects.map(({ entry }) => entry.id),
    today,
  };
  for (const review of reviews) checkReview(review, known, report);
  const judged = checkVerdicts(
    await readVerdicts(folder, reader, report),
    reviews,
    known.aspects,
    report,
  );
  for (const { entry, piece } of removed) {
    if (entry.removed_at <= today) continue;
    report({
      file: piece.file,
      line: piece.lineOf(["removed_at"]),
      entry: entry.id,
      field: "removed_at",
      message: `is ${entry.removed_at}, which is in the future; it must be ${today} or earlier`,
    });
  }
  if (issues.length > 0 || business === undefined || summary === undefined) throw new ContentError(issues);

  const entries = only(reviews);
  const published = entries.filter(
    (entry): entry is PublishedEntry => !entry.withheld && entry.verification !== undefined,
  );
  return {
    business,
    technicians: only(technicians),
    services: only(services),
    areas: only(areas),
    aspects: only(aspects),
    faq,
    summary: { updated: summary.front.updated, body: summary.body },
    reviews: published.map(withIdChange).sort(newestFirst),
    withheld: entries.filter((entry) => entry.withheld).sort(newestFirst),
    removed: joinTombstones([...only(removed), ...published.flatMap(toGivenUp)], previous).sort((a, b) =>
      newestFirst({ date: a.removed_at, id: a.id }, { date: b.removed_at, id: b.id }),
    ),
    verdicts: judged.verdicts,
    stale_verdicts: judged.stale,
  };
}

/** Ids that the review had before; they are never used again either. */
const toFormerIds = ({ entry, piece }: Located<ReviewEntry>): Located<{ id: string }>[] =>
  (entry.formerly ?? []).map(({ id }, index) => ({
    entry: { id },
    piece: { ...piece, lineOf: () => piece.lineOf(["formerly", index, "id"]) },
  }));

/** Copies of the data know the review by its old id: that one is withdrawn, and the review comes back as edited. */
const toGivenUp = ({ formerly = [] }: ReviewEntry): RemovedEntry[] =>
  formerly.flatMap(({ id, until }) => (until === undefined ? [] : [{ id, removed_at: until }]));

const withIdChange = <T extends ReviewEntry>(entry: T): T =>
  (entry.formerly ?? []).reduce(
    (latest, { until }) =>
      until !== undefined && until > (latest.updated ?? latest.date) ? { ...latest, updated: until } : latest,
    entry,
  );

/** Files of the content folder, each in the form of a schema; whatever is wrong with one is reported. */
function createReader(folder: string, report: Report) {
  const nameOf = (name: string) => {
    const near = relative(process.cwd(), join(folder, name));
    return near.startsWith("..") ? join(folder, name) : near;
  };
  const read = async (name: string) => {
    const file = join(folder, name);
    const shown = nameOf(name);
    try {
      return { shown, text: parseText(shown, await readFile(file), report) };
    } catch (error) {
      const missing = codeOf(error) === "ENOENT";
      const message = missing ? "is missing; every site needs it" : `cannot be read: ${messageOf(error)}`;
      report({ file: shown, line: 1, field: "", message });
      return { shown, text: undefined };
    }
  };
  return {
    shown: nameOf,
    async one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
      const { shown, text } = await read(name);
      const piece = text === undefined ? undefined : parseYaml(shown, text, 1, report);
      return piece && check(piece, schema, report);
    },
    async list<T>(name: string, schema: z.ZodType<T>): Promise<Located<T>[]> {
      const { shown, text } = await read(name);
      const pieces = text === undefined ? [] : parseYamlList(shown, text, report);
      return pieces.flatMap((piece) => {
        const entry = check(piece, schema, report);
        return entry === undefined ? [] : [{ entry, piece }];
      });
    },
    async markdown<T>(name: string, schema: z.ZodType<T>) {
      const { shown, text } = await read(name);
      const parsed = text === undefined ? undefined : parseMarkdown(shown, text, report);
      const front = parsed && check(parsed.front, schema, report);
      if (parsed === undefined || front === undefined) return undefined;
      const body: Markdown = { text: cleanText(parsed.body.text), file: shown, line: parsed.body.line };
      return { front, body, piece: parsed.front };
    },
    async pieces(name: string): Promise<Piece[]> {
      const { shown, text } = await read(name);
      if (text === undefined) return [];
      return /\.(jsonl|ndjson)$/.test(name)
        ? parseJsonLines(shown, text, report)
        : parseYamlList(shown, text, report);
    },
  };
}

type Reader = ReturnType<typeof createReader>;

/** Names in the folder, sorted, without those that editors and systems leave behind. */
async function listNames(folder: string, recursive = false): Promise<string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory() && !/^[.~]|~$|^README\.md$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function readFaq(folder: string, reader: Reader, report: Report): Promise<Site["faq"]> {
  const entries = [];
  for (const name of await listNames(join(folder, "faq"))) {
    const id = name.replace(/\.md$/, "");
    if (!name.endsWith(".md") || !Id.safeParse(id).success) {
      const message = "must be named after its id, a-z, 0-9 and - only, such as what-does-it-cost.md";
      report({ file: reader.shown(join("faq", name)), line: 1, field: "", message });
      continue;
    }
    const file = await reader.markdown(join("faq", name), FaqFrontMatter);
    if (file) entries.push({ id, ...file.front, answer: file.body });
  }
  return entries
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map(({ id, question, answer }) => ({ id, question, answer }));
}

async function readVerdicts(folder: string, reader: Reader, report: Report) {
  const located: Located<AcceptedVerdicts>[] = [];
  for (const name of await listNames(join(folder, "verdicts"))) {
    for (const piece of await reader.pieces(join("verdicts", name))) {
      const entry = check(piece, AcceptedVerdicts, report);
      if (entry) located.push({ entry, piece });
    }
  }
  return located;
}

async function readReviews(folder: string, reader: Reader, report: Report) {
  const reviews: Located<ReviewEntry>[] = [];
  const removed: Located<RemovedEntry>[] = [];
  for (const name of await listNames(join(folder, "reviews"), true)) {
    const path = join("reviews", name);
    if (!/\.(ya?ml|jsonl|ndjson)$/.test(name)) {
      const message = "is not read: name it .yaml (a list of reviews) or .jsonl (a review on each line)";
      report({ file: reader.shown(path), line: 1, field: "", message });
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
