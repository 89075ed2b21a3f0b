import type { Aspect, Entity, Faq, Topic } from "../../src/schema/insights.ts";
import { untrusted } from "./text.ts";
import type { View } from "./view.ts";

/** How many quotes of each verdict a whole part shows; an item of the part shows all. */
export const quotesOfEach = 3;

type Quote = { review_id: string; polarity?: string };

const cited = <T extends Quote>({ snapshot }: View, quotes: readonly T[]) =>
  quotes.map((quote) => ({ ...quote, url: snapshot.reviews.get(quote.review_id)?.url }));

/** Some quotes of praise, of complaint and of both. */
function fewOf<T extends Quote>(quotes: readonly T[]): T[] {
  const shown = new Map<string | undefined, number>();
  return quotes.filter(({ polarity }) => {
    if (polarity === "neutral" || polarity === "unsure") return false;
    const before = shown.get(polarity) ?? 0;
    shown.set(polarity, before + 1);
    return before < quotesOfEach;
  });
}

interface Collection {
  title: string;
  description: string;
  ids: (view: View) => string[];
  /** One item with every quote, or a shorter form for the list. */
  item: (view: View, id: string, form: "whole" | "short") => object | undefined;
}

/** Aspects, entities and topics: figures, and the quotes that they rest on. */
function quotedCollection(
  title: string,
  description: string,
  items: (view: View) => readonly (Aspect | Entity)[],
): Collection {
  return {
    title,
    description,
    ids: (view) => items(view).map(({ id }) => id),
    item: (view, id, form) => {
      const found = items(view).find((item) => item.id === id);
      if (found === undefined || form === "whole")
        return found && { ...found, evidence: cited(view, found.evidence) };
      const evidence = cited(view, fewOf(found.evidence));
      return { ...found, evidence, evidence_count: found.evidence.length };
    },
  };
}

const topicItem = (view: View, topic: Topic, form: "whole" | "short") => {
  const { review_ids, examples, ...figures } = topic;
  if (form === "short") return { ...figures, examples: cited(view, fewOf(examples)) };
  return { ...figures, examples: cited(view, examples), reviews: linked(view, review_ids) };
};

const linked = ({ snapshot }: View, ids: readonly string[]) =>
  ids.map((id) => ({ id, url: snapshot.reviews.get(id)?.url }));

const faqItem = (view: View, { id, question, answer, review_ids }: Faq, form: "whole" | "short") => ({
  id,
  question,
  answer,
  review_count: review_ids.length,
  reviews: linked(view, form === "whole" ? review_ids : review_ids.slice(0, quotesOfEach)),
});

export const collections = {
  aspects: quotedCollection(
    "What customers judge",
    "Aspects such as punctuality: reviews that praise and complain, score, trend by half-year, quotes",
    ({ insights }) => insights().aspects,
  ),
  technicians: quotedCollection(
    "Technicians in reviews",
    "Reviews that mention each technician, praise and complaint, quotes",
    ({ insights }) => insights().entities.technicians,
  ),
  services: quotedCollection(
    "Services in reviews",
    "Reviews that mention each service, praise and complaint, quotes",
    ({ insights }) => insights().entities.services,
  ),
  service_areas: quotedCollection(
    "Places in reviews",
    "Reviews that mention each service area, praise and complaint, quotes",
    ({ insights }) => insights().entities.service_areas,
  ),
  topics: {
    title: "Topics of reviews",
    description: "What reviews talk about most: share of reviews, average rating, example quotes",
    ids: ({ insights }) => insights().topics.map(({ id }) => id),
    item: (view, id, form) => {
      const topic = view.insights().topics.find((one) => one.id === id);
      return topic && topicItem(view, topic, form);
    },
  },
  faq: {
    title: "Questions answered by the owner",
    description: "Frequent questions, answered with figures from the reviews",
    ids: ({ insights }) => insights().faq.map(({ id }) => id),
    item: (view, id, form) => {
      const faq = view.insights().faq.find((one) => one.id === id);
      return faq && faqItem(view, faq, form);
    },
  },
} as const satisfies Record<string, Collection>;

const isCollection = (part: string): part is keyof typeof collections => Object.hasOwn(collections, part);

const listOf = (view: View, part: keyof typeof collections) => {
  const { ids, item }: Collection = collections[part];
  return ids(view).map((id) => ({ ...item(view, id, "short"), resource: `insights://${part}/${id}` }));
};

/** The parts of insights that are no lists of items. */
export const wholes: Record<string, { title: string; description: string; read: (view: View) => object }> = {
  entities: {
    title: "People, services and places in reviews",
    description: "insights://technicians, insights://services and insights://service_areas together",
    read: (view) => ({
      technicians: listOf(view, "technicians"),
      services: listOf(view, "services"),
      service_areas: listOf(view, "service_areas"),
      note: untrusted,
    }),
  },
  summary: {
    title: "Summary by the owner",
    description: "A short editorial summary; its figures come from the reviews",
    read: ({ insights }) => ({ text: insights().summary.text, updated: insights().summary.updated }),
  },
  method: {
    title: "How insights are made",
    description: "Method of the analysis and how often it is right",
    read: ({ insights }) => insights().method,
  },
};

export const insightParts = [...Object.keys(collections), ...Object.keys(wholes)];

/** A part, or one item of a part; undefined when there is no such thing. */
export function insightsOf(view: View, part: string, id: string | undefined): object | undefined {
  if (isCollection(part)) {
    if (id === undefined) return { [part]: listOf(view, part), note: untrusted };
    const item = (collections[part] as Collection).item(view, id, "whole");
    return item && { ...item, note: untrusted };
  }
  return id === undefined && Object.hasOwn(wholes, part) ? wholes[part]?.read(view) : undefined;
}
