import type { Token } from "../language/tokens.ts";

/** Work of others that a review tells of: what an earlier firm, a neighbour or the customer did is no service of ours. */

const firms =
  "company|companies|contractor|contractors|plumber|plumbers|painter|painters|electrician|roofer|groomer|groomers|dentist|dentists|mechanic|mechanics|vet|shop|place|salon|outfit|firm|crew|installer|installers|builder|builders|landscaper|landscapers|stylist|trainer|kennel|clinic|office";
const earlier = "previous|prior|former|last|old|other|original|first";
const otherFirm = String.raw`(?:(?:an)?other|a different|some other) (?:\p{L}+ )?(?:${firms})|(?:(?:the|our|my) )(?:${earlier}) (?:owner|guy|guys|owners|tenant|tenants|people|${firms})`;
const handymen =
  "husband|boyfriend|dad|father|brother|son|uncle|nephew|neighbor|neighbour|friend|buddy|landlord|handyman|brother-in-law|father-in-law";
const doer = String.raw`${otherFirm}|(?:my|our) (?:${handymen})|(?:\p{L}+ )?(?:guys|people|folks|company|crew) (?:next door|down the street|across the street)|the (?:vet|builder|builders|previous owners?)|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+`;
const between =
  "had|has|have|just|already|actually|only|always|also|never|once|twice|tried|to|did|do|does|a|an|the|my|our|his|her|their|this|that|all|of|some|it|terrible|awful|bad|poor|lousy|horrible|sloppy";

/** "Another company had already", "the guys next door", "PetSmart": right before what was done. */
const doneByOthers = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${doer})(?: (?:who|that))?(?: (?:${between})){0,4}(?: (?!quot|recomm|refer|want|refus|suggest|charg)\p{L}+ed (?:a|an|the|my|our|all the))?\s+$`,
  "u",
);
/** "I", "we've always": right before what the customer did, if "myself" follows. */
const ownHands =
  /(?:^|[^\p{L}])(?:I|i|We|we)(?:['’](?:ve|d))?(?: (?:already|just|actually|always|usually|normally|have|had|did|do|even|also|only|still|can|could|once)){0,3}(?: (?:the|a|an|my|our|his|her|their|all))*\s+$/u;
const byMyself =
  /^[^.!?;]{0,40}?\b(?:(?:my|our)sel(?:f|ves)\b|at home\b(?! (?:visit|service))|for a living\b|on my own\b)/iu;
/** "My husband laid the tile in the hall himself". */
const kin = new RegExp(String.raw`(?:^|[^\p{L}])(?:my|our) (?:${handymen}) [^,.!?;]{0,30}$`, "iu");
const byHimself = /^[^.!?;]{0,40}?\b(?:himself|herself|themselves)\b/iu;
/** "They tracked mud across the deck", "scratched our floors": what was harmed is where the work was done. */
const harmed =
  /\b(?:(?:mud|dirt|paint|dust|drips|footprints|boots|trash|tools|grease|water)\b[^,.!?;]{0,20} (?:on|across|over|onto|into|under)|(?:they|he|she|crew|guys) (?:\p{L}+ )?(?:scratched|gouged|scuffed|dinged|tracked (?:\p{L}+ )?on)) (?:to )?(?:the|our|my|his|her|their|all the)(?: \p{L}+)?\s+$/iu;
/** "Painted by the previous owner", "groomed at another place". */
const ofOthers = new RegExp(
  String.raw`^(?: (?!they|he|she|we|i\b)[\p{L}'’]+){0,3} (?:by|at|from|with) (?:(?:some(?:one|body) else)|${otherFirm}|the (?:builder|previous owner)|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+)`,
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
  if (nextDoor.test(after) || harmed.test(before)) return true;
  if (kin.test(before) && byHimself.test(after)) return true;
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
