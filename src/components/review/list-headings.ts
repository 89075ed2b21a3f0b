import type { ListKind } from "../../publish/review-paths.ts";
import { hasReplies } from "./review-index.ts";
import { toStars } from "../wording.ts";

/** What the lists of a kind have in common. */
export const kindHeadings: Readonly<Record<ListKind, string>> = {
  stars: "By stars",
  people: "By person",
  services: "By service",
  areas: "By area",
  praise: "By what is praised",
  criticism: "By what is criticised",
  years: "By year",
};

interface Heading {
  title: string;
  intro: string;
  /** Where the subject is looked at more closely. */
  insights?: { href: string; label: string };
}

const replies = hasReplies ? "With the owner's replies." : "The newest first.";
const judged = (id: string) => ({ href: `/insights/${id}/`, label: "All that was said about it" });

/** What a list of reviews says of itself. */
const headings: Record<ListKind, (list: { id: string; name: string }) => Heading> = {
  stars: ({ id }) => ({ title: `Reviews with ${toStars(Number(id))}`, intro: replies }),
  people: ({ id, name }) => ({
    title: `Reviews that mention ${name}`,
    intro: "By name, in the customers' own words.",
    insights: { href: `/insights/people/${id}/`, label: `What customers say of ${name}` },
  }),
  services: ({ id, name }) => ({
    title: `Reviews of ${name}`,
    intro: "Reviews whose words speak of this service.",
    insights: { href: `/insights/#service-${id}`, label: "What customers say of it" },
  }),
  areas: ({ name }) => ({ title: `Reviews from ${name}`, intro: "Reviews whose words name this place." }),
  praise: ({ id, name }) => ({
    title: `Praise: ${name}`,
    intro: "The words that praise it are marked; some of these reviews may criticise it as well.",
    insights: judged(id),
  }),
  criticism: ({ id, name }) => ({
    title: `Criticism: ${name}`,
    intro: "The words that criticise it are marked; some of these reviews may praise it as well.",
    insights: judged(id),
  }),
  years: ({ name }) => ({ title: `Reviews of ${name}`, intro: replies }),
};

export const toListHeading = ({ kind, id, name }: { kind: ListKind; id: string; name: string }): Heading =>
  headings[kind]({ id, name });
