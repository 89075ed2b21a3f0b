import { applyPlan, planImport } from "../../../scripts/import/build-plan.ts";
import type { KeptExport } from "../../../scripts/import/confirmed-exports.ts";
import type { TableOptions } from "../../../scripts/import/columns.ts";
import { Own } from "../../../scripts/import/reconciliation.ts";
import { decodeText } from "../../../scripts/import/export-files.ts";
import { parseJobs } from "../../../scripts/import/jobs.ts";
import { chooseLocation, findTitles, parseExport } from "../../../scripts/import/review-drafts.ts";
import { toMachineReport } from "../../../scripts/import/summary.ts";
import { createReviewFile, parseReviewFile, placesOf } from "../../../scripts/review-files.ts";
import { soundFile } from "../../content/content-folder.ts";

/** An import's options. */
export interface Said extends Partial<Omit<TableOptions, "kept" | "onConfirmed">> {
  location?: string;
  jobs?: string;
  verifies?: boolean;
  takesRepliesBack?: boolean;
  write?: boolean;
}

export type Exported = Record<string, string | Uint8Array | object>;

const toBytes = (given: Exported[string]): Uint8Array =>
  given instanceof Uint8Array
    ? given
    : Buffer.from(typeof given === "string" ? given : JSON.stringify(given));

/** An owner's content in memory, with the two reviews of the sound one and these, and imports into it. */
export function createContent(entries = "", key: string | null = "a key for this test only") {
  const sound = soundFile("reviews/2026.yaml");
  const files = [
    parseReviewFile("content/reviews/2026.yaml", "2026.yaml", sound),
    entries === ""
      ? createReviewFile("content/reviews/own.yaml")
      : parseReviewFile("own.yaml", "own.yaml", entries),
  ];
  const own = Own.parse({ name: "Fern & Sons", telephone: "+1 555 010 0199", email: "office@example.com" });
  const kept: KeptExport[] = [];
  let imported: Parameters<typeof planImport>[2]["imported"] = new Map();

  const importing = async (exported: Exported, said: Said = {}) => {
    const {
      location,
      jobs = "",
      verifies = false,
      takesRepliesBack = false,
      write = false,
      ...options
    } = said;
    const texts = Object.entries(exported).map(([name, given]) => decodeText(name, toBytes(given)));
    const confirmed: KeptExport[] = [];
    const reading = {
      map: [],
      business: own.name,
      kept,
      onConfirmed: (one: KeptExport) => confirmed.push(one),
      ...options,
    };
    const parsed = (await Promise.all(texts.map((text) => parseExport(text, reading)))).filter(
      (one) => one !== undefined,
    );
    if (parsed.length === 0) throw new Error("holds no reviews");
    const drafts = parsed.flatMap((one) => one.drafts);
    const { plan, read } = planImport(parsed, chooseLocation(drafts, location, findTitles(texts)), {
      places: placesOf(files),
      jobs: jobs === "" ? [] : parseJobs(jobs, options),
      key: key ?? undefined,
      imported,
      isVerifiedByPlatform: verifies,
      takesRepliesBack,
      own,
      today: "2026-11-20",
    });
    const report = toMachineReport(plan, read, []);
    if (write) {
      applyPlan(plan, files, "content");
      imported = plan.imported;
      kept.push(...confirmed);
    }
    return { ...report, kept: confirmed };
  };
  const text = () => files.flatMap(({ parts }) => parts.map((part) => part.text + part.tail)).join("");
  /** The owner's changes by hand. */
  const edit = (from: string, to: string): void => {
    const [index] =
      [...files.entries()].find(([, { parts }]) => parts.some((part) => part.text.includes(from))) ?? [];
    if (index === undefined) throw new Error(`content does not hold ${from}`);
    const { path, name, parts } = files[index]!;
    const before = parts.map((part) => part.text + part.tail).join("");
    files[index] = parseReviewFile(path, name, before.replace(from, to));
  };
  return { importing, text, edit };
}

/** An import into content of its own. */
export const importInto = (entries: string | undefined, exported: Exported, said?: Said) =>
  createContent(entries).importing(exported, said);
