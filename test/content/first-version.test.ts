import sharp from "sharp";
import { expect, test } from "vitest";
import { load } from "./content-folder.ts";

// Content as 1.0 took it, with every field that owners write. Never change it: npm update must leave an owner's content valid,
// so a field that is renamed or made stricter needs code that reads what stands here.
const businessYaml = `name: Fern & Sons
description: Made up for tests.
telephone: +1 555 010 0199
email: office@example.com
address: { street: 1 Mill Road, city: Fernwick, region: OH, postal_code: "43999", country: US }
geo: { latitude: 40.1, longitude: -83 }
opening_hours:
  - { days: [Mo, Tu, We, Th, Fr, Sa, Su], opens: "08:00", closes: "17:00" }
time_zone: America/New_York
language: en
price_range: $$
founded: "1998"
same_as: ["https://social.example/fern"]
review_at: [{ name: Google, url: "https://g.example/review" }]
collect: { endpoint: "https://forms.example/fern" }
feed_authority: old.example/reviews
trade: Lawn care
action: { label: Book a visit, url: "https://fern.example/book" }
estimate_url: mailto:office@example.com
brand: { color: "#1d6b45", motifs: [leaf, grass] }
logo: a.png
cover: { file: a.png, alt: The yard }
gallery: [{ file: a.png, alt: The yard again }]
data_licence: { name: CC0, url: "https://creativecommons.org/publicdomain/zero/1.0/" }
corrections_url: https://fern.example/corrections
editor: { backend: github, repository: fern/reviews, branch: main, folder: content }
fictional: true
`;
const review = `  date: 2026-05-01
  rating: 5
  author: Karen M.
  source: { name: Google, url: "https://g.example/1" }
`;
const files = {
  "business.yaml": businessYaml,
  "technicians.yaml":
    "- { id: will-tanner, name: Will Tanner, role: Crew lead, aliases: [Will], portrait: { file: a.png, alt: Will } }\n",
  "services.yaml": "- { id: mowing, name: Lawn mowing, description: Weekly., aliases: [mowed] }\n",
  "areas.yaml":
    "- { id: fernwick, name: Fernwick, region: Ohio, geo: { latitude: 40, longitude: -83 }, aliases: [Old Fernwick] }\n",
  "aspects.yaml":
    "- { id: price, name: Price, description: Its cost., triggers: [price], positive: [a bargain], negative: [a rip-off], ignore: [at any price] }\n",
  "summary.md": "---\nupdated: 2026-05-01\n---\n\n{{when aspect.price.score}}Good.\n",
  "faq/price.md":
    "---\nquestion: What does it cost?\norder: 10\n---\n\n{{aspect.price.review_count}} say so, {{count technician=will-tanner min_rating=4}} of Will's.\n",
  "pages/imprint.md": "---\ntitle: Imprint\norder: 1\n---\n\nUs.\n",
  "edits/r2.yaml": `review: r2
reply: { date: 2026-05-04, text: Thank you. }
mentions: [{ is: will-tanner, words: Bill }, { is_not: fernwick, words: Old Fernwick }]
photos: [{ file: a.png, alt: Before }]
`,
  "edits/r3.yaml": "review: r3\nwithheld: off-topic\n",
  "edits/r4.yaml": "review: r4\nwithdrawn: { on: 2026-05-05, reason: erasure }\n",
  "reviews/2026.yaml": `- id: r1
${review}  title: Neat
  text: Will mowed for a fair price. Call 555 010 0100.
  verification: { method: job_record, date: 2026-04-30 }
  reply: { date: 2026-05-02, text: Thanks. }
  photos: [{ file: a.png, alt: After }]
  updated: 2026-05-03
  mentions: [{ is: will-tanner, words: Will }]
  verdicts: { price: positive }
  allow: { phone: it is our own number }
  formerly: [{ id: karen-1, until: 2026-06-01 }, { id: karen-0 }]
- id: r2
${review}  text: Bill came to Old Fernwick.
  verification: { method: platform }
- id: r3
${review}  text: About another firm.
  verification: { method: invitation, date: 2026-04-30 }
- id: r4
${review}  text: Withdrawn since.
  verification: { method: appointment, date: 2026-04-30 }
- id: r5
${review}  text: Not known to be a customer's.
  withheld: unverified
- { id: r6, removed_at: 2026-05-04, reason: fraud, fingerprints: [0123abcd-0123456789abcdef01234567] }
- { id: r7, removed_at: 2026-05-04, reason: court-order, never_published: true }
`,
};

test("content of the first version is valid content of this one", async () => {
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "#a53" } });
  const site = await load({ ...files, "photos/a.png": await picture.png().toBuffer() });
  expect(site.reviews.map(({ id }) => id)).toEqual(["r2", "r1"]);
  expect(site.withheld.map(({ id }) => id).sort()).toEqual(["r3", "r5"]);
  expect(site.reviews[0]).toMatchObject({ reply: { text: "Thank you." }, photos: [{ alt: "Before" }] });
  expect(site.business).toMatchObject({ action: { label: "Book a visit" }, collect: {}, fictional: true });
});
