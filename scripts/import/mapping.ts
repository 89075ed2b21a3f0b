import { UsageError } from "../usage-error.ts";
import { chooseColumns, type Columns, parseMapping, proposeColumns } from "./columns.ts";
import type { DayForm } from "./days.ts";
import type { ReviewField } from "./fields.ts";
import type { KeptExport } from "./confirmed-exports.ts";
import type { Platform } from "./platform.ts";
import type { Table } from "./records.ts";

export interface TableOptions {
  source?: string | undefined;
  dates?: DayForm | undefined;
  /** The best score; stars are then rounded. */
  scale?: number | undefined;
  /** `column=field`, as typed or as kept. */
  map: readonly string[];
  /** The owner says that the export has no words. */
  isStarsOnly?: boolean;
  /** The owner confirms what is proposed from the data. */
  isConfirmed?: boolean;
  /** Where the business's clocks are, whose days count. */
  timeZone?: string | undefined;
  /** The business's name, which is nobody's and no title. */
  business?: string;
  /** What was confirmed before, by columns. */
  kept?: readonly KeptExport[];
  /** Learns what was confirmed, to keep it for the next time. */
  onConfirmed?: (known: KeptExport) => void;
}

const needed = ["rating", "date", "author", "text"] as const;

interface Meant {
  columns: Columns;
  /** What was said of them, on the command line or by confirming. */
  map: readonly string[];
}

/** The columns, when those that every review needs are known, or confirmed as proposed. */
export function chooseMeant(
  table: Table,
  platform: Platform | undefined,
  options: TableOptions,
): Meant | undefined {
  const { headers } = table;
  const choose = (map: readonly string[]): Meant => ({
    columns: chooseColumns(table, platform, parseMapping(map, headers), options.business ?? ""),
    map,
  });
  const given = choose(options.map);
  const { columns } = given;
  if (columns.rating === undefined && platform?.withoutStars !== undefined)
    throw new UsageError(platform.withoutStars);
  const missing = needed.filter(
    (field) => columns[field] === undefined && !(field === "text" && options.isStarsOnly),
  );
  if (missing.length === 0) return given;
  const candidates = new Map(
    missing.map((field) => [field, proposeColumns(table, field, columns, platform)]),
  );
  const looksLikeReviews =
    options.map.length > 0 ||
    columns.rating !== undefined ||
    ((candidates.get("rating") ?? []).length > 0 &&
      (columns.text ?? candidates.get("text")?.[0]) !== undefined);
  if (!looksLikeReviews) return undefined;
  // An author is the one thing that some exports have not at all.
  const proposed: string[] = [];
  for (const field of missing) {
    const header = candidates
      .get(field)
      ?.find((one) => !proposed.some((known) => known.startsWith(`${one}=`)));
    if (header !== undefined) proposed.push(`${header}=${field}`);
  }
  const open = missing.filter((field) => !proposed.some((mapping) => mapping.endsWith(`=${field}`)));
  const isNameless = platform !== undefined && open.length === 1 && open[0] === "author";
  if (proposed.length === 0 && isNameless) return given;
  if (options.isConfirmed && open.length === 0) return choose([...options.map, ...proposed]);
  throw toQuestion(headers, missing, candidates, proposed, open);
}

/** What the columns of an export may be, for the owner to confirm. */
export class MappingQuestion extends UsageError {
  readonly proposed: readonly string[];
  /** Whether it is all that is missing. */
  readonly isWhole: boolean;
  constructor(message: string, proposed: readonly string[], isWhole: boolean) {
    super(message);
    this.proposed = proposed;
    this.isWhole = isWhole;
  }
}

function toQuestion(
  headers: readonly string[],
  missing: readonly ReviewField[],
  candidates: ReadonlyMap<ReviewField, readonly string[]>,
  proposed: readonly string[],
  open: readonly ReviewField[],
): MappingQuestion {
  const named = missing.map((field) => {
    const list = candidates.get(field) ?? [];
    return list.length === 0
      ? `no column looks like the ${field}`
      : `the ${field} may be in ${list.slice(0, 3).join(" or ")}`;
  });
  const typed = proposed.map((mapping) => `--map ${JSON.stringify(mapping)}`).join(" ");
  const ways = [
    ...(proposed.length > 0 && open.length === 0 ? [`confirm this with --confirm, or with ${typed}`] : []),
    ...(open.length > 0 ? [`name it with --map "column=${open[0]}"`] : []),
    ...(missing.includes("text") ? ["say --stars-only if the export has no words"] : []),
  ];
  return new MappingQuestion(
    `does not say plainly what its columns are: ${named.join("; ")}. Nothing is assumed: ${ways.join(", or ")}. The columns are ${headers.join(", ")}`,
    proposed,
    proposed.length > 0 && open.length === 0,
  );
}
