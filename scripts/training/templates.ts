import type { Labelled } from "./rewrites.ts";
import { pick } from "../../src/schema/lists.ts";

/**
 * Sentences that public training text has too few of. `+{T}`, `-{T}` and `0{T}` are targets with their label;
 * `{O}` another thing, `{P}`/`{N}` praise and blame, `{B}`/`{W}` better and worse, `{V}` a past action, `{D}` a day.
 */
const templates = `
+{T} is {B} than {O}.|+{T} was {B} than {O}.|-{T} is {W} than {O}.|-{T} was far {W} than {O}.|{O} is {B} than -{T}.|{O} was {W} than +{T}.
+{T} is much {B} than the one we had before.|-{T} is not as {P} as {O}.|{O} is not as {P} as +{T}.|+{T} is as {P} as {O}.|-{T} isn't nearly as {P} as it was last year.
-{T} is less {P} than {O}.|+{T} is less {N} than {O}.|Unlike {O}, +{T} is {P}.|Unlike {O}, -{T} is {N}.|Compared to {O}, +{T} is {P}.|Compared with {O}, -{T} is {N}.
Unlike +{T}, {O} is {N}.|Unlike -{T}, {O} is {P}.|I have had {B} -{T}.|I have seen {B} -{T} elsewhere for less.|No other +{T} is this {P}.|Nobody has {B} +{T}.|I prefer +{T} to {O}.
I wish -{T} was {B}.|I wish -{T} were more {P}.|-{T} used to be {P}.|-{T} used to be so {P}.|+{T} used to be {N} but now it is {P}.|-{T} could be {B}.|-{T} should be {B}.|-{T} could have been {B}.
I was hoping for {B} -{T}.|We expected {B} -{T}.|I expected -{T} to be {P}.|I thought -{T} would be {P}.|-{T} was supposed to be {P}.|If only -{T} were {P}.|-{T} would be {P} if they tried.|It would be nice if -{T} were {P}.
They should do something about -{T}.|They need to fix -{T}.|-{T} needs work.|-{T} needs to be {B}.|They say -{T} is {P}, but I did not see it.|-{T} is advertised as {P}.|Is 0{T} {P}?|Is 0{T} any good?|Does anyone know if 0{T} is {P}?
Has anyone tried 0{T}?|Will 0{T} work for us?|If 0{T} is {P} we may go again.|I hope 0{T} will be {P}.|We might try 0{T} next time.|Do they offer 0{T}?|Why is -{T} so {N}?|How hard can it be to get -{T} right?|Why can't -{T} be {P}?
-{T} is not {P}.|-{T} was not {P} at all.|-{T} is never {P}.|-{T} isn't {P}.|-{T} wasn't very {P}.|I don't think -{T} is {P}.|I would not call -{T} {P}.|There is nothing {P} about -{T}.|-{T} is neither {P} nor {P}.|No one would call -{T} {P}.
I can't say that -{T} is {P}.|-{T} is hardly {P}.|-{T} is anything but {P}.|+{T} is anything but {N}.|+{T} is not {N}.|+{T} was not {N} at all.|+{T} is never {N}.|+{T} wasn't {N} in the least.|+{T} is not only {P} but also {P}.|-{T} is not only {N} but also {N}.
I don't like -{T}.|I did not enjoy -{T}.|I have yet to see {P} -{T}.|I do not recommend -{T}.|+{T} is {P} without being {N}.|-{T} has never been {P}.|+{T} has never been {N}.|Not once was +{T} {N}.|Not once was -{T} {P}.
No complaints about +{T}.|I have no complaints about +{T}.|I can't complain about +{T}.|You can't go wrong with +{T}.|I can't recommend +{T} enough.|I could not be happier with +{T}.|+{T} couldn't be {B}.|I couldn't ask for {B} +{T}.
+{T} is not bad.|Not a bad +{T}.|+{T} isn't half bad.|Nothing wrong with +{T}.|-{T} is nothing special.|-{T} left a lot to be desired.|-{T} is less than {P}.|-{T} is not exactly {P}.|It is hard to find fault with +{T}.|-{T} is nothing to write home about.
{O} is {P}, but -{T} is {N}.|+{T} is {P}, but {O} is {N}.|{O} is {N}, but +{T} is {P}.|-{T} is {N}, but {O} is {P}.|Although {O} was {P}, -{T} was {N}.|Although -{T} was {N}, {O} was {P}.|While +{T} is {P}, {O} is {N}.|While {O} is {N}, +{T} is {P}.
+{T} was {P} despite {O} being {N}.|Despite the {N} weather, +{T} was {P}.|{O} was {P}, -{T} not so much.|+{T} was {P}, {O} not so much.|{O} was {P}, -{T} was not.|+{T} is {P}, {O} is not.|Everything was {P} except -{T}.|Everything but -{T} was {P}.|Apart from -{T}, everything was {P}.
I like +{T}, I just don't like {O}.|I love {O}, I just hate -{T}.|{O} was {N} and +{T} was {P}.|{O} was {P} and -{T} was {N}.|Loved +{T}, hated {O}.|Loved {O}, hated -{T}.|{P} +{T}, {N} {O}.|{P} {O}, {N} -{T}.|+{T} is {P}; {O}, however, is {N}.|{O} is {P}; -{T}, however, is {N}.
+{T} and {O} are {P}.|{O} and +{T} were {P}.|-{T} and {O} were {N}.|{O} and -{T} are {N}.|+{T} is so {P}!|-{T} is so {N}!|+{T} is really, really {P}.|Absolutely {P} +{T}.|Utterly {N} -{T}.|-{T} is way too {N}.|-{T} is a bit {N}.|+{T} is pretty {P}.
+{T} was {P}.|-{T} was {N}.|{P} +{T}!|{N} -{T}.|+{T}: {P}.|We love +{T}.|We hate -{T}.|I am happy with +{T}.|I am unhappy with -{T}.|+{T} is {P} and {P}.|-{T} is {N} and {N}.|I was impressed by +{T}.|I was disappointed by -{T}.
0{T} came on {D}.|We {V} 0{T} on {D}.|They {V} 0{T} last week.|We asked about 0{T}.|There is 0{T}.|I {V} 0{T} and {O}.|0{T} is next to {O}.|My brother {V} 0{T}.|0{T} starts at nine.|We have had 0{T} since May.|0{T} and {O} come on {D}.
On {D} we {V} 0{T}.|I {V} 0{T} for my mother.|He put 0{T} by {O}.|0{T} is on the left.|We talked to 0{T} about {O}.|It comes with 0{T} and {O}.|We {V} 0{T} because {O} was {P}.|After 0{T} we noticed how {P} {O} was.|I {V} 0{T} and loved {O}.|I {V} 0{T}, and {O} was {N}.
When we {V} 0{T}, {O} was {N}.|We {V} 0{T} from a {P} man.|They moved 0{T} to {D}.|0{T} was for two visits.|The price includes 0{T}.|The {N} storm on {D} hit 0{T}.|I {V} 0{T}; {O} is {P}.|0{T} is made in the same town as {O}.
`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== "");

