import type { TradeTerms } from "../trade-terms.ts";
/** Work in and around the household, and for what it owns. */
export const householdTerms: TradeTerms = {
  cleaning: `
    deep|spring|first|initial|top clean|scrub: baseboards, behind the fridge, behind the stove, inside the oven, top to bottom, grout, deep clean, deep cleaned, scrubbed every, ceiling fans, light fixtures, blinds, toothbrush, hadn't been cleaned in, years of grime, scrubbed the baseboards, every crevice, crevices, nook and cranny, nooks and crannies, hands and knees, behind the toilet, behind the toilets, light switches, door frames, window sills, top of the fridge, top of my fridge, under the fridge, first time clean, first clean, one time clean, initial clean, every inch, corner to corner, hadn't been cleaned, never been cleaned; scrub > tub shower floor wall baseboard
    house|regular|weekly|biweekly|bi|recurring|maid|home|housekeeping|standard|bathroom|kitchen clean|service|housekeeping?: every two weeks, every other week, biweekly, every friday, every monday, every tuesday, every wednesday, every thursday, once a week, twice a month, weekly clean, cleaning lady, housekeeper, house is spotless, house was spotless, house smelled, come home to, made the beds, every week, each week, every 2 weeks, twice a week, once a month, every month, bi weekly, fortnightly, our cleaner, my cleaner, our regular cleaner, our regular, standing appointment, different person each, different cleaner, different person every, every few weeks, every third week, every other monday, comes every monday, on mondays, every other tuesday, comes every tuesday, on tuesdays, every other wednesday, comes every wednesday, on wednesdays, every other thursday, comes every thursday, on thursdays, every other friday, comes every friday, on fridays, every other saturday, comes every saturday, on saturdays, every saturday
    move|moving|tenancy|vacate|bond|turnover clean|out|in: move out clean, move in clean, got our deposit back, got my deposit back, full deposit, deposit back, security deposit, old apartment, landlord couldn't, before we moved in, before moving in, empty apartment, empty house, bond back, left by the last tenant, whole deposit, entire deposit, my deposit, our deposit, landlord said, landlord gave, landlord was, landlord even, walk through, final walkthrough, moved out, moving out, move out, moving in, before our furniture, before the furniture, new house, new apartment, new place, previous tenants, previous tenant, last tenants, listed the house, listed our house, before listing, before the closing, end of our lease, end of my lease, lease was up, lease ended, turned in the keys, hand over the keys
    office|commercial|business|janitorial clean|janitorial?: our office, break room, conference room, trash emptied, waiting room, empties the trash, our clinic, our store, lobby floors, after hours; clean vacuum empty mop > office desk suite trash store
    construction|renovation|builder|post clean|construction|renovation: drywall dust, after the remodel, after our remodel, after the renovation, construction dust, sawdust, contractors left, paint splatters, after the contractors, fine dust, white dust, plaster dust, our remodel, the remodel, a remodel, kitchen remodel, bathroom remodel, the renovation, our renovation, a renovation, our addition, contractors finished, guys left, builders left, crew left, sheetrock dust, new build, dust everywhere, dust in everything, grout haze, paint drips
    window|glass clean|wash: windows, screens, streaks, streak free, panes, second story, skylights, see through, squeegee, bird flew, pane, streak, streaky, streaked, see the mountains, see the lake, see the ocean, see the view, see out, see outside, window sills, window tracks, smudges, smudge, fingerprints, second floor windows, storm windows, sliding glass, sliding door, windows sparkle, the glass; wash clean squeegee wipe > window glass screen pane
    carpet clean|shampoo|steam: carpets, steam cleaned, steam clean, steam cleaning, shampooed, pet stains, wine stain, red wine, traffic lanes, pet urine, pet accident, stains came out, stain came out, coffee stain, fluffy, my carpet, our carpet, my carpets, our carpets, carpet looks, carpet was, carpets look, carpets were, carpet is, carpets are, white carpet, beige carpet, cream carpet, wine out of, out of my carpet, out of the carpet, out of our carpet, soaking wet, dry time, smells like wet dog, my rugs, our rugs, rug looks, out of my couch, my white couch, out of my white couch, my couch looks, my sofa looks, upholstery, spots came back, stains came back, spot came back, stain came back, stains reappeared; shampoo steam clean extract > carpet stair bedroom living hallway; get lift > wine stain
    rug|area|oriental clean|wash|repair?: rug, rugs, oriental, persian, wool rug, fringe; clean wash > rug
    upholstery|furniture|sofa|couch|mattress|leather clean: out of my couch, out of the couch, out of our couch, out of my sofa, couch looks, sofa looks, couch smells, cushions, sectional, armchair, recliner, dining chairs, mattress, car seats; clean steam shampoo > couch sofa sectional chair recliner mattress loveseat cushion
    tile|grout clean|seal: grout, grout lines, grout looks, grout is, grout was, grout came, dirty grout, tile looks; clean scrub seal steam > grout tile
    stain|spot|odor|pet|urine remove|removal|treat|treatment|control|clean: cat pee, dog pee, pet odor, pet smell, urine, red wine, stain is gone, stains are gone, stain came out, smell is gone, smell gone, smell is completely gone, kool aid, nail polish, red stain, wine stain, blood stain, ink stain, dog smell, cat smell, pee smell, puppy accidents, accidents; remove treat lift get > stain smell odor spot
    water|flood damage|restore|extract|removal|cleanup|restoration: flooded, dried out, fans and dehumidifiers, dehumidifiers, soaked, wet carpet, pipe burst, burst pipe, water everywhere, flood; dry extract pump > water carpet basement
    fire|smoke damage|restore|clean|restoration: smoke smell, soot, after the fire, kitchen fire
    mold|mould remove|removal|remediate|remediation|test: mold, mildew, black mold, musty
    laundry|wash|fold|linen fold|service|wash?: folded, laundry, shrunk, shrank, shrink, shrunk my, ironed, ironing, pressed, shirts, fresh sheets, clean sheets, changed the sheets, changed the beds, changed our sheets, sheets changed, bed linens, whites, my sweater, my jeans, sock, socks, hamper, wrinkled, wrinkles, bleached my, put away the clothes, towels; wash fold > clothes laundry sheet; wash fold iron press do shrink > clothes laundry sheet shirt towel sweater
    organize|organizing|declutter|closet|pantry: closet, pantry, bins, labels, decluttered, clutter, garage is, closet was, my closet, our closet, made piles, sorted out, sorted through, donation pile, donation bags, donate, for goodwill, to goodwill, labeled, labeled everything, shelves up, shelving, find everything, find anything, purge, purged, junk drawer, park in the garage, park in my garage, park in our garage, see the floor, what i own, a place for everything, everything has a place, pile of clothes; organize declutter sort > closet pantry garage kitchen drawer; tackle > closet pantry garage
    oven|fridge|appliance clean: oven, fridge, refrigerator, !oven, !my fridge, !our fridge, !the fridge, !freezer, !refrigerator, inside the oven, inside of the oven, inside the fridge, inside of the fridge, baked on, burnt on, burned on, caked on, oven racks, racks, oven door, stovetop, microwave, every shelf, shelves and drawers, spoiled food, rotten food, spoiled meat, crisper; clean scrub > oven fridge refrigerator microwave
    airbnb|vacation|rental|turnover clean|turnover?: vrbo, my airbnb, our airbnb, my rental, our rental, my guests, our guests, guests check, guests checked, guests complained, guests complain, guests left, guests leave, guests love, guests always, guests never, next guests, next guest, between guests, between stays, between bookings, bookings, superhost, as a host, i host, we host, my listing, our listing, my reviews, short term rental, rental cabin, vacation rental, rental property, rental unit, our vacation home, same day turnaround
    hardwood|wood|floor clean|wax|polish|strip|buff: hardwoods, floors shine, waxed, buffed, wood floors; mop wax buff strip polish clean > floor hardwood
  `,
  pests: `
    ant|carpenter control|treat|ant|exterminate|removal: ants, ant trail, ant trails, carpenter ants, fire ants, sugar ants, sawdust piles, ant mounds, anthills, mounds; !ants
    rodent|mouse|mice|rat control|removal|exclusion|exterminate|trap|rat?: mice, mouse, rats, rat, droppings, scratching in the, scratching noises, scurrying, chewed, gnawed, bait stations, sealed the holes, sealed every hole, entry points, little critters, sealed up the gaps, !mice, !rats, !mouse, !rodents, mice gone, mouse in, rat in, snap traps, attic noises, something in the walls, in the walls, steel wool, pellets; trap catch seal > hole gap critter
    termite control|treat|inspect|inspection|treatment|bond: termites, termite, mud tubes, swarmers, tented, tenting, sentricon, bait stations, wood damage, closing on our house, wings on the windowsill, drilled around; !termites, !termite
    bed bug / bedbug: bed bugs, bedbugs, bitten, heat treatment, heat treated, little red welts, welts; heat treat > bed mattress apartment; !bed bugs, !bedbugs
    roach|cockroach control|exterminate|treat|removal: roaches, roach, cockroaches, palmetto bugs, water bugs, gel bait, german roaches, !roaches, !roach, !cockroaches, skittering, kitchen at night
    mosquito|tick control|spray|treat|fogging|barrier|treatment?: mosquitoes, mosquitos, mosquito, skeeters, ticks, backyard again, eaten alive, sit outside, standing water, enjoy our patio, backyard barbecue, !mosquitoes, !mosquitos, !mosquito, !ticks, our deck again, patio again, swatting; fog spray mist > yard backyard bushes
    wasp|bee|hornet|yellow|stinging|nest|hive remove|removal|control|nest|jacket?: wasps, wasp, wasp nest, hornets, yellow jackets, yellowjackets, bees, beehive, hive, stung, hornet nest, relocated the bees, honeycomb, !wasps, !hornets, !yellow jackets, !bees, nest under the, nest in the, nest by the, stingers, ground nest, swarm, paper nest; remove take knock spray > nest hive wasp hornet
    wildlife|animal|raccoon|squirrel|critter|bat|possum|opossum|skunk control|removal|trap|exclusion?: raccoon, raccoons, squirrel, squirrels, possum, opossum, skunk, groundhog, bats, critter, critters, in our attic, in the attic, in my attic, trapped, chimney cap, humane trap, under the shed, under the deck, under our deck, armadillo, !raccoons, !raccoon, !squirrels, !bats, in our chimney, babies in the, noises in the attic, one way door, in the crawl space; trap catch remove relocate > raccoon squirrel possum skunk bat groundhog animal
    spider control|treat|spray?: spiders, spider, webs, cobwebs, black widow, black widows, brown recluse, recluse, de webbed; !spiders, !spider
    flea|tick control|treat|treatment: fleas, ticks, bites on my ankles, my dog was scratching; !fleas, !flea
    scorpion control|treat: scorpion, scorpions, black light
    silverfish|earwig|cricket|centipede control|insect?: silverfish, earwigs, centipedes, crickets
    quarterly|general|monthly|regular|annual|home|year|pest control|pest|service|plan|treatment|prevent?: every three months, every 3 months, once a quarter, bug free, perimeter, bugs, sprayed inside and out, spray inside and out, sprays inside and out, sprays the perimeter, no bugs, haven't seen a bug, creepy crawlies, without a bug, pest free, critter free; spray treat > perimeter baseboard foundation house inside outside
    mole|gopher|vole control|trap|removal: moles, mole, gophers, gopher, voles, mounds
    crawlspace|crawl|moisture|encapsulate: crawl space, vapor barrier, moisture
    fumigate|fumigation|tent: tented, tenting, fumigated
    bird|pigeon control|removal|proof|exclusion?: pigeons, droppings
  `,
  movingAndStorage: `
    local|residential|house|home|apartment move|moving|relocation: across town, new house, new apartment, new place, two bedroom, three bedroom, third floor, walk up, old place to the new, moved us, moved our, moved my, movers, 2 bedroom, 3 bedroom, one bedroom, everything i own, loaded the truck, couch through the door, our move, the move, my move, our furniture, scratched our, heavy furniture, piano up, moving day, moving truck, third story; move load unload carry > furniture stuff house apartment belongings couch sofa us everything
    long|cross|interstate|state|distance|country move|moving|distance|country|haul: across the country, cross country, out of state, coast to coast, miles away, another state, all the way to, all the way from, states away, delivery window, hundred miles, across country, delivered a week late; move > states
    office|commercial|business move|moving|relocation: our office, office move, desks, cubicles, open for business, over the weekend, file cabinets, new suite, conference table; move relocate > office desk cubicle
    pack|packing unpack|unpack|service?: packed, packed up, boxed, wrapped, bubble wrap, glassware, packed my kitchen, labeled, unpacked, packing, not a single dish, not one dish, broken dishes, wrapped every, boxed up; pack wrap box unpack > kitchen dishes china glasses house everything room boxes
    load|unload|labor|loading help|only|service?: loaded, unloaded, u haul, uhaul, pod, pods, rental truck, penske, tetris, loaded my truck; load unload > truck pod trailer container haul uhaul
    piano|instrument move|moving: piano, baby grand, steinway; move > piano
    gun|safe|heavy|specialty|hot|pool|antique move|moving|item|table?: gun safe, hot tub, pool table, 800 pound, grandfather clock, armoire, treadmill; move > safe table
    junk|trash|debris|rubbish removal|remove|haul|hauling: hauled, hauled away, hauled off, old couch, to the dump, junk, garage full, old mattress, took everything, took it all away, debris, hoard, clutter gone, filled the truck, truckload, broken furniture; haul remove take clear dump > couch mattress junk trash debris sofa treadmill
    furniture|couch|sofa|mattress remove|removal|haul|disposal|pickup: old couch, sofa, sectional, recliner, box spring; haul remove take carry > couch mattress sofa dresser recliner sectional bed
    appliance remove|removal|haul|disposal: old fridge, washer, dryer, refrigerator, stove; haul remove take > fridge refrigerator washer dryer freezer stove
    estate|hoard|hoarder|eviction|house|foreclosure|garage|basement|attic cleanout|clean|clear: mom's house, dad's house, mother's house, father's house, grandma's house, parents' house, passed away, hoarder, after my mother, after my father, cleared out, cleaned out, empty house, tenant left, tenants left; clear clean empty > garage basement attic house estate storage
    construction|renovation debris|waste|removal|cleanup: drywall, shingles, two by fours; haul > debris drywall lumber
    yard|green waste|debris|removal: branches, limbs; haul > branches brush limbs
    hot|shed|deck|tub removal|demolition|demo|tear: hot tub, swing set, playset, jacuzzi; demo tear remove demolish > shed deck tub playset
    dumpster|bin|roll rent|rental|off?: dumpster, roll off, 20 yard, ten yard; drop rent deliver > dumpster bin
    e|electronic|electronics|tv|computer waste|recycle|recycling|disposal: old tvs, old tv, computers, monitors, electronics, printers
    donate|donation pickup|service?: goodwill, donated, habitat, salvation army
    storage|unit|self|locker storage|unit|rent|climate|control?: units, storage, 10x10, 5x10, 10 by 10, locker, gate code, stored, roll up door, padlock, month to month; store rent keep > unit stuff furniture locker
    climate|temperature control|unit|storage|controlled: climate controlled, temperature controlled, humidity, no mold, air conditioned unit, photos and records, warped
    rv|boat|vehicle|car storage|park|parking: rv, boat, camper, trailer, motorhome, covered spot; store park > rv boat camper trailer
    supplies|box|boxes moving|packing|supply|sale?: bubble wrap
    truck rent|rental: rental truck, uhaul, u haul
    senior|elder|downsizing move|service?: downsize, downsizing, assisted living, my mother's things, nursing home
    storage portable|container|short|temporary: pod, between houses, for a month, for two months
    furniture assemble|assembly|disassemble: disassembled, took apart, reassembled, put back together, crib; disassemble reassemble assemble > bed crib table furniture
  `,
  repairs: `
    refrigerator|fridge|freezer repair|service|fix|install?: fridge, refrigerator, freezer, ice maker, icemaker, not cooling, stopped cooling, food spoiled, warm milk, milk was warm, compressor, defrost, evaporator fan, sub zero; FIX leak quit die > fridge refrigerator freezer icemaker compressor
    washer|washing|laundry machine|repair|service|fix?: washer, washing machine, spin cycle, wouldn't spin, wouldn't drain, soaking wet, agitator, front loader, top loader, walked across, wet clothes, bearing, leaking suds, lid switch; FIX leak > washer drum pump
    dryer repair|service|fix?: dryer, no heat, wouldn't heat, tumble, tumbling, heating element, still wet, squealing, lint, thermal fuse, clothes took; FIX > dryer belt
    dishwasher repair|install|service?: dishwasher, wouldn't drain, standing water, dirty dishes, bosch; FIX FIT leak > dishwasher
    oven|stove|range|cooktop repair|install|service|range?: oven, stove, burner, burners, cooktop, igniter, ignitor, wouldn't heat, broiler, gas smell, wouldn't light, convection, preheat; FIX > oven stove burner range igniter
    microwave repair|install|replace?: microwave, turntable, magnetron; FIX FIT > microwave
    ice|maker|machine repair|service?: ice maker, icemaker, cubes
    wine|cooler repair: wine fridge, wine cooler
    garbage|dispos|disposal repair|install|replace?: disposal; FIX FIT > disposal
    dryer vent clean: lint, vent, dries in one; clean clear > vent lint
    appliance install|installation|hookup: hooked up, hook up, installed our new, gas line, water line; hook FIT > dishwasher stove range washer dryer fridge
    appliance maintenance|tune|tuneup: tune up, cleaned the coils, coils
    small|countertop appliance|repair: mixer, kitchenaid, stand mixer, vacuum, toaster, blender; FIX > mixer vacuum blender
    screen|display|glass phone|replace|repair|crack|iphone|cracked?: cracked screen, shattered, screen, spider web, new glass, lcd, lines across, touch stopped, dropped my phone, dropped it, black screen, digitizer; FIX > screen glass display lcd
    battery phone|replace|replacement|iphone|laptop?: battery, wouldn't hold a charge, holds a charge, died by noon, lasts all day, swelling, drained, charge all day; FIX > battery
    charge|charging port|repair|replace|clean?: charging port, wouldn't charge, won't charge, charge port, lint, wiggle, charger, usb c; FIX clean > port
    water|liquid damage|repair|phone: dropped in, spilled, coffee on, got wet, went swimming, washing machine; spill drop > coffee water toilet pool lake laptop keyboard
    data recover|recovery|transfer|backup: lost files, hard drive, baby pictures, transferred, got everything back, thumb drive, wouldn't boot; recover save retrieve transfer > photo picture file data contact
    tablet|ipad repair|screen|replace?: ipad, tablet, kindle, galaxy tab; FIX > ipad tablet
    laptop|computer|pc|mac|macbook repair|service|screen?: laptop, macbook, keyboard, hinge, blue screen, overheating, ssd, hard drive, fan noise, desktop, motherboard, chromebook, wouldn't boot, slow computer; FIX > laptop macbook keyboard computer hinge desktop pc
    virus|malware|spyware remove|removal? / computer tune|tuneup|service: virus, pop ups, popups, malware, hacked, ransomware; remove clean > virus malware
    game|console|xbox|playstation|nintendo repair|service?: xbox, ps5, ps4, playstation, hdmi, joycon, joy con; FIX > xbox ps5 playstation switch controller console hdmi
    camera|lens|back phone|repair|replace|glass: blurry, back glass; FIX > camera lens
    unlock phone|carrier|network?: t mobile, sim
    buy|sell|sale|trade used|phone|refurbished: bought a used phone, refurbished, trade in, sold my old phone
    speaker|microphone|mic|button repair|replace|phone?: mic, microphone, couldn't hear, muffled, home button; FIX > speaker mic button
    screen protector|case|accessory|install?: protector, tempered glass, screen protector
    watch|smartwatch|apple repair|battery|screen|watch?: apple watch; FIX > watch
    shoe|boot|heel|sole repair|cobbler|resole?: soles, heels, boots, resoled, heel, insoles; FIX resole > shoe boot heel sole
    jewelry|ring repair|resize|size?: resized, clasp, prong, necklace; FIX resize > ring clasp chain necklace
    bike|bicycle repair|tune|tuneup: bike, derailleur; FIX tune > bike gear brake chain
  `,
  clothes: `
    dry clean|cleaning: dry cleaned, dry clean, suit, suits, blazer, dress shirts, silk, sweater, slacks, plastic bag, pressed, silk blouse; clean > suit coat blazer dress sweater
    hem|hemming|pant|pants hem|alter|alteration|taper|shorten?: hemmed, hem, hems, shortened, pants, jeans, trousers, took up, inseam, dragging on the floor; hem shorten take > pants jeans trousers slacks skirt
    waist|taking|take in|waist|out: took in, taken in, let out, waist; take let > waist side
    wedding|bridal|bride|bridesmaid dress|gown|alter|alteration|clean|preserve?: wedding dress, gown, bustle, bridesmaid, bridesmaids, bridal, bodice, took in the bodice, walked down the aisle, boxed, preserved; alter take hem bustle > gown bodice
    suit|jacket|coat alter|tailor|fit|alteration|blazer?: suit, jacket, blazer, sleeves, took in, lapel, tux, sport coat, waist taken in, vents; taper take let shorten alter > sleeve suit jacket waist blazer tux
    dress|skirt|formal|prom alter|hem|alteration|take|gown?: prom, prom dress, homecoming, gown, took in, let out; take let hem alter shorten > dress strap gown waist
    zip|zipper repair|replace|replacement: zipper, zip, broken zipper, zippers; FIX sew > zipper zip
    button|patch|mend|repair|tear|sew sew|replace|mend|repair|clothes|garment|minor?: patched, mended, moth hole, moth holes, seam, seams, lining, split seam, reweave; sew patch mend FIX > button hole rip tear seam lining patch pocket
    laundry|wash|fold|shirt fold|shirt|service|press|launder?: wash and fold, shirts, starch, starched, dress shirts, light starch, by the pound, laundered, smelled fresh; wash fold starch press launder > shirt clothes laundry
    press|iron|pressing iron|only|steam?: pressed, ironed, crease, steamed, wrinkles, wrinkled; press iron steam > shirt suit dress linen
    leather|suede|fur clean|repair|care: leather, suede, fur, leather jacket; clean FIX > leather suede
    stain|spot remove|removal|treat|treatment: red wine, spaghetti, lipstick; get remove lift > stain wine ink spot
    comforter|bedding|household|blanket|quilt|linen clean|wash|item|care?: comforter, quilt, duvet, bedspread, tablecloth, down comforter, king size; clean wash > comforter quilt duvet blanket bedspread
    drape|curtain|drapery clean|hem|alter?: drapes, curtains, drapery; clean hem > drape curtain
    rug|carpet clean: rug, rugs
    custom|made suit|tailor|measure|dressmaking|sew: made to measure, custom suit, bespoke
    pickup|delivery pick|deliver|service?: drops off, dropped off, to my door, at my door, front porch
    shoe repair|resole|heel|shine?: soles, boots, heels, resoled, shined, heel tips; FIX resole > shoe boot heel sole
    uniform|military|embroidery patch|alter|clean|embroider?: uniform, uniforms, patches, embroidered, name tape
  `,
};
