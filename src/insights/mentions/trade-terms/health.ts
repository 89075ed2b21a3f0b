import type { TradeTerms } from "../trade-terms.ts";
/** People's and animals' health. */
export const healthTerms: TradeTerms = {
  dentist: `
    clean|cleaning|hygiene teeth|tooth|dental|exam|checkup|prophy|routine|check?: cleaning, cleanings, scaled, scaling, scaled and polished, polished, tartar, plaque, hygienist, six month, every six months, flossed, flossing, scraped, scraping, teeth feel, deep cleaning, scale and polish, gums bled, twice a year; GET > cleaning; clean polish scrape floss scale > teeth; my six month, every six months, six month cleaning, every 6 months
    exam|check|checkup|examination dental|oral|comprehensive|new|patient|routine?: checkup, check up, exam, routine visit, routine check, no cavities, cavity free, looked at my teeth; GET > checkup exam; check look examine > teeth mouth tooth
    x|xray|imaging|panoramic dental|digital|ray?: x ray, xray, x rays, xrays, bitewings, panoramic, 3d scan
    filling|fill|cavity|bonding tooth|dental|white|composite|colored?: cavity, cavities, filling, drilled, drilling, composite, filled a, tooth colored, decay, silver ones; fill drill > cavity tooth molar hole
    crown|cap|bridge|bridges same|day|dental|tooth|porcelain?: crown, crowned, cerec, temporary crown, dental bridge, new bridge, temporary fell off, same day crown, porcelain; cap crown cement > tooth molar
    root canal|endodontic|endodontics?: root canal, abscess, abscessed, throbbing, endo, toothache, infected molar
    extract|extraction|removal|wisdom|surgery tooth|teeth|oral|wisdom?: wisdom teeth, wisdom tooth, wisdoms, yanked, extracted, extraction, tooth out, teeth out, impacted, dry socket, stitches; pull yank remove extract take > tooth teeth molar wisdom; stitches
    implant dental|tooth?: implant, implants, titanium, missing tooth, missing teeth, bone graft, all on four, abutment; place put > implant
    denture|partial dental|full?: dentures, denture, false teeth, partials, uppers, lowers, relined, new teeth; reline FIX adjust fit > denture partial plate; !dentures, !denture
    whiten|whitening|bleach|bleaching tooth|teeth|zoom?: whiter, whitened, whitening, bleached, bleaching, zoom, shades lighter, coffee stains, coffee stained, tea stains, white smile; whiten bleach > teeth smile
    veneer|cosmetic|bonding|smile dentistry|makeover|porcelain?: veneers, veneer, bonded, bonding, front teeth, new smile, front tooth; bond fix close > gap tooth chip
    align|aligner|invisalign|brace|orthodontic|orthodontics|straighten clear|teeth?: invisalign, aligners, braces, retainer, retainers, brackets, straight teeth, straightened, crooked teeth, overbite; straighten tighten > teeth brace wire; brackets, rubber bands, orthodontist
    gum|periodontal|perio|deep|scale|scaling therapy|disease|treatment|clean|graft|planing|root?: gums, gum disease, deep cleaning, deep clean, scaling, root planing, periodontal, graft, grafted, bleeding gums, receding; scale plane > root gum
    emergency|urgent dental|dentist|care|visit|appointment|dentistry?: toothache, broke a tooth, broken tooth, chipped tooth, cracked tooth, tooth pain, knocked out, squeezed me in, worked me in, fit me in, abscess, in agony, tooth broke, lost a filling
    sedation|nitrous|sleep dentistry|conscious?: laughing gas, nitrous, sedated, sedation, slept through, put me under, knocked me out, valium
    kid|child|children|pediatric|family|pediatrics dentistry|dental|dentist?: toddler, my four year old, her first visit, his first visit, treasure box, prize box
    night|mouth|guard|tmj|splint guard|therapy|treatment|sport?: night guard, nightguard, mouth guard, mouthguard, grinding, grind my teeth, jaw, tmj, clench, clenching; grind clench > teeth jaw; mouthpiece, bite guard
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
    full|groom|grooming|dog|breed groom|grooming|service|haircut|package?: groomed, groom, haircut, trimmed, teddy bear, puppy cut, summer cut, poodle cut, lion cut, fluffy, smells good, smells amazing, schnauzer cut, scissored; groom trim cut clip > dog poodle doodle shih face coat; groom trim > paw
    haircut|cut|trim|style puppy|dog|breed?: puppy cut, teddy bear, summer cut, lion cut, trimmed, shaggy, scissored; cut trim clip > hair fur coat face
    bath|wash|shampoo dog|brush|dry|blowout?: bath, baths, bathed, shampooed, rolled in, skunk, skunked, muddy, stinky, blow dried; bathe wash shampoo > dog cat pup puppy lab
    nail|claw trim|clip|grind|grinding|clipping|cut?: nails, claws, nails done, dremel, click on the floor, pawdicure, for her nails, for his nails, for their nails; trim clip cut grind file > nail claw; clip > paw
    deshed|shed|undercoat|deshedding|shedding treatment?: shedding, sheds, undercoat, de shed, deshedding, fur everywhere, husky, furminator, tumbleweeds
    mat|dematting|demat|matted remove|removal?: mats, matted, tangles, matting, shaved down, shave down; brush shave remove > mat knot
    teeth|tooth|dental brush|brushing|clean: tartar; brush > teeth
    ear|gland|anal|sanitary clean|cleaning|expression|express|trim|plucking: glands, scooting, scoot, expressed, sanitary; clean express pluck > ear gland
    flea|tick bath|treatment|treat|dip: fleas, flea, ticks; !fleas, !flea, !ticks
    cat groom|grooming|bath: my cat, our cat, persian, maine coon, lion cut, my kitty, himalayan; groom bathe shave > cat kitty persian
    puppy first|intro|introduction|groom|package: first groom, first haircut, first grooming, our puppy
    hand stripping|strip: stripped, terrier, schnauzer
    self|wash|diy dog|serve|wash: self serve, do it yourself
    color|dye|creative: dyed, mohawk
    board|boarding|kennel|overnight|hotel dog|pet|overnight|stay|boarding?: boarded, boarding, kennel, while we were away, while we were gone, while we were out of town, while we traveled, went on vacation, overnight, out of town, long weekend, day stay, night stay; board stay leave drop > week weekend days night
    cat board|boarding|condo: kitty, condo
    daycare|day|camp|playgroup dog|care|play|camp|doggie|doggy?: daycare, day care, playgroup, play group, play yard, comes home tired, tired out, wiped out, burns off, play with other dogs, plays all day
    walk|walking dog|daily?: walks, walker, around the block, midday, lunch break, pee break; walk > dog pup him her
    sit|sitting|sitter|drop|visit|home pet|house|cat|in|overnight?: sitter, litter, litter box, watered the plants, sent pictures, sent photos, scooped; feed watch sit check > cat dog fish kitty
    train|training|obedience|behavior|behaviour|class dog|puppy|class|board|private|modification?: jumping on, obedience, reactive, lunging, housebroken, come when called, loose leash, barking; teach train > sit stay heel dog puppy recall
    taxi|transport|pickup pet|pick: dropped off
  `,
};
