import { buildAggregateRating } from "../../../src/publish/reviews.ts";
import { createRandom } from "../../../src/schema/lists.ts";

const common =
  "the and a to of was in for it my they is our we lawn i with grass on very were had are that but so yard this have he great not at all out job mike as from work time would good after did been you will crew done front up back mowing just always weeds when edges trimming there called then dog gate price their came now clean looks week two edging hedges me if which no one about spring service quote team beds late left mulch again new over some company could really said every before than how never only fence green leaf cleanup driveway by first recommend again same year summer friendly sent text".split(
    " ",
  );

const starts = "b br c ch cl d dr f fl g gr h j k l m n p pl r s sh sl st t th tr v w".split(" ");
const middles = "a e i o u ai ea oo ou er ar or in an en al".split(" ");
const ends = " n t d l s r ck ng sh st nd ment tion ing ed er ly".split(" ");

/** A word of the open vocabulary: pronounceable, and hardly any rank has the same as another. */
function wordOf(rank: number): string {
  const known = common[rank];
  if (known !== undefined) return known;
  const random = createRandom(rank * 7919);
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  let word = "";
  for (let syllable = 0; syllable < 0.4 + random() * 1.7; syllable += 1) word += pick(starts) + pick(middles);
  return word + pick(ends);
}

const ranks = 80_000;

/** Draws words as often as natural text does (Zipf), with a tail of words that come once: typos, numbers, names. */
function createWords(random: () => number): () => string {
  const words = Array.from({ length: ranks }, (_, rank) => wordOf(rank));
  const table = new Uint32Array(1 << 18);
  let sum = 0;
  const weights = words.map((_, rank) => 1 / (rank + 3) ** 1.1);
  for (const weight of weights) sum += weight;
  let rank = 0;
  let reached = (weights[0] ?? 0) / sum;
  for (let i = 0; i < table.length; i += 1) {
    while (i / table.length > reached && rank < ranks - 1) {
      rank += 1;
      reached += (weights[rank] ?? 0) / sum;
    }
    table[i] = rank;
  }
  return () => {
    const chance = random();
    if (chance < 0.006) return wordOf(ranks + Math.floor(random() * 1e9));
    if (chance < 0.012) return String(Math.floor(random() * 10_000));
    return words[table[Math.floor(random() * table.length)] ?? 0] ?? "";
  };
}

export const technicians = ["mike", "dana", "luis", "priya", "tom", "wen"].map((id) => ({
  id,
  name: `${id} Q.`,
}));
export const services = "mowing edging hedges mulch cleanup aeration"
  .split(" ")
  .map((id) => ({ id, name: id }));

const business = {
  name: "Bench Lawns",
  description: "Made up to measure.",
  url: "http://localhost:3000/",
  telephone: "+1 555 010 0199",
  email: "hello@lawns.example",
  address: { street: "1 Green", city: "Fern", region: "OR", postal_code: "97000", country: "US" },
  opening_hours: [],
  same_as: [],
  services: services.map((service) => ({ ...service, description: service.name })),
  technicians,
  service_areas: [],
};

/** The day of review `number`, newest first, spread over ten years. */
const dayOf = (number: number, count: number): string =>
  new Date(Date.UTC(2026, 5, 1) - Math.floor((number / count) * 3650) * 86_400_000)
    .toISOString()
    .slice(0, 10);

/** reviews.json with this many reviews of open text, about 610 bytes each. */
export function buildCorpus(count: number, seed = 1): Buffer {
  const random = createRandom(seed);
  const word = createWords(random);
  const sentence = () => {
    const length = 4 + Math.floor(random() * 15);
    let text = "";
    for (let i = 0; i < length; i += 1) text += (i === 0 ? "" : random() < 0.06 ? ", " : " ") + word();
    return text.charAt(0).toUpperCase() + text.slice(1) + (random() < 0.85 ? "." : "!");
  };
  const some = (list: { id: string; name: string }[], chance: number) => list.filter(() => random() < chance);
  let out = Buffer.allocUnsafe(count * 620 + 4096);
  let at = 0;
  const ratings: { rating: number }[] = [];
  const put = (text: string) => {
    if (at + text.length * 3 > out.length) {
      const larger = Buffer.allocUnsafe(out.length * 1.2 + text.length * 3);
      out.copy(larger, 0, 0, at);
      out = larger;
    }
    at += out.write(text, at);
  };
  put(`{"business":${JSON.stringify(business)},"reviews":[`);
  for (let number = 0; number < count; number += 1) {
    const day = dayOf(number, count);
    const id = `r${String(count - number).padStart(8, "0")}`;
    const rating = 5 - Math.floor(random() ** 2.2 * 5);
    ratings.push({ rating });
    let text = sentence();
    const sentences = Math.floor(random() * 5.8);
    for (let i = 0; i < sentences; i += 1) text += (random() < 0.04 ? "\n\n" : " ") + sentence();
    put(
      (number > 0 ? "," : "") +
        JSON.stringify({
          id,
          url: `http://localhost:3000/reviews/${day.slice(0, 7)}/#${id}`,
          date: day,
          rating,
          text,
          author: { name: "Kim B." },
          source: { name: "Website" },
          verification: { method: "invoice", date: day },
          verified: true,
          mentions: { technicians: some(technicians, 0.06), services: some(services, 0.15), areas: [] },
          ...(random() < 0.03 && { updated: "2026-05-20" }),
        }),
    );
  }
  put(`],"aggregate_rating":${JSON.stringify(buildAggregateRating(ratings))},"removed":[]}`);
  return out.subarray(0, at);
}
