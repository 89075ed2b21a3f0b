import type { Site } from "../schema/site.ts";
import { occurrences } from "./mentions.ts";
import type { Reading } from "./readings.ts";

/** Something in content that the analysis cannot accept: where it stands and how to mend it. */
export interface ContentFault {
  file: string;
  line: number;
  /** The review it is in, if it is in one. */
  entry?: string;
  /** Where in the review; empty for Markdown. */
  field: string;
  message: string;
}

/** Every fault at once; the build must not go on. */
export class ContentErrors extends Error {
  readonly faults: readonly ContentFault[];
  constructor(faults: readonly ContentFault[]) {
    const lines = faults.map(({ file, line, entry, field, message }) =>
      [`${file}:${line}:`, entry && `review ${entry}:`, field && `${field}:`, message]
        .filter(Boolean)
        .join(" "),
    );
    super(lines.join("\n"));
    this.name = "ContentErrors";
    this.faults = faults;
  }
}

/** Corrections by the owner that name an unknown id, or words the review does not hold. */
export function findBadCorrections(site: Site, readings: readonly Reading[]): ContentFault[] {
  const aspects = new Set(site.aspects.map(({ id }) => id));
  const entities = new Set([...site.technicians, ...site.services, ...site.areas].map(({ id }) => id));
  return readings.flatMap(({ review }) => {
    const fault = (field: string, message: string): ContentFault => ({
      file: "reviews",
      line: 1,
      entry: review.id,
      field,
      message,
    });
    const faults: ContentFault[] = [];
    (review.mentions ?? []).forEach((correction, index) => {
      const [key, id] = "is" in correction ? ["is", correction.is] : ["is_not", correction.is_not];
      if (!entities.has(id))
        faults.push(fault(`mentions.${index}.${key}`, `no technician, service or area has the id "${id}"`));
      if (occurrences(review.text, correction.words).length === 0)
        faults.push(
          fault(`mentions.${index}.words`, `"${correction.words}" does not stand in the text of the review`),
        );
    });
    for (const [id, verdict] of Object.entries(review.verdicts ?? {})) {
      if (!aspects.has(id))
        faults.push(fault(`verdicts.${id}`, `there is no such aspect; there are ${[...aspects].join(", ")}`));
      else if (verdict !== "none" && review.text === "")
        faults.push(fault(`verdicts.${id}`, "the review has no words that a verdict could rest on"));
    }
    return faults;
  });
}
