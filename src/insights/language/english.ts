import { wordSet } from "./word-set.ts";

export const determiners =
  wordSet(`the a an this that these those my our your his her its their some any all each both
  every no another whose what which one two three four`);
export const subjects = wordSet(
  `i we they you he she it who this that there these those y'all everybody everyone nobody`,
);
export const adverbs =
  wordSet(`also always never even really just actually definitely certainly truly personally again then
  still both himself herself consistently usually often once only already absolutely quickly immediately promptly kindly
  clearly obviously literally simply ever very so soon probably finally recently patiently carefully gladly happily not`);

/** Words that may stand in capitals beside a name without being part of it. */
export const functionWords =
  wordSet(`i i'm i've i'll i'd we they you he she it the a an and or but so if when while because since as
  at in on by for from with of to is was were are has had have did does do can could would should will may might must not
  no yes my our your his her their this that these those then there here who what where how why also always never even
  just really very too again came went made took gave got told said did showed knows know thanks thank great awesome
  amazing excellent best good nice love loved ask hi hello hey dear kudos props today yesterday tomorrow
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december spring fall winter first second last next after before once technician tech foreman
  supervisor manager crew team guys guy work lawn lawns yard service services company mr mrs ms miss mister
  only both another hands everyone everybody highly definitely absolutely shout shoutout cheers bravo
  oh ok okay well now later meanwhile please plus especially including and/or btw ps`);

/** Past forms that cannot be mistaken for a base form. */
const irregularPast =
  wordSet(`was were is isn't wasn't are aren't has had hasn't hadn't did didn't does doesn't could would should
  couldn't wouldn't might must can can't came went took gave said told knew saw got made left brought found thought kept
  met sent spent stood understood spoke wrote drove did done dealt held heard led lost paid sat shook showed swept threw
  tore wore won began broke chose fell felt flew forgot froze grew hung laid lent meant rang rose ran sold sang slept stuck
  taught blew dug caught rode drew`);
const notPast = wordSet(
  `need feed seed weed speed proceed succeed exceed bleed breed heed embed bed red shed wed based`,
);
const verbs =
  `accept act adjust admit advise aerate agree aim answer apologize appear apply appreciate arrive ask assess
  attend be beat become believe blow break bring build call care carry charge check clean clear come communicate complete
  cover cut deal deliver deserve diagnose dig do double drive drop earn edge email end exceed expect explain fertilize find finish
  fix follow forget get give go grow handle haul have hear help hit hold impress inspect install keep know laugh lay lead
  learn leave let like listen live look love make manage mean measure meet mind miss move mow need notice offer open own
  pay pick plan plant play point pull put rake reach recommend remember remove repair replace reply respond return rock run save say
  see seed seem sell send set shake show sit sleep smile solve sound speak spend spot spray stand start stay stop suggest
  sweep take talk teach tell text think throw treat trim try turn understand use visit wait walk want warn watch water wave
  wear work worry write`.split(/\s+/);
