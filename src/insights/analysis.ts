import type { Insights } from "../schema/insights.ts";
import type { Mentions } from "../schema/review.ts";
import type { Site } from "../schema/site.ts";

/** What the reviews' own words say. */
export interface Analysis {
  /** By review id. */
  mentions: Map<string, Mentions>;
  insights: Insights;
  /** Sentences for the build log, such as names that stay unresolved. */
  notes: string[];
}

export function analyse(site: Site): Analysis {
  const none = { positive: 0, negative: 0, mixed: 0, neutral: 0, unsure: 0 };
  const entity = ({ id, name }: { id: string; name: string }) => ({
    id,
    name,
    review_count: 0,
    mention_count: 0,
    ...none,
    evidence: [],
  });
  return {
    mentions: new Map(site.reviews.map(({ id }) => [id, { technicians: [], services: [], areas: [] }])),
    insights: {
      aspects: [],
      entities: {
        technicians: site.technicians.map(entity),
        services: site.services.map(entity),
        service_areas: site.areas.map(entity),
      },
      topics: [],
      faq: [],
      summary: { text: "", html: "", updated: site.summary.updated },
      method: {
        version: "0",
        description: "",
        star_agreement: 0,
        unsure_share: 0,
        accuracy: 0,
        macro_f1: 0,
        labelled_sentences: 0,
      },
    },
    notes: [],
  };
}
