import { wordSet } from "./word-set.ts";

/**
 * English words that carry an opinion wherever they stand, by strength. Base forms only: inflections are made
 * below. Words whose sense depends on the thing described (long, cold, cheap) live in the learned weights.
 */
const adjectives: Record<string, string> = {
  "3": `amazing awesome excellent exceptional exquisite extraordinary fabulous fantastic flawless incredible
    impeccable magnificent marvelous marvellous outstanding perfect phenomenal spectacular splendid stellar
    stunning sublime superb superior terrific top unbeatable unbelievable unforgettable wonderful wondrous
    breathtaking mindblowing brilliant divine heavenly delectable scrumptious mouthwatering remarkable best
    finest favorite favourite unparalleled unrivaled unrivalled unmatched peerless priceless legendary immaculate
    gorgeous scrumptious delicious yummy ecstatic thrilled delighted world-class superlative sensational
    astonishing astounding dazzling first-rate five-star topnotch invaluable lifesaving sumptuous luscious
    unsurpassed exemplary jaw-dropping glorious lovely tremendous transcendent pristine spotless faultless fab mindboggling jawdropping kickass badass sumptuously heaven-sent`,
  "2": `good great nice fine tasty flavorful flavourful fresh friendly helpful polite courteous attentive prompt
    punctual professional reliable dependable trustworthy honest honorable honourable knowledgeable skilled
    skillful skilful talented experienced thorough meticulous careful conscientious diligent efficient effective
    quick fast speedy responsive accommodating welcoming warm kind considerate thoughtful generous gracious
    pleasant pleasing enjoyable comfortable comfy cozy cosy clean tidy neat spotless beautiful pretty attractive
    elegant stylish classy charming romantic relaxing relaxed cheerful happy glad pleased satisfied satisfying
    impressed impressive proud grateful thankful reasonable affordable inexpensive fair competitive worth
    worthwhile valuable convenient handy easy simple smooth seamless intuitive sturdy solid durable robust
    powerful bright crisp vibrant sharp vivid responsive lightweight portable versatile useful lush healthy
    thick-green weed-free manicured immaculate lively fun entertaining cool hip trendy chic creative
    innovative inventive unique authentic genuine inviting appealing juicy tender succulent moist savory savoury
    flaky buttery crispy crunchy creamy hearty rich refreshing memorable interesting superfast noiseless
    respectful personable approachable caring compassionate sweet sincere upfront transparent trusty spacious
    roomy airy quiet peaceful serene tranquil secure safe sleek slick ergonomic snappy speedier stable
    bug-free hassle-free painless stress-free effortless flexible adept capable competent organized organised
    well-kept ideal suitable refined tasteful decadent addictive addicting bountiful plentiful ample abundant
    tempting fluffy velvety silky zesty aromatic
    zippy nimble peppy plush homey homely gleaming sparkling opulent swanky ritzy walkable central rugged hearty pillowy
    buttery nutty briny springy chewy-good smoky-good perfect-sized responsive crystal sociable obliging welcoming
    superquick superclean tranquil restful rested refreshed pampered fragrant soothing sunny picturesque scenic luxurious posh
    high-quality premium quality dreamy adorable cute delightful splendid winning rewarding successful
    loyal accurate precise crystal-clear clear timely eager energetic enthusiastic gentle hospitable
    humble jovial patient trusting understanding attentive proactive communicative detailed methodical tireless
    hardworking hard-working reputable established recommended commendable admirable praiseworthy laudable
    glossy tantalizing charismatic engaging fascinating captivating enchanting festive funny hilarious witty
    seasoned imaginative harmonious balanced bubbly chill complimentary free gratis thriving flourishing revived
    greener fuller thicker healthier tidier cleaner straighter`,
  "1": `decent okay ok alright adequate acceptable satisfactory passable fine serviceable tolerable sufficient
    correct proper right fitting big large modern new popular famous local large-portioned available
    functional workable standard-plus busy-but-good intimate casual laid-back green even straight light colorful colourful
    special different exotic varied extensive diverse notable promising better hot positive fancy upscale
    ready willing eager able complete total-win consistent constant regular spicy tangy flavored soft calm cheap`,
  "-1": `average mediocre ordinary plain bland-ish pricey expensive costly small tiny cramped crowded noisy loud busy
    slow late long limited lacking odd strange weird unusual dated old outdated basic boring dull generic
    forgettable unremarkable uninspired uninspiring unexciting lackluster lacklustre underwhelming meh middling
    so-so patchy uneven spotty inconsistent dry greasy oily salty heavy cold lukewarm chewy dark dim tight
    hesitant skeptical wary unsure hectic confusing complicated complex tricky hard difficult minor questionable
    overrated overhyped watery thin runny skimpy stingy steep touristy heavyish warmish gimmicky clunky bulky
    stale-ish worn faded hot-running brown yellow bare unnecessary excessive unfinished incomplete unclear vague
    tired gloomy dreary drab stuffy smoky chaotic stressful impersonal distant aloof indifferent inattentive
    forgetful absent missing unavailable short negative wrong-ish simplistic unimpressive predictable unexceptional
    tough stiff mushy soggy flat bland tasteless flavorless flavourless weak watered-down fatty gamey rubbery stringy
    jumpy grainy choppy creaky squeaky wobbly pixelated tinny muffled finicky temperamental cumbersome scratchy lumpy
    saggy threadbare chipped musty stained claustrophobic wonky iffy blurry fuzzy unpolished uncomfy undersized
    doughy gristly floury oversalted overcrowded overworked underpowered bloated dodgy shabby seedy dingy grungy
    uncool windowless viewless hot-to-touch glary nosy frumpy airless`,
  "-2": `bad poor subpar inferior disappointing disappointed dissatisfied unsatisfied unsatisfactory unsatisfying unhappy
    displeased upset angry annoyed annoying irritating irritated irritable frustrated frustrating aggravating
    unacceptable unpleasant uncomfortable inconvenient unfriendly unhelpful unprofessional unreliable
    unresponsive uncaring unkind impolite rude discourteous disrespectful arrogant snobby snobbish snooty
    pretentious condescending dismissive obnoxious grumpy surly hostile pushy aggressive careless sloppy lazy
    incompetent inept clueless unskilled untrained inexperienced amateur amateurish shoddy flimsy faulty
    defective broken buggy glitchy sluggish laggy unstable unusable useless worthless pointless dirty filthy
    grimy grubby messy sticky smelly stinky stale rancid rotten moldy mouldy overcooked undercooked burnt
    burned inedible uneatable unappetizing unappetising frozen overpriced unreasonable unfair dishonest deceptive
    misleading shady sketchy sneaky fraudulent untrustworthy irresponsible negligent reckless inaccurate
    incorrect wrong wasteful ugly unattractive hideous tacky cheesy depressing dead dying damaged
    weedy overgrown scalped ragged uncut unmowed unkempt neglected abandoned ignored lost ruined torn
    scratched dented cracked leaky leaking rusty noisier ungrateful unwelcoming unwilling unapologetic inexcusable
    unjustified unbearable intolerable painful cheaply ill-mannered short-staffed understaffed disorganized
    disorganised unorganized chaotic nasty gross yucky icky bitter sour-faced overdone tasteless
    awkward embarrassing embarrassed humiliating shameful sad sorry pathetic lame inadequate insufficient
    deficient problematic troublesome bothersome tedious tiresome hopeless impossible regretful suspicious
    dangerous unsafe toxic sick ill nauseous nauseating overheated hazardous harsh miserable mean
    unhygienic unsanitary unclean cockroach-infested bug-infested tasteless overbearing cheated scammed crappy
    late-again tardy delayed
    infested clogged flickering rickety unhygienic mildewed mildewy scummy slimy scuzzy sleazy rundown unmade uncleaned
    unwashed unanswered unresolved nonexistent nonfunctional nonresponsive unedible overboiled curdled congealed
    rock-hard unannounced uninvited unauthorized unauthorised incoherent unhealthy patchier
    clumsy obtrusive intrusive uncooperative unconcerned oblivious neglectful evasive flaky-service`,
  "-3": `awful horrible terrible horrendous horrid atrocious abysmal appalling disgusting dreadful dire hideous
    worst vile revolting repulsive sickening disastrous catastrophic ghastly laughable outrageous ridiculous
    insulting offensive criminal despicable deplorable lousy abominable repugnant putrid foul inexcusable
    unforgivable infuriating infuriated furious livid appalled disgusted horrified shocking nightmarish
    godawful crummy unspeakable tragic pitiful sucky excruciating insane-price horrific egregious useless worse`,
};