const slots: Record<string, string[]> = {
  T: `the crew|the mowing|the service|the office|the lawn|the edging|the technician|the price|the screen|the battery|the keyboard|the room|the bed|the staff|the breakfast|the food|the pizza|the waiter|the wine|the delivery|Marcus|Dave|Elena|the mulch|the aeration|the seeding|the invoice|the trimming|the communication|the weed control|the hard drive|the software|the location|the pool|the bathroom|the menu|the soup|their customer service|the cleanup|the hedges|the quote|the fertilizer|the manager|the sound|the graphics|the front desk|the wifi|the dessert|the team|scheduling|billing|the treatment`.split(
    "|",
  ),
  O: `the old one|the rest|our last company|the competition|the music|the decor|the office|the lobby|the speaker|the driveway|the parking|the website|the bar|the side dish|the other guy|the garden|the charger|the mouse|the second visit|the shrubs|my neighbor's`.split(
    "|",
  ),
  P: `good|great|excellent|friendly|reliable|clean|fresh|helpful|professional|fast|nice|impressive|careful|fair|comfortable|beautiful|thorough|perfect|wonderful|amazing|polite|tasty|sharp|prompt|healthy|honest|fantastic|decent|quick|outstanding`.split(
    "|",
  ),
  N: `bad|terrible|awful|rude|slow|dirty|sloppy|poor|careless|horrible|overpriced|unreliable|disappointing|noisy|ugly|useless|dreadful|late|uneven|confusing|unfriendly|messy|lousy|pathetic|annoying|weak|broken|pushy|patchy|stale`.split(
    "|",
  ),
  B: `better|faster|nicer|cleaner|friendlier|more reliable|quicker|more professional|sharper|more careful`.split(
    "|",
  ),
  W: `worse|slower|ruder|dirtier|less reliable|more expensive|sloppier|noisier|weaker`.split("|"),
  V: `ordered|booked|used|tried|bought|picked|got|had|scheduled|received|saw|called`.split("|"),
  D: `Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|the weekend|the first of May`.split("|"),
};
const labels = { "+": "positive", "-": "negative", "0": "neutral" } as const;

/** Every template filled `times` times. */
export function fillTemplates(times: number, random: () => number): Labelled[] {
  const lines: Labelled[] = [];
  for (const [index, template] of templates.entries()) {
    for (let time = 0; time < times; time += 1) {
      let text = "";
      let found: { from: number; to: number; sign: keyof typeof labels } | undefined;
      for (const part of template.matchAll(/([+\-0]?)\{([A-Z])\}|[^{]/g)) {
        const options = slots[part[2] ?? ""];
        let word = options ? pick(options, random) : part[0];
        if (text === "" || /[.?!] $/.test(text)) word = word.slice(0, 1).toUpperCase() + word.slice(1);
        if (part[1]) {
          const head = word.replace(/^(?:the|their) /i, "");
          found = {
            from: text.length + word.length - head.length,
            to: text.length + word.length,
            sign: part[1] as keyof typeof labels,
          };
        }
        text += word;
      }
      if (!found) throw new Error(`template ${template} has no target`);
      const { from, to, sign } = found;
      lines.push({
        id: `template-${index}-${time}`,
        text,
        term: text.slice(from, to),
        from,
        to,
        polarity: labels[sign],
      });
    }
  }
  return lines;
}
