import { wordSet } from "../language/word-set.ts";
import type { Token } from "../language/tokens.ts";

/** Work that was wished for, asked for or not needed: a review that only speaks of it is none of that service. */

const soon = "time|visit|trip|month|year|spring|summer|fall|autumn|winter|season|paycheck";
const want = String.raw`(?:want|wanted|plan|planning|hope|hoping|would like|['’]d like|would love|['’]d love|going|intend|need|might|may|will|['’]ll|can)`;
const meanwhile = "[^.!?;]{0,60}";

/** "Next time I'll have them do the", "someday we'd like the". */
const later = new RegExp(
  String.raw`\b(?:next (?:${soon})|some ?day|one day|one of these days|eventually|down the road|when (?:i|we) can afford(?: it)?)\b,? (?:i|we)(?: (?:am|are)|['’]m|['’]re)? ?${want}\b${meanwhile}$`,
  "iu",
);
/** "I'll be back for the", "we are saving up for", "if I ever need". */
const ahead = new RegExp(
  String.raw`\b(?:(?:i|we)(?:['’]ll| will)(?: definitely| certainly| be| probably| now| also){0,3}(?: back| return| returning| calling| call| using| use| coming back| having| have| hiring| hire)(?: \p{L}+){0,4} (?:for|do|to do)|saving up for|thinking (?:about|of)|considering|looking forward to|can(?:['’]|no)t wait (?:to|for)|(?:i|we)(?:['’]d| would) (?:love|like) (?:them|him|her|someone) to|(?:i|we) wish (?:they|he|she|you) (?:did|do|offered|had|would|could)|if (?:i|we) ever|(?:was|were|is|are) (?:going|planning|scheduled) to (?:have|get|do))(?: (?!and|but|so|then|finally)[\p{L}'’]+){0,5} ?$`,
  "iu",
);
const nextTime = new RegExp(String.raw`^[^.!?;,]{0,30}\b(?:next (?:${soon})|some ?day|eventually)\b`, "iu");
const intends =
  /\b(?:i|we)(?:['’]ll| will| want| plan| hope|['’]m going|['’]re going|['’]d like)\b[^.!?;]{0,60}$/iu;

/** "Asked them to look at the" … "they said they were too busy". */
const asked = /\b(?:asked|begged|requested|called|calling|wanted)\b[^.!?;]{0,60}$/iu;
const refused =
  /^[^!?;]{0,40}\b(?:(?:said|told|says|but|claimed|answered)\b[^!?;]{0,30}\b(?:no\b(?! (?:problem|worries|issue|charge))|nope|too busy|too small|broken|booked|not something|out of|isn['’]t|wasn['’]t|weren['’]t|don['’]t|doesn['’]t|didn['’]t|can['’]t|couldn['’]t|won['’]t|wouldn['’]t)|refused|declined|turned (?:me|us) (?:down|away))/iu;
/** "A quote for a new furnace, but it was high so we went with the other guy". */
const quoted = /\b(?:quotes?|estimates?|bids?|price) (?:for|on|to)\b[^.!?;]{0,40}$/iu;
const wentElsewhere =
  /^[^!?;]{0,120}\b(?:(?:went|going|gone|go) (?:with|to) (?:another|the other|somebody else|someone else|a different|a competitor)|went (?:elsewhere|somewhere else)|decided (?:to (?:wait|hold off|pass)|against|not to)|still (?:thinking|deciding|waiting)|(?:still|got|had) no (?:bid|quote|estimate)|never (?:heard back|got (?:it|one|back)|(?:received|sent) (?:it|one))|(?:couldn['’]t|can['’]t) afford)\b/iu;
/** "Waited all day for them to hang the fan and nobody ever showed". */
const nobodyCame =
  /^[^!?;]{0,60}\b(?:(?:nobody|no one)(?: ever| even)?|never) (?:showed|came|turned up|arrived)\b(?! (?:back|out|off|on))/iu;
const cancelled = /^[^!?;]{0,60}\b(?:they|he|she|office|shop) (?:\p{L}+ ){0,5}cancell?ed\b/iu;
const waited = /\b(?:waited|waiting|scheduled|supposed|booked|appointment)\b[^.!?;]{0,60}$/iu;
/** "They don't do", "no longer offer", "wouldn't even look at". */
const notOffered =
  /\b(?:they|he|she|you|place|shop|guys|people|folks|company|staff)(?: \p{L}+)? ?(?:don['’]t|do not|doesn['’]t|does not|no longer|didn['’]t|couldn['’]t|could not|wouldn['’]t|would not|can['’]t|cannot|won['’]t|refused to|refuse to|declined to) (?:even |actually |also |really )?(?:do|offer|provide|carry|touch|take|look at|service|handle|work on)(?: (?:the|my|our|a|an|any|her|his|on))*\s+$/iu;
/** "Told me I didn't need", "instead of selling me". */
const notNeeded =
  /\b(?:(?:i|we) (?:didn['’]t|don['’]t|did not|do not|never|won['’]t)(?: \p{L}+)? (?:need|want|have to|get)|instead of(?: \p{L}+ing)?|rather than(?: \p{L}+ing)?|no need (?:for|to \p{L}+))(?: (?:me|us|a|an|the|my|our|new|any|whole|for|to|buy|get|replace|another))*\s+$/iu;
/** "Said the pads have a year left": what was found sound needs nothing. */
const told = /\b(?:told|said|says|let (?:me|us) know|assured|mentioned)\b[^.!?;]{0,40}$/iu;
const sound =
  /^ (?:still |only )?(?:is|are|was|were|have|had|has|looked|looks) (?:still |about |just |perfectly |all |in |at least )*(?:a (?:year|while|lot|few)|another|fine|good|great|okay|ok|plenty|lots|life|\d+ (?:months|years)|\p{L}+ (?:months|years))\b/iu;

/** "Tried to sell me". */
const sold =
  /\b(?:tried|trying|try|tries|attempted|pushed|pushing|pressured|wanted)\b[^.!?;]{0,25}\b(?:sell|upsell|talk me into|talk us into|push)(?: (?:me|us|on|a|an|the|new|my|whole|extra|more|and|full))*\s+$/iu;

const near = 120;
const verbs = wordSet("do offer provide touch take service handle need want get have");

/** Whether tokens [first, end) tell of work that this firm has not been at: plans, wishes, refusals, what was not needed. */
export function isNotDone(text: string, tokens: readonly Token[], first: number, end: number): boolean {
  const [opens, start, close] = [tokens[0], tokens[first], tokens[end - 1]];
  if (!opens || !start || !close) return false;
  // "Don't [do alignments]": the verb may be part of what was found.
  const opening = verbs.has(start.word) ? `${text.slice(start.from, start.to)} ` : "";
  const before = text.slice(Math.max(opens.from, start.from - near), start.from) + opening;
  // The answer may be the next sentence.
  const after = text.slice(close.to, close.to + near);
  if (later.test(before) || ahead.test(before) || notOffered.test(before) || notNeeded.test(before))
    return true;
  if (sold.test(before)) return true;
  if (intends.test(before) && nextTime.test(after)) return true;
  if (asked.test(before) && refused.test(after)) return true;
  if (waited.test(before) && (nobodyCame.test(after) || cancelled.test(after))) return true;
  const wanted = before + text.slice(start.from, close.to);
  if ((quoted.test(wanted) || asked.test(before)) && wentElsewhere.test(after)) return true;
  return told.test(before) && sound.test(after);
}
