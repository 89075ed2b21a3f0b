/** What is said of somebody right after the name, in words that are plain for people and for nothing else. */
const lead = String.raw`^\)?(?:,[^,.!?]{1,20},)?(?:\s+(?:who|really|also|always|even|just|then|honestly|literally|truly|is|was|kept|were|are))*\s+`;
const say = (patterns: string): RegExp => new RegExp(`${lead}(?:${patterns})\\b`, "iu");

const praised = say(
  String.raw`(?:such )?an? (?:(?:absolute|real|true|total|complete) )?(?:sweetheart|sweetie|saint|angel|gem|magician|wizard|genius|lifesaver|godsend|rockstar|legend|gentleman|delight|treasure)|explained (?:everything|every step|the whole)|squeezed (?:me|us|my \w+) in|(?:would not|wouldn't|wouldn’t|refused to) (?:even )?(?:take|accept) (?:a|any|my|our|the) (?:tip|money|dime|cent)|stayed (?:late|past closing)|(?:made|had) (?:me|us|my \w+) (?:laugh|smile|feel at ease|laughing|smiling)|(?:is |was )?the only (?:one|person) (?:i|we) (?:let|trust)|the (?:man|bomb|goat)(?=\s*(?:[.!,;)]|$|and |for |when ))|(?:your|my) (?:man|guy|girl|gal|go-to)|listened (?:to|carefully|patiently)|took (?:me|us|my \w+(?: \w+)?) seriously|went (?:above and beyond|out of (?:his|her|their) way)`,
);
const blamed = say(
  String.raw`(?:on|checking|staring at|scrolling|playing on) (?:his|her|their) (?:cell ?)?phone|texting|chewing gum|ghosted (?:me|us)|(?:never|didn't|didn’t|did not) (?:even )?(?:called|call(?:ed)? (?:me|us) back|returned|showed up|show up|apologi[sz]ed?)|(?:hung up|walked out) on|rolled (?:his|her|their) eyes|talked (?:down to|over) (?:me|us|my)|(?:lied|lied straight) to|yelled at|snapped at|owes? (?:me|us)|(?:not|isn't|isn’t|wasn't|wasn’t) the (?:friendliest|nicest|kindest|best|sharpest|most \w+)|seemed (?:\w+ ){1,3}at first|tracked (?:mud|dirt|grease)`,
);

/** Whether what follows a name praises or blames its bearer in so many words. */
export const conductOf = (rest: string): "praise" | "blame" | undefined =>
  praised.test(rest) ? "praise" : blamed.test(rest) ? "blame" : undefined;
