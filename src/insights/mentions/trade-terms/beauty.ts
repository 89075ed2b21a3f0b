import type { TradeTerms } from "../trade-terms.ts";
/** Hair, nails, skin and body. */
export const beautyTerms: TradeTerms = {
  hair: `
    cut|haircut|trim style|shampoo|blowdry?: lob, pixie, fade, fades, layers, bangs, split ends, dead ends, buzz cut, tapered, chopped, inches off, pixie cut, undercut, dry cut, curly cut, deva cut, hair cut, took off two inches, first haircut, my hair cut, cut my hair, cutting my hair, cuts my hair, cut her hair, cut his hair, cuts his hair, long layers, curtain bangs, shoulder length, one side longer, crooked bangs, blunt, took an inch, took three inches, took four inches, took five inches, shape up, thinning shears, off the ends, off my ends, my cut, my bob, a bob, into a bob, inches instead, a little off, off the top, botched my bangs, two inches instead; chop cut trim snip texturize layer shape take > hair inch inches layer bang bob fringe end; GET > trim cut bang layer bob
    women|woman|ladies|lady cut|haircut|trim|style?: layers, bangs, lob, pixie, pixie cut, shag, fringe, split ends, dead ends, inches off, women's cut, my cut, my haircut, my bangs, curtain bangs, long layers, shoulder length, lopsided, thinned out, my layers, took off two inches, cut my hair, my bob, into a bob, inches instead; chop snip trim cut > layer bang bob inch inches fringe end
    men|man|gentleman|barber cut|haircut|trim|style?: fade, fades, skin fade, buzz cut, taper, tapered, high and tight, my husband's hair, my husband's cut, his haircut, his cut, my boyfriend's hair, crew cut, number two, clippers, clipper cut, scissor cut, neckline, cowlick, hot towel, cleaned up my neck, lined me up, low fade, high fade, bald fade, mid fade, off the top, sides and back, on the sides, shaved the sides, clipper; fade taper buzz line > side back hairline
    kid|child|children|boy|girl|toddler cut|haircut|trim?: his first haircut, her first haircut, sat still, first haircut, my son's hair, my son's haircut, my daughter's hair, my daughter's haircut, my kids, my boys, my toddler, my two year old, my three year old, my four year old, my five year old, my 2 year old, my 3 year old, my 4 year old, my 5 year old, booster seat, car chair, race car chair, wiggly, squirmy, wiggles, squirms, lollipop, bowl cut, his bangs, her bangs, wouldn't sit still, sit still
    color|colour|dye|coloring|colouring|root|gloss|toner hair|all|full|single|root|process|correct|correction|touch|tint?: roots, root touch up, dyed, dye job, brunette, went blonde, go blonde, to blonde, burgundy, grays, greys, gray coverage, grey coverage, gray hair, grey hair, box dye, box dyed, red head, redhead, brassy, chestnut, single process, hair color, vivids, pink hair, blue hair, color correction, warm brown, jet black, honey blonde, bleach, my color, my hair color, color came out, color turned out, color faded, color is, color looks, hair orange, turned orange, came out orange, greenish, green hair, swamp green, went dark, went darker, went red, auburn, red hair, purple hair, brown hair, back to brown, back to my natural, roots done, root touchup, covered my, gray blending, double process, box color, blotchy, splotchy, hot roots, regrowth, platinum, bleached, developer, color job, allergic to the dye, grey roots, gray roots, my grays, my greys, hair green, hair pink, hair blue, hair purple, hair red, hair black, hair gray, hair grey, hair darker, hair yellow, went brown, a brunette, grays peeked, grays showing; cover touch hide do > root gray grey; fix correct > orange color colour; dye tint tone color colour bleach match > root gray grey hair strand; turn > hair
    highlight|balayage|foil|foils|ombre|lowlight balayage|partial|full|foil|ombre|lowlight?: foils, highlights, babylights, lowlights, balayage, money piece, money pieces, face framing, sun kissed, blonde pieces, blonder, ombre, foilyage, hand painted, painted ends, grow out, grown out, lightened, beachy blonde, dimensional, blonding, blonde streaks, stripes, stripey, stripy, zebra, chunky, lived in, brightened, brighten, rooty, root smudge, shadow root, root melt, face frame, tiger stripes, baby lights, baby blonde, highlighted, ash blonde, icy blonde, golden blonde, perfect blonde; paint lighten foil brighten weave > hair end piece foil
    extension|weave hair|tape|sew|keratin|in?: wefts, weft, tape ins, sew in, sewed in, sewn in, extensions, beaded rows, itips, i tips, k tips, length and volume, twenty inches, 18 inches, hand tied, slipping out, slid out, matted at, tapes, mermaid hair, rapunzel; sew put install move FIT > weft row extension bead inches
    blowout|blow|blowdry|dry|style|styling dry|style|styling|shampoo|bar?: blow dry, blow dried, blown out, blew out, blew it out, blow out, round brush, bouncy, voluminous, beach waves, wash and style, wash n blow, washed and styled, curling iron, flat ironed, big hair, curls held, held its curl, held the curl, style lasted, lasted three days, lasted all week, lasted four days, lasted days, curled my hair, curled it, hot rollers, blow dryer, blow dryed, dried and styled, straightened it, wash and blow, hair for the gala, loose waves, soft waves, washed and blew, curls lasted, hair set; blow style curl iron dry > hair
    updo|formal|bridal|wedding|special|bride|prom hair|style|styling|occasion|makeup|event|party?: updo, updos, homecoming, chignon, bobby pins, veil, quinceanera, my big day, stayed up all night, held all night, half up, up do, wedding hair, bridesmaid, bridesmaids, bridal party, my wedding, for my wedding, our wedding, wedding day, wedding morning, day of the wedding, daughter's wedding, sister's wedding, prom, prom hair, gala, formal, trial run, hair trial, hair up, stayed put, didn't move all night, danced all night, maid of honor, mother of the bride, half up half down, french twist, tiara, military ball, curls pinned, flower crown; pin > hair
    perm|wave|relaxer|texture permanent|body|texture?: perm, permed, relaxer, body wave, beach wave, spiral, spiral perm, perm rods, rods, curly again, tight curls, poodle; relax perm > hair
    keratin|smooth|straighten|brazilian|straightening treatment|smoothing|hair|blowout|japanese?: keratin, frizz, frizz free, brazilian treatment, brazilian blowout, straightening, straightened, flat iron, straight hair, pin straight, straight as, frizzy, humidity, smoothing, smoother, sleek, silky, silky straight, puffy, poofy, poof, blow dry time, half the time to dry, rainy day, tame my, tamed, waves gone; straighten smooth seal > hair curl frizz
    condition|conditioning|treatment|olaplex|scalp|mask|repair deep|hair|scalp|conditioning|treatment: olaplex, k18, deep condition, deep conditioning, scalp massage, breakage, dry ends, soft again, hair mask, bond builder, damaged hair, brittle, straw, hair felt like straw, hair feels soft, hydrated, silky soft, protein, split and dry, my scalp, flaky, dandruff; condition > hair scalp
    braid|cornrow|loc|twist|dread|dreadlock|braiding box|knotless|style|natural|retwist|maintenance?: braids, box braids, cornrows, knotless, locs, retwist, faux locs, dreads, stitch braids, braider, edges, twists, two strand, passion twists, feed in, feed ins, goddess braids, french braids, scalp sore, parts were; braid twist install retwist > hair loc twist braid
    beard|mustache trim|shape|shave|lineup|up?: beard, mustache, goatee, scruff, trimmed my beard, hot towel, my beard, his beard, line up, beard oil, lined me up, whiskers, straight razor; trim shape line oil > beard mustache goatee
    shave|straight|razor|hot towel|razor|straight|shave?: straight razor, hot towel, hot lather, shaved, smooth face, baby's bottom, close shave, clean shave, nicked me, lather; shave > face neck head
    fade|taper|buzz|lineup|line haircut|cut|up?: fade, skin fade, buzz, edge up, high and tight, mid fade, low fade, high fade, bald fade, temp fade, lined me up, line up, edged up, crispy, crisp line, zero on the sides; line edge fade taper > side hairline up neck
    eyebrow|brow wax|thread|threading|tint|shape|lamination|waxing?: brows, eyebrows, threaded, laminated, unibrow, arch, arches, my brows, my eyebrows, too thin, tweezed, henna; wax thread shape tint arch > brow eyebrow
    wax|waxing body|facial|bikini|hair|removal?: brazilian, bikini, brows, eyebrows, underarms, upper lip, hair removal, full leg, unibrow, back waxed, smooth legs, de fuzzed, lip, chin, lip and chin, peach fuzz, ingrown, ingrowns, hairless, wax was too hot, tore my skin, strip of skin; wax rip shape > brow lip leg underarm bikini eyebrow chin back hair
    makeup|make bridal|application|event|up?: makeup, lashes, contour, smoky eye, airbrush, glam, eyeshadow, lipstick, foundation, lip color, airbrushed, lash strips, looked like myself, mascara, blush, photo ready
    lash|eyelash extension|lift|tint|fill?: lashes, lash fill, classic set, volume set, lash lift, mascara, full set, infill, lash; fill lift tint > lash
    wig|toupee: wig, wigs, lace front
  `,
  nails: `
    manicure|mani basic|classic|spa|spanish|french|regular?: mani, manicure, cuticles, buffed, french tips, hands look, hand massage, hangnails, hangnail, nail shape, clear polish, pink polish, nude polish, cuticle, hands feel, nails look, cut my cuticle; file buff shape push paint polish cut trim > cuticle nail hand fingernail
    pedicure|pedi spa|classic|deluxe|basic?: pedi, pedis, toenails, callus, calluses, foot soak, foot massage, crusty feet, toe nails, foot rub, leg massage, my feet, my toes, my heels, heels are, toes look, calf massage, leg rub, foot bath, sandal ready, sandals; paint soak scrub massage polish file do trim > foot feet toe heel toenail leg
    gel|shellac|no polish|manicure|nail|chip|set|change?: gel, gels, gel polish, shellac, chip free, no chips, not chipped, haven't chipped, uv light, peeled off in, peeled after, lasted three weeks, lasted two weeks, gel set; soak > gel; chip last > gel
    acrylic|fullset|full|fake nail|set|full|fill|extension?: acrylics, acrylic, full set, coffin, stiletto, long nails, fake nails, infill, ballerina, coffin shape, fill in, my fill, nails popped, nail popped, too thick, nail drill; fill shape > nail tip acrylic
    dip|sns|powder powder|nail|manicure?: dip, dipped, sns, dip powder, dip nails
    builder|hard|biab|apres gel|gel: biab, builder gel, apres, gel x
    nail art|design / french tip: nail art, hand painted, rhinestones, french tip, cat eye, tiny flowers, little ghosts; paint draw do > flower design snowflake pumpkin heart
    polish|color change: polish change, change of polish, just a polish, repainted; change > polish color
    repair|fix|broken nail: broke a nail, broken nail, popped off; FIX > nail
    callus removal|treatment: callus, calluses, cracked heels
    removal|soak remove|removal|acrylic|gel|off: soaked off, took off, soak off, took my old set off; soak remove take > acrylic gel set dip polish
    kid|child|princess|little manicure|mani|pedi|pedicure|service: her little nails, five year old
    paraffin: paraffin, wax dip, warm wax
    wax|waxing eyebrow|brow|lip|face?: brows, eyebrows, lip wax, eyebrow wax, upper lip; wax shape clean > brow eyebrow lip
    lash|eyelash extension|lift|fill|tint?: lashes, lash fill, lash extensions, lash set; fill > lash
  `,
  spaAndFitness: `
    massage|bodywork relax|relaxation|therapeutic|body|full|minute?: massage, massaged, massages, masseuse, masseur, massage therapist, knots, kneaded, rubdown, swedish, back rub, knot, tight shoulders, my shoulders, shoulder blades, fell asleep on the table, on the table, like butter, just the right pressure, kinks, my back, neck and shoulders, masseuses, sore for days, tension; knead massage rub work > knot back shoulder neck muscle
    swedish: swedish
    deep tissue|massage: deep tissue, knots, knot, firm pressure, worked out the, elbows, knots out, sore the next day, bruised; dig work knead > knot elbow shoulder
    stone hot|massage: hot stone, hot stones, warm stones, hot rocks
    prenatal|pregnancy|maternity massage: pregnant, prenatal, pregnancy, months along, baby bump, side lying, weeks along, pregnancy pillow, third trimester, second trimester
    couple|couples massage|retreat|room|spa|package?: couples, couples massage, side by side, my fiance and i
    sport|sports massage: marathon, hamstrings, hamstring, calves, it band, before the race
    reflexology|foot massage|reflexology?: reflexology, foot massage, foot rub, pressure points, soles
    aromatherapy|essential massage|oil?: essential oils, lavender, eucalyptus, aromatherapy
    cupping|gua: cupping, cupped, suction, octopus marks
    facial|hydrafacial|skin care|signature|classic|custom|european|hydrating|acne|anti?: facial, facials, hydrafacial, extractions, pores, esthetician, aesthetician, blackheads, dermaplaning, dermaplaned, skin feels, skin looks, my skin, complexion, breakouts, face feels, pimples, broke out, skin glowed, skin was glowing, glowing, steamed my face, face mask; extract exfoliate cleanse > pore face skin blackhead
    peel|microderm|microdermabrasion|chemical|dermaplane|microneedle chemical|facial|treatment?: peeled, microdermabrasion, dark spots, sun spots, acne scars, dermaplaning, peach fuzz, microneedling, new skin, melasma, flaked
    scrub|wrap|polish|body body|scrub|salt|sugar|seaweed|mud: body wrap, salt scrub, sugar scrub, seaweed, exfoliated, baby soft, skin like silk, dead skin; scrub exfoliate wrap > body skin
    sauna|steam|infrared|salt|plunge|whirlpool room|steam|sauna|session|cold|cave: sauna, steam room, infrared, sweated, salt room, cold plunge, whirlpool, eucalyptus
    float|flotation|tank: epsom, weightless
    wax|waxing|sugar|sugaring body|brazilian|bikini|face|leg|full|hair?: brazilian, bikini, brows, underarms, upper lip, waxed, sugared, hair free, eyebrows; wax rip > brow lip leg underarm bikini eyebrow chin back
    lash|eyelash|brow extension|lift|tint|lamination|shape: lashes, lash lift, lash tint, brows, mascara, laminated; lift tint fill > lash brow
    mani|manicure|pedi|pedicure|nail spa|pedi|pedicure?: mani, pedi
    microblade|microblading|permanent makeup: microbladed, brows, strokes
    tan|spray|tanning spray|airbrush|bed?: spray tan, tan, tanned, bronzed, streaky, tanning; spray > tan
    laser|hair|ipl|electrolysis removal|laser|hair|reduction: no more shaving, zap, zapped, razor bumps, hair free, stubble
    botox|filler|inject|injectables|injection cosmetic|lip?: botox, filler, fillers, wrinkles, crow's feet, lips, frown lines, elevens, syringe, juvederm, dysport
    body|cool|sculpt contour|sculpting|contouring: coolsculpting, love handles, belly fat
    package|day|party spa|bridal|package: spa day, bachelorette, day of pampering, bridal party, girls' day, pampered
    reiki|energy|chakra healing: reiki, chakra, chakras
    tattoo|ink custom|cover|sleeve|flash|black|portrait|coverup?: tattoo, tattoos, tattooed, ink, inked, linework, shading; ink tattoo draw > piece sleeve design
    pierce|piercing body|ear|nose|jewelry?: pierced, piercing, nose ring, cartilage, helix, daith, septum, ears pierced; pierce > ear nose cartilage
    personal|one train|trainer|training|on|one: trainer, one on one, deadlift, pounds lost, pushed me, workout plan
    group|class|classes|fitness fitness|class|exercise: zumba, hiit, kickboxing, bootcamp, boot camp
    yoga|vinyasa class|studio|hot?: yoga, vinyasa, savasana, downward dog, hot yoga, namaste
    pilates|reformer|barre class?: pilates, reformer, barre
    spin|cycle|cycling class|indoor|bike?: spinning, bikes, spin class, cycle class, bike class, peloton
    weight|strength|free|cardio|equipment train|training|room|weights|equipment|area|floor: dumbbells, barbell, squat rack, treadmills, treadmill, ellipticals, kettlebells, deadlift, stair climber
    swim|pool|aqua|lap lesson|class|aerobic|lane|aerobics|swim: pool, laps, lap lane, water aerobics, swim lessons, doggy paddle
    child|kid|childcare care|club|childcare|room: daycare, kids club, childcare, drop my kids, play area, kids' room, babysit
    nutrition|diet|meal coach|coaching|counsel|plan|counseling: macros, meal plan, nutritionist, meal prep, eating habits
    membership|pass|gym month|day|trial|membership: day pass, cancel my, canceled my, month to month, initiation fee
    locker|shower room: locker room, locker
    body|composition|assessment|fitness test|assessment|scan|composition|analysis: inbody, body fat, body scan, fit test
    zumba|dance|aerobic fitness|class?: zumba, dance class, sweaty, choreography
    crossfit|functional|bootcamp|hiit|boxing|kickbox|martial|karate class|training|art|arts?: wod, burpees, kettlebells, heavy bag, dojo, sensei, jiu jitsu, karate, bag work
    basketball|court|racquetball|pickle|tennis court|ball|lesson: hoops, pickup game, pickleball, racquetball
    rock|climb|climbing wall: climbing wall, bouldering, belay
  `,
};