const verbs: Record<string, string> = {
  "3": `love adore amaze astound delight wow thrill excel cherish treasure rave rock`,
  "2": `like enjoy appreciate recommend impress please satisfy thank praise compliment commend admire trust
    deserve exceed surpass excite welcome transform revive restore rescue improve thrive flourish shine
    savor savour crave relish applaud congratulate benefit entertain comfort reassure pamper spoil fancy
    accommodate reward succeed win outperform nail outdo outshine complement resolve`,
  "1": `care help fix prefer support solve respect upgrade enhance earn work save suit satisfy smile return
    honor honour guarantee greet`,
  "-1": `lack wait miss complain struggle doubt worry avoid refuse skip cost charge delay bother
    forget limit confuse cancel hesitate apologize apologise rush linger`,
  "-2": `disappoint fail dislike ignore neglect annoy frustrate irritate bore break damage ruin destroy waste
    hurt harm regret crash freeze overcharge overprice mislead lie cheat deceive scam blame argue yell
    scream curse swear insult suffer leak stink smell kill burn scalp scorch trample wreck botch
    butcher bungle mess spill crack scratch dent rip tear reject deny reek drag lag stall
    malfunction overheat deteriorate
    rattle creak squeak flicker wobble peel sag disconnect glitch gouge nickel swindle stall snap-off whine bicker snarl snap degrade decline worsen dread fear trick pester harass nag upset sadden dismiss
    forgot fumble mangle gouge rut flood clog choke wither wilt die discourage exaggerate deplete discontinue
    complicate undercook overcook oversalt mishandle misplace misinform misdiagnose mistreat`,
  "-3": `hate loathe despise detest suck disgust appall appal horrify infuriate enrage abhor`,
};

