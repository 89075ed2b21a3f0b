import type { DayForm } from "./days.ts";
import type { ReviewField } from "./fields.ts";

/** An export that is known by its headers. */
export interface Platform {
  name: string;
  /** The platform on which the reviews were written, where it is another. */
  source?: string;
  recognise: (headers: ReadonlySet<string>, text: string) => boolean;
  /** Where a header means something else than elsewhere; of several for one field the first that is filled counts. */
  columns?: Partial<Record<string, ReviewField | "ignore">>;
  /** Platforms of one country write days in its way. */
  dates?: DayForm;
  /** Its rows name the platforms that the reviews come from. */
  isCollector?: boolean;
  /** It never holds every review. */
  isPart?: boolean;
  /** Its rows can say that a customer wrote the review, so those that do not say it are not vouched for. */
  saysWhoIsCustomer?: boolean;
  /** What the owner should know of every export of it. */
  note?: string;
  /** Why there is nothing to import where no column of stars is. */
  withoutStars?: string;
}

export const has = (headers: ReadonlySet<string>, ...wanted: string[]) =>
  wanted.every((header) => headers.has(header));
export const hasAny = (headers: ReadonlySet<string>, ...wanted: string[]) =>
  wanted.some((header) => headers.has(header));
