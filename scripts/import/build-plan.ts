import { join } from "node:path";
import { memberOf } from "../../src/schema/json.ts";
import type { WithheldReason } from "../../src/schema/review.ts";
import { toQueuedJob } from "../queue/queue-file.ts";
import {
  appendEntry,
  changeEntry,
  createReviewFile,
  type EntryPlace,
  type Fields,
  idsOf,
  isTombstone,
  type ReviewFile,
  sourceOf,
  textOf,
} from "../review-files.ts";
import {
  askAboutLateJob,
  clean,
  findEntryIssue,
  findPrivate,
  type Given,
  namePrivate,
  type Own,
  type Plan,
  planEdit,
  type Proofs,
  toUpstream,
  verificationOf,
  whyUnverified,
} from "./reconciliation.ts";
import { toSourceName } from "./platforms.ts";
import { toComparable, toFingerprints, toIdFingerprint, toReviewId } from "./fingerprints.ts";
import type { Job } from "./jobs.ts";
import {
  addUse,
  assignJobs,
  findNearest,
  indexJobs,
  isLikely,
  isSameSource,
  isUsed,
  type UsedJobs,
} from "./job-matching.ts";
import type { chooseLocation, Draft, ParsedExport } from "./review-drafts.ts";
import { anonymous } from "./field-values.ts";

/** A review of the export, with its entry in content if it has one. */
interface Placed {
  draft: Draft;
  id: string;
  place: EntryPlace | undefined;
}

/** The changes that the chosen reviews of an export would make; nothing is read or written. */
export function planImport(
  parsed: readonly ParsedExport[],
  { drafts, notes }: ReturnType<typeof chooseLocation>,
  given: Omit<Given, "proofs" | "isWholeOf">,
) {
  const isWholeOf = new Set(parsed.flatMap((one) => one.isWholeOf.map(toComparable)));
  const plan = buildPlan(drafts, { ...given, isWholeOf });
  plan.refused.unshift(...parsed.flatMap(({ refused }) => refused));
  plan.notes.unshift(...parsed.flatMap((one) => one.notes), ...notes);
  const format = [...new Set(parsed.map((one) => one.format))].join(", ");
  return { plan, read: { format, files: parsed.length, reviews: drafts.length } };
}

function buildPlan(drafts: readonly Draft[], input: Omit<Given, "proofs">): Plan {
  const plan: Plan = {
    jobs: { read: input.jobs.length, matched: [], uncertain: [], nearest: [] },
    added: [],
    senders: new Map(),
    pictures: [],
    edited: [],
    unchanged: [],
    missing: [],
    removed: [],
    duplicates: [],
    refused: [],
    waiting: new Map(),
    questions: [],
    notes: [],
    imported: new Map(input.imported),
  };
  const known = indexPlaces(input.places, input.key);
  const distinct = [...distinguish(drafts, plan)];
  const matched = new Set<EntryPlace>();
  // An entry with a review's own id belongs to that review, however much others resemble it.
  const claimed = new Set(distinct.map(({ id }) => known.byId(id)));
  const isTaken = (place: EntryPlace) => matched.has(place) || claimed.has(place);
  const placed: Placed[] = [];
  for (const { draft, id } of distinct) {
    const tombstone = known.tombstone(id, draft);
    if (tombstone !== undefined) {
      plan.removed.push({ at: draft.at, id: tombstone });
      continue;
    }
    const own = known.byId(id);
    const place = own ?? (draft.invitation ? undefined : known.alike(draft, isTaken));
    if (place !== undefined) matched.add(place);
    placed.push({ draft: withContentsOwn(draft, place, own !== undefined), id, place });
  }
  const given: Given = { ...input, proofs: proveByJobs(placed, input, plan) };
  for (const { draft, id, place } of placed) {
    if (place === undefined) addNew(draft, id, given, plan);
    else if (draft.invitation === undefined) planEdit(draft, place, given, plan);
    else if (isSameAsBefore(draft, place, given)) plan.unchanged.push(textOf(place.entry["id"]));
    else {
      const used = textOf(place.entry["id"]);
      plan.refused.push({ at: draft.at, why: `has an invitation that was used before, for ${used}` });
    }
  }
  plan.missing = given.places
    .filter(
      (place) =>
        !matched.has(place) &&
        !isTombstone(place.entry) &&
        given.isWholeOf.has(toComparable(sourceOf(place.entry))),
    )
    .map(({ entry }) => String(entry["id"]));
  askAboutMissing(plan, given, new Set(drafts.map(({ format }) => format)));
  return plan;
}

