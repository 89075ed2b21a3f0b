import type { TradeTerms } from "../trade-terms.ts";
/** Cars and other vehicles. */
export const vehicleTerms: TradeTerms = {
  garage: `
    oil|lube change|service|filter?: oil, synthetic, oil filter, lof, drain plug, fresh oil, oil and filter, full synthetic, quarts; change top > oil; dipstick, quarts low, oil light
    brake|brakes repair|service|replace|pad?: pads, rotor, rotors, caliper, calipers, brakes, brake job, brake line, brake lines, squealing, squealed, squeaked, grinding when i, metal on metal, spongy, pedal, master cylinder, stops like new, stops on a dime, stop on a dime, brake fluid, pulsating, shaking when i brake; FIX turn hang bleed > rotor pad caliper brake drum; grind squeak squeal > brake stop
    brake inspect|inspection|check: brakes checked, pads left, measured the pads; check inspect measure > brake pad
    tire|tyre sale|install|replace|mount|fit|installation|new?: new tires, set of tires, michelin, michelins, goodyear, goodyears, bridgestone, pirelli, pirellis, hankook, all seasons, all season, all weather, snow tires, winter tires, new rubber, new set of four, four new tires, two new tires, tread, tires mounted; mount FIT buy sell order > tire tyre michelin
    flat|tire|tyre|puncture repair|patch|plug|fix|flat: slow leak, plugged, patched, puncture, sidewall; FIX plug patch > flat tire tyre nail puncture leak
    tire|tyre|wheel rotate|rotation|balance: balancer, front to back, shimmy, vibration, vibrates, vibrated, shaking at, rotated, shakes at; rotate balance swap spin move > tire tyre wheel front
    tire|tyre|wheel balance: balancer, shimmy, vibration, vibrated, wheel weights; balance > tire tyre wheel
    align|alignment wheel|end?: pulling to the, pulled to the, pulling hard, pulling left, pulling right, pulled left, pulled right, steering wheel was, steering wheel sat, wheel was crooked, wheel is straight, dead center, tracks straight, drives straight, straight as an arrow, toe and camber, camber, pothole, straight down the road, uneven wear; pull drift veer > left right side; align straighten > car wheel front end it truck
    ac|air|a/c|conditioner|conditioning recharge|repair|service|recharge?: freon, refrigerant, compressor, cold air, ice cold, blowing hot, blowing warm, hot air, warm air, blows cold, blew hot, condenser, icebox, meat locker, air con, cabin filter; blow > hot warm cold ice; top recharge FIX refill > freon ac air refrigerant compressor condenser
    battery|charging|alternator|starter|electrical replace|test|service|system|repair|car|auto|replacement|check?: alternator, starter, wouldn't start, wouldn't crank, wouldn't turn over, won't start, terminals, dead battery, new battery, battery, diehard, jump start, jumper cables, parasitic draw, load tested, load test, cranks right up; FIX test jump crank > battery alternator starter terminal
    diagnose|diagnostic|diagnostics|check|engine|light engine|computer|electrical|light|car|vehicle|auto|service?: check engine, engine light, warning light, light on the dash, dash light, dash lit up, lights on my dash, scanner, misfire, misfiring, sensor, o2 sensor, coil pack, traced, hooked it up to the computer, hooked up to the computer, figured out what, figured out why, nobody else could, stalling, stalled, rough idle, weird noise, rattle; read pull scan run check clear > code; find figure trace diagnose track pinpoint > noise rattle problem issue short misfire light
    exhaust|muffler repair|replace|service|muffler|system?: muffler, muffler's, exhaust, tailpipe, catalytic converter, catalytic, cat converter, resonator, sounded like a tractor, quiet again, rusted through, rusted out, fumes, welded, flex pipe, hanging by; weld patch FIX hang > muffler exhaust pipe converter tailpipe hanger
    transmission|clutch|gearbox repair|rebuild|service|flush|replace|fluid?: transmission, tranny, gearbox, slipping between, slipping in, slipping out, slips out, slipped out, started slipping, shifting, shifts, shifted, wouldn't shift, clutch, torque converter, hard shift, into second, second and third, third gear, dropped the pan, solenoid; rebuild FIX flush swap > transmission tranny gearbox clutch fluid; slip jerk grind > gear second third
    suspension|shock|strut|steering repair|replace|strut|shock|suspension?: struts, strut, ball joint, ball joints, tie rod, tie rods, control arm, control arms, bushings, clunk, clunking, sway bar, wheel bearing, power steering, rack and pinion, rides like, rides smooth, steering; FIX > strut shock joint bushing bearing rack rod arm
    coolant|radiator|cooling repair|flush|service|replace|system?: radiator, coolant, overheating, overheated, overheat, running hot, water pump, thermostat, antifreeze, temp gauge, head gasket, heater core, sweet smell; FIX flush > radiator hose coolant thermostat pump
    timing|belt replace|repair|serpentine?: timing belt, timing chain, serpentine, water pump, squealing; FIX > belt chain tensioner pulley
    tune|tuneup|spark|plug|maintenance up|engine|replace|factory|schedule|scheduled|service?: tune up, spark plugs, plugs and wires, misfire, scheduled maintenance, 60k, 30k, 90k, 100k, mile service, gas mileage, runs smoother; change FIX > plug wire filter
    engine repair|rebuild|replace|swap: head gasket, rebuilt, valve cover, oil leak, rod, timing chain, gasket; FIX swap > engine motor gasket
    state|safety|emission|smog|mot|vehicle inspect|test|check|inspection|sticker: inspection, emissions, smog, smog check, passed inspection, mot; pass fail > inspection emissions smog
    inspect|inspection|check pre|purchase|buy|used?: before i bought, before buying, used car, before we bought, looked it over, pre purchase; inspect check look > car truck
    windshield|glass|windscreen|window replace|repair|chip|auto?: windshield, crack, rear window, side window, safelite; FIX fill FIT > windshield chip crack glass
    wiper|blade replace: wipers, wiper blades, streaking
    headlight|bulb|light replace|restore|restoration|repair: headlight, headlights, foggy, yellowed, bulb, tail light; FIX polish restore > headlight bulb lens
    tow|towing|roadside service|assist|assistance?: towed, tow, tow truck, flatbed, broke down, stranded, side of the road, side of the highway, on the shoulder, winch, ditch, jump start, lockout, breakdown; tow winch haul > car truck ditch van suv
    fuel|injector|pump clean|service|repair|replace|system?: injectors, fuel pump, fuel filter, gas mileage, sputtering, throttle body; FIX clean > injector pump filter throttle
    differential|axle|cv|drivetrain|4x4 repair|service|replace?: cv axle, cv joint, axle, driveshaft, differential, u joint, four wheel drive, transfer case; FIX > axle joint boot shaft differential
    fleet service|maintenance: fleet, our vans, company trucks, company vans, work trucks
    diesel repair|service: powerstroke, duramax, cummins, dpf, injectors
    hybrid|ev|electric repair|service|battery: prius, ev, traction battery
    heater|core|heat repair: heater core, heater, no heat, defrost
    lift|wheel kit|custom|rim: lift kit
  `,
  bodyAndDetail: `
    collision|body|bumper|fender|accident repair|work|replace|collision|auto?: bumper, fender, quarter panel, hood, fender bender, rear ended, wreck, wrecked, totaled, t boned, looks brand new, like it never happened, hit and run, adjuster; FIX straighten > bumper fender door panel hood frame
    dent|paintless|pdr|hail|ding remove|removal|repair|damage?: ding, dings, dent, dents, hail, hail damage, door ding, shopping cart, pdr, creased; pull pop FIX remove > dent ding crease
    paint|repaint|scratch|color|refinish job|repair|touch|match|auto|paint|removal?: clear coat, scratch, scratches, paint match, matched the paint, color match, resprayed, repainted, peeling clear, touch up, overspray; paint match spray blend FIX buff > scratch panel hood door paint clearcoat car truck
    frame straight|straighten|align|repair: bent, unibody
    detail|detailing full|interior|exterior|complete|car|auto|mobile?: detailed, spotless, showroom, showroom condition, dog hair, pet hair, goldfish crackers, clay bar, looks brand new, new car smell, vacuumed, every crevice, detailing; detail vacuum polish clay clean > car truck van interior suv
    interior clean|detail|shampoo|cleaning: vacuumed, shampooed, dog hair, pet hair, carpets, floor mats, crumbs, cup holders, spilled, milk smell, steam cleaned, dashboard, coffee stain, upholstery, stains; vacuum shampoo clean wipe steam condition > seat interior carpet mat inside upholstery dash
    exterior|hand|car|express|drive|full|basic|ultimate|touchless wash|through|serve?: washed, hand wash, suds, tunnel, towel dried, hand dried, spot free, bugs off, bug splatter, road salt, undercarriage, drive through, clean car; wash rinse dry > car truck suv van wheel
    wax|polish|buff|paint|ceramic|seal|coat|correct|correction coat|correction|protect|protection|sealant?: ceramic, wax, waxed, beading, beads, beads up, swirls, swirl marks, shine, shiny, gloss, buffed, sealant, polished, water spots, paint correction; wax buff polish coat seal remove > car paint swirl hood scratch truck
    headlight restore|restoration|clean: headlights, foggy, cloudy, yellow, hazy, night vision; restore polish > headlight
    tint|tinting window|windows?: tint, tinted, tinting, limo dark, ceramic tint; tint > window
    wrap|vinyl|film|ppf vehicle|paint|protection?: wrap, wrapped, ppf, matte, clear bra, decals; wrap > car truck hood van
    engine|bay clean|detail|wash: engine bay, under the hood; clean > engine
    odor|smoke|smell|ozone remove|removal|elimination|treatment: smoke smell, ozone, mildew, cigarette smoke, odor, smelled like, sour milk, skunk; remove get eliminate > smell odor smoke
    vacuum|vacuums free|self|service?: vacuums
    unlimited|membership|monthly|club wash|plan|membership|pass?: unlimited, month pass, cancel my
    tire|wheel shine|clean|rim: tire shine, brake dust
    leather clean|condition|repair|treatment: conditioned, cracked seat
    windshield|glass replace|repair: windshield
    rv|boat|motorcycle detail|wash: boat, rv, camper, motorcycle, harley, oxidation, hull
    pet|dog hair|wash|removal: dog hair, pet hair
    undercarriage|underbody wash: undercarriage
    bedliner|liner spray: bed liner, truck bed
    rust proof|undercoat|repair|undercoating|removal: undercoated
  `,
};
