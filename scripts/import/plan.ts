import type { Fields, EntryPlace } from "../review-files.ts";
import type { VerificationRecords } from "./entry.ts";
import type { Imported } from "./confirmed-exports.ts";
import type { Own } from "./private.ts";

export interface Given extends VerificationRecords {
  places: readonly EntryPlace[];
  /** The secret behind fingerprints, if there is one. */
  key: string | undefined;
  /** The platforms of which the export holds every review, in comparable form. */
  isWholeOf: ReadonlySet<string>;
  /** What was imported before. */
  imported: Imported;
  /** The owner confirms that replies which the platform shows no longer go here too. */
  takesRepliesBack?: boolean;
  own: Own;
  today: string;
}

export interface Edit {
  id: string;
  place: EntryPlace;
  changes: Fields;
}

/** Something that only the owner can decide; until then content stays as it is. */
interface PlanQuestion {
  id: string;
  about: "missing" | "reply-removed" | "edited-twice" | "unpublished" | "job-after-review";
  text: string;
}

/** What an import would do to content. */
export interface Plan {
  added: Fields[];
  edited: Edit[];
  unchanged: string[];
  /** In content from the same platforms, and not in the export. */
  missing: string[];
  /** Removed here earlier; they stay removed. */
  removed: { at: string; id: string }[];
  duplicates: { at: string; of: string }[];
  refused: { at: string; why: string }[];
  /** New ones that wait unverified, by what the export says of them. */
  waiting: Map<string, number>;
  questions: PlanQuestion[];
  notes: string[];
  /** What is known of the platform's words when this is written. */
  imported: Imported;
}
