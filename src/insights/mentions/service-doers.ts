import type { Token } from "../language/tokens.ts";

/** Work of others that a review tells of: what an earlier firm, a neighbour or the customer did is no service of ours. */

const firms =
  "company|companies|contractor|contractors|plumber|plumbers|painter|painters|electrician|roofer|groomer|groomers|dentist|dentists|mechanic|mechanics|vet|shop|place|salon|outfit|firm|crew|installer|installers|builder|builders|landscaper|landscapers|stylist|trainer|kennel|clinic|office";
const earlier = "previous|prior|former|last|old|other|original|first";
const otherFirm = String.raw`(?:(?:an)?other|a different|some other) (?:\p{L}+ )?(?:${firms})|(?:(?:the|our|my) )(?:${earlier}) (?:owner|owners|tenant|tenants|people|${firms})`;
const handymen =
  "husband|boyfriend|dad|father|brother|son|uncle|nephew|neighbor|neighbour|friend|buddy|landlord|handyman|brother-in-law|father-in-law";
const doer = String.raw`${otherFirm}|(?:my|our) (?:${handymen})|(?:\p{L}+ )?(?:guys|people|folks|company|crew) (?:next door|down the street|across the street)|the (?:vet|builder|builders|previous owners?)|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+`;
const between =
  "had|has|have|just|already|actually|only|always|also|never|once|twice|tried|to|did|do|does|a|an|the|my|our|his|her|their|this|that|all|of|some|it|terrible|awful|bad|poor|lousy|horrible|sloppy";

/** "Another company had already", "the guys next door", "PetSmart": right before what was done. */
const doneByOthers = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${doer})(?: (?:who|that))?(?: (?:${between})){0,4}\s+$`,
  "u",
);
/** "I had our previous painter do": whom the customer left for us, or the other way round, it was not us. */
const ownHands =
  /(?:^|[^\p{L}])(?:I|i|We|we)(?:['’](?:ve|d))?(?: (?:already|just|actually|always|usually|normally|have|had|did|do|even|also|only|still|can|could|once)){0,3}(?: (?:the|a|an|my|our|his|her|their|all))*\s+$/u;
const byMyself =
  /^[^.!?;]{0,40}?\b(?:(?:my|our)sel(?:f|ves)\b|at home\b(?! (?:visit|service))|for a living\b|on my own\b)/iu;
/** "Painted by the previous owner", "groomed at another place". */
const ofOthers = new RegExp(
  String.raw`^(?: (?!they|he|she|we|i\b)[\p{L}'’]+){0,3} (?:by|at|from|with) (?:${otherFirm}|the (?:builder|previous owner)|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+)`,
  "u",
);
const nextDoor =
  /^,? (?:place |center |centre |shop )?(?:across the street|next door|down the (?:street|road|block))\b/iu;
/** Here the work of others is told as the customer's own: "my dad had his brakes done here". */
const here = /\b(?:here|with them|with these|to them)\b/iu;

/** Whether somebody else did what tokens [first, end) tell: another firm, a neighbour, or the customer with her own hands. */
export function isDoneByOthers(
  text: string,
  tokens: readonly Token[],
  first: number,
  end: number,
  known: ReadonlySet<string>,
): boolean {
  const [opens, start, close, last] = [tokens[0], tokens[first], tokens[end - 1], tokens.at(-1)];
  if (!opens || !start || !close || !last) return false;
  const before = text.slice(opens.from, start.from);
  const after = text.slice(close.to, last.to);
  if (nextDoor.test(after)) return true;
  if (ownHands.test(before) && start.word !== "locked") return byMyself.test(after);
  if (here.test(after)) return false;
  // "The Other Vet", "PetSmart" may be what the firm itself is called.
  const isOurs = (found: RegExpExecArray | null): boolean =>
    found !== null &&
    found[0]
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .some((word) => word.length > 5 && known.has(word));
  const [did, was] = [
    doneByOthers.exec(
      before.replace(/^The /, "the ").replace(/^(Another|Our|My|Some|A) /, (w) => w.toLowerCase()),
    ),
    ofOthers.exec(after),
  ];
  return (did !== null && !isOurs(did)) || (was !== null && !isOurs(was));
}
