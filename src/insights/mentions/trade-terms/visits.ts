import type { TradeTerms } from "../trade-terms.ts";
/** Guests, celebrations, lessons and advice. */
export const visitTerms: TradeTerms = {
  hotel: `
    suite|room king|queen|deluxe|standard|guest|accommodation|double / suite: king bed, king room, queen room, queen bed, ocean view, two queens
    breakfast|continental free|buffet|hot|complimentary|service?: breakfast, waffles, omelet, omelets, omelette, scrambled eggs, buffet, muffins, pancakes, waffle maker, pastries, morning spread; egg waffle bacon coffee muffin bagel fruit ~ morning breakfast cold hot buffet; morning ~ spread buffet egg; pancake omelet waffle egg ~ morning fresh order hot
    pool|swim|swimming|indoor|outdoor|hot swim|indoor|outdoor|heated|tub|spa|hot?: pool, swimming, swam, hot tub, jacuzzi, cannonball, cabanas, water slide, lazy river; swim > pool; kid ~ swim splash pool; pool hot ~ tub clean warm cold heat swim close towel
    spa|massage|sauna treatment|service|day?: spa, sauna, steam room
    gym|fitness|workout|exercise center|room|centre?: gym, treadmill, treadmills, fitness center, fitness room, workout room, elliptical, dumbbells, peloton; treadmill weight machine elliptical ~ work broken gym morning run; workout run lift ~ morning gym
    park|valet|parking parking|garage|self|free?: valet, valeted, parking, park my car, park the car, keys to the; park > car truck; park ~ car spot night garage truck; car ~ valet bring garage park; valet ~ car key bring fast
    shuttle|airport transfer|shuttle|service|transport: shuttle, picked us up, picked me up, shuttle driver; shuttle van driver ~ airport pick drop ride flight time late; airport ~ ride pick drop free
    wifi|internet|wi free|fi|internet|access?: wifi, wi fi, internet, zoom calls; wifi internet connection ~ slow fast drop zoom work stream
    restaurant|dine|bar|lounge|dining|rooftop on|site|bar|restaurant|grill?: restaurant, cocktail, cocktails, happy hour, martini, nightcap, old fashioned; dinner drink cocktail burger steak ~ downstairs hotel bar restaurant lobby; bartender ~ drink cocktail make
    room service|dining: room service, midnight burger; burger food breakfast ~ knock tray bed
    housekeep|housekeeping|turndown cleaning|service|daily?: housekeeping, housekeeper, maid, maids, beds made, made the bed, turndown, room was cleaned, towel swan; towel bed ~ fresh make daily
    laundry|dry|valet cleaning|service|clean?: laundry, dry cleaning, ironed; press wash iron > shirt suit clothes dress; shirt suit dress clothes ~ press iron wash clean morning
    concierge|front|check|desk|reception service|desk|in|24: concierge, front desk, recommended a restaurant, checked us in, got us tickets, dinner reservation, checked me in; desk ~ front clerk
    wedding|banquet|event|ballroom|reception hosting|venue|reception|space|hall|party|rental?: wedding, ballroom, rehearsal dinner, ceremony, banquet, dance floor, got married, quinceanera; wedding reception ceremony ~ guest beautiful coordinator room dance ballroom day
    meet|conference|business|meeting room|center|space|facility: conference, seminar, projector, boardroom, business center, sales meeting, offsite; meeting conference ~ room projector screen team coffee; team ~ offsite room retreat
    pet|dog friendly|room|stay|policy: our pup, pet friendly, pet fee, treats at the desk, water bowl, golden retriever; dog cat pup ~ welcome bowl treat fee
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
    deliver|delivery food|home|pizza?: doordash, ubereats, uber eats, grubhub, to our door, to my door, arrived hot, showed up hot; deliver driver ~ hot cold door late early
    cater|catering corporate|event|office|full|service|wedding|drop?: catered, catering, caterer, office lunch, chafing dishes, platters, graduation party, retirement party, buffet line, office party, rehearsal dinner, served 50; cater feed serve > wedding party lunch office event guest people; food tray ~ party guest wedding office event graduation; guest ~ food rave
    wedding|reception cater|catering|reception|cake?: our big day
    private|party|event|banquet|group dine|dining|event|room|party|room|rental|space: private room, back room, birthday dinner, rehearsal dinner, baby shower, bridal shower, banquet room, upstairs room; party room ~ birthday private rehearsal
    bar|cocktail|wine|beer|drink|full service|list|menu|bar|program|tap|craft: cocktails, margarita, margaritas, old fashioned, bartender, martini, wine list, ipa, on tap, sommelier, negroni, pint, pints
    wine|beer|tast|tasting|pair tasting|pairing|flight|dinner: pairing, sommelier, paired
    live|music|karaoke|trivia|entertainment night|music|entertainment?: live music, guitarist, jazz, karaoke, trivia, trio, open mic, mariachi; band singer guitar ~ play night live friday saturday loud; music ~ live band night
    kid|child|children|family menu|meal|eat|night: kids menu, chicken fingers, mac and cheese, crayons, high chair, chicken tenders, grilled cheese; kid son daughter toddler ~ menu mac crayon
    outdoor|patio|rooftop|outside seat|seating|dining|terrace?: patio, rooftop, terrace, sat outside, string lights, sidewalk table; sit eat sat ate ~ outside patio
    buffet|salad bar|lunch: buffet, all you can eat, salad bar
    gift|card card|certificate: gift card, gift cards, gift certificate
    reserve|reservation|table: reservation, reservations, opentable, resy, booked a table
    cake|custom|bakery|dessert|birthday cake|order|birthday|menu|pastry|custom: cupcakes, tiramisu, cheesecake, pastries, frosting, creme brulee, fondant, buttercream, tiers, sheet cake; cake cupcake ~ birthday wedding order beautiful moist frosting delicious layer
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
    wedding|bridal|bride|elopement photo|photography|photographer|shoot|coverage: wedding photos, wedding pictures, first look, our big day, big day, wedding day, got married, first kiss, elopement, first dance, bridesmaids; shoot photograph capture > wedding ceremony reception; wedding ceremony bride ~ photo picture capture shoot photographer day moment cry; day ~ capture moment special wedding; first ~ look kiss dance; !aisle, first dance, first kiss, walked down the aisle; dad mom groom ~ tear cry aisle wedding; album ~ wedding cry
    engagement|couple|proposal photo|photography|session|shoot|portrait?: engagement, engagement photos, save the date, proposal, ring shot, popped the question, fiance, fiancé, down on one knee; fiance ring propose ~ photo picture shoot surprise sunset; propose pop question ~ hide hid bush surprise capture knee
    family|child|kid|generation portrait|photo|session|photography|photos: family photos, family pictures, family portraits, christmas card, holiday card, kids to smile, got the kids to, got all three kids, everyone looking, extended family; family kid grandparent toddler ~ photo picture portrait smile shoot session beach park wiggly; smile ~ kid toddler baby everyone; kid grandkid toddler grandchild ~ look camera smile still one; camera ~ look smile every everyone kid; christmas holiday ~ card photo
    newborn|baby|infant|milestone photo|session|photography|shoot|portrait: newborn, newborn photos, baby pictures, days old, swaddled, our baby, our newborn, baby girl, baby boy, day old, weeks old, curled up, week old; baby newborn ~ photo picture sleep week day old session prop; !newborn; baby ~ sleep basket wrap pose day old photo picture
    maternity|pregnancy|bump|boudoir photo|session|photography|portrait|shoot: maternity, months pregnant, weeks pregnant, baby bump; bump belly pregnant ~ photo picture shoot session dress beautiful; !maternity; month ~ pregnant glow
    boudoir|glamour photo|session|photography: boudoir, lingerie
    headshot|head|corporate|business|professional|branding|personal shot|headshot|portrait|photo|photography|branding|session: headshot, headshots, linkedin, profile picture, profile photo, bio photo, company website, my website, website photos, head shot, professional photo; linkedin website profile work company ~ photo picture headshot shot portrait; look ~ professional confident photo; team ~ headshot photo; !headshot, !headshots; hate ~ photo picture camera
    senior|graduation|grad|school portrait|photo|picture|pictures|session: senior pictures, senior photos, senior portraits, senior pics, cap and gown, yearbook, graduation pictures, graduate, letterman, graduating, school pictures, class of; senior son daughter ~ picture photo yearbook graduate cap gown school; !cap and gown; senior ~ year picture photo yearbook
    event|party|corporate|conference|birthday photo|photography|coverage|event: quinceañera, quinceanera, bar mitzvah, bat mitzvah, sweet sixteen; party gala event reunion ~ photo picture capture shoot candid guest photographer
    real|estate|property|listing|architecture|drone|aerial photo|photography|estate: zillow, mls, aerial, airbnb, realtor, wide angle, over asking; house listing home ~ photo picture sell shoot bright drone sold wide online
    product|commercial|food photo|photography: online store, white background, packshots
    passport|visa|id photo|photos|picture: passport, visa; !passport
    pet|dog photo|portrait|session|photography: my dog, our dog, pet portrait, good boy
    photo|old|image restore|restoration|retouch|edit|editing|repair|retouching: restored, retouched, retouching, photoshop, photoshopped, old photo, touched up, blemish; restore retouch edit FIX remove > photo picture skin blemish tear photograph; picture photo photograph ~ tear torn faded old grandmother grandma 1940s grandfather restore crack
    photo|print|album|canvas|wall print|album|canvas|framing|art|printing|book|frame: album, canvas, prints, enlargement, over our fireplace, photo book, coffee table book, mantel, above the couch; print frame hang > picture photo canvas portrait
    booth|photo rental: photo booth, booth
    video|videography|film|videographer|cinematography wedding|film|service?: video, drone footage, highlight reel, videographer, footage
    mini|session holiday|sessions|photo|christmas: mini session, pumpkin patch
    rose|roses: long stemmed, red roses, dozen roses, two dozen
    centerpiece: centerpieces, centrepieces, table flowers
    bouquet|arrangement|flower|everyday|custom arrangement|bouquet|fresh|flower|mixed|seasonal|hand|tied?: bouquet, lilies, peonies, tulips, sunflowers, centerpiece, daisies, ranunculus, hydrangeas, wildflowers; arrange send wrap > flower rose bouquet vase arrangement; bouquet flower arrangement ~ fresh last week gorgeous vase beautiful color wife mom table; flower ~ last fresh wilt week; stem bloom petal ~ fresh last week open wilt; vase ~ wife table mom birthday
    wedding|bridal flower|floral|florist|bouquet|design: wedding flowers, boutonniere, boutonnieres, bridal bouquet, centerpieces, bridesmaids' bouquets, bouquet, ceremony arch, flower girl; wedding bride ~ flower bouquet arch table centerpiece aisle petal; bouquet ~ bride bridesmaid dream; !aisle; petal ~ aisle; peony rose eucalyptus ~ arch bouquet wedding
    funeral|sympathy|memorial flower|arrangement|wreath|spray|service?: funeral, sympathy, casket, casket spray, standing spray, celebration of life, grandmother's service, funeral home; funeral service casket memorial loss ~ flower spray arrangement wreath beautiful; mother father grandmother grandfather ~ funeral service casket
    flower|same|local deliver|delivery|day: to her office, to my mom, at her door, to the hospital, to her work; deliver send > flower bouquet arrangement rose; deliver arrive ~ flower bouquet rose noon hour office hospital door same time; flower bouquet rose ~ deliver arrive late door office hospital
    birthday|anniversary|romance|love|valentine|mother bouquet|flower|arrangement|gift|rose|day|anniversary: valentine's, valentines, mother's day, wife's birthday, mom's birthday, long stemmed; rose flower ~ wife girlfriend valentine anniversary mother birthday husband dozen; valentine ~ day rose flower
    corsage|prom|boutonniere|homecoming corsage|flower|boutonniere?: corsage, corsages, wristlet, boutonniere, homecoming, winter formal; corsage boutonniere wrist ~ prom dress match homecoming dance; prom ~ match dress flower
    plant|potted|succulent|house|houseplant|orchid plant|succulent|green|garden?: orchid, succulent, succulents, peace lily, fern, houseplant, houseplants, fiddle leaf, snake plant, pothos, monstera, dish garden, terrarium, still blooming; plant orchid fern ~ alive bloom pot healthy still new leaf gift
    dried|silk|artificial|preserved flower|floral|arrangement|bouquet: dried flowers, preserved, pampas, faux
    gift|fruit|balloon basket|gift|add|chocolate|balloons: balloon, balloons, chocolates, teddy bear, fruit basket, gift basket
    event|corporate|party|holiday flower|floral|centerpiece|decor|arrangement|design|centerpieces?: centerpieces, weekly arrangement, poinsettia, table flowers, baby shower
    subscription|weekly flower|delivery|subscription: weekly flowers
    workshop|class floral|flower|design|arranging: workshop, made our own
    dj|music wedding|service|entertainment: dj, dance floor, playlist
    plan|planner|coordinate|planning|coordination wedding|event|day|coordinator?: planner, coordinator
  `,
  lessonsAndAdvice: `
    math|algebra|calculus|geometry|statistics tutor|tutoring|help|algebra?: math, algebra, calculus, geometry, fractions, multiplication, pre calc, precalculus, trig, long division, word problems, times tables, quadratics, statistics, equations, derivatives; math algebra geometry calculus fraction ~ grade c d f b pass understand test fail struggle hate class; grade ~ math algebra; bring went go ~ d c b a grade math; fraction equation ~ finally get make sense; homework ~ math
    read|reading|literacy|phonics|dyslexia tutor|tutoring|help|support|comprehension|intervention?: phonics, sight words, chapter books, reading level, grade level, dyslexia, dyslexic, sounding out, fluency, orton gillingham, struggling reader; read > book chapter; read book ~ level grade chapter aloud love hate behind fluently now; level ~ reading grade; behind ~ reading grade; hate hated ~ book read now; word ~ sound sight page; page ~ read aloud
    write|writing|essay|english|college|grammar tutor|tutoring|help|coach|coaching|essay|language|arts|review?: essay, essays, grammar, personal statement, college essay, book report, term paper, common app, admissions essay, five paragraph; write edit polish > essay paper statement paragraph; essay paper ~ write structure admission college outline draft edit grade thesis; grammar ~ paper essay comma
    sat|act|test|exam|gre|gmat|lsat prep|preparation|act|test|coach: psat, score went up, practice tests, practice test, 1500, test scores, gre, perfect score; score ~ up points sat act jump raise 1400 1500 1300 30 32 34; point ~ up score jump raise sat; sat act ~ score prep test points; dream ~ school college
    science|chemistry|biology|physics tutor|tutoring|help|chemistry|physics|biology?: chemistry, biology, physics, stoichiometry, organic chemistry, periodic table, ap bio, lab report, anatomy; chemistry physics biology ~ grade pass test understand class final fail; mole equation lab ~ balance chemistry; periodic mole cell force ~ table understand lab
    spanish|french|language|foreign|esl|english lesson|tutor|tutoring|class|esl|language|second|learner?: spanish, conjugation, toefl, ielts, second language, german, mandarin, conversational, duolingo; spanish french english ~ speak fluent accent class test conversation verb learn; speak ~ spanish french english fluent
    homework|study|skill|skills|executive|organization help|skills|skill|function|functioning|coaching|after|coach: homework, procrastination, procrastinate, study habits, flash cards, flashcards, time management, missing assignments, note taking, adhd; homework assignment ~ done finish time turn nightly fight organize miss; study ~ habit skill test plan; fight ~ homework
    code|coding|computer|program|programming class|lesson|science|tutor|programming: python, coding, robotics, minecraft
    music|piano|guitar|violin|voice|drum|singing lesson|class|instruction: piano, guitar, violin, recital, chords, sight read, vocal; teach learn play > piano guitar violin drum song
    summer|camp|program program|camp: summer slide
    early|kindergarten|preschool readiness|ready|learning: kindergarten, alphabet, preschool
    online|virtual tutor|tutoring|session: over zoom
    special|learning education|difference|support|disability|needs: iep, adhd, autism, dyslexia, special needs, learning disability
    college|admission|admissions|application counsel|counseling|application|prep|planning|consult|coaching: admissions, ivy, scholarship, common app, fafsa
    driving|driver lesson|ed|education|school|test: parallel park, behind the wheel, road test, three point turn
    dance|ballet class|lesson: ballet, recital, hip hop
    individual|personal|income|tax|federal return|tax|preparation|prep|filing|income|state|file: taxes, tax return, w2, w 2, 1099, deductions, turbotax, 1040, tax season, write offs, h&r block, tax bill; file prepare do > tax return; tax return ~ file refund prepare deduction owe married year april do; refund ~ big bigger tax thousand back more; deduction ~ find miss; file ~ return tax april
    business|corporate|small|corporation|partnership tax|return|preparation|filing: s corp, llc, 1120, k 1, k1s, schedule c, business taxes, corporate return, quarterlies, k1
    bookkeep|bookkeeping|book|quickbooks monthly|keep|service|cleanup?: quickbooks, reconcile, reconciled, shoebox, ledger, month end, bank statements, categorized, spreadsheet, my books, profit and loss; reconcile clean balance straighten keep > book account statement receipt; book receipt ledger account ~ mess clean balance reconcile month shoebox order year quickbooks; month ~ reconcile report close book; spreadsheet receipt box shoebox ~ mess turn sort; number ~ month clean trust
    payroll process|service|processing?: payroll, paychecks, pay stubs, direct deposit, w2s, w 2s, employees get paid, pay my employees, employees paid, 941, withholding; pay paid ~ employee crew staff friday time check deposit; paycheck employee crew ~ time friday direct correct; !payroll
    audit|irs|tax|notice represent|representation|help|support|defense|resolution|letter|relief|problem|debt|audit|back: irs, audited, penalties, back taxes, certified letter, offer in compromise, garnish, garnished, lien, payment plan, unfiled, haven't filed; settle resolve negotiate answer > irs audit notice penalty debt; irs feds government letter notice ~ scary owe penalty settle handle audit away back tax; letter notice ~ irs scary state; owe ~ irs back thousand
    sale|sales tax|filing: sales tax
    tax|plan|planning|strategy planning|consult|plan|advice|strategy: quarterly estimates, roth, conversion, estimated payments, s corp, deductions, withholding; save saved ~ thousand tax quarter year strategy plan; roth 401k ira ~ fund convert save max; estimate ~ quarter tax
    business|entity|llc|new|startup|incorporation format|formation|form|start|startup|setup|set|incorporation|incorporate|consult|consulting|advisory: llc, ein, s corp, articles, operating agreement, incorporated, set up my, started my, startup, incorporate, partner agreement; set form start incorporate > llc business company corporation; llc corporation ~ set form file start new paperwork; business ~ start new form register partner structure
    estate|trust|gift tax|return|accounting|filing: 1041, executor, inheritance, estate tax
    nonprofit|non|charity accounting|990|profit: nonprofit, 990, 501c3, charity, booster club
    financial|statement|review|audit|compilation statement|preparation|review|report|reporting: balance sheet, bank loan, the bank wanted, p&l, profit and loss, income statement, for the bank, financials; bank loan lender ~ statement sheet report balance; balance ~ sheet
    retire|retirement|financial|wealth|investment plan|planning|advice|advisor|management|consulting: 401k, ira, portfolio, social security, retire, nest egg
    expat|foreign|international tax|return: expat, fbar, foreign
    crypto|rental|property tax|return: crypto, bitcoin, depreciation
    cfo|advisory|cash|outsource|budget service|flow|forecast|virtual: cash flow, projections
    amend|amended return|tax: amended, amended return, amendment
    1099|w2 filing|file|prep: 1099, 1099s, contractors
    quickbooks|software|accounting train|training|setup|help: !quickbooks; show teach learn ~ software quickbooks invoice
    notary|notarize public: notary, notarized, notarize
    divorce|family|separation law|divorce: divorce, divorced, ex husband, ex wife, divorces; divorce marriage ex husband wife ~ settle split bad house end amicable ugly final; ex ~ wife husband; marriage ~ end bad year out
    custody|child|adoption|support|visitation custody|support|law|visitation: custody, visitation, parenting plan, full custody, guardianship, child support, adoption; kid son daughter child children ~ custody weekend see court ex visit full judge holiday; see ~ daughter son kids every weekend
    adoption: adoption, adopting, stepson, stepdaughter
    will|estate|trust|wills planning|plan|trust|will|estate|living: living trust, revocable trust, power of attorney, our affairs, beneficiaries, healthcare directive, living will; draw draft write update > will trust directive; trust will directive estate ~ draw draft write set update sign leave family plan; affair ~ order; leave ~ kids house will trust; kid ~ guardian leave house care; paper ~ order die leave; guardian ~ kid name
    probate|estate administration|litigation|probate|settle: probate, passed away, executor, mother's estate, letters testamentary; mom dad mother father aunt estate ~ pass probate settle house executor court; estate ~ settle year executor court; executor ~ first
    dui|dwi|criminal|defense|traffic|ticket|drunk defense|dui|law|ticket|violation|defence: dui, dwi, arrested, arrest, charges dropped, breathalyzer, probation, felony, misdemeanor; charge case ~ drop dismiss reduce felony misdemeanor knock; blow blew breathalyzer ~ .09 .08 .10 number over; jail prison ~ time face avoid year out; arrest ~ night drive charge; limit ~ over breath blow; plead plea ~ lesser reduce deal; cop officer ~ pull stop breath field; knock ~ down charge reckless
    traffic|speeding|ticket ticket|defense|violation: speeding, citation; ticket point ~ speed drop license insurance reduce dismiss; speed ~ mph 90 85 ticket over zone; license ~ points keep suspend
    expungement|record seal|criminal? / record expunge: expunged, record cleared, my record, clean slate, record sealed, background check; record ~ clean clear seal wipe young job
    injury|accident|personal|car|auto|slip injury|accident|claim|law|fall|wrongful: car accident, car wreck, rear ended, injuries, slip and fall, whiplash, dog bite, t boned; settle win > case settlement; crash wreck accident hit ~ insurance settle car back medical lawyer truck driver adjuster; insurance ~ lowball offer settle triple pay adjuster; settle settlement ~ insurance more medical check
    worker|workplace compensation|comp|injury: workers comp, hurt at work, injured on the job, hurt my back at, comp claim, at the warehouse; hurt injure fall fell ~ work job warehouse site; back shoulder ~ work job lift hurt
    bankruptcy|debt file|filing|relief|chapter|law|7|13?: bankruptcy, chapter 7, chapter 13, creditors, foreclosure, bill collectors, collectors, fresh start, garnishment, collection calls; !bankruptcy; creditor collector debt ~ call stop wipe file gone owe phone; debt ~ wipe clean drown medical credit; foreclose ~ house save stop
    immigration|visa|green|citizenship law|visa|card|citizenship|help?: green card, visa, citizenship, uscis, asylum, naturalization, deported, deportation, work permit, h1b, fiance visa; green card visa citizen citizenship ~ approve wife husband wait get interview petition; !green card; interview ~ prepare immigration citizen
    real|property|estate|closing closing|law|estate|transaction|deed|title|purchase: escrow, first home, bought our house, boundary, easement, sold our house, property line, quitclaim, purchase agreement; house home ~ closing title deed buy sell first contract purchase; title ~ search issue lien
    landlord|tenant|eviction|evict dispute|eviction|law|tenant: evict, evicted, eviction, security deposit, squatters; tenant landlord ~ evict rent deposit lease out pay keep; evict ~ tenant
    contract|business|agreement law|review|draft|contract|dispute|drafting|litigation: contracts, llc, non compete, nda, reviewed our lease; review draft read redline > contract lease agreement; contract lease agreement ~ review read sign clause catch draft look vendor; clause ~ catch hidden find
    employ|employment|wrongful|labor|discrimination law|dispute|termination: severance, wrongful termination, unpaid wages, retaliation, wrongfully
    social|disability|ssdi security|claim|disability: disability, ssdi, social security
    power|attorney of: power of attorney, poa
    trademark|patent|intellectual|copyright property|registration: trademark, patent, copyright, cease and desist
    mediate|mediation|arbitration|collaborative: mediator, mediation, mediated, out of court, without going to court
    name|prenup|prenuptial change|agreement: name change, prenup
    restraining|protective|order order: restraining order, protective order
  `,
};
