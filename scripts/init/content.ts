import { stringify } from "yaml";
import { foldAccents } from "../../src/schema/names.ts";
import { type Answers, placeholders } from "./answers.ts";
import type { Trade } from "./trades.ts";

/** The files of a content folder, by their names. */
export type ContentFiles = Record<string, string>;

const yaml = (value: unknown): string => stringify(value, { lineWidth: 100 });

const isPlaceholder = (value: string | undefined): string =>
  Object.values(placeholders).includes(value ?? "") ? " # TODO: a placeholder, write your own" : "";

function buildBusiness(answers: Answers, trade: Trade): string {
  const { name, description, street, city, region, country, telephone, email } = answers;
  const field = (key: string, value: unknown, comment = "") =>
    `${yaml({ [key]: value }).trimEnd()}${comment}\n`;
  return [
    "# The business that the reviews are about. Every field is explained in docs/content.md of the project.\n",
    field("name", name),
    field("description", description),
    field("telephone", telephone, isPlaceholder(telephone)),
    field("email", email, isPlaceholder(email)),
    ...(trade.id === "generic" ? [] : [field("trade", trade.name)]),
    "# The button beside the telephone number: your page for it, https://…, or an address for e-mail.\n",
    field(
      "action",
      { label: trade.action, url: `mailto:${email}?subject=${encodeURIComponent(trade.action)}` },
      isPlaceholder(email),
    ),
    field("address", { street, city, region, postal_code: answers["postal-code"], country }),
    "# TODO: your own hours; they are published.\n",
    'opening_hours:\n  - days: [Mo, Tu, We, Th, Fr]\n    opens: "09:00"\n    closes: "17:00"\n',
    field("time_zone", answers["time-zone"]),
    field("language", answers["language"]),
    "# Your profiles elsewhere, and where customers can write a review (each gets a QR code on /share/):\n",
    "# same_as: [https://www.facebook.com/…]\n",
    "# review_at: [{ name: Google, url: https://g.page/r/…/review }]\n",
  ].join("");
}

const toId = (name: string): string =>
  foldAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/** Where they work: the town, under an id that no service has. */
function buildAreas({ city = "", region = "" }: Answers, { services }: Trade): string {
  const id = toId(city) || "town";
  const taken = services.some((service) => service.id === id);
  return `# Where you work: one entry for each town or quarter that customers name.\n${yaml([
    { id: taken ? `${id}-area` : id, name: city, region, aliases: [] },
  ])}`;
}

const buildTechnicians = (
  people: string,
): string => `# Your ${people}, whom customers name in reviews. Take the example, without the # in front, for each of them.
# - id: anna-k
#   name: Anna Keller
#   role: …
#   aliases: [Ann, Annie]
[]
`;

const aspectsHead = `# What customers judge. \`triggers\` raise the aspect and say nothing about good or bad;
# \`positive\` and \`negative\` are phrases that carry a verdict by themselves;
# \`ignore\` are phrases in which a trigger means something else.
`;

const servicesHead = `# What you sell. Aliases are the words customers use, verb forms included:
# - { id: delivery, name: Delivery, description: To your door., aliases: [delivered, delivers] }
`;

/** "Customers on waiting: 77% …"; a question may ask for more than its aspect, so the aspect is named. */
const figures = ({ id, name }: { id: string; name: string }): string =>
  `{{when aspect.${id}.score}}Customers on ${name.slice(0, 1).toLowerCase()}${name.slice(1)}: {{aspect.${id}.positive_share}} of the opinions in {{aspect.${id}.review_count}} reviews are good.`;

const faqHead =
  "# TODO: an answer that promises nothing, to begin with; write what is true of your business.\n";

const buildFaq = ({ faq, aspects }: Trade): ContentFiles =>
  Object.fromEntries(
    faq.map(({ id, question, aspect: asked, answer }, index) => [
      `faq/${id}.md`,
      [
        `---\n${faqHead}${yaml({ question, order: (index + 1) * 10 })}---`,
        answer,
        ...aspects.filter((aspect) => aspect.id === asked).map(figures),
      ].join("\n\n") + "\n",
    ]),
  );

function buildSummary({ name = "" }: Answers, { aspects }: Trade, today: string): string {
  const shown = aspects
    .slice(0, 3)
    .map(
      ({ id, name: aspect }) =>
        `{{when aspect.${id}.score}}${aspect}: {{aspect.${id}.positive_share}} of the opinions in {{aspect.${id}.review_count}} reviews are good.`,
    );
  return (
    [
      `---\nupdated: ${today}\n---`,
      `Every verified review of ${name} is shown here, the bad ones too.`,
      "{{when aggregate.rating_value}}Reviews so far: **{{aggregate.review_count}}**. Average: **{{aggregate.rating_value}} out of 5**.",
      ...shown,
    ].join("\n\n") + "\n"
  );
}

const reviews = `# Your reviews. Import them (npm run import -- FILE --content FOLDER --write), or write them by hand: take the
# example, without the # in front. Newest or oldest first, as you like.
# - id: 2026-05-14-1          # never changes, holds no name
#   date: 2026-05-14
#   rating: 5                 # 1 to 5
#   title: Quiet heroes       # if the customer gave one
#   text: >-                  # the customer's words, never corrected
#     They came on time and …
#   author: Karen M.          # first name and last initial, no more
#   source: { name: Google }
#   verification: { method: job_record, date: 2026-05-12 } # or invoice, appointment, invitation, platform
[]
`;

/** A whole content folder, which builds as it is. */
export const buildContent = (answers: Answers, trade: Trade, today: string): ContentFiles => ({
  "business.yaml": buildBusiness(answers, trade),
  "technicians.yaml": buildTechnicians(trade.people),
  "services.yaml": servicesHead + yaml(trade.services),
  "areas.yaml": buildAreas(answers, trade),
  "aspects.yaml": aspectsHead + yaml(trade.aspects),
  ...buildFaq(trade),
  "summary.md": buildSummary(answers, trade, today),
  "reviews/reviews.yaml": reviews,
});