/** Finds the job that each review is about, where nothing else verifies it. */
function proveByJobs(
  placed: readonly Placed[],
  { jobs, places }: Pick<Given, "jobs" | "places">,
  plan: Plan,
): Proofs {
  const index = indexJobs(jobs);
  const open = placed.filter(
    ({ draft, place }) =>
      draft.unpublished === undefined &&
      draft.invitation === undefined &&
      place?.entry["verification"] === undefined,
  );
  const used = findUsedJobs(
    places.map(({ entry }) => entry),
    jobs,
  );
  const reviews = open.map(({ draft }) => draft);
  const { matches, uncertain } = assignJobs(reviews, index, used);
  const idOf = ({ id, place }: Placed) => textOf(place?.entry["id"]) || id;
  for (const one of open) {
    const { at, author, customer } = one.draft;
    const match = matches.get(one.draft);
    if (match) plan.jobs.matched.push({ id: idOf(one), at, job: toQueuedJob(match) });
    const likely = uncertain.get(one.draft)?.map(toQueuedJob);
    if (likely) plan.jobs.uncertain.push({ id: idOf(one), at, name: customer.name || author, jobs: likely });
  }
  if (matches.size + uncertain.size === 0) plan.jobs.nearest = findNearest(reviews, jobs, used);
  return { index, matches };
}

/** The jobs by which reviews in content are verified already. */
function findUsedJobs(entries: readonly Fields[], jobs: readonly Job[]): UsedJobs {
  const used: UsedJobs = new Map();
  const byDay = Map.groupBy(jobs, ({ method, date }) => `${method} ${date}`);
  for (const entry of entries) {
    const { verification, author } = entry;
    const source = sourceOf(entry);
    const [method, date] = [memberOf(verification, "method"), memberOf(verification, "date")].map(textOf);
    const job = byDay
      .get(`${method} ${date}`)
      ?.find((one) => !isUsed(used, one, source) && one.names.some((name) => isLikely(name, textOf(author))));
    if (job) addUse(used, job, source);
  }
  return used;
}

/** When more are missing, the export is most likely partial. */
const maxAsked = 20;

/** Names both kinds of export where they differ, since one may omit reviews that the other has. */
function toKinds(from: string | undefined, formats: ReadonlySet<string>): string {
  if (from === undefined || formats.has(from)) return " and is not in this one";
  return ` (${from}) and is not in this one, which is of another kind (${[...formats].join(", ")}) and may leave reviews out`;
}

/** Asks about reviews of earlier imports that this one lacks: their authors may have withdrawn them. */
function askAboutMissing(plan: Plan, { imported }: Given, formats: ReadonlySet<string>): void {
  const gone = plan.missing.filter((id) => imported.has(id));
  if (gone.length > maxAsked) {
    plan.questions.push({
      id: gone[0] ?? "",
      about: "missing",
      text: `${gone.length} reviews of earlier imports are not in this one, which looks like a part: they stay. Only where this is the whole export were they withdrawn there`,
    });
    return;
  }
  for (const id of gone) {
    plan.questions.push({
      id,
      about: "missing",
      text: `${id} came with an earlier import${toKinds(imported.get(id)?.from, formats)}: was it withdrawn there? Then run npm run redact -- ${id} --reason erasure; if the export is not whole, leave it`,
    });
  }
}

/** Different punctuation and spaces of another exporter are no edit. */
function withContentsOwn(draft: Draft, place: EntryPlace | undefined, isOwn: boolean): Draft {
  const text = textOf(place?.entry["text"]);
  return place && !isOwn && toComparable(draft.text) === toComparable(text) ? { ...draft, text } : draft;
}

/**
 * Whether the key is composed, for want of an id: then two reviews by one person on one day differ only in their
 * words.
 */
const isComposed = ({ key }: Draft): boolean => key.startsWith("[");

