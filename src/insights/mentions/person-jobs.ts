import { roles } from "../language/english.ts";
import { wordSet } from "../language/word-set.ts";

const jobs =
  wordSet(`server waitress waiter hostess host bartender barista busboy cook chef stylist hairdresser colorist barber hygienist
  receptionist dentist doctor nurse assistant mechanic groomer vet therapist masseuse esthetician aesthetician manicurist trainer
  instructor teacher coach guide artist photographer florist baker agent realtor broker advisor adviser consultant coordinator
  planner designer salesman saleswoman salesperson cashier clerk concierge housekeeper driver installer inspector owner manager
  electrician plumber painter roofer carpenter cleaner mover movers locksmith optician pharmacist helper pa`);

/** What somebody of a firm does there: "our waiter Max", "Taylor our server". */
export const isJob = (word: string): boolean => jobs.has(word) || (roles.has(word) && word !== "named");
