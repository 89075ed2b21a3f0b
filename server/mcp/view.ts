import { Insights } from "../../src/schema/insights.ts";
import type { Overview } from "../../src/schema/overview.ts";
import type { Mentions, Review } from "../../src/schema/review.ts";
import type { Snapshot } from "../snapshot.ts";

/** One snapshot as the tools, resources and prompts look at it. */
export interface View {
  snapshot: Snapshot;
  reviews: ReadonlyMap<string, Review>;
  insights: Insights;
  overview: Overview;
}

function buildOverview({ dataset }: Snapshot, insights: Insights): Overview {
  const { business, aggregate_rating, reviews } = dataset;
  const [newest, oldest] = [reviews[0], reviews.at(-1)];
  const counted = (kind: keyof Mentions, known: { id: string; name: string }[]) =>
    known.map(({ id, name }) => ({
      id,
      name,
      review_count: reviews.filter(({ mentions }) => mentions[kind].some((one) => one.id === id)).length,
    }));
  return {
    business,
    aggregate_rating,
    ...(newest && oldest && { date_range: { first: oldest.date, last: newest.date } }),
    filters: {
      technicians: counted("technicians", business.technicians),
      services: counted("services", business.services),
      areas: counted("areas", business.service_areas),
    },
    aspects: insights.aspects.map(({ id, name, review_count, positive, negative, mixed }) => ({
      id,
      name,
      review_count,
      positive,
      negative,
      mixed,
    })),
  };
}

function buildView(snapshot: Snapshot): View {
  const document = snapshot.documents.get("/insights.json");
  if (document === undefined) throw new Error("the manifest names no /insights.json: rebuild");
  const insights = Insights.parse(JSON.parse(document.body.toString("utf8")));
  return {
    snapshot,
    reviews: new Map(snapshot.dataset.reviews.map((review) => [review.id, review])),
    insights,
    overview: buildOverview(snapshot, insights),
  };
}

const views = new WeakMap<Snapshot, View>();

/** Built once for each snapshot, gone with it. */
export function viewOf(snapshot: Snapshot): View {
  const view = views.get(snapshot) ?? buildView(snapshot);
  views.set(snapshot, view);
  return view;
}