/** Each review once, with its id: an export may hold the same one twice, under two accounts or on two pages. */
function* distinguish(drafts: readonly Draft[], plan: Plan): Generator<{ draft: Draft; id: string }> {
  const seen = new Map<string, Draft>();
  const contents = new Map<string, Draft>();
  const alike = new Map<string, number>();
  const composed = drafts.filter(isComposed);
  const texts = Map.groupBy(composed, ({ source, key }) => toReviewId(source, key));
  for (const draft of drafts) {
    // Also after the business has another name.
    const plainId = toReviewId(draft.invitation ? "invitation" : draft.source, draft.key);
    const isShared =
      isComposed(draft) && new Set(texts.get(plainId)?.map(({ text }) => toComparable(text))).size > 1;
    const id = isShared ? toReviewId(draft.source, draft.key + toComparable(draft.text)) : plainId;
    const content = toContent(draft, seen.has(id) ? undefined : alike);
    const first = seen.get(id) ?? contents.get(content);
    if (first !== undefined) {
      if (draft.invitation && toContent(first, undefined) !== content)
        plan.refused.push({ at: draft.at, why: `has an invitation that was used before, in ${first.at}` });
      else plan.duplicates.push({ at: draft.at, of: first.at });
      continue;
    }
    seen.set(id, draft);
    contents.set(content, draft);
    yield { draft, id };
  }
}

/**
 * The content that two copies of a review share, whichever exporter wrote them. Anonymous reviews with stars alone
 * are numbered within their file, in `counts`.
 */
function toContent(
  { file, source, date, rating, author, customer, text }: Draft,
  counts: Map<string, number> | undefined,
): string {
  const words = toComparable(text);
  // Exporters name anonymous reviewers differently.
  const name = author === anonymous ? "" : toComparable(customer.name);
  const content = JSON.stringify([source, date, rating, name, words]);
  if (name !== "" || words !== "" || counts === undefined) return content;
  const count = (counts.get(file + content) ?? 0) + 1;
  counts.set(file + content, count);
  return `${content} ${count}`;
}

const withhold = (entry: Fields, reason: WithheldReason): Fields => ({ ...entry, withheld: reason });

/** The entry with a reason to be withheld, where it needs one. */
function complete(entry: Fields, at: string, own: Own, plan: Plan): Fields {
  const found = findPrivate(entry, own);
  if (found.length === 0) return entry["verification"] === undefined ? withhold(entry, "unverified") : entry;
  plan.notes.push(
    `${at}: holds what looks like personal data (${namePrivate(found)}), so it is withheld: take it out or allow it, then take "withheld" away`,
  );
  return withhold(entry, "personal-data");
}

function addNew(draft: Draft, id: string, given: Given, plan: Plan): void {
  const { date, rating, title, text, author, source, url, reply, updated, at } = draft;
  const verification = verificationOf(draft, given);
  const entry: Fields = {
    id,
    date,
    rating,
    ...(title && { title: clean(title) }),
    ...(text.trim() && { text: clean(text) }),
    author,
    source: { name: source, ...(url !== undefined && { url }) },
    ...(verification && { verification }),
    ...(reply && { reply: { date: reply.date, text: clean(reply.text) } }),
    ...(updated !== undefined && { updated }),
  };
  const why = findEntryIssue(entry, given.today);
  if (why !== undefined) {
    plan.refused.push({ at, why });
    return;
  }
  const added = complete(entry, at, given.own, plan);
  plan.added.push(added);
  if (draft.sender !== undefined) plan.senders.set(id, draft.sender);
  if (draft.pictures?.length) plan.pictures.push({ entry: added, at, pictures: draft.pictures });
  if (verification === undefined) askAboutLateJob(id, draft, given, plan);
  if (given.key !== undefined) plan.imported.set(id, toUpstream(draft, given.key));
  if (verification === undefined) {
    const reason = whyUnverified(draft);
    plan.waiting.set(reason, (plan.waiting.get(reason) ?? 0) + 1);
  }
}

/** Whether it is the very review that an invitation has brought before, whatever the owner took out of it. */
function isSameAsBefore(draft: Draft, { entry }: EntryPlace, { imported, key }: Given): boolean {
  const before = imported.get(textOf(entry["id"]))?.words;
  if (key !== undefined && before === toUpstream(draft, key).words) return true;
  return draft.rating === entry["rating"] && clean(draft.text) === clean(textOf(entry["text"]));
}

/** Applies a plan to the files of content; a new review is appended to the file of its year. */
export function applyPlan({ added, edited }: Plan, files: ReviewFile[], content: string): void {
  for (const { place, changes } of edited) changeEntry(place, changes);
  for (const entry of added.toSorted((a, b) => (String(a["date"]) < String(b["date"]) ? -1 : 1))) {
    const path = join(content, "reviews", `${String(entry["date"]).slice(0, 4)}.yaml`);
    let file = files.find((one) => one.path === path);
    if (file === undefined) files.push((file = createReviewFile(path)));
    appendEntry(file, entry);
  }
}

