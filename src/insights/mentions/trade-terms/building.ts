import type { TradeTerms } from "../trade-terms.ts";
/** The house itself: wires, roof, walls, floors, doors and locks. */
export const buildingTerms: TradeTerms = {
  electrical: `
    panel|breaker|fuse upgrade|replace|install|repair|electric|electrical|box|service?: breaker box, breaker panel, fuse box, fuse panel, 200 amp, 100 amp, 200 amps, sub panel, subpanel, federal pacific, new panel, breakers, circuit breaker, new service, consumer unit, fuses, old fuses, meter base, breaker kept, breakers kept, main breaker, zinsco; FIT FIX trip > panel breaker fuse
    outlet|switch|receptacle|socket|gfci install|repair|replace|usb?: gfci, receptacle, dimmer, dead outlet, outlet, outlets, usb outlet, light switch, three way switch, sparking, two prong, three prong, plug in, sparks, sparked, scorched, usb outlets, light switches, three way, outside outlet; FIT FIX ground > outlet socket switch plug receptacle gfci dimmer
    light|lighting|fixture|recess install|replace|repair|indoor|interior|led|recess?: can lights, led cans, recessed lights, recessed lighting, canned lights, chandelier, pendant, pendants, sconce, sconces, light fixture, vanity light, lit up, under cabinet, flickering, flicker, undercabinet, light over, lights over, dimmers, track lighting, island lights, kitchen lights, high ceiling light; FIT FIX hang wire > light chandelier sconce pendant fixture lamp can
    outdoor|landscape|exterior|security|yard light|lighting install?: path lights, landscape lights, floodlights, flood lights, motion light, motion lights, motion sensor, porch light, yard lights, up lights, uplights, string lights, driveway lights, security light, lit up; FIT hang wire > floodlight lights uplight
    ceil|ceiling|fan|exhaust install|replace|repair?: ceiling fan, bath fan, bathroom fan, exhaust fan, attic fan, whole house fan; FIT FIX hang balance wire > fan
    wire|wiring|rewire|rewiring|knob house|whole|repair|install|replace?: knob and tube, aluminum wiring, rewire, rewired, rewiring, cloth wiring, old wiring, ran new wire, ran wires, fished wires, burnt wire, romex, new circuit, dedicated circuit, up to code; run fish pull replace update upgrade FIX > wire wiring cable conduit circuit
    ev|car|vehicle|tesla charge|charger|station install?: ev charger, tesla, tesla charger, wall connector, charger, charging station, electric car, 240v, plug in my car, nema, juicebox, chargepoint, rivian, my leaf, charge my car, charge the car, charge at home; FIT wire > charger tesla; chevy bolt, model 3, model y, mach e, ioniq
    generator install|repair|service|standby|backup|maintain?: generac, generator, transfer switch, backup power, power goes out, power went out, power outage, kicks on, kicked on, interlock; FIT FIX wire hook > generator generac
    smoke|carbon|alarm|detector install|replace|co?: smoke alarm, smoke detector, chirping, chirp, carbon monoxide, beeping, hardwired alarms; FIT FIX wire > alarm detector
    surge|whole protect|protector|protection: surge protector, surge protection, lightning strike, power surge
    troubleshoot|diagnose|diagnostic|fault|find|electric repair|fault|problem?: half the house, no power, lost power, dead outlets, half of the house, flickering, flickered, flicker, kept tripping, loose neutral, burning smell, hot to the touch, power back on, breaker kept tripping, half my house, lights dim, dimmed, lights flicker, lights flickered; trace find track figure diagnose > short fault problem wire outage circuit; trip > breaker
    inspect|inspection|safety|code electric|electrical|home|correct|report?: up to code, not up to code, code violation, insurance company wanted, failed inspection, passed inspection, before closing, insurance required, home inspector
    hot|tub|spa|pool wire|hookup|connection|install|electric: hot tub, spa disconnect, jacuzzi, pool pump wired, 50 amp; wire hook > tub spa pool jacuzzi
    data|network|ethernet|cable|cat6|internet wire|cabling|install?: ethernet, cat 6, cat6, cat 5, network drops, coax, access point, wi fi, data ports; run pull > ethernet cable coax
    tv|television mount|install|wall?: television, flat screen, soundbar, hid the wires, hid the cables, hide the wires, mounted the tv; mount hang FIT > tv television soundbar
    doorbell|camera|security|ring install|system?: ring doorbell, doorbell, nest cam, security camera, video doorbell; FIT wire > doorbell camera
    solar|panel install|repair|solar: solar, inverter, powerwall, net metering, solar panels
  `,
  roofing: `
    roof|reroof|shingle replace|install|new|tear|asphalt|shingle|full|reroof: new roof, tear off, tore off, whole roof, entire roof, new shingles, reroof, re roof, re roofed, stripped the old, roof done, replaced our roof, architectural shingles, owens corning, gaf, roofed, layers of shingles, underlayment, ice and water shield, ice shield, roof in a day, roof in one day, nails in the yard, magnet, metal drip edge, drip edge, decking replaced; strip tear FIT lay shingle reshingle > roof shingle
    roof|shingle leak|repair|fix|patch|emergency: missing shingles, lost shingles, blown off, blew off, water stain, brown spot, ceiling stain, bad flashing, pipe boot, water came in, water coming in, leaking roof, dripping ceiling, dripped, drip in the, stain on the ceiling, stopped the leak, ridge cap, shingle blew; FIX find stop patch reseal > leak shingle roof boot vent; leak > roof ceiling
    flash|flashing repair|replace|chimney|install?: flashing, around the chimney, chimney leak, step flashing, leaking around; FIX FIT seal > flashing chimney
    roof|free|storm|damage inspect|inspection|assess|estimate: went up on the roof, up on the roof, got on the roof, climbed up, sent photos, took pictures, walked the roof, drone, attic photos, walked it, before listing the, five years left, life left; inspect check look climb photograph > roof
    storm|hail|wind|insurance damage|restore|claim|repair?: hail, hailstorm, hail storm, insurance claim, wind damage, tornado, tarp, tarped, blown off, blew off, storm damage, tree fell
    emergency tarp|roof|service|repair?: tarp, tarped, tarps, tree fell, limb through, middle of the storm, same night
    metal roof|install?: standing seam, metal roof, tin roof, steel roof, metal panels
    flat|tpo|epdm|membrane|rubber roof|repair|install|coat|commercial?: tpo, epdm, rubber roof, membrane, torch down, flat roof, ponding, pooling, warehouse roof, commercial building
    skylight install|repair|replace|tube?: velux, skylight, skylights, sun tunnel, solar tube, natural light; FIT FIX leak > skylight velux
    gutter clean|clear: muck, leaves out of, seedlings, overflowing, clogged downspout, overflowed, cleared out the leaves, scooped, clogged gutters, downspouts flushed, plants growing, gunk, pine needles, maple tree growing, downspout, waterfall over the, trees growing out, bagged the; clean clear empty scoop blow flush > gutter downspout
    gutter install|replace|new|seamless|repair|fix: seamless, downspouts, new gutters, downspout, 6 inch, five inch, sagging, sagged, pulled away, fell off, reattached; FIT FIX reattach rehang hang > gutter downspout
    gutter guard|screen|protect|cover|helmet|protection: leaf guard, gutter guards, leaf filter, no more ladder
    gutter: downspout, downspouts, gutters
    soffit|fascia repair|replace|install?: soffit, fascia, rotted wood, squirrels, rotten boards, rotten wood; FIX FIT > soffit fascia
    siding|side install|repair|replace?: siding, hardie, hardie board, new siding, james hardie, lap siding; FIT FIX > siding
    vent|ventilation|attic roof|attic|install|fan?: ridge vent, attic fan, attic was, hot attic, cooler upstairs, soffit vents, turbine
    attic insulation|insulate|ventilate|ventilation: insulation, blown in, drafty, ridge vent, energy bill; cellulose, spray foam
    tile|slate|cedar|shake roof|repair|install?: clay tile, cedar shakes, cracked tiles, broken tiles, spanish tile
    moss|roof clean|wash|removal|treatment|soft: moss, black streaks, algae, soft wash; wash clean treat scrape > roof moss
    chimney repair|cap|rebuild|mason|tuckpoint?: chimney, tuckpoint, tuckpointed, repointed, chimney cap; FIX rebuild repoint > chimney
    window install|replace|new: new windows, double pane, double hung, drafty, argon; FIT > window
  `,
  locksAndDoors: `
    lockout|unlock|locked house|home|residential|emergency?: locked out, locked myself out, locked ourselves out, locked us out, locked outside, lost my house keys, lost my keys, lost our keys, let me back in, got me back in, got me in, got us in, got us back in, back inside, picked the lock, forgot my keys, keys inside, locked the door behind, left my keys inside, left the keys inside, slid it open; pick unlock > door lock
    lockout|unlock|locked car|auto|automotive|vehicle: locked in my car, keys in my car, keys in the car, keys locked in, locked my keys, locked the keys, keys in the trunk, keys on the seat, keys inside, popped the door, popped it open, open my car, into my car, in the ignition, locked out of my car, locked out of the car, locked out of my truck; unlock open pop > car truck trunk jeep van
    rekey|rekeying|lock rekey|change?: rekey, rekeyed, re key, re keyed, re keying, rekeying, same key, old keys, new keys to, previous owner, changed the locks, ex boyfriend, keyed alike, old tenant, bought the house, tenants moved; rekey change > lock house door cylinder
    lock|deadbolt install|replace|change|new|repair|fit: deadbolt, dead bolt, new locks, schlage, kwikset, new lock, door knob, doorknob, changed the locks, mortise, latch, strike plate; FIT FIX > lock deadbolt knob latch handle bolt
    key|fob cut|copy|duplicate|make|duplication: spare key, spare keys, extra keys, key made, keys made, duplicates, extra set; cut copy duplicate make > key spare copy
    car|auto|automotive|vehicle|fob|transponder|ignition key|program|replace|fob|make: key fob, fob, transponder, chip key, car key, lost my only key, spare key, made me a new key, made a new key, push to start, dealership wanted, dealer wanted, new key; program cut make reprogram code > fob key remote transponder
    ignition repair|replace|cylinder|switch?: ignition, key stuck, key wouldn't turn, wouldn't turn, key broke off, broken key; FIX > ignition cylinder
    break|extract|key extract|broken|removal|extraction: broke off, snapped off, key stuck, stuck in the lock, broken key, half a key
    smart|keyless|electronic|keypad lock|entry|install|access?: keypad, smart lock, keyless, fingerprint, punch in, from my phone, schlage encode, wi fi lock; FIT program > keypad
    safe open|crack|service|repair|install|lockout?: gun safe; open crack drill FIX > safe
    master key|system: master key, master keyed, apartment building, grand master
    access|control|commercial|panic|bar|business lock|hardware|install|system|door?: panic bar, push bar, crash bar, key card, card reader, fob system, buzzer, door closer, office doors; FIT FIX > closer reader bar
    mailbox|cabinet|desk|file lock|key?: mailbox, filing cabinet, mail key, desk drawer, file cabinet
    evict|eviction lock|service|change?: evicted, eviction, sheriff, former tenant
    spring garage|replace|door|torsion|repair?: torsion spring, broken spring, spring broke, spring snapped, loud bang, gunshot, went bang; FIX > spring
    opener garage|install|repair|replace|door?: opener, liftmaster, chamberlain, belt drive, chain drive, keypad, wi fi opener; FIT FIX program > opener remote keypad motor clicker
    garage door install|replace|new|installation: new garage door, new door, new doors, carriage style, insulated door, curb appeal, windows in the door, clopay; FIT > door
    garage door repair|fix|service|emergency: off track, off its track, off the track, won't open, wouldn't open, wouldn't close, won't close, stuck open, stuck shut, stuck halfway, car trapped, backed into, hit the door, half open; FIX > door cable roller hinge
    cable|roller|track|hinge|off garage|repair|replace|door?: rollers, frayed, cable snapped, off track, off its track, off the track, came off, bent track; FIX FIT > cable roller hinge track
    sensor|safety|photo garage|align|repair|eye|replace?: sensors, photo eye, reverses, goes back up, reversing, wouldn't close, won't close; FIX align > sensor eye
    tune|tuneup|maintenance|lube|lubricate|annual garage|door: lubed, greased, squeaking, tune up; lube grease oil tune > spring roller track hinge
    panel|section garage|replace|repair|door|dent?: dented panel, bottom section, backed into, backed my, bottom panel; FIX > panel section
    weather|seal|strip|bottom|weatherstrip garage|replace|install|door?: weather stripping, weatherstrip, bottom seal, rain coming under, leaves blowing; FIT FIX > seal strip
    gate repair|install|automatic|driveway|opener?: gate opener, gate motor; FIT FIX > gate
    remote|keypad program|replace|reprogram?: clicker, keypad, homelink, car button; program pair sync > remote clicker keypad homelink
  `,
  paintingAndFloors: `
    interior|inside|indoor|wall|room|ceiling paint|painting: accent wall, kitchen walls, walls look, two coats, straight lines, crisp lines, accent walls, feature wall, stairwell, walls and ceilings, walls and trim, painted the inside, inside of our house, inside of my house, inside of the house, rooms painted, room painted, whole downstairs, whole upstairs, walls painted, ceilings painted, ceiling painted, vaulted ceiling, vaulted ceilings; paint roll coat repaint > room bedroom wall kitchen hallway bathroom nursery ceiling trim foyer stairwell office; paint do redo > bedroom hallway nursery foyer stairwell
    exterior|outside|outdoor|house paint|painting: outside of our house, outside of my house, siding, shutters, eaves, trim outside, outside of the house, outside of our home, outside painted, outside looks, clapboard, cedar siding, wood siding, gables, trim on the house, sun side, south side of the house, power washed first, house painted, painted our house, painted my house, caulked the, soffits, front door, shutter, garage doors, our hoa; paint scrape coat repaint prime > house siding shutter eave porch exterior door stucco
    cabinet paint|refinish|reface|resurface|spray|painting: cabinets, cupboards, cabinet doors, oak cabinets, kitchen looks, kitchen cabinets, our cabinets, my cabinets, cabinets look, cabinets are, cabinets were, drawer fronts, doors and drawers, honey oak, golden oak, dark cherry, factory finish, new kitchen, sprayed the doors, vanity, kitchen island; paint spray refinish > cabinet cupboard vanity island
    deck|fence stain|seal|staining|refinish?: pergola, gray wood, deck looks, fence looks, weathered, gray boards, solid stain, semi transparent, sealer, cedar fence, gazebo, arbor, playset; stain seal sand strip paint > deck fence pergola porch dock gazebo rail
    drywall|sheetrock|plaster repair|install|patch|texture|hang?: hole in the wall, holes in the wall, drywall, sheetrock, plaster, nail pops, skim coat, taped and mudded, mudded, hole in our wall, hole in my wall, hole behind, hole from, doorknob hole, doorknob went, crack in the ceiling, cracks in the ceiling, crack in the wall, cracks in the wall, hole in the ceiling, hole in our ceiling, ceiling hole, seams, bad seam, see where the hole, where the hole was, where the patch, can't find the patch, patch, patched, fell through the ceiling, foot through, matched the texture, orange peel, knockdown, dents in the wall, water stain, sagging ceiling, mud, joint compound; FIX patch hang tape mud skim > hole wall drywall crack ceiling sheetrock plaster
    stucco repair|paint|patch: stucco, cracks in the stucco, hairline cracks, elastomeric; FIX patch > stucco
    touch|up up: touched up, touch ups, scuffs, scuff marks, scrapes on the wall, nail holes, movers scraped; touch > wall trim paint
    popcorn|ceil|ceiling remove|removal|scrape|texture: popcorn ceiling, smooth ceiling, smooth ceilings, scraped the ceiling, scraped the ceilings, scraped our, asbestos, cottage cheese, acoustic ceiling, ceilings are smooth; scrape remove smooth > ceiling popcorn
    wallpaper|paper install|remove|removal|hang?: wallpaper, papered, 80s flowers, layers of paper, old paper, grasscloth, mural, seams lined up, roosters, paper came, peel and stick; strip hang remove peel steam > wallpaper paper border
    trim|baseboard|door|crown|moulding|molding paint|install|carpentry?: baseboards, window frames, moulding, crown molding, casings, banister, spindles, stair railing, doors painted, wainscoting, chair rail, shiplap, french doors, window trim, interior doors, mantel; paint FIT > trim baseboard door casing window
    epoxy|garage|floor floor|coat|coating|paint: garage floor, epoxy, concrete floor, garage looks, flakes, speckled, hot tire, my garage, our garage, basement floor, peeled up; coat epoxy paint seal > floor concrete slab
    color|colour consult|consultation|match|select: help picking, helped me pick, helped us pick, picking colors, pick a color, pick the color, color choices, swatches, paint chips, matched the color, matched the paint, help with colors, help with color, color advice, color help, pick colors, picked the perfect, chose the perfect, perfect shade, perfect color, the right color, right shade, sample boards, color samples, undertone, undertones, fan deck, color wheel, shades of white, shade of white, whites, choose colors, choose a color, choosing colors, choosing a color, couldn't decide, color expert, good eye for, eye for color; pick choose match select > color shade colour
    commercial|office paint|painting: warehouse, our shop, our restaurant, conference room, our store, our salon, our church, our classrooms, tenant space, storefront, our lobby
    lead|primer|prep|prime: lead paint, primed, taped off, lead safe, old paint tested
    power|pressure wash|washing: siding, algae, mildew, power wash, power washing, pressure washed, pressure washer, power washer, green off, moss, mold off, washed the house, washed the siding, driveway, clean driveway, patio; wash powerwash > driveway siding house patio deck
    hardwood|wood|floor refinish|sand|refinishing|restore|polish: hardwoods, refinished, polyurethane, buffed, our hardwoods, sanded, dustless, stained them, floors look brand new, original floors, poly, swirl marks, drum sander, oak floors, floors shine; sand refinish stain recoat buff > floor hardwood oak stair
    floor|flooring|laminate|vinyl|lvp|hardwood|tile install|lay|installation: lvp, vinyl plank, laminate, planks, new floors, new floor, engineered, subfloor, hardwoods, baseboards back, new flooring, plank, lvp floors, transition strip, gaps, squeak, squeaky floor, buckling, buckled, floors in, floor installed, flooring installed, floors installed, engineered wood, underlayment, floor is level; FIT lay > floor plank laminate hardwood vinyl tile
    tile|grout|backsplash install|repair|clean|regrout|seal?: grout, backsplash, regrouted, tiles, tiled, shower floor, cracked tile, back splash, shower tile, tile work, lippage, mosaic, subway tile, herringbone, tile floor, tile guy, grout lines; lay set FIX regrout seal clean > tile grout backsplash
    laminate|vinyl floor|flooring?: laminate, planks, lvp, vinyl plank
    stair runner|carpet: stair runner, carpeted stairs
    carpet install|replace|repair|stretch|fit|lay: new carpet, ripple, ripples, stretched, restretched, bleach spot, cat clawed, carpet installed, carpet in the, seam, seams, stair runner, padding, carpet looks, bunched, wrinkle, wrinkles, power stretcher; FIT lay stretch restretch FIX > carpet pad
    kitchen remodel|renovate|renovation: new kitchen, countertops, granite, quartz, backsplash, cabinets; redo gut remodel > kitchen
    basement|finish remodel|finish|waterproof?: egress, rec room, sump; finish waterproof seal > basement
    concrete|driveway|patio pour|repair|install|level|lift?: poured, slab, mudjacking; pour FIX level lift > driveway patio slab sidewalk concrete
    fence install|repair|build|replace?: privacy fence, cedar, chain link; FIT build FIX > fence post gate picket
    deck build|install|repair|construction|replace: composite, trex, railing, joists; build FIX FIT > deck railing
    door|window install|replace|repair: new door, french doors, sliding door, storm door, patio door; FIT FIX hang > door slider window
    furniture|ikea assemble|assembly|build: ikea, wayfair, bookshelf, dresser, bed frame, crib, bunk bed, put together; assemble build put > dresser bed bookshelf desk crib furniture shelf
    handyman|odd|small|home repair|job|maintenance?: honey do list, punch list, odd jobs, small jobs, little jobs, squeaky door, door that sticks, to do list
  `,
};
