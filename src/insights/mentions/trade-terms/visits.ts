import type { TradeTerms } from "../trade-terms.ts";
/** Guests, celebrations, lessons and advice. */
export const visitTerms: TradeTerms = {
  hotel: `
    suite|room king|queen|deluxe|standard|guest|accommodation|double / suite: king bed, king room, queen room, queen bed, ocean view, two queens
    breakfast|continental free|buffet|hot|complimentary|service?: breakfast, waffles, omelet, omelets, omelette, scrambled eggs, buffet, muffins, pancakes, waffle maker, pastries, morning spread
    pool|swim|swimming|indoor|outdoor|hot swim|indoor|outdoor|heated|tub|spa|hot?: pool, swimming, swam, hot tub, jacuzzi, cannonball, cabanas, water slide, lazy river; swim > pool
    spa|massage|sauna treatment|service|day?: spa, sauna, steam room
    gym|fitness|workout|exercise center|room|centre?: gym, treadmill, treadmills, fitness center, fitness room, workout room, elliptical, dumbbells, peloton
    park|valet|parking parking|garage|self|free?: valet, valeted, parking, park my car, park the car, keys to the; park > car truck
    shuttle|airport transfer|shuttle|service|transport: shuttle, picked us up, picked me up, shuttle driver
    wifi|internet|wi free|fi|internet|access?: wifi, wi fi, internet, zoom calls
    restaurant|dine|bar|lounge|dining|rooftop on|site|bar|restaurant|grill?: restaurant, cocktail, cocktails, happy hour, martini, nightcap, old fashioned
    room service|dining: room service, midnight burger
    housekeep|housekeeping|turndown cleaning|service|daily?: housekeeping, housekeeper, maid, maids, beds made, made the bed, turndown, room was cleaned, towel swan
    laundry|dry|valet cleaning|service|clean?: laundry, dry cleaning, ironed; press wash iron > shirt suit clothes dress
    concierge|front|check|desk|reception service|desk|in|24: concierge, front desk, recommended a restaurant, checked us in, got us tickets, dinner reservation, checked me in
    wedding|banquet|event|ballroom|reception hosting|venue|reception|space|hall|party|rental?: wedding, ballroom, rehearsal dinner, ceremony, banquet, dance floor, got married, quinceanera
    meet|conference|business|meeting room|center|space|facility: conference, seminar, projector, boardroom, business center, sales meeting, offsite
    pet|dog friendly|room|stay|policy: our pup, pet friendly, pet fee, treats at the desk, water bowl, golden retriever
    early|late checkin|checkout|check|in: late checkout, early check in, late check out, stay until, checked in early, before noon
    bike|kayak|equipment|beach|ski rent|rental|chair|storage|shuttle: bikes, kayaks, kayak, beach chairs, paddle boards
    luggage|bag|bell store|storage|hold|service: luggage, bellman, bellhop, suitcases, hold our bags
    kid|child|family club|activity|camp|suite: kids' club, bunk beds, playground
    casino|golf|game|tennis course|room: tee time, poker
    crib|rollaway|cot: rollaway, cot, pack n play
  `,
  food: `
    breakfast|brunch weekend|sunday|all|day?: brunch, pancakes, eggs benedict, french toast, mimosa, mimosas, breakfast, hash browns, waffles, bloody mary, bottomless, benedict, biscuits and gravy
    lunch|special|daily business|menu|special|buffet?: lunch special, lunch break, at noon
    dinner|dine|dining in|service|fine?: date night
    happy hour: happy hour, dollar oysters, cheap drinks
    take|takeout|carry|carryout|pickup|curbside|to out|go|pickup|order|online|curbside?: takeout, take out, carryout, carry out, curbside, ordered online, called it in; pick > order food dinner
    deliver|delivery food|home|pizza?: doordash, ubereats, uber eats, grubhub, to our door, to my door, arrived hot, showed up hot
    cater|catering corporate|event|office|full|service|wedding|drop?: catered, catering, caterer, office lunch, chafing dishes, platters, graduation party, retirement party, buffet line, office party, rehearsal dinner, served 50; cater feed serve > wedding party lunch office event guest people
    wedding|reception cater|catering|reception|cake?: our big day
    private|party|event|banquet|group dine|dining|event|room|party|room|rental|space: private room, back room, birthday dinner, rehearsal dinner, baby shower, bridal shower, banquet room, upstairs room
    bar|cocktail|wine|beer|drink|full service|list|menu|bar|program|tap|craft: cocktails, margarita, margaritas, old fashioned, bartender, martini, wine list, ipa, on tap, sommelier, negroni, pint, pints
    wine|beer|tast|tasting|pair tasting|pairing|flight|dinner: pairing, sommelier, paired
    live|music|karaoke|trivia|entertainment night|music|entertainment?: live music, guitarist, jazz, karaoke, trivia, trio, open mic, mariachi
    kid|child|children|family menu|meal|eat|night: kids menu, chicken fingers, mac and cheese, crayons, high chair, chicken tenders, grilled cheese
    outdoor|patio|rooftop|outside seat|seating|dining|terrace?: patio, rooftop, terrace, sat outside, string lights, sidewalk table
    buffet|salad bar|lunch: buffet, all you can eat, salad bar
    gift|card card|certificate: gift card, gift cards, gift certificate
    reserve|reservation|table: reservation, reservations, opentable, resy, booked a table
    cake|custom|bakery|dessert|birthday cake|order|birthday|menu|pastry|custom: cupcakes, tiramisu, cheesecake, pastries, frosting, creme brulee, fondant, buttercream, tiers, sheet cake
    gluten|vegan|vegetarian|allergy free|menu|option|options|friendly: gluten free, vegan, celiac, vegetarian, dairy free, nut allergy, plant based
    coffee|espresso|tea bar|shop|drink|service: latte, cappuccino, espresso, cold brew, barista, mocha, flat white
    pizza|wood pizza|fired: pepperoni
    sushi|raw bar: sushi, nigiri, sashimi, oysters
    food truck|service: food truck
    chef|cook|cooking class|table|menu|tasting|experience: chef's table, tasting menu, cooking class
    trivia|game night: trivia, bingo
    drive|thru|through window: drive thru, drive through
  `,
  celebrations: `
    wedding|bridal|bride|elopement photo|photography|photographer|shoot|coverage: wedding photos, wedding pictures, first look, our big day, big day, wedding day, got married, first kiss, elopement, first dance, bridesmaids, !aisle, walked down the aisle, our wedding, my wedding, our ceremony, our reception, the vows, our vows, wedding album, sneak peeks, aisle, getting ready, groomsmen; shoot photograph capture > wedding ceremony reception
    engagement|couple|proposal photo|photography|session|shoot|portrait?: engagement, engagement photos, save the date, proposal, ring shot, popped the question, fiance, fiancé, down on one knee, we got engaged, save the dates, proposed
    family|child|kid|generation portrait|photo|session|photography|photos: family photos, family pictures, family portraits, christmas card, holiday card, kids to smile, got the kids to, got all three kids, everyone looking, extended family, three kids, toddler smile, toddlers, grandkids, grandparents, matching outfits, the whole family, holiday cards
    newborn|baby|infant|milestone photo|session|photography|shoot|portrait: newborn, newborn photos, baby pictures, days old, swaddled, our baby, our newborn, baby girl, baby boy, day old, weeks old, curled up, week old, !newborn, baby slept, ten days old, two weeks old, sleepy poses, wrapped him, wrapped her
    maternity|pregnancy|bump|boudoir photo|session|photography|portrait|shoot: maternity, months pregnant, weeks pregnant, baby bump; !maternity
    boudoir|glamour photo|session|photography: boudoir, lingerie
    headshot|head|corporate|business|professional|branding|personal shot|headshot|portrait|photo|photography|branding|session: headshot, headshots, linkedin, profile picture, profile photo, bio photo, company website, my website, website photos, head shot, professional photo, !headshot, !headshots, work profile, company photos, actor, acting, casting
    senior|graduation|grad|school portrait|photo|picture|pictures|session: senior pictures, senior photos, senior portraits, senior pics, cap and gown, yearbook, graduation pictures, graduate, letterman, graduating, school pictures, class of, !cap and gown, senior session, senior year, senior photo
    event|party|corporate|conference|birthday photo|photography|coverage|event: quinceañera, quinceanera, bar mitzvah, bat mitzvah, sweet sixteen
    real|estate|property|listing|architecture|drone|aerial photo|photography|estate: zillow, mls, aerial, airbnb, realtor, wide angle, over asking
    product|commercial|food photo|photography: online store, white background, packshots
    passport|visa|id photo|photos|picture: passport, visa; !passport
    pet|dog photo|portrait|session|photography: my dog, our dog, pet portrait, good boy
    photo|old|image restore|restoration|retouch|edit|editing|repair|retouching: restored, retouched, retouching, photoshop, photoshopped, old photo, touched up, blemish; restore retouch edit FIX remove > photo picture skin blemish tear photograph
    photo|print|album|canvas|wall print|album|canvas|framing|art|printing|book|frame: album, canvas, prints, enlargement, over our fireplace, photo book, coffee table book, mantel, above the couch; print frame hang > picture photo canvas portrait
    booth|photo rental: photo booth, booth
    video|videography|film|videographer|cinematography wedding|film|service?: video, drone footage, highlight reel, videographer, footage
    mini|session holiday|sessions|photo|christmas: mini session, pumpkin patch
    rose|roses: long stemmed, red roses, dozen roses, two dozen
    centerpiece: centerpieces, centrepieces, table flowers
    bouquet|arrangement|flower|everyday|custom arrangement|bouquet|fresh|flower|mixed|seasonal|hand|tied?: bouquet, lilies, peonies, tulips, sunflowers, centerpiece, daisies, ranunculus, hydrangeas, wildflowers; arrange send wrap > flower rose bouquet vase arrangement
    wedding|bridal flower|floral|florist|bouquet|design: wedding flowers, boutonniere, boutonnieres, bridal bouquet, centerpieces, bridesmaids' bouquets, bouquet, ceremony arch, flower girl; !aisle
    funeral|sympathy|memorial flower|arrangement|wreath|spray|service?: funeral, sympathy, casket, casket spray, standing spray, celebration of life, grandmother's service, funeral home
    flower|same|local deliver|delivery|day: to her office, to my mom, at her door, to the hospital, to her work; deliver send > flower bouquet arrangement rose
    birthday|anniversary|romance|love|valentine|mother bouquet|flower|arrangement|gift|rose|day|anniversary: valentine's, valentines, mother's day, wife's birthday, mom's birthday, long stemmed
    corsage|prom|boutonniere|homecoming corsage|flower|boutonniere?: corsage, corsages, wristlet, boutonniere, homecoming, winter formal
    plant|potted|succulent|house|houseplant|orchid plant|succulent|green|garden?: orchid, succulent, succulents, peace lily, fern, houseplant, houseplants, fiddle leaf, snake plant, pothos, monstera, dish garden, terrarium, still blooming
    dried|silk|artificial|preserved flower|floral|arrangement|bouquet: dried flowers, preserved, pampas, faux
    gift|fruit|balloon basket|gift|add|chocolate|balloons: balloon, balloons, chocolates, teddy bear, fruit basket, gift basket
    event|corporate|party|holiday flower|floral|centerpiece|decor|arrangement|design|centerpieces?: centerpieces, weekly arrangement, poinsettia, table flowers, baby shower
    subscription|weekly flower|delivery|subscription: weekly flowers
    workshop|class floral|flower|design|arranging: workshop, made our own
    dj|music wedding|service|entertainment: dj, dance floor, playlist
    plan|planner|coordinate|planning|coordination wedding|event|day|coordinator?: planner, coordinator
  `,
  lessonsAndAdvice: `
    math|algebra|calculus|geometry|statistics tutor|tutoring|help|algebra?: math, algebra, calculus, geometry, fractions, multiplication, pre calc, precalculus, trig, long division, word problems, times tables, quadratics, statistics, equations, derivatives, math grade, fraction, hates math, geometry test, failing math, math test, algebra two, percents
    read|reading|literacy|phonics|dyslexia tutor|tutoring|help|support|comprehension|intervention?: phonics, sight words, chapter books, reading level, grade level, dyslexia, dyslexic, sounding out, fluency, orton gillingham, struggling reader, reads at, reads to, reads above, sound out, read a whole, letter sounds, decoding; read > book chapter
    write|writing|essay|english|college|grammar tutor|tutoring|help|coach|coaching|essay|language|arts|review?: essay, essays, grammar, personal statement, college essay, book report, term paper, common app, admissions essay, five paragraph; write edit polish > essay paper statement paragraph
    sat|act|test|exam|gre|gmat|lsat prep|preparation|act|test|coach: psat, score went up, practice tests, practice test, 1500, test scores, gre, perfect score, score jumped, raised her score, raised his score
    science|chemistry|biology|physics tutor|tutoring|help|chemistry|physics|biology?: chemistry, biology, physics, stoichiometry, organic chemistry, periodic table, ap bio, lab report, anatomy, balancing equations, chem, ap chem, orgo
    spanish|french|language|foreign|esl|english lesson|tutor|tutoring|class|esl|language|second|learner?: spanish, conjugation, toefl, ielts, second language, german, mandarin, conversational, duolingo
    homework|study|skill|skills|executive|organization help|skills|skill|function|functioning|coaching|after|coach: homework, procrastination, procrastinate, study habits, flash cards, flashcards, time management, missing assignments, note taking, adhd, organized backpack, late assignments
    code|coding|computer|program|programming class|lesson|science|tutor|programming: python, coding, robotics, minecraft
    music|piano|guitar|violin|voice|drum|singing lesson|class|instruction: piano, guitar, violin, recital, chords, sight read, vocal; teach learn play > piano guitar violin drum song
    summer|camp|program program|camp: summer slide
    early|kindergarten|preschool readiness|ready|learning: kindergarten, alphabet, preschool
    online|virtual tutor|tutoring|session: over zoom
    special|learning education|difference|support|disability|needs: iep, adhd, autism, dyslexia, special needs, learning disability
    college|admission|admissions|application counsel|counseling|application|prep|planning|consult|coaching: admissions, ivy, scholarship, common app, fafsa
    driving|driver lesson|ed|education|school|test: parallel park, behind the wheel, road test, three point turn
    dance|ballet class|lesson: ballet, recital, hip hop
    individual|personal|income|tax|federal return|tax|preparation|prep|filing|income|state|file: taxes, tax return, w2, w 2, 1099, deductions, turbotax, 1040, tax season, write offs, h&r block, tax bill; file prepare do > tax return
    business|corporate|small|corporation|partnership tax|return|preparation|filing: s corp, llc, 1120, k 1, k1s, schedule c, business taxes, corporate return, quarterlies, k1
    bookkeep|bookkeeping|book|quickbooks monthly|keep|service|cleanup?: quickbooks, reconcile, reconciled, shoebox, ledger, month end, bank statements, categorized, spreadsheet, my books, profit and loss; reconcile clean balance straighten keep > book account statement receipt
    payroll process|service|processing?: payroll, paychecks, pay stubs, direct deposit, w2s, w 2s, employees get paid, pay my employees, employees paid, 941, withholding; !payroll
    audit|irs|tax|notice represent|representation|help|support|defense|resolution|letter|relief|problem|debt|audit|back: irs, audited, penalties, back taxes, certified letter, offer in compromise, garnish, garnished, lien, payment plan, unfiled, haven't filed; settle resolve negotiate answer > irs audit notice penalty debt
    sale|sales tax|filing: sales tax
    tax|plan|planning|strategy planning|consult|plan|advice|strategy: quarterly estimates, roth, conversion, estimated payments, s corp, deductions, withholding
    business|entity|llc|new|startup|incorporation format|formation|form|start|startup|setup|set|incorporation|incorporate|consult|consulting|advisory: llc, ein, s corp, articles, operating agreement, incorporated, set up my, started my, startup, incorporate, partner agreement; set form start incorporate > llc business company corporation
    estate|trust|gift tax|return|accounting|filing: 1041, executor, inheritance, estate tax
    nonprofit|non|charity accounting|990|profit: nonprofit, 990, 501c3, charity, booster club
    financial|statement|review|audit|compilation statement|preparation|review|report|reporting: balance sheet, bank loan, the bank wanted, p&l, profit and loss, income statement, for the bank, financials
    retire|retirement|financial|wealth|investment plan|planning|advice|advisor|management|consulting: 401k, ira, portfolio, social security, retire, nest egg
    expat|foreign|international tax|return: expat, fbar, foreign
    crypto|rental|property tax|return: crypto, bitcoin, depreciation
    cfo|advisory|cash|outsource|budget service|flow|forecast|virtual: cash flow, projections
    amend|amended return|tax: amended, amended return, amendment
    1099|w2 filing|file|prep: 1099, 1099s, contractors
    quickbooks|software|accounting train|training|setup|help: !quickbooks
    notary|notarize public: notary, notarized, notarize
    divorce|family|separation law|divorce: divorce, divorced, ex husband, ex wife, divorces
    custody|child|adoption|support|visitation custody|support|law|visitation: custody, visitation, parenting plan, full custody, guardianship, child support, adoption
    adoption: adoption, adopting, stepson, stepdaughter
    will|estate|trust|wills planning|plan|trust|will|estate|living: living trust, revocable trust, power of attorney, our affairs, beneficiaries, healthcare directive, living will; draw draft write update > will trust directive
    probate|estate administration|litigation|probate|settle: probate, passed away, executor, mother's estate, letters testamentary
    dui|dwi|criminal|defense|traffic|ticket|drunk defense|dui|law|ticket|violation|defence: dui, dwi, arrested, arrest, charges dropped, breathalyzer, probation, felony, misdemeanor
    traffic|speeding|ticket ticket|defense|violation: speeding, citation
    expungement|record seal|criminal? / record expunge: expunged, record cleared, my record, clean slate, record sealed, background check
    injury|accident|personal|car|auto|slip injury|accident|claim|law|fall|wrongful: car accident, car wreck, rear ended, injuries, slip and fall, whiplash, dog bite, t boned; settle win > case settlement
    worker|workplace compensation|comp|injury: workers comp, hurt at work, injured on the job, hurt my back at, comp claim, at the warehouse
    bankruptcy|debt file|filing|relief|chapter|law|7|13?: bankruptcy, chapter 7, chapter 13, creditors, foreclosure, bill collectors, collectors, fresh start, garnishment, collection calls; !bankruptcy
    immigration|visa|green|citizenship law|visa|card|citizenship|help?: green card, visa, citizenship, uscis, asylum, naturalization, deported, deportation, work permit, h1b, fiance visa; !green card
    real|property|estate|closing closing|law|estate|transaction|deed|title|purchase: escrow, first home, bought our house, boundary, easement, sold our house, property line, quitclaim, purchase agreement
    landlord|tenant|eviction|evict dispute|eviction|law|tenant: evict, evicted, eviction, security deposit, squatters
    contract|business|agreement law|review|draft|contract|dispute|drafting|litigation: contracts, llc, non compete, nda, reviewed our lease; review draft read redline > contract lease agreement
    employ|employment|wrongful|labor|discrimination law|dispute|termination: severance, wrongful termination, unpaid wages, retaliation, wrongfully
    social|disability|ssdi security|claim|disability: disability, ssdi, social security
    power|attorney of: power of attorney, poa
    trademark|patent|intellectual|copyright property|registration: trademark, patent, copyright, cease and desist
    mediate|mediation|arbitration|collaborative: mediator, mediation, mediated, out of court, without going to court
    name|prenup|prenuptial change|agreement: name change, prenup
    restraining|protective|order order: restraining order, protective order
  `,
};