const who = (source: string, author: string) =>
  JSON.stringify([toComparable(toSourceName(source)), toComparable(author)]);

/** Exporters differ in their time zones and in which date they call the day of a review. */
const maxDaysApart = 2;
const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** The days near a day, itself first. */
const daysNear = (day: string): string[] =>
  [0, -1, 1, -2, 2].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10));

/** An index of content, to find an export's reviews in it. */
function indexPlaces(places: readonly EntryPlace[], key: string | undefined) {
  const standing = places.filter(({ entry }) => !isTombstone(entry));
  const byId = new Map(standing.flatMap((place) => idsOf(place.entry).map((id) => [id, place] as const)));
  const byAuthor = Map.groupBy(
    standing,
    ({ entry }) => who(sourceOf(entry), textOf(entry["author"])) + textOf(entry["date"]),
  );
  const byWords = Map.groupBy(standing, ({ entry }) => toComparable(textOf(entry["text"])));
  const byAuthorsWords = Map.groupBy(
    standing,
    ({ entry }) => who(sourceOf(entry), textOf(entry["author"])) + toComparable(textOf(entry["text"])),
  );
  return {
    byId: (id: string) => byId.get(id),
    tombstone: indexTombstones(places, key),
    /**
     * An entry of the same review under another id: written by hand, or imported from another exporter. `isTaken`:
     * entries that another review of this export has.
     */
    alike(draft: Draft, isTaken: (place: EntryPlace) => boolean): EntryPlace | undefined {
      if (standing.length === 0) return undefined;
      const { source, author, date, text, rating } = draft;
      const words = toComparable(text);
      const writer = who(source, author);
      if (words !== "") {
        const twin = (byWords.get(words) ?? []).find(
          (place) =>
            place.entry["rating"] === rating &&
            !isTaken(place) &&
            daysApart(textOf(place.entry["date"]), date) <= maxDaysApart &&
            isSameSource(sourceOf(place.entry), source),
        );
        const own = words.length < 20 ? undefined : byAuthorsWords.get(writer + words);
        const known = twin ?? own?.find((place) => !isTaken(place));
        if (known) return known;
      }
      const near = daysNear(date)
        .flatMap((day) => byAuthor.get(writer + day) ?? [])
        .filter((place) => !isTaken(place));
      const starsAlone = near.filter(
        ({ entry }) =>
          words === "" && toComparable(textOf(entry["text"])) === "" && entry["rating"] === rating,
      );
      // Anonymous reviews with equal stars are interchangeable.
      if (author === anonymous && starsAlone[0]) return starsAlone[0];
      const sameDay = near.filter(
        ({ entry }) => entry["date"] === date && !isImported(entry) && isAlike(entry, text, rating),
      );
      const likely = new Set([...starsAlone, ...sameDay]);
      return likely.size === 1 ? [...likely][0] : undefined;
    },
  };
}

/** Finds the tombstone of a review, by its id or by a fingerprint. */
function indexTombstones(
  places: readonly EntryPlace[],
  key: string | undefined,
): (id: string, draft: Draft) => string | undefined {
  const removed = new Map(
    places
      .filter(({ entry }) => isTombstone(entry))
      .flatMap(({ entry: { id, fingerprints = [] } }) =>
        [id, ...(fingerprints as string[])].map((mark) => [mark, textOf(id)] as const),
      ),
  );
  return (id, draft) =>
    [id, ...(key === undefined ? [] : [...toFingerprints(draft, key), toIdFingerprint(id, key)])]
      .map((mark) => removed.get(mark))
      .find((found) => found !== undefined);
}

/** Whether an import made the id: such an entry belongs to one review of its platform, and no other may match it. */
const isImported = (entry: Fields) => /-[a-z2-7]{16}$/.test(textOf(entry["id"]));

/** Whether most words of the shorter text stand in the other; stars alone must be the same number. */
function isAlike(entry: Fields, text: string, rating: number): boolean {
  const [some = [], others = []] = [textOf(entry["text"]), text]
    .map((one) => [...new Set(toComparable(one).split(" ").filter(Boolean))])
    .toSorted((a, b) => a.length - b.length);
  if (some.length === 0) return entry["rating"] === rating;
  const known = new Set(others);
  return some.filter((word) => known.has(word)).length >= some.length / 2;
}