const nouns: Record<string, string> = {
  "3": `perfection delight gem treasure masterpiece heaven paradise bliss excellence godsend lifesaver wow legend rockstar genius
    yum kudos shoutout bravo perfectionist winner`,
  "2": `pleasure joy bargain deal value steal plus bonus pro highlight strength advantage benefit improvement
    success favorite favourite charm beauty comfort care quality treat professionalism
    courtesy hospitality kindness generosity honesty integrity punctuality expertise elegance freshness
    thanks compliment praise satisfaction enjoyment ease convenience asset angel hero star pride fan lover
    craftsmanship thoroughness friendliness
    workhorse beast beauty breeze oasis haven retreat powerhouse knockout standout portability responsiveness cleanliness attentiveness workmanship`,
  "1": `choice option variety selection help smile peace flavor flavour recommendation upgrade`,
  "-1": `wait delay lack flaw drawback downside con issue concern complaint doubt line crowd noise excuse
    downfall negative weakness disadvantage hassle shortage confusion mistake error inconvenience mediocrity
    attitude limitation glitch hiccup stain smell`,
  "-2": `problem trouble disappointment failure damage waste mess ripoff scam joke dirt filth stench bug roach
    cockroach hair rudeness arrogance incompetence frustration annoyance regret shame defect crash letdown
    garbage trash junk crap rubbish dump pain headache gimmick liar thief crook fraud lie
    lemon dud rip-off stink mold mould grease complaint loss misery turnoff turn-off idiot jerk clown amateur
    negligence neglect bummer pity fiasco
    cardboard dishwater mildew sewage urine smog cigarette bedbug fleas bloatware crapware malware nonsense pigsty
    brick paperweight slop swill overcharge spam hell chaos refund ruts weeds clippings dandelions
    crabgrass bare-spot stripes-missed streaks divots`,
  "-3": `nightmare disaster horror disgrace catastrophe atrocity travesty abomination hell worst`,
};

/** Adverbs and particles that are opinions of their own. */
const others: Record<string, string> = {
  "3": `superbly perfectly beautifully wonderfully flawlessly impeccably deliciously`,
  "2": `well nicely properly promptly quickly kindly gladly happily luckily fortunately thankfully gracefully
    generously smoothly easily yay hooray wonders`,
  "1": `surprisingly definitely`,
  "-1": `supposedly allegedly slowly hardly unfortunately sadly sorely`,
  "-2": `badly poorly unfortunately regrettably rudely carelessly sloppily ugh yuck eww alas barely`,
  "-3": `horribly terribly awfully`,
};

