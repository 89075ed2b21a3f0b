/** States, provinces and countries that follow a place's name, with their short forms. */
const list = `
  alabama al; alaska ak; arizona az; arkansas ar; california ca; colorado co; connecticut ct; delaware de; florida fl; georgia ga; hawaii hi; idaho id; illinois il; indiana in; iowa ia; kansas ks; kentucky ky; louisiana la; maine me;
  maryland md; massachusetts ma; michigan mi; minnesota mn; mississippi ms; missouri mo; montana mt; nebraska ne; nevada nv; new_hampshire nh; new_jersey nj; new_mexico nm; new_york ny; north_carolina nc; north_dakota nd; ohio oh; oklahoma ok;
  oregon or; pennsylvania pa; rhode_island ri; south_carolina sc; south_dakota sd; tennessee tn; texas tx; utah ut; vermont vt; virginia va; washington wa; west_virginia wv; wisconsin wi; wyoming wy; district_of_columbia dc; puerto_rico pr;
  ontario on; quebec qc; british_columbia bc; alberta ab; manitoba mb; saskatchewan sk; nova_scotia ns; new_brunswick nb; newfoundland nl; england; scotland; wales; ireland; united_kingdom uk; united_states us usa; canada; mexico; france; germany;
  spain; italy; portugal; netherlands; belgium; austria; switzerland; poland; sweden; norway; denmark; finland; greece; turkey; russia; china; japan; korea; india; pakistan; philippines; vietnam; thailand; australia; new_zealand; south_africa; brazil;
  argentina; colombia; peru; chile; cuba; jamaica; egypt; israel; nigeria; kenya; ghana; new_south_wales nsw; queensland qld; victoria vic; tasmania tas`;

const names = new Map<string, ReadonlySet<string>>();
for (const line of list.split(";")) {
  const forms = new Set(
    line
      .trim()
      .split(/\s+/)
      .map((form) => form.replaceAll("_", " ")),
  );
  for (const form of forms) names.set(form, forms);
}

/** All the ways to write a region: "Ohio" and "OH". */
const formsOf = (region: string): ReadonlySet<string> =>
  names.get(region.toLowerCase()) ?? new Set([region.toLowerCase()]);

/** Whether a text that goes on like this after a place's name puts it into another state or country than `regions`. */
export function isElsewhere(rest: string, regions: readonly string[]): boolean {
  const [, comma = "", first = "", second = ""] =
    /^(,?)\s+(\p{Lu}\p{L}*)\.?(?:\s+(\p{Lu}\p{L}*))?/u.exec(rest) ?? [];
  const named = [`${first} ${second}`, first]
    .map((words) => words.toLowerCase())
    .find((words) => names.has(words));
  if (named === undefined) return false;
  // Short forms are capitals: "Fernwick, OH" and not "Fernwick, Oh".
  if (named.length === 2 && first !== first.toUpperCase()) return false;
  if (comma === "" && named.length === 2 && /^(?:IN|OR|ME|OK|HI|AL|ON)$/.test(first)) return false;
  return !regions.some((region) => formsOf(region).has(named));
}
