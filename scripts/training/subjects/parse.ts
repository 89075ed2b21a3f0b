import { subjects, type Subject } from "../../../src/insights/subjects/names.ts";

/** `+` praises, `-` blames, `~` does both, `0` only names it. */
export type Sign = "+" | "-" | "~" | "0";

export interface SubjectTag {
  /** Where its sentence ends, as an offset of the text. */
  at: number;
  subject: Subject;
  sign: Sign;
}
export interface TaggedReview {
  trade: string;
  stars: number;
  text: string;
  tags: SubjectTag[];
}

const braces = /\s*\{([^{}]*)\}/g;
const isSubject = (name: string): name is Subject => (subjects as readonly string[]).includes(name);
const isSign = (sign: string): sign is Sign => /^[-+~0]$/.test(sign);

/** `staff+` as a tag of the sentence that ends at `at`; throws where it is malformed. */
export function parseTag(tag: string, at: number): SubjectTag {
  const [subject, sign] = [tag.slice(0, -1), tag.slice(-1)];
  if (!isSubject(subject) || !isSign(sign)) throw new Error(`${tag} is no subject with +, -, ~ or 0`);
  return { at, subject, sign };
}

/** `hvac|4|He was late. {time-} It works again. {work+}`; throws where the line is malformed. */
export function parseTagged(line: string): TaggedReview {
  const [, trade, stars, body] = /^([a-z-]+)\|([1-5])\|(.+)$/.exec(line) ?? [];
  if (trade === undefined || body === undefined)
    throw new Error("a line is TRADE|STARS|TEXT, stars from 1 to 5");
  const tags: SubjectTag[] = [];
  let text = "";
  let read = 0;
  for (const found of body.matchAll(braces)) {
    text += body.slice(read, found.index);
    read = found.index + found[0].length;
    for (const tag of (found[1] ?? "").split(" ").filter(Boolean)) tags.push(parseTag(tag, text.length));
  }
  text += body.slice(read);
  if (/[{}|]/.test(text)) throw new Error(`a stray brace or bar in "${text.slice(0, 60)}"`);
  return { trade, stars: Number(stars), text, tags };
}
