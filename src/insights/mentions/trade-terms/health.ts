import type { TradeTerms } from "../trade-terms.ts";
/** People's and animals' health. */
export const healthTerms: TradeTerms = {
  dentist: `
    clean|cleaning|hygiene teeth|tooth|dental|exam|checkup|prophy|routine|check?: cleaning, cleanings, scaled, scaling, scaled and polished, polished, tartar, plaque, hygienist, six month, every six months, flossed, flossing, scraping, teeth feel, deep cleaning, scale and polish, twice a year, my six month, six month cleaning, every 6 months, my cleaning, a cleaning, her cleaning, his cleaning, cleaning was, cleaning appointment, for cleaning, regular cleaning, routine cleaning, teeth cleaned, cleaned my teeth, cleaning my teeth, our teeth cleaned, scaler, water pick, gritty paste, polishing, overdue, hadn't been to the dentist, hadn't been in years, since my last cleaning, buildup, build up; GET > cleaning; clean polish scrape floss scale > teeth; clean polish > tooth
    exam|check|checkup|examination dental|oral|comprehensive|new|patient|routine?: checkup, check up, exam, routine visit, routine check, no cavities, cavity free, looked at my teeth, check ups, twice yearly, clean bill, full exam; GET > checkup exam; check look examine > teeth mouth tooth
    x|xray|imaging|panoramic dental|digital|ray?: x ray, xray, x rays, xrays, bitewings, panoramic, 3d scan
    filling|fill|cavity|bonding tooth|dental|white|composite|colored?: cavity, cavities, filling, drilled, drilling, composite, filled a, tooth colored, decay, silver ones, cavities filled, cavity filled, tooth filled, small cavity, novocaine, drill, the drill, old fillings, mercury fillings, amalgam, a filling, two fillings; fill drill > cavity tooth molar hole
    crown|cap|bridge|bridges same|day|dental|tooth|porcelain?: crown, crowned, cerec, temporary crown, dental bridge, new bridge, temporary fell off, same day crown, porcelain, new crown, my crown, a crown, two crowns, three crowns, temporary, temporary cap, crown fell, crown came off, crown popped, crown fits, crown broke, permanent crown, impressions, impression, porcelain cap, milled, gold crown, bridge on, three unit; cap crown cement > tooth molar
    root canal|endodontic|endodontics?: root canal, abscess, abscessed, endo, toothache, infected molar, root canals, nerve, dead nerve, dead tooth, endodontist, saved my tooth, saved the tooth
    extract|extraction|removal|wisdom|surgery tooth|teeth|oral|wisdom?: wisdom teeth, wisdom tooth, wisdoms, yanked, extracted, extraction, tooth out, teeth out, dry socket, stitches, tooth pulled, teeth pulled, pulled my tooth, had a tooth pulled, pull a tooth, gauze, chipmunk, swollen cheeks, yank, bone fragment, came right out; pull yank remove extract take > tooth teeth molar wisdom
    implant dental|tooth?: implant, implants, titanium, missing tooth, missing teeth, bone graft, all on four, abutment, missing a tooth, sinus lift, screw in my jaw, implant crown; place put > implant
    denture|partial dental|full?: dentures, denture, false teeth, partials, uppers, lowers, relined, !dentures, !denture, my plate, lower plate, upper plate, bottom plate, top plate, clacking, clicking, sore spots, sore spot, chew again, eat corn, corn on the cob, steak again, denture adjustment, denture fits, immediate dentures; reline FIX adjust fit > denture partial plate
    whiten|whitening|bleach|bleaching tooth|teeth|zoom?: whiter, whitened, whitening, bleached, bleaching, zoom, shades lighter, coffee stains, coffee stained, tea stains, white smile, shades, yellow teeth, whitening trays, trays for bleaching, bleaching trays, teeth so white, so white, whiter smile, brighter smile, brighter, coffee teeth, zingers; whiten bleach > teeth smile
    veneer|cosmetic|bonding|smile dentistry|makeover|porcelain?: veneers, veneer, bonded, bonding, new smile, front tooth, chipped front tooth, chip in my front, the gap, gap in my, bonded my, my gap, smile makeover; bond fix close > gap tooth chip
    align|aligner|invisalign|brace|orthodontic|orthodontics|straighten clear|teeth?: invisalign, aligners, braces, retainer, retainers, brackets, straight teeth, straightened, crooked teeth, overbite, rubber bands, orthodontist, trays, my trays, attachments, tray, crowding, crowded teeth, crossbite, buttons on my teeth, straighter, gap closed, teeth straight, overjet, palate expander, expander; straighten tighten > teeth brace wire
    gum|periodontal|perio|deep|scale|scaling therapy|disease|treatment|clean|graft|planing|root?: gums, gum disease, deep cleaning, deep clean, scaling, root planing, periodontal, graft, grafted, bleeding gums, receding, pockets, pocket depth, gum graft, quadrant, quadrants, gums bled, gum surgery, periodontist; scale plane > root gum
    emergency|urgent dental|dentist|care|visit|appointment|dentistry?: toothache, broke a tooth, broken tooth, chipped tooth, cracked tooth, tooth pain, squeezed me in, worked me in, fit me in, in agony, tooth broke, lost a filling, tooth ache, chipped a tooth, chipped my, cracked my tooth, cracked a tooth, broke my tooth, broke my front tooth, tooth snapped, knocked out a, knocked his, knocked her tooth, got me in that, got me right in, saw me same day, after hours, swollen, swelling, throbbing, excruciating, middle of the night, emergency
    sedation|nitrous|sleep dentistry|conscious?: laughing gas, nitrous, sedated, sedation, slept through, put me under, knocked me out, valium
    kid|child|children|pediatric|family|pediatrics dentistry|dental|dentist?: toddler, my four year old, her first visit, his first visit, treasure box, prize box, my son's first, my daughter's first, my son, my daughter, my kids, my kiddo, my little one, my 3 year old, my 4 year old, my 5 year old, my 6 year old, my 7 year old, my three year old, my five year old, my six year old, my seven year old, three year old, four year old, five year old, six year old, counted his teeth, counted her teeth, mr. thirsty, sticker, stickers, baby tooth, baby teeth, my twins, grandson, granddaughter, sat on my lap
    night|mouth|guard|tmj|splint guard|therapy|treatment|sport?: night guard, nightguard, mouth guard, mouthguard, grinding, grind my teeth, jaw, tmj, clench, clenching, mouthpiece, bite guard, my guard, jaw pain, jaw popping, clenched, locked jaw, jaw locked; grind clench > teeth jaw
    sedation|nitrous|sleep|anesthesia|anxiety dentistry|dental|conscious|iv?: nitrous, laughing gas, sedated, sedation, slept through, knocked me out, happy pill, valium, halcion, twilight, put me under, woke up and it was
    sealant|fluoride treatment?: sealants, fluoride, varnish
    botox|facial: botox
  `,
  doctor: `
    physical|annual|wellness|check|checkup|exam exam|physical|visit|check|annual|up?: checkup, check up, blood work, wellness visit, once over; GET > physical checkup
    vaccine|vaccination|immunization|flu|shot travel|flu|shot|child?: flu shot, shots, vaccine, vaccines, vaccinated, jab, jabs, booster, covid shot, tetanus, yellow fever, typhoid, shingles, immunizations; GET give > shot vaccine jab booster
    lab|blood|test|testing|bloodwork work|draw|test|on|site|lab?: blood work, bloodwork, labs, blood drawn, drew my blood, drew blood, cholesterol, a1c, phlebotomist; draw take run > blood lab test vein
    xray|x|imaging|ultrasound|mri ray|digital|service?: x ray, xray, x rays, ultrasound, mri, scan, imaging, ct scan, broken wrist, fracture
    stitch|suture|laceration|wound|cut|repair repair|care|laceration?: stitches, stitched, sutures, staples, gash, sliced, glued, bandaged, wound; stitch close glue clean sew > cut gash finger hand wound chin forehead
    urgent|walk|sick|acute|minor|illness|same care|visit|in|illness|day?: strep, sinus infection, ear infection, fever, flu, uti, bronchitis, sore throat, pink eye, sprained, antibiotic, antibiotics, rash, pneumonia
    strep|flu|covid|rapid test: strep, swab, swabbed, covid test, throat culture
    pediatric|pediatrics|child|well|newborn|baby care|visit|check?: newborn, well check, ear infection, toddler, our little one
    sport|school|dot|camp|work physical|exam: sports physical, school physical, dot physical, camp form, camp physical, cdl, medical card, form signed
    women|well|pap|gyn|gynecology|obgyn|ob|prenatal health|exam|care|woman|smear?: pap, pap smear, pregnancy, pregnant, birth control, iud, ultrasound, mammogram, menopause, prenatal, ob
    diabete|diabetes|chronic|blood|pressure|hypertension|cholesterol manage|management|care|disease|pressure|check?: diabetes, a1c, insulin, blood sugar, blood pressure, metformin, cholesterol, thyroid, sugars
    mole|wart|biopsy|skin|cancer check|exam|removal|treatment|screen|screening?: mole, moles, wart, warts, biopsy, froze off, skin tag, skin cancer, melanoma; freeze remove cut burn > mole wart tag spot
    skin|dermatology|acne|eczema|rash: acne, eczema, rosacea, hives, psoriasis
    telehealth|video|virtual|telemedicine visit|appointment?: video call, video visit, telehealth, from my couch
    allergy|asthma test|shot|testing: allergy, allergies, allergic, pollen, hives, inhaler, asthma, scratch test, epipen
    mental|counsel|counseling|therapy|depression|anxiety|psychiatry health|care|counseling?: anxiety, depression, panic attacks, zoloft, therapy, counselor, counseling, ptsd, medication
    weight|nutrition|diet|dietitian loss|management|counseling: semaglutide, wegovy, ozempic, nutritionist
    ear|wax removal|clean|cleaning|flush|wax: ear wax, earwax, hear again, clogged ear, flushed; flush clean > ear
    hearing|aid test|exam|fit: hearing aid, hearing aids, audiologist
    joint|injection|cortisone|knee|trigger injection|shot|point?: cortisone, injection, injected, steroid shot; inject > knee shoulder joint
    iv|drip|hydration|infusion therapy: iv
    prescription|medication|refill|pharmacy refill|fill|manage|delivery?: prescription, refill, refilled, meds, medication, pharmacist; fill refill > prescription med
    ekg|ecg|heart|cardiac: ekg, ecg, heart monitor, electrodes
    std|sti|sexual test|health: std, sti, tested for
    drug|screen|test screen: drug test, drug screen
    colonoscopy|endoscopy|screening: colonoscopy
    botox|filler|aesthetic: botox, filler, fillers, wrinkles, crow's feet, forehead lines
    laser hair|removal|resurfacing?: hair removal
  `,
  bodywork: `
    physical|physio|physiotherapy|rehab|rehabilitation therapy|therapist|exercise|post|surgery|surgical|knee|shoulder?: rehab, pt, physical therapist, physio, range of motion, after surgery, knee replacement, acl, rotator cuff, hip replacement, walking again, walk again, stretches, torn, meniscus, bend my knee, home exercises; cane, walker
    post|surgery|surgical|op|orthopedic rehab|recovery|rehabilitation|therapy: after surgery, after my surgery, knee replacement, hip replacement, acl, rotator cuff, new knee, new hip, crutches
    adjust|adjustment|chiropractic|spinal|chiropractor adjust|care|manipulation|spine?: adjusted, adjustment, cracked my back, cracked my neck, chiropractor, spine, back in place
    back|neck|pain|spine|sciatica pain|relief|treatment|manage|management|care|treat: back pain, neck pain, lower back, sciatica, herniated, bulging disc, stiff neck, threw my back out, back went out, couldn't stand up straight, slipped disc, neck, my back
    decompression|traction spinal?: decompression, traction, disc, stretched
    massage|soft|deep|sport|myofascial|manual therapy|tissue|release|therapeutic?: massage, massaged, knots, knot, kneaded, deep tissue, trigger point, rubbed, tight muscles
    dry needling|needle: needles, needling, needled, trigger points, twitch
    acupuncture|cupping: needles, acupuncture, cupping, cups
    sport|athletic|running|injury|injuries rehab|injury|therapy|injuries|physio|rehabilitation|medicine: hamstring, sprained ankle, rolled ankle, marathon, tennis elbow, runner's knee, back on the field, back to running, pulled muscle, shin splints, torn, calf, back in the game
    vestibular|dizziness|balance|vertigo|fall rehab|therapy|training|prevent|prevention: vertigo, dizzy, dizziness, crystals, epley
    pelvic floor|health|therapy?: pelvic, pelvic floor, postpartum, leaking when i
    ultrasound|laser|electric|tens|e|stim|electrical stim|therapy|stimulation?: tens, stim, electrodes, laser, ultrasound
    kinesio|tape|taping: kt tape
    gait|foot|orthotic|insole analysis|custom|orthotics?: orthotics, inserts, arches, plantar fasciitis, insoles, flat feet
    whiplash|auto|car|accident injury|care|rehab|treatment|injuries: whiplash, rear ended, car accident, car wreck, fender bender
    prenatal|pregnancy|maternity care|chiropractic|webster: pregnant, pregnancy, baby turned, breech
    hand|wrist|elbow therapy|rehab: wrist, carpal tunnel, splint, tennis elbow
    tmj|jaw: jaw, tmj
    stretch|stretching|mobility assist|session: stretched, stretch, stretching
    headache|migraine relief|treatment?: headache, headaches, migraine, migraines
  `,
  optician: `
    eye|vision|sight|comprehensive exam|test|check|examination|exam: eyes checked, eye check, eye exam, eye doctor, better one or two, one or two, puff of air, prescription, refraction, puff test, eyesight, 20/20, check my eyes, checked my eyes, tested my eyes; check test examine > eye vision
    contact|lens fit|fitting|lens|exam|soft?: contacts, contact lenses, contact lens, toric, dailies, multifocal, multifocals, trial pair, monthlies, in my eyes, put them in, scleral; fit try put > contact
    glasses|eyeglass|frame|eyewear|spectacles frame|prescription|select|selection|fitting|designer?: frames, pair of glasses, new glasses, glasses, specs, ray ban, picked out, bifocals, oakley, try on; pick choose find order > frame glasses pair
    progressive|bifocal|lens|multifocal lens|replace|prescription?: progressives, bifocals, lenses, no line, anti glare, new lenses, blue light
    sunglass|sunglasses prescription|designer?: sunglasses, polarized, ray bans, maui jim, oakleys, squinting
    repair|adjust|adjustment glasses|frame|eyeglass|repair|frames: nose pad, nose pads, tightened, sat on, broke my frames, straightened, slipping down, hinge; FIX tighten straighten bend adjust > glasses frame screw arm nose temple
    glaucoma|pressure|test|screen screen|test|treatment|management?: glaucoma, visual field
    dry|eye treat|therapy|care: dry eyes, dry eye, gritty, burning eyes, scratchy, tear duct
    child|kid|pediatric|children exam|vision|eye|care: first glasses, lazy eye, first pair, couldn't see the board
    lasik|laser|refractive surgery|consult|consultation|co|eye?: lasik, prk, laser, post op, cut the flap, ditch my glasses, no more glasses
    cataract surgery|evaluation|care|co|evaluate: cataract, cataracts, cloudy, new lens
    diabetic|retina|retinal|optomap|imaging|scan|oct exam|image|photo|imaging|scan|photography?: retina, dilation, back of my eye, optomap, pictures of, diabetic, diabetes, floaters, oct
    macular degeneration: macular
    emergency|urgent|red|pink|infection eye|care|visit?: pink eye, red eye, cornea, something in my eye, foreign body, flashes, floaters, metal out, stye, speck
    vision therapy|training: vision therapy, lazy eye
    color|colour blind|test: color blind
    low vision: magnifier, magnifiers, low vision
    safety|sport glasses|goggle|eyewear: safety glasses, swim goggles
    myopia|ortho control|management|k: myopia, nearsighted, ortho k
  `,
  vet: `
    vaccine|vaccination|shot|immunization rabies|pet|puppy|kitten|booster?: shots, rabies, distemper, booster, boosters, jab, jabs, bordetella, vaccinated, vaccines, parvo, kennel cough, lepto; GET give > shot booster vaccine; !shots
    spay|neuter|fix|sterilization surgery|neuter?: spayed, neutered, snipped, cone, cone of shame, spay, neuter, her incision; GET spay neuter > fixed snipped
    dental|teeth|tooth clean|cleaning|care|extraction|health|dentistry?: teeth cleaned, rotten teeth, rotten tooth, extractions, tartar, bad breath, gums, dental; clean pull remove > teeth tooth
    wellness|annual|exam|check|checkup|physical|well exam|visit|check|plan|pet|up?: checkup, check up, once over, ears and heart, nose to tail, wellness, senior blood work; GET > checkup exam
    surgery|soft|orthopedic|acl|tplo|mass|tumor|lump tissue|general|removal|surgical?: surgery, operated, operation, acl, tplo, ccl, stitches, lump, tumor, swallowed, foreign body, bloat, bladder stones, amputated, cut him open, ate a sock; remove operate > lump tumor mass stone sock eye leg spleen
    emergency|urgent|critical|hour care|visit|vet|after|pet|hospital?: middle of the night, hit by a car, ate chocolate, rat poison, seizure, seizures, grapes, collapsed, couldn't breathe, saved her life, saved his life, xylitol, snake bite, choking, raisins, at 2 am, poisoned; seizure, bloat
    microchip|chip implant|pet?: microchip, microchipped; GET > chip microchip
    euthanasia|end|hospice|life|goodbye|cremation life|home|of|care?: put to sleep, put down, say goodbye, goodbye, euthanized, rainbow bridge, let him go, let her go, last moments, paw print, final moments, peacefully, ashes, put him down, put her down; ashes, paw print, paw prints, her suffering, his suffering, final hours
    xray|x|imaging|ultrasound|radiograph|radiology|diagnostic ray|ultrasound|digital|imaging?: x ray, xray, x rays, x rayed, xrayed, ultrasound, radiographs, broken leg
    lab|blood|bloodwork|diagnostic work|test|testing: blood work, bloodwork, labs, urine, stool sample, fecal, thyroid, kidney values, drew blood, heartworm test
    flea|tick|parasite|heartworm|deworm|worm prevent|prevention|control|treat|treatment|test|medication|tick?: fleas, flea, ticks, heartworm, nexgard, bravecto, worms, tapeworm, tapeworms, dewormed, wormer, roundworms, chewable, itching
    nail|claw trim|clip|clipping|cut: nails, claws, nails done, nail trim, dremel; trim clip cut grind > nail claw
    groom|grooming|bath pet|dog|cat?: groomed, haircut, shaved, matted, mats, fluffy, bathed; groom bathe shave wash > dog cat coat
    board|boarding|kennel pet|dog|cat|overnight?: boarded, boarding, kennel, while we were away, while we were gone, overnight; board stay leave > week weekend
    allergy|skin|ear|dermatology treat|treatment|care|testing|infection|ear?: itching, itchy, hot spot, hot spots, ear infection, apoquel, cytopoint, allergies, licking her paws, licking his paws, yeast; treat flush clean > ear rash skin
    exotic|reptile|bird|rabbit|avian|pocket pet|care|animal|medicine: rabbit, bunny, guinea pig, bearded dragon, parrot, lizard, hamster, turtle, snake, ferret, gecko, chinchilla, bird
    senior|geriatric|arthritis|pain care|pet|management|therapy?: arthritis, librela, stiff, joints, old boy, old girl
    behavior|training|puppy|behaviour consult|class|training|consultation?: prozac, biting, aggression, training
    puppy|kitten visit|exam|care|package|visit: new puppy, new kitten, first shots
    pharmacy|prescription|refill: prescription, refill, meds, medication
    house|mobile|home call|visit|vet: came to our house, came to my house, house call, in our living room
    acupuncture|laser|rehab|hydro therapy|rehabilitation|rehab: acupuncture, laser, underwater treadmill
    health|travel certificate|certificates: health certificate, travel papers, usda
    large|horse|equine|farm animal|care|call: horse, mare, colic, goat, floated, hooves
  `,
  petCare: `
    full|groom|grooming|dog|breed groom|grooming|service|haircut|package?: groomed, groom, haircut, trimmed, teddy bear, puppy cut, summer cut, poodle cut, lion cut, fluffy, schnauzer cut, scissored, cutting him, cutting her, cuts him, cuts her, cut him, his cut, her cut, his haircut, her haircut, cute cut, scissor, around his eyes, around her eyes, around the eyes, trimmed around, shaved, shaved her, shaved him, bows, poodle, doodle, shih tzu, lamb cut, face trimmed, grooming, looks like a puppy, hand scissored, breed cut, top knot, stand still for, smells good, smells amazing; groom trim cut clip > dog poodle doodle shih face coat; groom trim > paw
    haircut|cut|trim|style puppy|dog|breed?: puppy cut, teddy bear, summer cut, lion cut, trimmed, shaggy, scissored, cutting him, cutting her, his cut, her cut, cute cut, around his eyes, around her eyes, shaved, to the skin, scissor; cut trim clip > hair fur coat face
    bath|wash|shampoo dog|brush|dry|blowout?: bath, baths, bathed, shampooed, rolled in, skunk, skunked, muddy, stinky, blow dried, bathed him, bathed her, smell out, skunk smell, blow dry, brushed out, brush out, blow out, conditioner, shampoo, wash after, clean and fluffy, sprayed by a skunk, dead fish, oatmeal; bathe wash shampoo > dog cat pup puppy lab
    nail|claw trim|clip|grind|grinding|clipping|cut?: nails, claws, nails done, dremel, click on the floor, pawdicure, for her nails, for his nails, for their nails, ground down, ground her, ground his, click clack, clicking on, quicked, the quick, cut the quick, bled, paws, all four paws, dew claw, dewclaws; trim clip cut grind file > nail claw; clip > paw; grind clip do > nail claw
    deshed|shed|undercoat|deshedding|shedding treatment?: shedding, sheds, undercoat, de shed, deshedding, fur everywhere, husky, furminator, tumbleweeds, shed, sheds like, second dog, a whole other dog, hair everywhere, fur on my couch, hair on my couch, golden retriever hair, came off of him, came off him, carding, vacuum every day, vacuuming
    mat|dematting|demat|matted remove|removal?: mats, matted, tangles, matting, shaved down, shave down, one giant mat, a mat, tangled, pelted; brush shave remove > mat knot
    teeth|tooth|dental brush|brushing|clean: tartar, doggy breath, dog breath, his breath, her breath; brush > teeth
    ear|gland|anal|sanitary clean|cleaning|expression|express|trim|plucking: glands, scooting, scoot, expressed, sanitary, ear cleaning, ears cleaned, yeasty; clean express pluck > ear gland
    flea|tick bath|treatment|treat|dip: fleas, flea, ticks; !fleas, !flea, !ticks
    cat groom|grooming|bath: my cat, our cat, persian, maine coon, lion cut, my kitty, himalayan, my cats, our cats, the cat, kitten, cat came, long haired cat, siamese, tabby, ragdoll, hissing, hissed, scratched; groom bathe shave > cat kitty persian
    puppy first|intro|introduction|groom|package: first groom, first haircut, first grooming, our puppy
    hand stripping|strip: stripped, terrier, schnauzer
    self|wash|diy dog|serve|wash: self serve, do it yourself
    color|dye|creative: dyed, mohawk
    board|boarding|kennel|overnight|hotel dog|pet|overnight|stay|boarding?: boarded, boarding, kennel, while we were away, while we were gone, while we were out of town, while we traveled, went on vacation, overnight, out of town, long weekend, day stay, night stay, left our dog, left our dogs, left my dog, left my dogs, left our two, his suite, her suite, their suite, stayed with them, stay over, four nights, three nights, five nights, ten nights, while we were in, while we went, while i was away, while i was out of, our trip, my trip, our vacation, our cruise, our honeymoon, pictures every, photos every, updates every, picked him up skinny, lost weight, came home skinny, kennel run, sleepover, out of the country, away for, over thanksgiving, over christmas, over labor day; board stay leave drop > week weekend days night; leave > dog cat lab
    cat board|boarding|condo: kitty, condo
    daycare|day|camp|playgroup dog|care|play|camp|doggie|doggy?: daycare, day care, playgroup, play group, play yard, comes home tired, tired out, wiped out, burns off, play with other dogs, plays all day, days a week, while i'm at work, while i am at work, while i work, while we work, when i work, plays with, big dogs, little dogs, small dogs, other dogs, dog friends, best friends, comes home exhausted, comes home and sleeps, sleeps all evening, worn out, pooped, tuckered out, exhausted, playing all day, webcam, webcams, live camera, on the camera, splash pool, romp, socialized, socialize, burn off energy, energy out
    walk|walking dog|daily?: walks, walker, around the block, midday, lunch break, pee break, long walks, our walker, his walker, gps, while i'm at work, while we're at work, midday walk, paw report; walk > dog pup him her
    sit|sitting|sitter|drop|visit|home pet|house|cat|in|overnight?: sitter, litter, litter box, watered the plants, sent pictures, sent photos, scooped, stayed at our house, watched our, fed the, fed our, gave him his meds, gave her insulin, in his own home, in her own home, our cats, mail in; feed watch sit check > cat dog fish kitty
    train|training|obedience|behavior|behaviour|class dog|puppy|class|board|private|modification?: jumping on, obedience, reactive, lunging, housebroken, come when called, loose leash, barking, sit and stay, sit stay, walk without, walks without, without pulling, pulling my arm, pulls on the leash, pulling on the leash, on a leash, on leash, on the leash, leash manners, heel, recall, stay and, manners, commands, jumps on, jumping up, stopped jumping, stopped barking, counter surfing, clicker, puppy class, potty trained, crate trained, good citizen, walks beside me, in six weeks; teach train > sit stay heel dog puppy recall
    taxi|transport|pickup pet|pick: dropped off
  `,
};
