import { isIn, parseContexts } from "./contexts.ts";
import type { Token } from "./tokens.ts";

/**
 * Phrases in which a common word means something else than an owner has in mind who lists it as a trigger:
 * in brackets the word that then raises nothing. The notation is that of `language/contexts.ts`.
 */
const otherSenses = `
  [filling] out|in|up|station|the|our|my|a|gaps|paperwork; food|meal|meals|was|were|very|so|too|and|portions|really|quite [filling]; [crown] molding|moulding|royal|jewel|jewels|vic|point|plaza|victoria; [root|roots] of|for|cause|beer;
  [bridge|bridges|bridged|bridging] the|over|toll; over|across|under|near|cross|crossed|crossing * [bridge]; burn|burned|burnt|burning|burns * [bridge|bridges]; in [alignment]; [brace|braces] for|yourself; [brake] dust; a|the [drain] on; call|calls|called|calling the [shots]; [leak|leaked] out; [maintenance] of good|relations; [outlet] for; outlet [mall]; [shot|shots] in the dark; [shave|shaved] * off; as a [mouse]; [mouse] pad; [board] of|member|members|meeting|game; on|across the|- [board]; under|beneath the|my|our|a [sink]; down the [drain]; [draining] to|experience|day; [tire|tired] of; [moving|move] forward|on|along; [cutting] edge|corners; [cleaning] lady|supplies|products|solution; [cleaning] up after;
  [oil] painting|stain; [spring] break; [detail] oriented; in|great|every|to [detail]; a|the|beautiful|old [painting]; [exchange] student; [trim] down; [seal] of; [patch] of; [polish] restaurant|food; [wash] cloth|my|your hands;
  [work|worked|working] with|for|from; at|to|from|from my [work]; go|get|going|getting to [work]; right to [work]; [work|works|worked|working] out;
  any|the|all [work] you|we|i; home from [work]; off [work]; need|needed|needing|want|wanted * [work] done; [work] schedule|day|week|related;
  [pay|paid|pays|paying] attention|it|tribute; worth the [price] of; [price] to pay; small [price];
  [worth] mentioning|noting|trying|visiting|checking; [worth] the drive|trip|wait|visit|hype|effort; [worth] a try|shot|visit|look; for what it's [worth];
  in|take|took|takes|taking [charge]; [charge|charged|charging] * phone|battery|laptop|car; person|lady|man|woman in [charge];
  [deal|deals|dealt|dealing] with; great|good [deal] of; big|package|whole [deal]; [deal] breaker; ordeal; a [deal] is;
  [problem|problems|issue|issues] is|was that; no [problem|problems|issue]; not a [problem|issue];
  [saved|save] my|the life|day; [saved|save] for|up; [rate] this|it|them; at any [rate]; first|second [rate]; [rate|rated] * stars;
  can't|cannot|couldn't [wait] to|for; can not [wait]; [wait] to try|go|see|return|come|be|get; [waiting|wait] room|area|list|staff|until|till; [waiting|wait] for the next; [wait] staff;
  [line] of work|business|duty; bottom|phone|on [line]; in [line] with; [late] husband|wife|father|mother|mom|dad|teens|twenties|thirties|forties; my|in|his|her [late] 20|30|40|50|60;
  [late|early] spring|summer|fall|autumn|winter|season; [late] at night; as [late|early] as; how|too [late] to; of [late]; [early] bird|on|20|30; my [early] 20|30|twenties|thirties;
  [hours] of operation; business|opening|office|store|happy|rush|holiday|posted|listed|regular [hours|hour]; 24 [hours|hour]; their|your [hours] are|is|were|say|say; [hours] are|were|listed|posted; open|opens|close|closes|stay|stays|till|until * [late|early|hour|hours];
  system|command|voice|ai|following [prompt|prompts]; [prompt|prompts] :|injection|engineering; [hour|hours|minute|minutes] away|from|drive|north|south|east|west; [minute|minutes|hour] * drive|walk;
  [hour|hours|minutes] before|ago; for [hours] * talked|talk; half [hour] away; [minutes] later;
  [fast] food|asleep|forward; [quick|quickly] question|trip|stop|bite; [slow] roasted|cooked|day|down|season; as [quickly|fast|soon] as possible; [immediately] after|felt|upon|noticed|regretted|fell|knew;
  [clean|cleaned] bill|up|my|the|our|their|your|out|it|them|off; to|and|can|could|would|will [clean] it|them|my|the|our|out; come [clean]; [clean] slate|cut|shaven;
  [smell] of * success|coffee|food; wet [smell]; [mess] up|ups|ed|around|with; messed [up]; [dust] settled; brake|pixie [dust];
  [service|services] plan|plans|charge|fee|area|station|dog|dogs|industry|call|agreement|contract|interval|light;
  cell|room|self|military|phone|lip|internet|oil|cleaning|in|lawn|valet [service]; [service|serviced|servicing] my|our|the car|vehicle|unit|furnace|ac|their;
  [nice|great|good] to have|know|see|touch|find; [nice|great|good] option|options|idea|feature|amenity|amenities|price|prices|deal|selection|parking|pool|breakfast; which|that was [nice]; [nice] and; [nice|pleasant] change|surprise|day|weather|area|place|hotel|room|rooms|grounds|building|office|touch|waiting|lobby|pool|patio|view|selection|variety|bonus|size|car|house|yard|location;
  [kind] of; any|all|some|what|this|that|every|one|same [kind|kinds]; new|as|returning|existing|longtime|another|previous|any|each|every [patient]; a|the|my [patient] at|of|here|for|there|since|who|,|.; a|the|my [patient] and i; [patient] there|here|for|since|of|care|rooms|coordinator|portal|who; i|we * [patient] of|here|for|since;
  [people] at|arguing|next|upstairs|above|below|outside|walking|partying|smoking|asking|coming|going|staying|living|eating|drinking; [filthy] mouth|language|rich;
  [disgusting] food|meal|taste|coffee|pizza; food|meal|meat|chicken|pizza|burger|fries|coffee|taste|tasted|tastes|drink|drinks * [disgusting];
  [people] who|that|are|like|in|around|have|say|said|told|recommended|recommend|complain|complaining|over|with|think|waiting|ahead|know; some|most|other|many|few|two|three|four|several|more|of|for|2|3|4|5|6 [people]; these [people] * ahead;
  soccer|football|baseball|basketball|softball|hockey|sports|my|our|home [team|team's|teams]; [team] member|members|building;
  dog|cat|pet|home|house|previous|car|small|business|property|restaurant|proud|truck|first [owner|owners]; [owner's] manual; [manager] special;
  [call|called] it a day; [call|called] it quits; i|we|i've|we've|i'd|husband|wife|finally|so|then|also|even [call|called] a|an|one|this|the|my|our|them|him|her|to|around|and|asking|another|several|other|about|in|for|on|at|because|up|over; is|was|are|it's|place|so|what's|what is [called]; [called|call] around|several|many|other|another|every|4|5|three|four|five|two|multiple; [called|call] and made; [called|call] to make|schedule|set|book|get|see|ask|cancel|inquire; [called|call] this morning; [called|call] in the morning; [called|call] on a;
  i|we|wife|husband [called|call] * to|around|asking|another|several|other|about; i|we * [call|called] * appointment|reservation|quote|estimate;
  friend|friends|neighbor|neighbors|coworker|sister|mom|husband|wife|somebody|someone [told] me|us; [told] my|all|everyone|friends|family|you; been [told] that; i|we [told|tell] him|her|them|the|my;
  can't|cannot|hard to [explain]; my|some|only [advice]; word|piece of [advice]; [advice] would|to|is; [update|updates|updated] :|-|on; will [update]; edit|my [update];
  [recommend|recommended] by|to|them|him|her|this|me; [answer|answers] is|was; [email|text] me for; [photo|photos|pictures] below|attached|of|i;
  [green] thumb|light; [cut|cuts|cutting] corners|off|to|out|the|through|ties|back|down|back on; [looked|look|looking|looks] at|for|into|up|after|forward|around|elsewhere|exactly|over|no|like|worried;
  this|that|the|another|same|right|wrong|first|last|other|a|whole|old|new|only|go|your|my|any [place] *; took|takes|in|into|of [place]; all over the [place]; go to [place]; [place] to|for|like|that|on|in|i|we|again|before|has|will|we've|i've; [place] is|was the|great|amazing|awesome|terrible|horrible|perfect|good|ok|okay|excellent|fantastic|wonderful|best;
  in|around|of|to|from the|this|our|my|your|that|local|metro|surrounding [area|areas]; [area] of expertise; waiting|seating|parking|dining|reception|work|play [area]; [area] rug;
  at|to|this|that|other|another|both|each|multiple|all|every|new|second|different|same|from [location|locations]; [locations] and|in|across;
  [room] for|to; waiting|dining|living|exam|emergency|laundry|meeting|guest|operating|treatment|rest|party|locker|fitting|bath|ball|class|show [room|rooms]; plenty|lots of [room];
  raise|raised|set|sets * [bar]; [cold|hot] outside|day|weather|summer|winter|night|morning; so [cold|hot] outside; [fresh] out|start|air|off; [light] traffic; [close] at|by|the|down; point of [view]; in my [view];
  [reasonable|reasonably] time|amount|wait|explanation|hour|hours|request|expectation|person|distance|timeframe|accommodation|quick|fast|good|close|well|short;
  [value|values|valued] your|their|my|our|me|us|the|customers|customer|time|honesty; [trust] me|us; [honest] opinion|review; to|i'll|let's be [honest]; being [honest]; [lie|lies|lying] down|in|on|ahead;
  water|blood|tire|air|low|high|under|peer|oil [pressure]; [pressure] washer|washed|washing|wash|gauge|sensor; on|in|under [pressure] cooker;
  kid|pet|dog|child|user|budget|family|eco|wallet|baby|beginner|vegan|environmentally|business [friendly]; [helpful] review|reviews|hint|website; [friendly] reminder|neighborhood;
  [complete|completely] waste|joke|mess|disaster|stranger|satisfied|happy|different|wrong|honest|ignored|unprofessional|rude|idiot|opposite|turnoff; be [careful] who|what|when|if|of|about|here|,; so|please|just|to be [careful];
  i|we [guarantee] you|it|they; quality [time]; [quality] of * life; nose|day|night|new|my|boob|part|interview|full|his|her|office|desk [job]; [job] interview|site|market|offer|posting|to|in|at;
  [moved|moving|move] here|to|into|from|back|away|out|in|on|forward|along; just|recently|newly|we|i [moved|moving]; get a [move]; [delivery|delivered] * baby; [care] about|less|if; don't|didn't|doesn't|not|could [care];
  urgent|health|intensive|skin|day|hair|pet|after [care]; [color|look] of the|at; new [look]; [check|checked] out|it|back|my|with; [card] on file; [promise|promised] you|i|myself; [missed] it|out|them|him|her|you; [rush] hour; [rushed] over|home|him|her|to; [finish|finished] * coffee|college|school|move;
  [bill] gates|murray|clinton|nye; the [bill] came|arrived; foot the [bill]; [money] back guarantee|tree; [fee|fees] is|are what; [discount] tire|store; [cost] me|us my|our * health|sanity|job; [quote|quoting] unquote|from|the|another;
  [detail|detailed] shop|shops|review|reviews; [order|ordered] in|to; [cool|warm] day|weather|night; [star|stars] review; five [star]; [welcome] mat|to; [notes|note] :|that|to; [text|texting] while|her|him|my; [response] to; in [response];
  like|a million [bucks]; huge|no [deal]; [competitive] lifters|sport|sports|edge|swimmer|athlete; would have|gladly|happily [paid];
  while|as i|you|we|they [wait|waited|waiting]; makes|make|made the|your|my|our [wait]; in the [late|early]; it was [late|early] in|at|on|,|and; [late|early] in the day|evening|afternoon|night|morning|season; arrive|come|get|go * [early];
  i|we|you was|were|am|are|i'm * [late|minutes late|hour late|hours late|running late]; i|we was|were|am * * [late|running late];
  [hour|hours|minute|minutes] massage|massages|facial|session|class|tour|treatment|full|deep|hot|hair|haircut; [quick] yelp|google|search|look|glance|visit|stay|weekend|getaway|overnight|lunch|dinner|drink|breakfast|snack|errand|chat; as [quickly|fast|soon|early|late] as; so [fast|quickly] that|i;
  i|we [arrived|arrive|arriving|arrived early|arrived late]; when|once|after|before|until|as they|he|she [arrived|arrive];
  [nice|pleasant|lovely|welcoming|very nice] things|thing|part|nap|men's|women's|sale|sales|chair|long|big|clean|little|quiet|relaxing|relaxed|cozy|warm|hot|cold|fresh|environment|setting|atmosphere|vibe|ambience|ambiance|decor|facility|facilities|gym|store|shop|spot|spa|salon|bar|restaurant|bed|beds|bathroom|shower|meal|food|drink|drinks|wine|coffee|music|clothes|stuff|products|items|gift|way|time|stay|evening|night|experience|weekend|trip|walk|drive|neighborhood|town|city|street|lot|job|work|cut|haircut|color|nails|design|shape|finish|results|space|bathrooms|furniture|layout;
  place|hotel|motel|room|rooms|bathroom|lobby|pool|food|store|shop|salon|spa|bar|gym|facility|building|office|area|inside|decor|view|nails|hair|location is|was|are|were|looks|looked * [nice|pleasant|lovely|very nice];
  tell|tells|warn|inform|hold|seats [people]; be [patient]; [professionally] dried|done|cleaned|installed|trained|decorated|made; stroller|wheelchair|vegetarian [friendly];
  drink|shuttle|limo|taxi|cab|delivery|pickup|towing|grooming|laundry|mobile|bus [service]; [check out|checked out|checking out] their|this|some|our|other|what|it|other;
  [told me|told us] that|the|it|he|she|they|i|my|to|there|we|about|,|this|you|not|no|a|all|if|her|his; [informed] me|us|that|him|them|neither|you; i|we|luckily|husband|wife [called];
  [trust|trusted] her|him|them to|with; [take advantage|took advantage|taking advantage] of their|this|the|these|it|our; to|gonna|not|won't|can't [lie]; [shady|sketchy] characters|area|neighborhood|side|spot|tree|trees|patio|street; location|area|neighborhood|mall|street is|was|can|looks * [sketchy|shady]; sitting|sit|sat|seat|person|lady|girl|guy|woman|man|desk|parked|parking [up front];
  my|hot|total|complete [mess]; [smell|smells|smelled|smelling] * good|great|amazing|wonderful|delicious|heavenly|fantastic|lovely|nice|brand; [sparkling] wine|rosé|rose|water|cider; be [careful with];
  after|before|hard|of [work]; [work] boots|clothes|shoes|uniform; [work|works|worked|working] there|here|hard|tirelessly|in; all|any|different|every|your [skill]; [skill|skills] level|levels; have|had|has|having a|any|no|an|zero [problem|problems|issue|issues] with;
  to|for|few|some|our|met [drinks]; [drinks] with; pool|spa|lobby|bar|front|desk|lounge|breakfast|changing|book [area]; in|around|visiting|to the [area]; to [walk] her|him|the|my|our|it;
  you|i|we|they|people [walk in|walked in]; as a [walk in]; before|after|during|for|at|until * [appointment|appointments]; no|follow|up|easy|eye|dental|doctor's|massage|upcoming|missing|missed [appointment|appointments]; to|for my|our|an [appointment|appointments]; follow up [appointment|appointments]; i|we|also|already [booked|book];
  flexible|good|great|awesome|inconvenient|awful|limited|odd|weird|peak|after|work|visiting|check-in [hours]; the [hours]; [hours] after|of|i|that; spent [hours];
  time or|and|& [money]; earned|no|international [money]; [money] order|orders|trap|pit; waste|wasting|wasted your|my|our|anyone's|people's * [money]; spent|spend|spending * [money] on|in|at;
  and|,|cost|energy|relatively|very [efficient]; [efficient] team; these|those|little|young|you|of [guys]; such a [nice]; a [nice] little|residential|modern|alternative|perk|perks|sized|crisp|kitchenette|variety;
  pizza|bbq|brunch|breakfast|sushi|taco|burger|little|small|tiny|fish|mexican|chinese|indian|thai|italian|best|amazing|great [place]; i|we [immediately]; [immediately] excited|contacted|impressed|comfortable|welcomed|made; knew|noticed|felt [immediately];
  [asked for] me|a|help|an|the|some|my; [work] at|place|for; i|we|you|who|would|didn't|doesn't|don't|can|not|will|no|want|me|him|her|girls|ladies|people|staff|employees [work]; time [estimate]; get|got|getting|gave|give|for * [estimate|estimates];
  buffet|draft|phone [line]; sloppy|mushy|at [mess]; so|is|its|it's|absolutely|and|here|were|weren't [worth it]; [broke my] tooth|thumb|thumbs|nail|heart|bank;
  from|give|with|don't these [people]; able|unable|refused|not to [pay]; don't|didn't [pay]; [pay] them; embassy|comfort|extended [suites]; rather [sleep]; ascertain|describe|described|explain|explained the|an|my [issue|problem]; my|the|only [issue|problem] is not|with; the [problem] was;
  i|we|you [walk|walked] in|out|away|up; could|can|to [smell]; i|we [didn't show up|did not show up|never showed up|showed up|show up]; called|went|go|back|again|returned * [next day]; [next day] i|we; too [busy] to; they|we are|were|weren't [busy]; tell|telling|ask|asked me|us [upfront|up front]
`;

const senses = parseContexts(otherSenses);

/** Whether the words at tokens [first, end) mean something else there: "was great to [work] with". */
export const hasOtherSense = (tokens: readonly Token[], first: number, end: number): boolean =>
  isIn(senses, tokens, first, end);
