import { functionWords } from "../language/english.ts";
import { inflect, pluralsOf, verbsOf } from "./service-verbs.ts";
import type { VerbObject } from "./service-forms.ts";

/** What is done to a thing in any trade: "did my brakes". */
const general = "do redo service handle tackle sort".split(" ");
/** And to a thing that breaks, wears out or is fitted; "looked at", "put in", "worked on". */
const ofEquipment =
  "repair fix mend patch replace swap install fit put hang mount add rebuild look work check inspect test adjust tune change upgrade move rid".split(
    " ",
  );
const equipmentWork = new Set("repair replace install tune change upgrade inspect rebuild patch".split(" "));
/** Heads of names that are no things, and first words that say which thing rather than what it is. */
const noThings = new Set(
  `call calls visit visits appointment appointments service services plan program package system systems unit units work
  job emergency damage care house home room hair water power heat light lights line time yard lawn place garden car`.split(/\s+/),
);
const noKinds = new Set("new no my our the a an any dead old flat tripped lost".split(" "));

const isNoThing = (word: string): boolean =>
  noThings.has(word) || functionWords.has(word) || /(?:ed|ing|done|out|up)$/.test(word);

/** The thing a label is about, and whether it is equipment: "gutter" of "gutter cleaning", "pump" of "heat pumps". */
function thingOf(label: string): { thing: string; equipment: boolean } | undefined {
  const words = label.toLowerCase().replaceAll("-", "").split(/\s+/);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const verbs = verbsOf(last);
  if (words.length > 3 || noKinds.has(first)) return undefined;
  if (verbs.length === 0) return { thing: last, equipment: true };
  const thing = words.at(-2);
  return words.length < 2 || thing === undefined
    ? undefined
    : { thing, equipment: verbs.some((verb) => equipmentWork.has(verb)) };
}

/** General verbs with the things that only one of the services is about. */
export function generalVerbObjects(
  services: readonly { id: string; name: string; aliases: readonly string[] }[],
): { verbObject: VerbObject; id: string }[] {
  const owners = new Map<string, { ids: Set<string>; equipment: boolean }>();
  for (const { id, name, aliases } of services)
    for (const label of [name, ...aliases]) {
      const found = thingOf(label);
      if (!found || !/^\p{L}{3,}$/u.test(found.thing) || isNoThing(found.thing)) continue;
      const [thing = ""] = pluralsOf(found.thing).toSorted((a, b) => a.length - b.length);
      const owner = owners.get(thing) ?? { ids: new Set(), equipment: true };
      owner.ids.add(id);
      owner.equipment &&= found.equipment;
      owners.set(thing, owner);
    }
  return [...owners].flatMap(([thing, { ids, equipment }]) => {
    const [id, another] = ids;
    if (id === undefined || another !== undefined) return [];
    const verbs = equipment ? [...general, ...ofEquipment] : general;
    const verbObject = {
      verbs: new Set(verbs.flatMap(inflect)),
      objects: new Set(pluralsOf(thing)),
      modifiers: new Set<string>(),
    };
    return [{ verbObject, id }];
  });
}