const vowel = /[aeiou]/;

function inflectVerb(base: string): string[] {
  if (base.endsWith("e")) return [base, `${base}s`, `${base}d`, `${base.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(base))
    return [base, `${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`, `${base}ing`];
  const s = /(s|sh|ch|x|z)$/.test(base) ? `${base}es` : `${base}s`;
  const doubled = base + base.slice(-1);
  return [
    base,
    s,
    `${base}ed`,
    `${base}ing`,
    ...(/[aeiou][^aeiouwxy]$/.test(base) ? [`${doubled}ed`, `${doubled}ing`] : []),
  ];
}

function inflectAdjective(base: string): string[] {
  const adverb = /[^aeiou]y$/.test(base)
    ? `${base.slice(0, -1)}ily`
    : base.endsWith("le")
      ? base.replace(/e$/, "y")
      : base.endsWith("ic")
        ? `${base}ally`
        : `${base}ly`;
  if (base.length > 6) return [base, adverb];
  const stem = /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}i` : base.replace(/e$/, "");
  return [
    base,
    adverb,
    `${stem}er`,
    `${stem}est`,
    ...(vowel.test(base.slice(-2, -1)) ? [`${base}${base.slice(-1)}er`, `${base}${base.slice(-1)}est`] : []),
  ];
}

const inflectNoun = (base: string): string[] => [
  base,
  /(s|sh|ch|x)$/.test(base) ? `${base}es` : /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`,
];

/** Forms that the spelling rules make but that are no opinions, or ones they make wrongly. */
const exceptions = `
  hardly 0, hotly 0, oldly 0, newly 0, rightly 0.5, longer 0, longest -1, shortly 0, later 0, latest 0.5,
  lately 0, freely 1, larger 0.3, fairly 0, prettily 0, prettier 1.5, kindness 2, likely 0, topper 0,
  topping 0, rocks 1.5, rock 0, rocked 2, rocking 1, likes 0.7, liked 2, fastest 2, chilly -1, evenly 1.5,
  lightly 0.3, softly 0.5, presently 0, worked 0.5, working 0.3, works 1, work 0.3, win 1.5, fined -1,
  finely 1, hater -2, costs -0.5, cost -0.3, charged -1, charge -0.3, charges -0.5, lines -0.5, line -0.3,
  thinly 0, slower -1.5, smiling 1.5, winning 1.5, caring 2, cared 1, cares 1, care 0.5, stars 0, star 0,
  hair -0.7, hairs -1.5, broke -2, broken -2, froze -2, frozen -1.2, lying -1.5, lied -2, tore -2,
  died -2, dies -2, forgotten -1.5, forgets -1.5, wore 0, cleanly 1.5, backs 0, straightly 0, biggest 0,
  bigger 0.5, freezer 0, freezing -1.5, killer 1.5, leaves 0, spoiled -0.5, spoilt -0.5, spoil 0,
  welcomed 1.5, refreshingly 2, returned 0, returns 0, returning 0.5, return 0.2, hotter -0.3, hottest 0,
  hot 0.3, free 1, new 0.2, big 0.2, large 0.3, different 0.2, local 0.1, right 0.5, quality 1, top 1,
  pro 0.5, pros 0.7, con -0.5, cons -0.7, deal 1, deals 1, value 1, values 1, treat 1, treats 1,
  treated 0, treating 0, treatment 0, selection 0.5, variety 0.7, choice 0.5, choices 0.4, option 0.2,
  options 0.3, hell -1.5, stinks -2, smells -0.8, smelled -1, smell -0.8, like 0.5, liking 1.5,
  please 0.3, pleases 2, warm 1.2, warmed 0, warmer 0.5, cool 1.2, cooler 0, coolest 2, cooly 0, fast 1.5,
  quick 1.5, fresh 1.7, sweet 0.8, sweetly 0.5, light 0.5, lighter 0.7, rich 1, quiet 1, complete 0.5,
  completely 0, totally 0, busy -0.5, busier -1, dark -0.4, darker 0, old -0.4, older -0.3, oldest 0,
  long -0.7, short -0.4, small -0.6, smaller -0.5, dry -1, heavy -0.6, heavily 0, cold -0.8, colder -0.8,
  late -1.5, wait -0.6, waits -0.8, waiting -1, waited -1, miss -0.8, missing -1.5, fancy 0.5, spicy 0.5,
  soft 0.5, hard -0.6, harder -0.6, consistently 0.5, constantly -0.5, regularly 0, constant -0.3,
  regular 0, able 0.3, ready 0.4, special 0.7, specially 0.5, specials 0, positive 1.5, negative -1.5,
  die -1.5, dying -2, dead -2, sick -1.5, ok 0.7, okay 0.7, mess -2, killed -2, kills -1.5, kill -1.5,
  killing -1.5, flooded -2, scorching -1.5, weeds -1, weed -0.5, dandelion -1, dandelions -1,
  crabgrass -1, clippings -0.7, refund -1.2, refunds -1, refunded -0.5, burning -1.2, bring 0, burns -1.2,
  saved 1.5, saves 1.5, save 0.5, saving 0.7, savings 1.5, solved 1.8, solves 1.5, fixed 1.3, helped 1.5,
  helps 1.2, honored 1.3, honoured 1.3, guarantee 0.5, guaranteed 1, support 0.2, supports 0.3,
  supported 0.4, supporting 0.2, fancier 0.5, reasonable 1.6, reasonably 1.4, cheap 0.3, cheaper 0.8,
  cheapest 0.5, cheaply -1.5, only 0, worthy 2, worthier 2, worthiest 2, finest 3, fairer 1, lateral 0,
  trashed -2, messed -2, trashy -2, junky -2, bored -1.5, bores -1, issue -1.2, issues -1.2, excel 0, beasts 0.5, beast 1, brick 0, bricks 0, snap 0,
  snaps 0, snapped -1, snapping -0.5, beauties 1, cigarette -0.7, cigarettes -0.7, retreat 0.7, rattling -1.5, central 0.7, simply 0, clearly 0,
  largely 0, basically 0, ideally 0, greatly 0.7, plainly 0, tightly 0, openly 0, rough -1, loose -0.7, stuck -1.2, crooked -1.5, scary -1.2`;

function build(): Map<string, number> {
  const words = new Map<string, number>();
  const add = (groups: Record<string, string>, inflect: (base: string) => string[]): void => {
    for (const [grade, list] of Object.entries(groups)) {
      for (const base of list.trim().split(/\s+/)) {
        for (const form of inflect(base)) if (!words.has(form)) words.set(form, Number(grade));
      }
    }
  };
  add(others, (base) => [base]);
  add(adjectives, inflectAdjective);
  add(verbs, inflectVerb);
  add(nouns, inflectNoun);
  for (const exception of exceptions.split(",")) {
    const [word = "", grade] = exception.trim().split(" ");
    words.set(word, Number(grade));
  }
  return words;
}

/** Opinion of a lower-case word out of context, from -3 (worst) to 3 (best). */
export const opinions: ReadonlyMap<string, number> = build();

export const negators =
  wordSet(`not n't no never none nobody nothing neither nor without cannot cant dont didnt doesnt isnt wasnt wont
  wouldnt couldnt shouldnt arent werent havent hasnt hadnt aint hardly scarcely rarely seldom lacks lacked lack lacking zero
  fails failed unable refused refuses far minus barely`);
export const intensifiers =
  wordSet(`very really extremely incredibly super so absolutely totally completely truly highly
  exceptionally remarkably insanely amazingly particularly especially quite most more always consistently damn
  seriously deeply thoroughly unbelievably wildly utterly entirely such extra hugely immensely terribly awfully ridiculously beyond mighty real`);
export const diminishers =
  wordSet(`slightly somewhat fairly rather kinda little bit mildly relatively sorta partly mostly almost pretty
  less moderately reasonably semi marginally tad occasionally sometimes`);
export const contrasts = wordSet(
  `but however although though yet while whereas despite except nevertheless nonetheless instead unlike still otherwise unfortunately`,
);
export const irrealis =
  wordSet(`wish wished hope hoped hoping if would could should might may supposed expected expecting expect maybe
  perhaps unless ought whether want wanted wanting needs need promised claims claimed said advertised`);
