import { AreaEntry, BusinessEntry, ServiceEntry, TechnicianEntry } from "../schema/business.ts";
import { newestFirst, type RemovedEntry, type ReviewEntry } from "../schema/review.ts";
import {
  AspectEntry,
  type PublishedEntry,
  type Site,
  SummaryFrontMatter,
  nothingBefore,
  type PreviousDeploy,
} from "../schema/site.ts";
import { createContentReader } from "./content-folder.ts";
import { loadEditedReviews } from "./edits.ts";
import { ContentError, type ContentIssue } from "./issue.ts";
import { readFaq, readOwnPages, readVerdicts } from "./load-entries.ts";
import { listNamedPhotos, loadPhotos } from "./photos.ts";
import { checkVerdicts } from "./load-verdicts.ts";
import { checkIds, checkReview, type Located } from "./review-checks.ts";
import { type AddIssue, issueAt, type SourcePiece } from "./source.ts";

const only = <T>(located: readonly Located<T>[]): T[] => located.map(({ entry }) => entry);

/** Reads and checks everything in the content folder; throws a ContentError that names every issue of every file. */
export async function loadSite(
  folder: string,
  { today, previous = nothingBefore }: { today: string; previous?: PreviousDeploy },
): Promise<Site> {
  const issues: ContentIssue[] = [];
  const report: AddIssue = (issue) => issues.push(issue);
  const reader = await createContentReader(folder, report);

  const business = await reader.one("business.yaml", BusinessEntry);
  const technicians = await reader.entries("technicians.yaml", TechnicianEntry);
  const services = await reader.entries("services.yaml", ServiceEntry);
  const areas = await reader.entries("areas.yaml", AreaEntry);
  const aspects = await reader.entries("aspects.yaml", AspectEntry);
  checkIds([...technicians, ...services, ...areas], report);
  checkIds(aspects, report);
  const summary = await reader.markdown("summary.md", SummaryFrontMatter);
  if (summary) checkPast({ day: summary.front.updated, field: "updated" }, summary.piece, today, report);
  await reader.list("public"); // copied as it is by the build
  const [faq, pages] = [await readFaq(reader, report), await readOwnPages(reader, report)];

  const { written, reviews, removed, unerased } = await loadEditedReviews(reader, report);
  checkReturns(reviews, previous, report);
  const known = {
    entities: [...technicians, ...services, ...areas].map(({ entry }) => entry.id),
    aspects: aspects.map(({ entry }) => entry.id),
    today,
    own: { telephone: "", email: "", ...business?.entry },
  };
  for (const review of reviews) checkReview(review, known, report);
  const photos = await loadPhotos(folder, reader, listNamedPhotos(business, technicians, reviews), report);
  const verdicts = await readVerdicts(reader, report);
  const judged = checkVerdicts(verdicts, written, known.aspects, report);
  for (const { entry, piece } of removed)
    checkPast({ day: entry.removed_at, field: "removed_at", entry: entry.id }, piece, today, report);
  if (issues.length > 0 || business === undefined || summary === undefined) throw new ContentError(issues);

  const entries = only(reviews);
  const published = entries.filter(
    (entry): entry is PublishedEntry => !entry.withheld && entry.verification !== undefined,
  );
  return {
    business: business.entry,
    technicians: only(technicians),
    services: only(services),
    areas: only(areas),
    aspects: only(aspects),
    faq,
    pages,
    summary: { updated: summary.front.updated, body: summary.body },
    reviews: published.sort(newestFirst),
    withheld: entries.filter((entry) => entry.withheld).sort(newestFirst),
    removed: joinTombstones([...only(removed), ...only(written).flatMap(toGivenUp)], previous).sort((a, b) =>
      newestFirst({ date: a.removed_at, id: a.id }, { date: b.removed_at, id: b.id }),
    ),
    verdicts: judged.verdicts,
    stale_verdicts: judged.stale,
    unerased,
    photos,
  };
}

function checkPast(
  { day, field, entry }: { day: string; field: string; entry?: string },
  piece: SourcePiece,
  today: string,
  report: AddIssue,
): void {
  if (day > today)
    report(
      issueAt(piece, [field], `is ${day}, which is in the future; it must be ${today} or earlier`, { entry }),
    );
}

/** Copies of the data know the review by its old id: that one is withdrawn, and the review comes back as changed. */
const toGivenUp = ({ formerly = [] }: ReviewEntry): RemovedEntry[] =>
  formerly.flatMap(({ id, until }) => (until === undefined ? [] : [{ id, removed_at: until }]));

/** A withdrawn review stays so: a published review with the id of a tombstone of the previous deploy is an issue. */
function checkReturns(
  reviews: readonly Located<ReviewEntry>[],
  { removed }: PreviousDeploy,
  report: AddIssue,
): void {
  const withdrawn = new Map(removed.map((one) => [one.id, one.removed_at]));
  for (const { entry, piece } of reviews) {
    const day = withdrawn.get(entry.id);
    if (day === undefined || entry.withheld !== undefined) continue;
    report(
      issueAt(
        piece,
        ["id"],
        `belongs to a review that the site withdrew on ${day}, and it must not come back; is this an older state of content? Bring it up to date, or withdraw the review again: npm run redact -- ${entry.id} --reason erasure`,
        { entry: entry.id },
      ),
    );
  }
}

/**
 * The tombstones to publish: those of content, but for reviews that were never on the site, and those of the deploy
 * before that content does not know. One that got another id meanwhile is known by its fingerprint; a signed history
 * names its old id too, so there it stays beside the new one.
 */
function joinTombstones(
  own: readonly RemovedEntry[],
  { published, removed, log }: PreviousDeploy,
): (RemovedEntry & { carried?: true })[] {
  const known = new Set([...published, ...removed.map(({ id }) => id)]);
  const ids = new Set(own.map(({ id }) => id));
  const marks = new Set(own.flatMap(({ fingerprints = [] }) => fingerprints));
  const carried = removed.flatMap(({ id, removed_at, fingerprint }) => {
    const isRenamed = fingerprint !== undefined && marks.has(fingerprint);
    if (ids.has(id) || (isRenamed && log === undefined)) return [];
    return [{ id, removed_at, ...(!isRenamed && { carried: true as const }) }];
  });
  return [...own.filter(({ id, never_published }) => !never_published || known.has(id)), ...carried];
}
