import type { Subject } from "./names.ts";

/** What customers of any trade judge, in the words that people use for it. */
interface Concept {
  /** The subject of the network of sentences that it is part of; several concepts may be. */
  subject?: Subject;
  /** An aspect with two of these among its triggers speaks of the concept. */
  core: string;
  /** Other words that raise it. */
  words: string;
  /** Phrases that raise it and say which way. */
  positive?: string;
  negative?: string;
}

// Comma-separated. A list grows with words that mean one thing in every trade; what only one trade says belongs to its owner.
export const concepts: Concept[] = [
  {
    subject: "price",
    core: "price, prices, priced, pricing, cost, costs, expensive, inexpensive, cheap, cheaper, affordable, overpriced, pricey, value, reasonably priced, worth every penny, fair price, too expensive, overcharged",
    words:
      "price, prices, priced, pricing, pricey, charge, charges, charged, charging, fee, fees, paid, pay, paying, money, budget, cost, costs, costly, expensive, inexpensive, affordable, overpriced, cheaper, cheapest, good value, great value, good deal, great deal, bargain, rip off, ripoff, rip-off, ripped off, gouging, gouged, gouge, price gouging, budget friendly, reasonable rates, rates, quote, quoted, estimate, overcharged, overcharge, dollars, bucks, a fortune, arm and a leg, half the price, fraction of the cost, money's worth, bang for the buck, bang for your buck, worth every penny, worth every dollar, worth the money, waste of money, steep, free of charge, no charge, for free, charged me nothing, discount, discounted, coupon, coupons, deals, specials, overcharging, hidden fees, highway robbery, nickel and dime, competitive",
    positive:
      "worth every penny, worth every cent, worth every dollar, worth the money, worth the price, free of charge, at no charge, no extra charge, no additional charge, did not charge me, didn't charge me, didn't even charge, bang for the buck, bang for your buck, can't beat the price, couldn't beat the price, won't break the bank, didn't break the bank, half the price, fraction of the price, fraction of the cost, very reasonable, reasonably priced, fairly priced, saved me hundreds, saved us hundreds, saved me thousands, saved us thousands, saved me a lot of money, saved us a lot of money, saved me money, saved us money, less than quoted, great deal, great deals, good deals, best deals, great sales, low cost, less than the quote, under the estimate",
    negative:
      "rip off, ripoff, ripped off, ripped me off, price gouging, gouged, waste of money, highway robbery, arm and a leg, nickel and dime, nickel and dimed, not worth the money, not worth the price, more than quoted, more than the quote, over the estimate, cheaper elsewhere, cheaper online, overcharging, cheaper at another, for cheaper, cheaper somewhere else, a little steep, a bit steep, twice the price, double the price",
  },
  {
    subject: "time",
    core: "on time, late, punctual, punctuality, showed up, show up, arrived, tardy, kept waiting, hours late, right on time, no show, no-show, early, prompt, promptly",
    words:
      "on time, early, late, hour, hours, show up, punctual, punctuality, tardy, right on time, never showed, never showed up, no show, no-show, showed up, shows up, arrived early, arrived late, hours late, an hour late, minutes late, running late, ran late, stood me up, stood us up, time window, on schedule, ahead of schedule, behind schedule, when they said, when he said, prompt, promptly, timely",
    positive:
      "right on time, exactly on time, arrived on time, came on time, showed up on time, always on time, on the dot, ahead of schedule, arrived early, earlier than expected, earlier than promised, when they said they would, when he said he would",
    negative:
      "never showed, never showed up, didn't show up, did not show up, no show, stood me up, stood us up, hours late, an hour late, days late, hour late, weeks late, minutes late, behind schedule",
  },
  {
    subject: "time",
    core: "wait, waited, waiting, waits, wait time, wait times, long wait, line, lines, slow, minutes",
    words:
      "taking forever, took so long, wait, waited, waits, waiting, wait time, wait times, long line, long lines, no line, in and out, kept waiting, took forever, seen right away, seen on time, seated right away, seated immediately",
    positive:
      "no wait, minimal wait, little wait, hardly any wait, short wait, never have to wait, never had to wait, never wait, didn't have to wait, did not have to wait, no waiting, in and out in, seen right away, seated right away, seated immediately, worth the wait",
    negative:
      "long wait, took forever, kept waiting, waited over an hour, waited an hour, waited for hours, waited forever, still waiting, waited for over, had to wait, taking forever, took so long",
  },
  {
    subject: "time",
    core: "quick, quickly, fast, slow, same day, next day, right away, immediately, efficient, efficiently, turnaround, took forever, speed, speedy, timely, prompt",
    words:
      "quick, quickly, fast, faster, speedy, slow, slower, efficient, efficiently, same day, next day, right away, in no time, turnaround, timely, took forever, took ages, rapid, rapidly, swift, swiftly, within the hour, within an hour, in under an hour, less than an hour, in less than an hour, within minutes, wasted no time, took weeks, took months, took days, longer than, delay, delays, delayed, in and out, quick response, expedited",
    positive:
      "in no time, wasted no time, same day service, within the hour, within an hour, in under an hour, less than an hour, in less than an hour, within minutes, within 30 minutes, within 20 minutes, came the same day, same afternoon, quick turnaround, fast turnaround, very timely, in a timely manner, timely manner",
    negative:
      "took forever, took ages, took weeks, took months, longer than promised, longer than expected, longer than quoted",
  },
  {
    subject: "staff",
    core: "friendly, polite, courteous, rude, professional, unprofessional, pleasant, helpful, respectful, kind, attentive, personable, welcoming, attitude, condescending, staff, customer service, manners, team",
    words:
      "friendly, unfriendly, polite, impolite, courteous, rude, rudeness, rudely, professional, professionally, professionalism, unprofessional, pleasant, unpleasant, helpful, unhelpful, respectful, disrespectful, disrespected, kindness, attentive, inattentive, personable, welcoming, unwelcoming, attitude, condescending, dismissive, arrogant, hostile, sweetest, kindest, nicest, friendliest, thoughtful, considerate, accommodating, gracious, compassionate, caring, cheerful, demeanor, bedside manner, hospitality, hospitable, gentleman, gentlemen, customer service, great service, excellent service, good service, amazing service, terrible service, horrible service, poor service, bad service, worst service, best service, outstanding service, wonderful service, awesome service, service was, staff, employees, employee, team, crew, guys, people, front desk, receptionist, manager, owner, nice, greeted, treated me, treated us, treats you, treated like, great guys, great guy, great people, good people, nice guy, nice guys, nice people, nice lady, nice man, wonderful people, lovely people, lovely lady, nurses, above and beyond, yelled at, hung up on, ignored me, ignored us, made me feel, made us feel, makes you feel, felt welcome, pleasure to work with, pleasure to deal with, easy to work with, great to work with, joy to work with, wonderful to work with, a pleasure, sense of humor, customer oriented, people skills, smug, snotty, snooty, surly, grumpy, snarky, impatient, belittling, belittled, creepy, concierge, receptionists, driver, salesperson, salespeople, sales girl, cashier, helped me, helped us, assist",
    positive:
      "above and beyond, over and beyond, helped me, helped us, went out of his way, went out of her way, went out of their way, pleasure to work with, pleasure to deal with, pleasure doing business, easy to work with, great to work with, joy to work with, wonderful to work with, made me feel comfortable, made us feel comfortable, made me feel at ease, made me feel welcome, made us feel welcome, feel at home, felt welcome, treated me like family, treated us like family, treats you like family, treated like family, took great care of me, took great care of us, takes great care of, took good care of me, took good care of us, great guys, great guy, great people, nice guy, nice guys, nice people, nice lady, nice man, wonderful people, lovely people, lovely lady, sense of humor",
    negative:
      "couldn't be bothered, could not be bothered, gave me attitude, on her phone, on his phone, yelled at, hung up on, talked down to, talks down to, ignored me, ignored us, treated me like, treated us like dirt, couldn't care less, could care less, could not care less, blew me off, blew us off, blown off, brushed me off, rolled her eyes, rolled his eyes, people skills are lacking",
  },
  {
    subject: "communication",
    core: "explained, explain, explains, communication, communicate, communicates, responsive, answered, questions, informed, updates, returned my call, called back, call back, returned my calls, kept me informed, texted, listened, listen, told me",
    words:
      "phone call, answer the phone, heard back, up to date, recommendations, confirm, inform, instructions, talked me through, explained, explain, responded, responds, advice, explains, explaining, explanation, explanations, communication, communicative, communicated, communicates, responsive, unresponsive, responsiveness, informative, informed, kept me updated, kept us updated, kept me posted, kept us posted, kept in touch, stayed in touch, let me know, let us know, updates, answered all, answered my questions, answered our questions, answers questions, answered the phone, returned my call, returned my calls, returns calls, never called back, called me back, called back, call me back, called ahead, call ahead, courtesy call, follow up, followed up, follow-up, follow through, listened, listens, listening, listen to, walked me through, walked us through, went over, no communication, lack of communication, miscommunication, never heard back, no response, no call, no reply, never responded, never replied, radio silence, ghosted, reach anyone, reach them, voicemail, checked in, check in with, kept me in the loop, kept us in the loop, understood my, understood our, suggestions, not what i asked, asked for",
    positive:
      "kept me up to date, kept us up to date, talked me through, go over everything, kept me informed, kept us informed, kept me updated, kept us updated, kept me posted, kept us posted, kept in touch, stayed in touch, let me know, let us know, answered all my questions, answered all our questions, answered all of my questions, answered all of our questions, answered my questions, answered our questions, answered every question, answers all my questions, took the time to explain, takes the time to explain, explained everything, explains everything, explained what, explains what, explained all, walked me through, walked us through, called me back, called back within, returned my call, courtesy call, called ahead, followed up with, kept me in the loop, kept us in the loop, great communication, easy to reach, listened to, listens to, really listens, always available to answer",
    negative:
      "no phone call, did not inform, didn't inform, not informed, never called back, never called me back, never called, never heard back, never returned, no call back, no response, no reply, never responded, never replied, didn't call, did not call, wouldn't return, won't return, won't call, doesn't return, don't return, no communication, lack of communication, radio silence, ghosted, poor communication, no one answers, nobody answers, doesn't listen, didn't listen, did not listen, don't listen, not what i asked for, not what we asked for, without telling me, without asking me, nobody told me, no one told me",
  },
  {
    subject: "honesty",
    core: "honest, honesty, integrity, trust, trustworthy, upsell, upselling, pushy, scam, dishonest, lied, lie, lies, shady, upfront, up front, hidden fees",
    words:
      "unethical, questionable, keep their word, kept their word, keeping your word, honest, honesty, dishonest, dishonesty, integrity, trustworthy, untrustworthy, trusted, upsell, upselling, upsold, up sell, pushy, lied, liar, liars, lying, scam, scammed, scammer, scammers, scamming, crook, crooks, thief, thieves, con artist, con artists, fraud, fraudulent, shady, sketchy, deceptive, deceived, deceitful, misleading, misled, cheated, bait and switch, up front, upfront, straightforward, straight forward, straight shooter, transparent, transparency, ethical, unethical, took advantage, taking advantage, take advantage, no pressure, high pressure, hidden charges, unnecessary work, unneeded, didn't need, false advertising, broken promises, stand behind, stands behind, stood behind, honor, honored, honors",
    positive:
      "keep their word, keeps his word, kept their word, kept his word, keeping your word, true to his word, no pressure, never pressured, not pushy, straight shooter, didn't try to sell, did not try to sell, never tried to sell, never tries to sell, doesn't try to sell, didn't try to upsell, did not try to upsell, never tries to upsell, without trying to, could have charged, could have sold, stand behind, stands behind, stood behind, talked me out of, told me i didn't need, told us we didn't need",
    negative:
      "unethical, bait and switch, con artist, con artists, took advantage of, tried to sell me, tried to sell us, trying to sell me, tried to upsell, trying to upsell, tried to scam, tried to charge, high pressure, broken promises, false advertising, lied to, lied about, lie to you",
  },
  {
    subject: "clean",
    core: "clean, cleanliness, dirty, filthy, spotless, sanitary, unsanitary, hygiene, tidy, immaculate, messy, stained, dust",
    words:
      "cleaned up, smell, smelled, smells, smelly, clean, cleanest, cleanliness, dirty, dirtiest, filthy, filth, spotless, sanitary, unsanitary, hygienic, unhygienic, hygiene, tidy, immaculate, stained, dusty, mildew, grimy, disgusting, sticky floor, sticky floors, sticky tables, stinky, stunk, reeked, cockroach, cockroaches, roaches, bed bugs, bugs, mouse droppings, cleaned up after, left no mess, left a mess, sterile, sanitized, sparkling",
    positive:
      "cleaned the area, cleaned up after, left no mess, left everything clean, left the place clean, cleaner than, super clean, very clean, spotless, immaculate, not a speck",
    negative:
      "was a mess, is a mess, left a mess, left a huge mess, not clean, not very clean, mouse droppings, bed bugs, smelled like urine, smelled like smoke, in need of cleaning, not well kept",
  },
  {
    subject: "work",
    core: "work, quality, workmanship, result, results, fixed, repaired, skilled, competent, expert, thorough, botched, job, great job, good job, knowledgeable, craftsmanship",
    words:
      "haircut, haircuts, manicure, manicures, pedicure, pedicures, massage, massages, facial, blowout, blow out, root canal, extraction, paint job, oil change, brake job, installation, grooming, alterations, great job, good job, excellent job, amazing job, awesome job, fantastic job, wonderful job, outstanding job, incredible job, terrible job, horrible job, poor job, bad job, crappy job, nice job, perfect job, phenomenal job, superb job, beautiful job, stellar job, job well done, workmanship, craftsmanship, quality work, great work, good work, excellent work, amazing work, beautiful work, shoddy, botched, butchered, incompetent, incompetence, competent, skilled, skillful, skills, expertise, expert, knowledgeable, knowledgable, know what they are doing, knows what he is doing, knows what she is doing, know what they're doing, knows what he's doing, knows what she's doing, knew what they were doing, knew what he was doing, knew exactly, knows his stuff, knows her stuff, know their stuff, thorough, meticulous, attention to detail, detail oriented, perfectionist, fixed, repaired, solved, resolved, works perfectly, works great, working perfectly, runs great, runs perfectly, running great, looks great, looks amazing, looks beautiful, looks fantastic, looks awesome, looks perfect, looks like new, looked great, looked amazing, like new, good as new, brand new, turned out great, turned out beautiful, turned out amazing, turned out perfect, came out great, came out beautiful, came out perfect, came out amazing, still leaks, still leaking, still broken, still not working, still not fixed, worse than before, had to redo, redo, redone, never fixed, didn't fix, did not fix, couldn't fix, could not fix, ruined, careless, sloppy, half done, half-done, top notch, high quality, poor quality, talented, talent, skill, misdiagnosed, talented stylist, best haircut, worst haircut, perfectly, to perfection",
    positive:
      "great job, good job, excellent job, amazing job, awesome job, fantastic job, wonderful job, outstanding job, incredible job, perfect job, phenomenal job, superb job, beautiful job, job well done, did such a good job, did such a great job, quality work, know what they are doing, know what they're doing, knows what he is doing, knows what he's doing, knows what she is doing, knows what she's doing, knew what they were doing, knew what he was doing, knew exactly what, knows his stuff, knows her stuff, know their stuff, attention to detail, works perfectly, works great, working perfectly, runs great, runs perfectly, running great, looks great, looks amazing, looks beautiful, looks fantastic, looks awesome, looks perfect, looks like new, looked great, looked amazing, good as new, like new, turned out great, turned out beautiful, turned out amazing, turned out perfect, came out great, came out beautiful, came out perfect, came out amazing, fixed the problem, fixed the issue, fixed my, fixed our, fixed it, solved the problem, solved my, never looked better",
    negative:
      "terrible job, horrible job, poor job, bad job, crappy job, awful job, half done, still leaks, still leaking, still broken, still not working, still not fixed, still doesn't work, worse than before, never fixed, didn't fix, did not fix, couldn't fix, could not fix, unable to fix, refused to fix, ruined my, destroyed my, botched, butchered, doesn't know what he's doing, don't know what they're doing, don't know what they are doing, no idea what, poor quality, poor workmanship, shoddy work, lack of attention",
  },
  {
    subject: "booking",
    core: "appointment, appointments, schedule, scheduled, scheduling, reschedule, rescheduled, booked, booking, fit me in, squeezed me in, availability, get in",
    words:
      "fit me in, fit us in, fit her in, fit him in, squeezed me in, squeezed us in, squeeze me in, squeeze us in, got me in, got us in, get me in, get us in, get you in, getting in, took me in, last minute, short notice, walk-in, walk-ins, took me right, saw me right away, same day appointment, easy to schedule, easy to book, double booked, overbooked, cancelled my, canceled my, cancelled on, canceled on, cancelled our, canceled our, rescheduled, reschedule, scheduling, worked with my schedule, around my schedule, convenient hours, weekend hours, open late, open on sundays",
    positive:
      "fit me in, fit us in, fit her in, fit him in, squeezed me in, squeezed us in, got me in, got us in, get me in right away, get you in, saw me right away, same day appointment, easy to schedule, easy to book, easy to get an appointment, around my schedule, worked with my schedule, worked around my, on short notice, at the last minute, even though they were busy, convenient hours",
    negative:
      "cancelled my, canceled my, cancelled on me, canceled on me, double booked, overbooked, cancelled our, canceled our, impossible to get an appointment, hard to get an appointment",
  },
  {
    core: "pain, painless, gentle, hurt, painful, numb",
    words:
      "painless, pain free, painful, hurt, hurts, gentle, no pain, didn't feel, felt nothing, numb, rough, discomfort",
    positive:
      "painless, pain free, no pain, didn't hurt, did not hurt, didn't feel a thing, felt nothing, virtually painless, very gentle",
    negative: "very painful, so much pain, extremely painful",
  },
  {
    core: "reliable, reliability, dependable, consistent, consistently, trust, count on, rely",
    words:
      "reliable, unreliable, reliability, dependable, consistent, consistently, inconsistent, count on, rely on, trustworthy, never let me down, never let us down, never disappoints, never disappointed, hit or miss, year after year, no show, flake, flaky, flaked",
    positive:
      "can count on, count on them, never let me down, never let us down, never disappoints, never disappointed",
    negative: "hit or miss, can't count on, let me down, let us down",
  },
  {
    core: "damage, damaged, broke, broken, scratched, ruined, respectful of our home",
    words:
      "damage, damaged, damages, scratched, scratches, scratch, dented, dent, broke my, broke our, broke the, mess, cleaned up, clean up after, swept, booties, drop cloths, respectful of our home, respectful of my home, ruined",
    positive:
      "cleaned up after, left no mess, left no trace, swept up, wore booties, no damage, without a scratch, not a scratch, careful with",
    negative:
      "left a mess, broke my, broke our, scratched my, scratched our, damaged my, damaged our, ruined my, ruined our, dented my, cracked my",
  },
  {
    subject: "price",
    core: "bill, billed, billing, invoice, charge, charged, refund, overcharged, payment",
    words:
      "bill, billed, billing, invoice, invoiced, overcharged, overcharge, double charged, refund, refunded, charged twice, credit card, unauthorized charge",
    negative:
      "overcharged, double charged, charged twice, charged me twice, billed twice, refused to refund, no refund, never refunded, wouldn't refund",
  },
  {
    core: "complaint, complained, apologized, apology, make it right, made it right, guarantee, warranty, resolved, resolve, refund",
    words:
      "made it right, make it right, made things right, make things right, apologized, apologised, apologetic, apology, resolved, rectified, rectify, stood behind, stands behind, stand behind, warranty, guarantee, guaranteed, redo, redid, blamed, excuses",
    positive:
      "made it right, made things right, stood behind, stands behind their, fixed it right away, no questions asked, took responsibility, rectified",
    negative:
      "wouldn't make it right, never made it right, refused to fix, nothing but excuses, blamed me, blamed us, no apology, never apologized, not even an apology, refused to honor, won't honor, wouldn't honor",
  },
  {
    subject: "food",
    core: "food, dish, dishes, meal, delicious, tasty, flavor, taste, menu, portions, portion",
    words:
      "soggy, bland, salad, salads, soup, pizza, burger, burgers, sandwich, sandwiches, fries, sushi, rolls, tacos, wings, pasta, noodles, rice, steak, chicken, fish, shrimp, bread, cake, pastries, coffee, drinks, cocktails, buffet, breakfast, brunch, fresh, cooked, food, delicious, tasty, tasteless, flavor, flavors, flavour, flavorful, flavorless, yummy, bland, dish, dishes, meal, meals, menu, portion, portions, entree, entrees, appetizer, appetizers, dessert, desserts, overcooked, undercooked, cooked to perfection, cooked perfectly, mouth watering, scrumptious, savory, soggy, stale, greasy, salty, juicy, crispy, tender, seasoned, sauce, ate, eaten",
    positive:
      "delicious, cooked to perfection, cooked perfectly, finger licking, to die for, melts in your mouth, melted in my mouth",
    negative: "soggy, bland, tasteless, flavorless, food poisoning, overcooked, undercooked",
  },
  {
    subject: "staff",
    core: "server, servers, waiter, waitress, bartender, hostess, host, waitstaff, wait staff",
    words:
      "server, servers, waiter, waiters, waitress, waitresses, waitstaff, wait staff, bartender, bartenders, hostess, barista, attentive, inattentive, friendly, rude, service was, great service, excellent service, good service, terrible service, horrible service, poor service, bad service, slow service, refilled, refills, checked on us, customer service",
  },
  {
    subject: "ambience",
    core: "atmosphere, ambience, ambiance, decor, vibe, cozy, interior",
    words:
      "setting, live music, dingy, run down, atmosphere, ambience, ambiance, decor, vibe, vibes, cozy, cosy, noisy, loud, romantic, intimate, charming, cute, quaint, cramped, crowded, interior, decorated, decoration, lighting, hole in the wall, dive",
    positive: "live music",
    negative: "cramped, dingy, run down, too loud",
  },
  {
    subject: "room",
    core: "room, rooms, bed, beds, suite, bathroom, shower, mattress, pillows",
    words:
      "view, views, facilities, well maintained, room, rooms, bed, beds, suite, suites, bathroom, bathrooms, shower, showers, mattress, pillow, pillows, towels, air conditioning, wifi, wi-fi, thin walls, walls are thin, hear everything, balcony, slept, carpet, furniture, renovated, remodeled, outdated, dated, spacious, noisy",
    positive: "well maintained",
    negative:
      "outdated, run down, thin walls, walls are thin, walls were thin, could hear everything, paper thin",
  },
  {
    subject: "location",
    core: "location, located, walking distance, convenient, close to, downtown, neighborhood, near",
    words:
      "get around, near, nearby, close by, location, located, walking distance, conveniently located, convenient location, great location, close to, within walking, centrally located, neighborhood, neighbourhood, minutes from, steps from, blocks from, walkable, easy access, sketchy area, safe area, bad area",
    positive:
      "easy to get around, walking distance, conveniently located, centrally located, steps from, minutes from, close to everything, easy access, walkable, within walking",
    negative: "sketchy area, bad area, bad neighborhood, middle of nowhere, far from everything",
  },
];

/** The words of one of these lists. */
export const wordsOf = (list = ""): string[] =>
  list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
