import { firstNames, functionWords, wordClassOf } from "../language/english.ts";
import { wordSet } from "../language/word-set.ts";

/** Towns that are words of the language: only what stands around them tells that the town is meant. */
const wordTowns = wordSet(`
  reading mobile orange hope surprise normal bend union enterprise paradise liberty independence freedom harmony concord unity
  providence buffalo phoenix eagle beaver bear elk auburn cherry olive peach apple lemon rose ivy ash aspen cedar elm maple oak pine
  hazel laurel magnolia lily violet commerce industry progress prosperity success friendship welcome pleasant eden zion star
  sun moon sparks rocket turkey superior summit media mars venus energy power rifle boulder stone flint sandy salt wheeling bath
  battle sandwich nice cork bury deal rugby sale barking ware rye wells bow hull march hook street over beer derby weed
  likely happy earth humble spring temple early best loving comfort needles novelty defiance reform equality boring sisters
  drain riddle talent echo halfway remote fossil sublime clever peculiar protection hurricane page globe winner faith speed bliss
  love mercury pie cotton coffee bay bell clay cliff cross dale hershey troy plain plains canyon cheddar bourbon champion
  deadwood tombstone buckeye marathon opportunity plainview pride rush santa tiger victory advance accident`);

/** Towns that people, firms and makes of cars are called after as often. */
const nameTowns = wordSet(`
  madison jackson austin florence paris savannah charlotte brooklyn dallas houston georgia hudson carson eugene gilbert beverly
  helena chandler marion augusta elizabeth victoria sydney chester clyde jasper logan trenton cody casper sheridan vernon camden
  aurora lincoln franklin jefferson washington monroe chelsea kent cheyenne sierra dakota milan vienna valencia orlando denver
  memphis raleigh cleveland bailey preston clayton clinton dalton easton weston stanley warren winston wesley bradley carlton
  clifton colby dawson denton elliot emerson everett fletcher harrison hayden irving kendall lawrence leland mason mitchell
  morgan murray nelson newton norman palmer parker payton perry pierre quincy randolph raymond russell sanford selma sherman sidney
  spencer stuart taylor tyler vincent wallace wayne willis wilson abilene ada alma bethany edna marietta sharon trinity juliet
  london alexandria adelaide troy phoenix hope`);

const isPersonTown = (name: string): boolean => nameTowns.has(name) || firstNames.has(name);

/** What a name stands for besides the place, "new hope" by its last word. */
export const otherUseOf = (name: string): "person" | "word" | undefined => {
  const word = name.replace(/^(?:new|good) /, "");
  if (isPersonTown(word)) return "person";
  return wordTowns.has(word) || functionWords.has(word) || wordClassOf(word) !== undefined
    ? "word"
    : undefined;
};
/** Towns of other countries that many American ones are called after. */
const worldTowns = wordSet(`
  rome athens naples venice berlin geneva lisbon madrid toledo cordoba hamburg bremen warsaw delhi lebanon peru cuba mexico jamaica
  poland norway moscow manchester dublin cambridge oxford york cairo lima seville granada verona genoa palermo barcelona frankfurt
  hanover dresden cologne amsterdam rotterdam brussels antwerp ghent zurich lucerne oslo stockholm copenhagen edinburgh glasgow
  belfast cork limerick liverpool birmingham bristol palestine bethlehem jerusalem carthage alexandria corinth sparta troy ithaca
  syracuse canton shanghai tokyo manila bombay calcutta melbourne perth wellington china japan india ireland scotland wales`);
/** Whether a place of the name is likely to be meant that is not ours, when somebody travels. */
export const isFarAway = (name: string): boolean => worldTowns.has(name) || otherUseOf(name) !== undefined;
/** Words that follow "in", "of" or "to" themselves: "in progress", "to my surprise", "dyed in auburn". */
const plainWords = wordSet(`
  hope surprise union paradise liberty independence freedom harmony concord unity providence progress prosperity success
  friendship comfort faith love bliss reform equality orange auburn bath battle spring normal`);
export const isPlainWord = (name: string): boolean => plainWords.has(name);

/** What is owned, lived in or counted at a place: "our Auburn house", "Lincoln folks". */
export const localThings = wordSet(`
  village estates farms commons heights hills ohio oh area areas neighborhood neighbourhood neighborhoods subdivision township
  suburb suburbs city town downtown community communities region side line limits metro market outskirts county
  customers customer neighbors neighbours people residents resident natives native locals local folks families family moms mom
  dads homeowners homeowner brides couples seniors retirees kids teens tenants teachers nurses runners gardeners buyers sellers shoppers owners owner landlords landlord renters students commuters cyclists riders drivers driver shoppers women men girls ladies guys friends parents voters patients clients
  home homes house houses lawn lawns yard yards garden property properties residence apartment apartments condo townhouse cottage cabin
  rental duplex farm ranch kitchen basement backyard place address
  office offices location locations store stores shop shops branch branches salon clinic practice warehouse showroom route crew
  crews team teams trip trips job jobs project area's dentist dentists mechanic mechanics plumber plumbers stylist contractor contractors
  business businesses district institution tradition classic gem staple landmark favorite favorites fave winters summers winter summer heat weather traffic rain sun snow zip`);

/** What is called after a town, a firm or a person of the name without being there. */
export const namedThings = wordSet(`
  game games match fan fans football basketball baseball hockey soccer grad grads alum alumni alumna diploma degree jersey
  sweatshirt sweater hoodie hat cap shirt tee mascot sticker flag ticket tickets cigarettes penny pennies chocolate chocolates bar bars
  kiss kisses candy wings wing sauce chicken juice soda slices peel stove style roll rolls salad cheese pie nuts nut
  chair chairs knot castle ski speedway raceway symphony paver pavers unit units furnace furnaces boiler boilers heater heaters faucet faucets toilet toilets valve pump pumps drill mower
  mowers tractor tractors compressor thermostat truck trucks car cars sedan suv engine engines parts dealer dealership rep app
  phone phones ounce ounces glasses lamp light nook color colour hair dye shade tint blonde brown red leather tumbler insurance
  policy card cards loan tunnel effect bound grass marathon state salt rifle building jacket jackets boots tulips bulbs bologna ham limestone granite marble witch comma cement shirt shirts`);