const thirdPerson = new Set(
  verbs.map((verb) =>
    /(?:[sxz]|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`,
  ),
).add("has");

/** True for a verb form that agrees with "he" and is no infinitive: "came", "explains", "fixed". */
export const isFinite = (word: string): boolean =>
  irregularPast.has(word) ||
  thirdPerson.has(word) ||
  (word.length > 4 && word.endsWith("ed") && !notPast.has(word));

const samePast = wordSet("cut put set hit read spread come become run");
const bases = new Set([
  ...verbs,
  ..."recommend hire use rate return renew switch cancel purchase order choose refer definitely".split(" "),
]);

/** True for an infinitive that is no past form too: "recommend", not "cut". */
export const isInfinitive = (word: string): boolean => bases.has(word) && !samePast.has(word);

/** What people do and bills, roses and summers do not. */
const verbObjects =
  wordSet(`said told explained answered apologized apologised called texted emailed phoned fixed mowed trimmed edged aerated seeded
  sprayed walked listened helped knew knows introduced worked recommended suggested noticed offered remembered cared
  explains answers listens helps texts calls works waved smiled inspected diagnosed repaired replaced cleaned blew raked
  hauled planted installed showed handled treated stayed spoke talked talks speaks understood understands kept
  took takes made makes gave gives found finds came comes stopped returned responded replied went goes does did didn't doesn't
  misses mows cuts trims treats edges fixes brings teaches answers waves listens deserves rocks rocked wrote writes thought thinks apologizes handles cares remembers notices asked asks drove checked checks finished
  greeted greets welcomed met numbed drilled pulled polished squeezed rescheduled quoted promised refused ignored yelled lied
  charged recommends suggests fits fitted styled colored groomed moved packed served serves seated cooked painted wired rotated hurt`);
export const isPersonalVerb = (word: string): boolean => verbObjects.has(word);

/** What is said of people, hardly of bills and roses. */
export const humanTraits =
  wordSet(`professional friendly polite courteous kind knowledgeable helpful honest patient
  respectful thoughtful attentive punctual nice sweet responsive personable rude unprofessional gentleman lady guy
  nicer kinder friendlier hardworking doing mowing coming working taking helping cutting trimming treating sick off dependable trustworthy considerate awesome amazing fantastic
  wonderful gentle lovely excellent incredible super terrific outstanding phenomenal best great skilled talented thorough experienced
  welcoming caring accommodating pleasant careful funny hygienist receptionist stylist dentist mechanic plumber server waitress waiter
  late early smart humble impatient condescending dismissive arrogant incompetent delight gem lifesaver godsend saint angel
  sweetheart pro professional curt blunt brusque abrupt snappy grumpy cheerful thoughtless careless clueless
  hoot riot hero champ rockstar peach sweetie genius wizard magician legend`);

/** Whose namesake is not one of the crew. */
export const relations =
  wordSet(`husband wife son daughter brother sister dad father mother mom mum uncle aunt cousin
  neighbor neighbour neighbors friend friends dog cat puppy pup pet beagle terrier labrador lab retriever poodle rabbit bunny horse
  goldendoodle doodle dogs cats pups puppies kitties kittens pets horses brothers sisters nephews nieces cousins collie spaniel corgi dachshund husky shepherd kitten parrot tortoise hen
  boss landlord landlady roommate partner boyfriend girlfriend fiance fiancé fiancée fiancee grandson granddaughter
  grandfather grandmother grandpa grandma nephew niece in-law law tenant customer handyman plumber electrician realtor
  client kids sons daughters children grandkids grandchildren parents twins buddy bestie classmate teammate toddler baby kid spouse hubby stepson stepdad ex coworker colleague mailman accountant lawyer contractor painter roofer`);
export const roles =
  wordSet(`technician tech foreman supervisor manager lead leader specialist guy fella fellow gentleman worker
  employee rep representative named foremen operator estimator mower landscaper arborist man`);
export const honorifics = wordSet(`mr mrs ms miss mister sir`);
/** Before a name, these make another person or a place of it. */
export const otherTitles =
  wordSet(`president general senator judge uncle aunt auntie grandpa grandma cousin coach pastor father mayor officer sheriff
  doctor dr professor prof prince princess king queen saint st san santa lake fort mount mt port hotel villa casa chef de la el del della don
  doña dona mama papa nana sergeant captain colonel governor congressman reverend rev sister brother free good ill`);
export const placeNouns =
  wordSet(`street st road rd avenue ave lane ln drive dr court ct boulevard blvd way place pl circle cir terrace pike
  highway hwy parkway pkwy trail square plaza park county township elementary school high middle academy university college church
  hospital clinic library mall bank bridge creek river lake hotel inn cafe restaurant museum center centre station stadium
  gardens nursery theater theatre arena memorial airport cemetery club`);

export const firstNames =
  wordSet(`aaron abby adam alan albert alex alice alicia allison amanda amber amy andrea andrew andy angela ann anna anne
  anthony arthur ashley barbara ben benjamin beth betty bob bobby brad brandon brenda brian bruce carl carlos carol caroline
  catherine charles charlie cheryl chris christina christine christopher cindy craig cary curt cynthia dan daniel dave david
  dean deborah debra denise dennis diana diane don donald donna doris doug douglas ed eddie edward elaine elizabeth ellen
  emily emma eric erica erik eugene evelyn frances fred gary george gerald gina gloria greg gregory harold harry heather
  helen henry hugh ian jack jackie jacob james jamie jane janet janice jason jay jean jeff jeffrey jennifer jenny jeremy
  jerry jesse jessica jim jimmy joan joe joel john johnny jon jonathan jordan jose joseph joshua joyce juan judith judy
  julia julie justin karen kate katherine kathleen kathy katie keith kelly ken kenneth kevin kim kimberly kyle larry laura
  lauren laurie lee leslie linda lisa lori louis lucy luke lynn marc margaret maria marie marilyn mark martha martin mary
  matt matthew megan melissa michael michelle mike nancy nathan neil nick nicole norman olivia pamela patricia patrick paul
  paula peter phil philip phillip rachel ralph randy raymond rebecca richard rick rob robert roger ron ronald roy russell
  ruth ryan sam samantha samuel sandra sara sarah scott sean shannon sharon shirley sophia stephanie stephen steve steven
  stuart sue susan suzanne teresa theresa thomas tim timothy tina todd tom tony tracy tyler ulysses vanessa victor victoria
  abraham virginia walter wayne wendy william zach eddy hughie cary duncan lou lloyd`);

/** Names that are also words, by how the word is used: these need a person's context. */
const wordNames = {
  modal: wordSet("will may can"),
  verb: wordSet(`grant mark chase drew pat rob skip chuck nick josh lance wade don trip jay ray hunt bob buck tuck pierce gene
    miles drake chip cash ward wes stew trey lee dean duke earl ty van rod mason hunter tanner carter cooper tyler parker
    baker walker porter taylor fletcher archer tucker sawyer gardner gardener wilder ford blaze flip chance jack`),
  noun: wordSet(`rose hope art bill sky dale summer april june august autumn faith joy grace dawn eve ivy iris lily daisy
    violet hazel olive holly heather ginger pepper basil sage clover robin frank ernest max penny piper reed rich rusty
    sandy sonny sunny sterling teddy sue woody wren ace angel ash berry bud buddy candy carol charity charm cliff clay
    colt crystal dash destiny dolly dusty echo ember fern field flint forest forrest fox gale gem glen harmony heath herb honey
    honor jade jasmine jewel joey joy judge justice king kit lane laurel liberty mercy misty moss myrtle noble north nova
    oak ocean opal page patience peach pearl peg petal poppy precious prince prudence queen rain rainbow raven red ridge
    river rocky ruby scarlet scout serenity silver spike star stone storm stormy victory viola west winter wolf young brook
    brooke birch aspen cedar linden rowan briar brier bay sterling victor guy merry marigold magnolia willow juniper sierra
    savannah phoenix major minor bishop knight trace true blue gray grey green brown black white amber melody trinity cherry bliss`),
} as const;
const months = wordSet("may april june august summer autumn winter");

export const wordClassOf = (name: string): "modal" | "verb" | "noun" | undefined =>
  wordNames.modal.has(name)
    ? "modal"
    : wordNames.verb.has(name)
      ? "verb"
      : wordNames.noun.has(name)
        ? "noun"
        : undefined;
export const isSeason = (name: string): boolean => months.has(name);
