/** States, provinces and countries that follow a place's name, with their short forms. */
const countries: Record<string, string> = {
  "united_states us usa america": `
  alabama al; alaska ak; arizona az ariz; arkansas ar; california ca calif; colorado co; connecticut ct conn; delaware de; florida fl fla; georgia ga;
  hawaii hi; idaho id; illinois il; indiana in; iowa ia; kansas ks; kentucky ky; louisiana la; maine me; maryland md; massachusetts ma mass; michigan mi
  mich; minnesota mn minn; mississippi ms; missouri mo; montana mt; nebraska ne nebr; nevada nv; new_hampshire nh; new_jersey nj; new_mexico nm;
  new_york ny; north_carolina nc; north_dakota nd; ohio oh; oklahoma ok okla; oregon or; pennsylvania pa; rhode_island ri; south_carolina sc;
  south_dakota sd; tennessee tn tenn; texas tx; utah ut; vermont vt; virginia va; washington wa; west_virginia wv; wisconsin wi wis; wyoming wy;
  district_of_columbia dc; puerto_rico pr`,
  canada: `
  ontario on;quebec qc; british_columbia bc; alberta ab; manitoba mb; saskatchewan sk; nova_scotia ns; new_brunswick nb; newfoundland nl`,
  "united_kingdom uk gb great_britain britain": "england; scotland; wales; northern_ireland",
  australia: `
  new_south_wales nsw; queensland qld; victoria vic; tasmania tas`,
};
const others = `
  ireland; mexico; france; germany; spain; italy; portugal; netherlands; belgium; austria; switzerland; poland; sweden; norway; denmark; finland;
  greece; turkey; russia; china; japan; korea; india; pakistan; philippines; vietnam; thailand; new_zealand; south_africa; brazil; argentina; colombia;
  peru; chile; cuba; jamaica; egypt; israel; nigeria; kenya; ghana`;

const toForms = (line: string): string[] =>
  line
    .trim()
    .split(/\s+/)
    .map((form) => form.replaceAll("_", " "));

const names = new Map<string, ReadonlySet<string>>();
/** All the ways to write the country of a region, by the region's first form. */
const countryOf = new Map<string, ReadonlySet<string>>();
const addName = (forms: readonly string[], country: readonly string[]): void => {
  for (const form of forms) {
    names.set(form, new Set(forms));
    countryOf.set(form, new Set(country));
  }
};
for (const [country, regions] of Object.entries(countries)) {
  const forms = toForms(country);
  addName(forms, forms);
  for (const line of regions.split(";")) addName(toForms(line), forms);
}
for (const line of others.split(";")) addName(toForms(line), []);

/** All the ways to write a region: "Ohio" and "OH". */
const formsOf = (region: string): ReadonlySet<string> =>
  names.get(region.toLowerCase()) ?? new Set([region.toLowerCase()]);

/** The region itself, or its country. */
const isSame = (region: string, named: string): boolean =>
  formsOf(region).has(named) || countryOf.get(region.toLowerCase())?.has(named) === true;

/** What may stand between a place and its state: "Exeter in New Hampshire", "Auburn (Maine)", "Lincoln, the Nebraska one". */
const joint =
  /^(\s*[,(/–-]?)\s*((?:(?:the|one|back|over|up|down|out|way|not|here) ){0,4}(?:in (?:the )?)?)(\p{L}[\p{L}.]*)(?:\s+(\p{L}+))?/u;

/** Whether a text that goes on like this after a place's name puts it into another state or country than `regions`. */
export function isElsewhere(rest: string, regions: readonly string[]): boolean {
  const named = namedRegion(rest);
  return named !== undefined && !regions.some((region) => isSame(region, named));
}

/** The state or country that a text names in going on after a place's name, in lower case. */
function namedRegion(rest: string): string | undefined {
  const [, mark = "", between = "", first = "", second = ""] = joint.exec(rest) ?? [];
  if (!/[\s,(/–-]/.test(rest.charAt(0))) return undefined;
  const short = first.replaceAll(".", "");
  const named = [`${short} ${second}`, short]
    .map((words) => words.toLowerCase())
    .find((words) => names.has(words));
  if (named === undefined) return undefined;
  const isIn = between.endsWith("in ") || between.endsWith("in the ");
  const isCapital = /^\p{Lu}/u.test(first);
  if (between !== "" && !isIn && !(isCapital && between.startsWith("the ") && second === "one"))
    return undefined;
  // Short forms are capitals: "Fernwick, OH" and not "Fernwick, Oh".
  if (named.length === 2 && short !== short.toUpperCase()) return undefined;
  if (!isCapital && mark.trim() === "" && !isIn) return undefined;
  if (!isCapital && named.length < 5) return undefined;
  if (mark.trim() === "" && named.length === 2 && /^(?:IN|OR|ME|OK|HI|AL|ON)$/.test(first)) return undefined;
  return named;
}

/** "Hershey, PA" of Pennsylvania: the text itself says that a place is meant, and ours. */
export const isInRegion = (rest: string, regions: readonly string[]): boolean => {
  const [, mark = "", word = ""] = /^(,?)\s*(\p{L}{2,}(?: \p{Lu}\p{L}+)?)/u.exec(rest) ?? [];
  const named = word.toLowerCase();
  // "lincoln il" too, but not "lincoln or".
  const isWord = /^(?:in|or|me|ok|hi|al|on|la|ma|pa|de|id|mo|co|mt|so)$/.test(word);
  return (mark !== "" || !isWord) && word !== "" && regions.some((region) => isSame(region, named));
};

/** Whether a word is a country, or a state of one, that none of the regions lies in: "Israel" beside Michigan, not "Texas". */
export function isAbroad(word: string, regions: readonly string[]): boolean {
  const country = countryOf.get(word.toLowerCase());
  const own = regions.flatMap((region) => countryOf.get(region.toLowerCase()) ?? []);
  if (country === undefined || own.length === 0) return false;
  return !own.some((ours) => [...country].some((form) => ours.has(form)));
}
