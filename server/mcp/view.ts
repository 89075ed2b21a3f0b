import type { Insights } from "../../src/schema/insights.ts";
import { Overview } from "../../src/schema/datasets.ts";
import { memoizeOnce, once } from "../data/bounded-map.ts";
import type { Snapshot } from "../data/snapshot.ts";

/** One snapshot as the tools, resources and prompts look at it; each part is made when first asked for. */
export type View = ReturnType<typeof viewOf>;

const maxIds = 2000;

function readInsights({ documents }: Snapshot): Insights {
  const document = documents.get("/insights.json");
  if (document === undefined) throw new Error("the manifest names no /insights.json: rebuild");
  // The build checked it against its schema, and the manifest's hash vouches for the build.
  return JSON.parse(document.body.toString("utf8")) as Insights;
}

const counted = (known: { id: string; name: string }[], mentioned: Insights["entities"]["services"]) => {
  const counts = new Map(mentioned.map(({ id, review_count }) => [id, review_count]));
  return known.map(({ id, name }) => ({ id, name, review_count: counts.get(id) ?? 0 }));
};

function buildOverview({ dataset, reviews }: Snapshot, { aspects, entities }: Insights): Overview {
  const { business, aggregate_rating } = dataset;
  const [newest, oldest] = [reviews.at(0), reviews.at(reviews.size - 1)];
  return {
    business,
    aggregate_rating,
    ...(newest && oldest && { date_range: { first: oldest.date, last: newest.date } }),
    filters: {
      technicians: counted(business.technicians, entities.technicians),
      services: counted(business.services, entities.services),
      areas: counted(business.service_areas, entities.service_areas),
    },
    aspects: Overview.shape.aspects.parse(aspects),
  };
}

/** The origin of an answer's data: the version, and the signed history it belongs to. */
export function toMeta({ snapshot, insights }: View) {
  // A deploy without insights still answers searches.
  const isSigned = snapshot.dataset.business.log !== undefined && snapshot.documents.has("/insights.json");
  const history = isSigned ? insights().method.history : undefined;
  return { dataset_version: snapshot.version, ...(history && { history }) };
}

/** One view for each snapshot, gone with it. */
export const viewOf = memoizeOnce((snapshot: Snapshot) => {
  const insights = once(() => readInsights(snapshot));
  return {
    snapshot,
    insights,
    overview: once(() => buildOverview(snapshot, insights())),
    recentIds: once(() => [...snapshot.table.places.keys().take(maxIds)]),
  };
});
