import { isIn, parseContexts } from "../language/contexts.ts";
import type { Token } from "../language/tokens.ts";
import { wordSet } from "../language/word-set.ts";

const firmList = `company companies dentist dentists shop shops place places contractor contractors mechanic mechanics
  salon salons firm firms plumber plumbers vet vets groomer groomers movers hotel hotels motel motels restaurant
  restaurants business businesses provider providers quotes estimates quote estimate dealer dealers dealership
  dealerships store stores branch branches location locations painter painters electrician electricians roofer roofers
  landscaper landscapers practice clinic clinics spa spas spot spots cleaners chain chains studio garage garages bid
  bids bidder bidders bar bars diner cafe bakery pharmacy gym`;
export const firms = wordSet(firmList);
const anyFirm = [...firms].join("|");
const formerFirm = `${anyFirm}|doctor|stylist|barber|hairdresser|guy|landlord|agent|lawyer|accountant|tech|crew|school|daycare`;

/** Who else customers could have gone to. The word in brackets stands for it. */
const rivals = parseContexts(`
  other|another|others|different|competing [${anyFirm}];
  other|another|different local|big|nearby|auto|moving|cleaning|dental|car|hair|nail|pest|pool|roofing|plumbing|repair|tire|body * [${anyFirm}];
  my|our old|last|previous|former|usual|regular|prior [${formerFirm}]; the previous|former|prior [${formerFirm}];
  everyone|everybody|anyone|anybody|someone|somebody|anywhere|somewhere|everywhere|anyplace|someplace [else]; [elsewhere];
  [competitor|competitors|competition|competitor's]; the [others|dealer|dealership|dealer's]; my|local|a [dealer|dealership];
  [others] were|are|wanted|quoted|charge|charged|asked|do|did;
  [next] door; down|up|across the|my * [street|road|block|hall|highway]; around the [corner]; at [home]; can|could|could've * * * [myself|ourselves];
  at|from|by a|the|any|my|your|some * [gas|drive|mall|grocery|supermarket|cafeteria|vending|freezer|microwave];
  at|from [walmart|costco|amazon|mcdonald's|wendy's|ikea|target]`);

/** Whether a token stands for another business. */
export const isRival = (tokens: readonly Token[], at: number): boolean => isIn(rivals, tokens, at, at + 1);

const several = wordSet("else others competitors shops places companies dealers firms garages hotels");
/** Rivals of whom there are many: what they all do is what this business does not. */
export const areRivals = (tokens: readonly Token[], at: number): boolean =>
  several.has(tokens[at]?.word ?? "") && isRival(tokens, at);

const nearby = wordSet("next street road block hall highway corner");
/** "Next door", "down the street": often told of a good place with much around it. */
export const isNearby = (tokens: readonly Token[], at: number): boolean => nearby.has(tokens[at]?.word ?? "");

const adverbs = wordSet("else elsewhere home myself ourselves");
/** Those that say where by themselves: "cheaper elsewhere". */
export const saysWhere = (tokens: readonly Token[], at: number): boolean =>
  isNearby(tokens, at) || adverbs.has(tokens[at]?.word ?? "");
