import { functionWords } from "../language/english.ts";
import { inflect, pluralsOf, verbsOf } from "./service-verbs.ts";
import type { VerbObject } from "./service-forms.ts";
import { otherThings } from "./service-words.ts";

/** What is done to a thing in any trade: "did my brakes". */
const general = "do redo care service handle tackle sort".split(" ");
/** And to a thing that breaks, wears out or is fitted; "looked at", "put in", "worked on". */
const ofEquipment =
  "repair fix mend patch replace swap install fit put hang mount add rebuild look work check inspect test adjust tune change upgrade rid".split(
    " ",
  );
const equipmentWork = new Set("repair replace install tune change upgrade rebuild patch".split(" "));
const repairs = /\b(?:repair|replac|install|fit(?:s|ted|ting)?\b|servic|upgrad|rebuil|chang)/i;
/** Heads of names that are no things, and first words that say which thing rather than what it is. */
const noThings = new Set(
  `call visit appointment service plan program package system unit work
  job emergency damage care house home room hair water power heat light lights line time yard lawn place garden auto car fluid furniture box vehicle
  state safety menu bar point process event party`.split(/\s+/),
);
const noKinds = new Set("new no my our the a an any dead old flat tripped lost".split(" "));

const isNoThing = (word: string): boolean =>
  noThings.has(word) || functionWords.has(word) || /(?:ed|ing|ly|done|out|up|over)$/.test(word);

/** The thing a label is about, and whether it is equipment: "gutter" of "gutter cleaning", "pump" of "heat pumps". */
function thingOf(label: string): { thing: string; equipment: boolean } | undefined {
  const words = label.toLowerCase().replaceAll("-", "").split(/\s+/);
  const last = words.at(-1) ?? "";
  if (words.length < 2 || words.length > 3 || words.some((word) => functionWords.has(word))) return undefined;
  if (noKinds.has(words[0] ?? "")) return undefined;
  const verbs = pluralsOf(last).flatMap(verbsOf);
  if (verbs.length === 0) return { thing: last, equipment: true };
  return { thing: words.at(-2) ?? "", equipment: verbs.some((verb) => equipmentWork.has(verb)) };
}

/** General verbs with the things that only one of the services is about. */
export function generalVerbObjects(
  services: readonly { id: string; name: string; description: string; aliases: readonly string[] }[],
): { verbObject: VerbObject; id: string }[] {
  const owners = new Map<string, { ids: Set<string>; equipment: boolean; modifiers: Set<string> }>();
  for (const { id, name, description, aliases } of services) {
    const isFitted = repairs.test([name, description, ...aliases].join(" "));
    for (const label of [name, ...aliases]) {
      const found = thingOf(label);
      const [thing = ""] = pluralsOf(found?.thing ?? "").toSorted((a, b) => a.length - b.length);
      if (!found || !/^\p{L}{3,}$/u.test(thing) || isNoThing(thing)) continue;
      const owner = owners.get(thing) ?? { ids: new Set(), equipment: true, modifiers: new Set() };
      owner.ids.add(id);
      for (const word of label.toLowerCase().split(/\s+/))
        if (!pluralsOf(word).includes(thing)) owner.modifiers.add(word);
      owner.equipment &&= found.equipment && isFitted;
      owners.set(thing, owner);
    }
  }
  return [...owners].flatMap(([thing, { ids, equipment, modifiers }]) => {
    const [id, another] = ids;
    if (id === undefined || another !== undefined) return [];
    const others = otherThings(thing).filter((other) => !owners.has(other));
    const verbs = equipment ? [...general, ...ofEquipment] : general;
    const verbObject = {
      verbs: new Set(verbs.flatMap(inflect)),
      objects: new Set([thing, ...others].flatMap(pluralsOf)),
      modifiers,
      isGeneral: true,
    };
    return [{ verbObject, id }];
  });
}
