import { join } from "node:path";
import { probablyMeant } from "../schema/names.ts";
import { EditEntry, type RemovedEntry, type ReviewEntry } from "../schema/review.ts";
import type { Site } from "../schema/site.ts";
import type { ContentReader } from "./content-folder.ts";
import { fileIssue } from "./issue.ts";
import { loadReviews } from "./load-entries.ts";
import { checkIds, type Located } from "./review-checks.ts";
import { type AddIssue, issueAt, type Path, type Source, toSource } from "./source.ts";

/** Every file of content/edits. */
async function readEdits(reader: ContentReader, report: AddIssue): Promise<Located<EditEntry>[]> {
  const edits: Located<EditEntry>[] = [];
  for (const name of await reader.list("edits", true)) {
    const path = join("edits", name);
    if (!/\.ya?ml$/.test(name)) {
      report(fileIssue(reader.shown(path), "is not read: name it .yaml"));
      continue;
    }
    const edit = await reader.one(path, EditEntry);
    if (edit) edits.push(edit);
  }
  return edits;
}

/** All reviews, with what edits say of them; `written` are those that stand in files, edited or not. */
export async function loadEditedReviews(reader: ContentReader, report: AddIssue) {
  const { reviews: written, removed } = await loadReviews(reader, report);
  checkIds([...written, ...written.flatMap(toFormerIds), ...removed], report);
  const { reviews, withdrawn } = applyEdits(written, await readEdits(reader, report), removed, report);
  return {
    written,
    reviews,
    removed: [...removed, ...withdrawn.map(({ tombstone }) => tombstone)],
    unerased: withdrawn.map(({ unerased }) => unerased),
  };
}

/** Ids that the review had before; they are never used again either. */
const toFormerIds = ({ entry, piece }: Located<ReviewEntry>): Located<{ id: string }>[] =>
  (entry.formerly ?? []).map(({ id }, index) => ({
    entry: { id },
    piece: { ...piece, lineOf: () => piece.lineOf(["formerly", index, "id"]) },
  }));

interface EditedReviews {
  reviews: Located<ReviewEntry>[];
  /** Those that an edit withdraws, and where their words still stand. */
  withdrawn: { tombstone: Located<RemovedEntry>; unerased: Site["unerased"][number] }[];
}

/** Reviews as the owner's edits of them say; what no edit names stays as it is. */
function applyEdits(
  reviews: readonly Located<ReviewEntry>[],
  edits: readonly Located<EditEntry>[],
  removed: readonly Located<RemovedEntry>[],
  report: AddIssue,
): EditedReviews {
  const byId = new Map(
    reviews.flatMap((located) =>
      [located.entry.id, ...(located.entry.formerly ?? []).map(({ id }) => id)].map((id) => [id, located]),
    ),
  );
  const gone = new Set(removed.map(({ entry }) => entry.id));
  const editsOf = new Map<Located<ReviewEntry>, Located<EditEntry>[]>();
  for (const edit of edits) {
    const { review } = edit.entry;
    const located = byId.get(review);
    // An edit of a review withdrawn for good has no use any more, and does no harm.
    if (located === undefined && gone.has(review)) continue;
    if (located === undefined) {
      const meant = probablyMeant(review, [...byId.keys()]);
      report(
        issueAt(
          edit.piece,
          ["review"],
          `is ${review}, which no review has as its id${meant ? `; did you mean ${meant}?` : ""}`,
        ),
      );
    } else editsOf.set(located, [...(editsOf.get(located) ?? []), edit]);
  }
  const withdrawn: EditedReviews["withdrawn"] = [];
  const left = reviews.flatMap((located): Located<ReviewEntry>[] => {
    const own = editsOf.get(located);
    if (own === undefined) return [located];
    const edited = own.reduce((before, edit) => applyEdit(before, edit, own, report), located);
    const withdrawal = own.find(({ entry }) => entry.withdrawn !== undefined);
    if (withdrawal?.entry.withdrawn === undefined) return [edited];
    const { on, reason } = withdrawal.entry.withdrawn;
    const { id } = located.entry;
    const tombstone = { id, removed_at: on, reason };
    const lineOf = () => withdrawal.piece.lineOf(["withdrawn", "on"]);
    withdrawn.push({
      tombstone: { entry: tombstone, piece: { ...withdrawal.piece, lineOf } },
      unerased: { id, reason, place: `${located.piece.file}:${located.piece.lineOf(["id"])}` },
    });
    return [];
  });
  return { reviews: left, withdrawn };
}

const single = ["reply", "withheld", "withdrawn"] as const;

/** The review with what the edit says of it; where two edits say the same thing, neither can be believed. */
function applyEdit(
  { entry, piece }: Located<ReviewEntry>,
  edit: Located<EditEntry>,
  all: readonly Located<EditEntry>[],
  report: AddIssue,
): Located<ReviewEntry> {
  const { reply, withheld, mentions = [], photos = [] } = edit.entry;
  for (const field of single) {
    const other = all.find((one) => one !== edit && one.entry[field] !== undefined);
    if (other && edit.entry[field] !== undefined)
      report(
        issueAt(
          edit.piece,
          [field],
          `is also in ${other.piece.file}, of the same review: keep one of the two`,
        ),
      );
  }
  const own = { mentions: entry.mentions ?? [], photos: entry.photos ?? [] };
  const added = { mentions, photos };
  const sourceAt = (path: Path): Source => {
    const [field, index, ...rest] = path;
    if (field === "reply" && reply) return { piece: edit.piece, path };
    if ((field === "mentions" || field === "photos") && typeof index === "number") {
      const at = index - own[field].length;
      if (at >= 0 && at < added[field].length) return { piece: edit.piece, path: [field, at, ...rest] };
    }
    return toSource(piece, path);
  };
  return {
    entry: {
      ...entry,
      ...(reply && { reply }),
      ...(withheld && { withheld }),
      ...(mentions.length > 0 && { mentions: [...own.mentions, ...mentions] }),
      ...(photos.length > 0 && { photos: [...own.photos, ...photos] }),
    },
    piece: { ...piece, sourceAt },
  };
}
