import { determiners, isSeason, relations, roles } from "../language/english.ts";
import type { TokenContext } from "../language/token-context.ts";
import { wordSet } from "../language/word-set.ts";

const persons = wordSet("he she he's she's he'd she'd he'll she'll himself herself");
const persons3 = wordSet("him her his hers");
/** What may follow a name that somebody is sent or let to: "let chase near my truck", "to will again". */
const after =
  wordSet(`and for who at today yesterday again from when because cuz bc if next this last as near anymore always every
  since in on to with before after now all but so first only touch do cut fix work handle come go`);
const whole = wordSet("anyone anybody nobody no-one one everyone everybody someone somebody");
/** Verbs whose object is a person, and that do not go with what a name that is a word stands for. */
const sends = wordSet(
  "let letting send sending sent request requested requesting see seeing saw recommend trust trusted",
);
const wants = wordSet("had have got get getting want wanted love loved prefer");
const lets = wordSet("had have having let letting");
const deeds = wordSet(
  "do fix cut paint install color mow clean trim style replace repair build wash check redo finish",
);
const goes =
  wordSet(`back go going goes went gone talk talked talking speak spoke spoken loyal switched stick sticking return returning
  returned referred belongs`);
const meets =
  wordSet(`appointment appointments visit session sessions booked book booking scheduled worked working spoke talked
  met meeting consult consultation dealt deal dealing time experience cut color cleaning happy pleased impressed appt went
  go going stick sticking stuck stay staying stayed`);
const works =
  wordSet(`done cut made styled colored painted fixed installed repaired cleaned trimmed mowed groomed seen treated
  handled served helped greeted waxed braided built haircut nails lashes brows massage facial color cleaning`);
/** What names that are words stand for when nobody is meant: manners, feelings, hours. */
const things =
  wordSet(`grace joy hope faith patience honor mercy charity harmony charm prudence constance dawn eve art sky honey
  bill mark chance cash star cliff may art page justice liberty victory true rain storm stone pearl bishop guy major minor`);

/** Whether "he" or "she" takes the name up, and nobody named before it can be meant. */
export function isTakenUp({ tokens, at, next, from, to }: TokenContext): boolean {
  for (let index = 0; index < from; index += 1)
    if (persons.has(at(index)) || persons3.has(at(index)) || relations.has(at(index)) || roles.has(at(index)))
      return false;
  for (let index = to; index < tokens.length; index += 1) {
    if (persons.has(at(index))) return true;
    if (relations.has(at(index))) return false;
  }
  return persons.has(next ?? "");
}

/** The manner in which something is done: "with grace", "with joy"; not "an appointment with grace". */
export const isManner = ({ at, from }: TokenContext, name: string): boolean =>
  at(from - 1) === "with" && things.has(name) && !meets.has(at(from - 2)) && !meets.has(at(from - 3));

/** "i wouldn't let chase near my truck, he …", "won't go back to will, he …", "my nails by joy, and she …". */
export function isDealtWith(context: TokenContext, name: string): boolean {
  const { at, isWord, from, to } = context;
  const [before, second] = [at(from - 1), at(from - 2)];
  if (before === "but" && whole.has(second) && !isWord(to)) return true;
  if (before === "was" && second === "it" && at(to) === "who") return true;
  // "I worked with grace on my color".
  const isOnMine = at(to) === "on" && ["my", "our"].includes(at(to + 1));
  if (before === "with" && meets.has(second) && isOnMine) return true;
  if (lets.has(before) && deeds.has(at(to)) && determiners.has(at(to + 1))) return true;
  if (before === "see" && at(to) === "for" && ["my", "your", "all"].includes(at(to + 1))) return true;
  if ((isWord(to) && !after.has(at(to))) || determiners.has(at(to)) || !isTakenUp(context)) return false;
  if (sends.has(before)) return !(isSeason(name) && (before.startsWith("s") || before === "recommend"));
  if (isSeason(name)) return false;
  if (before === "to") return goes.has(second);
  if (before === "with") return meets.has(second) || meets.has(at(from - 3));
  if (before === "by" && (!things.has(name) || name === "joy" || name === "grace"))
    return works.has(second) || determiners.has(at(from - 3));
  return wants.has(before) && (!things.has(name) || ["again", "today", "yesterday", "this"].includes(at(to)));
}
