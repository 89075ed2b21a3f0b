import type { TradeTerms } from "../trade-terms.ts";
/** Gardens, trees, pools and what is washed or cleared outside. */
export const outdoorTerms: TradeTerms = {
  lawnAndGarden: `
    lawn|grass|yard mow|cut|mowing|maintenance: mowed, cut grass, grass cut, weekly mow, striped, clippings, weed eat, weed eating, weed eater, string trimmed, edged, crisp edges, straight lines, knee high, scalped; mow cut edge trim weedeat > grass lawn yard
    edging|edge trim|bed|lawn?: edged, sharp edges, crisp edges, sidewalk edges; edge > sidewalk bed driveway curb walk
    aerate|aeration core|lawn|seed|overseed?: aerated, compacted; aerate > lawn yard soil
    overseed|seed|reseed lawn?: overseeded, bare spots, bare patches, new grass, thin spots; seed fill > spot patch lawn yard
    fertilize|fertilization|feed|fertilizer|lawn fertilize|feed|fertilization|program|care|treatment|plan?: fertilized, fertilizer, greener, feeding, green up, greened up, nitrogen, burned my lawn, burned the lawn, greenest lawn, thick and green; fertilize feed > lawn grass yard
    weed control|kill|treat|prevent: dandelions, dandelion, crabgrass, pre emergent, nutsedge, creeping charlie, weeds, thistle, weed free, weeds came back, no more weeds; spray kill treat > weed dandelion crabgrass clover
    bed|garden|flower|flowerbed weeding|maintenance|weed|cleanup|care / weeding|weed bed|garden|hand|pull|pulling: weeds, weeded, flower beds, flower bed, pulled weeds, pulled the weeds, flowerbeds, garden beds, overgrown beds; weed pull clear > bed weed garden flowerbed
    leaf|leaves|fall|autumn clean|cleanup|removal|rake|up?: raked, leaf blower, leaf pickup, leaf pick up, bagged, oak leaves, blew the leaves, leaf pile; rake blow bag haul vacuum clear > leaf
    spring|yard|seasonal|storm|brush clean|cleanup|clear|clearing: branches, storm debris, cleaned up the beds, whole yard, winter mess; clear haul clean > yard brush branch debris bed
    hedge|shrub|bush trim|prune|shape|trimming: boxwoods, boxwood, hedges, hedge, bushes, shrubs, hollies, azaleas, privet, arborvitae, topiary, pruned; trim shape prune clip cut tame > hedge bush shrub boxwood rose holly azalea privet hydrangea
    mulch|mulching install|bed|delivery|rock?: mulch, mulched, yards of mulch, black mulch, pine straw, wood chips, beds look; spread lay put refresh > mulch straw chip rock
    sod|turf install|lay|replace: sod, sodded, new lawn, instant lawn, bermuda, zoysia, fescue, fresh turf, dirt patch; lay roll FIT > sod turf
    sprinkler|irrigation repair|install|service|system|start|startup|drip?: sprinkler, sprinklers, sprinkler head, broken head, broken heads, geyser, backflow, drip line, drip lines, rain bird, valve box, dry spot, dry spots, irrigation; FIX FIT adjust program > sprinkler head valve zone irrigation timer
    sprinkler|irrigation winterize|blowout|blow|winterization: blow out, winterized, before the freeze, before the first freeze; blow winterize > line sprinkler system irrigation
    landscape|garden|landscaping design|install|plan|planting: new plants, curb appeal, redesigned, 3d rendering, natives; design plan draw redo transform > yard garden backyard landscape
    plant|tree|flower|shrub plant|install|annual: petunias, mums, pansies, tulips, bulbs, annuals, perennials, new trees; plant put > flower tree rose shrub hydrangea maple bulb perennial annual redbud arborvitae boxwood dogwood azalea
    patio|paver|hardscape|walkway|stone install|build|repair|hardscaping?: patio, pavers, walkway, flagstone, stone path, bluestone, fire pit, firepit, brick walk, paver; lay build FIT > patio paver walkway path stone flagstone
    retain|wall|block|stone build|install|repair|wall: retaining wall, block wall, stone wall, hillside, terraced; build FIX > wall
    drain|drainage|french|grading|grade install|solution|yard|repair?: french drain, standing water, puddle, soggy, drains away, dry creek, regraded, water pooled, pooling, runoff, water away; dig grade > drain trench yard slope
    snow|ice remove|removal|plow|clear|shovel: plowed, plow, shoveled, salted, driveway was clear, blizzard, ice melt, before i left for work, sidewalks; plow shovel clear salt > driveway snow walk lot sidewalk
    gutter clean: gutters, downspouts; clean clear > gutter
    outdoor|landscape|path light|lighting: path lights, up lights
    grub|lawn|pest|insect control|treat|treatment: grubs, brown patches, chinch bugs, armyworms, moles, skunks digging
    soil|lime test|application|treatment?: lime, soil test, ph
    dethatch|thatch|power rake?: dethatched, thatch, dead grass
    fence|deck install|repair|build?: FIT FIX build > fence deck
    artificial|synthetic turf|grass|install?: fake grass, astroturf, putting green, turf
    stump grind|remove|removal: stump, stumps, ground out; grind remove dig > stump; !stump, !stumps
  `,
  trees: `
    tree remove|removal|fell|felling|take: took down, taken down, dead oak, dead ash, dead tree, dead pine, huge oak, giant oak, felled, brought down, ash trees; remove take drop fell cut bring > tree oak maple pine elm ash spruce cottonwood poplar birch sycamore willow palm trunk
    tree|branch|limb|crown trim|prune|trimming|thin|crown|reduction: limbs, branches, deadwood, canopy, thinned, low branches, scraping the roof, over the roof, over our roof, off the roof, hanging over, touching the house, limbed up, overhanging; trim prune thin shape > branch limb canopy oak maple tree elm crepe palm crown; cut > branch limb canopy
    stump grind|remove|removal|grinding: stump, stumps, ground down, ground out, wood chips, sawdust, below grade; grind remove dig > stump root
    emergency|storm tree|damage|service|cleanup|removal?: ice storm, blocking the driveway, blocking our driveway, came through, on our roof, on my roof, on the house, split in half, wind knocked, uprooted, derecho; fall crash land > roof house car driveway garage fence
    cable|cabling|brace|bracing brace|tree|cable?: cabled, braced, split trunk, steel rods; cable brace bolt > trunk tree limb fork
    lot|land|brush clear|clearing|lot?: half acre, bulldozed, underbrush, undergrowth, brambles, buckthorn; clear > lot land brush acre acreage property
    tree|arborist|health inspect|assess|inspection|consult|consultation|evaluate|assessment|risk?: arborist, looked at our trees, save the tree, sick tree, beetles; inspect assess check look > tree
    tree|disease|insect|pest|borer treat|treatment|spray|disease|injection|health: emerald ash borer, borers, injections, sprayed, beetles, blight, webworms, aphids, leaf spot, saved our ash, bagworms; inject spray treat > ash tree elm oak
    fertilize|feed|deep root|tree: deep root, root feeding, fertilized, yellow leaves, injected the soil; feed fertilize > root tree
    tree plant|transplant|install: new maple, new tree, transplanted, sapling, redbud; plant transplant > tree maple oak redbud sapling dogwood
    hedge|shrub|bush trim|prune|shape: hedges, hedge, boxwoods, bushes, shrubs, privet, arborvitae, hollies, azaleas; trim shape prune > hedge bush shrub boxwood holly azalea
    palm trim|clean|prune: palms, fronds, seed pods; trim skin > palm frond
    firewood|wood|log sale|delivery|split|firewood?: firewood, split oak, face cord, cord of wood; split stack deliver > log wood cord firewood
    mulch|chip|wood deliver|delivery|chip|mulch?: wood chips, mulch, truckload; deliver dump spread > chip mulch
    fruit tree|prune|trim: apple tree, peach tree, orchard; prune > apple peach pear orchard
    debris|branch|brush haul|remove|cleanup|chip|chipping|removal: chipper, brush pile, pile of branches; haul chip > branch brush limb pile log
  `,
  pools: `
    pool|weekly|maintenance|service clean|weekly|maintain|maintenance|service: crystal clear, skimmed, vacuumed, leaves out, every thursday, every friday, every monday, every tuesday, every wednesday, swim ready, tile line, vacuumed the pool, pool guy, cloudy water, skims; skim vacuum brush net empty clean > pool leaf basket bottom wall skimmer step
    green|algae pool|clean|removal|treat|cleanup|recovery?: swamp, algae, tadpoles, frogs, mosquito pond, black algae, pea soup, green pool, pool was green, pool turned green, black pool, green to blue; clear kill treat shock > algae pool swamp
    pool open|spring|start: took the cover off, cover off, start up, opened our pool, opened the pool; open uncover > pool
    pool close|winterize|closing|winterization: winterized, blew out the lines, cover on, put to bed, before the freeze, antifreeze, closed our pool, closed the pool; close winterize cover blow > pool line
    pump|motor repair|replace|install|pool?: variable speed, impeller, pump died, pump quit, new pump, pump motor, losing prime, lost prime; FIX FIT prime seize > pump motor impeller seal
    filter clean|repair|replace|pool|sand|change?: cartridges, de grids, backwash, backwashed, psi; clean FIX backwash rinse > filter cartridge sand grid
    heater|heat repair|install|pool|pump?: 85 degrees, heat pump, igniter, swim in october, swim in march, raypak, hayward; FIX FIT > heater
    leak detect|detection|repair|find|pool?: losing water, lost water, losing an inch, inch a day, dye test, bucket test, cracked skimmer, water bill; find FIX locate patch > leak crack skimmer
    liner replace|install|repair|pool|vinyl?: FIX FIT patch > liner vinyl
    replaster|plaster|resurface|resurfacing|pebble pool?: plaster, pebble tec, pebbletec, resurfaced, replastered, scraped toes, new finish, quartz finish; plaster resurface replaster > pool surface
    tile repair|clean|replace|pool|coping?: calcium, waterline, coping, scale line, white crust, bead blast; clean FIX blast > tile coping
    chemical|water|chemistry balance|test|treat|balancing|chemistry|check?: chlorine, ph, alkalinity, burning eyes, eyes burn, eyes stung, test strips, phosphates, tested the water; balance test shock add dose > water chlorine chemical pool ph
    salt|chlorine|saltwater system|cell|generator|convert|conversion|install|repair?: salt cell, salt system, saltwater, bags of salt, no more chlorine; clean FIX FIT convert > cell salt
    spa|hot|tub|jacuzzi repair|service|clean|maintenance|tub?: hot tub, jacuzzi, drained and refilled, hot tubs; FIX drain clean FIT > tub spa jacuzzi jet
    acid wash|drain|pool?: acid wash, acid washed; drain wash > pool
    pool|automation|equipment|robot|cleaner repair|install|upgrade|automation|equipment: robot, polaris, automation, phone app, from my phone, actuator, equipment pad; FIX FIT program > robot valve timer polaris cleaner
    pool light|lighting|install|repair|replace: color changing; FIX FIT > light
    deck|fence|cover|safety pool|install|repair|cover: safety cover; FIT FIX > cover fence deck anchor
    pool build|construction|install|remodel|renovate|renovation: excavated, gunite, new pool, backyard oasis; build dig > pool
    inspect|inspection pool: before we bought
  `,
  washing: `
    pressure|power|soft wash|washing|clean house|home|siding?: house washed, green slime, mildew, power washed, pressure washed, soft wash, looks brand new; wash powerwash clean > house siding vinyl stucco
    driveway|concrete|sidewalk|patio clean|wash|pressure|power: oil stains, walkway, pool deck; wash clean > driveway sidewalk patio concrete walkway
    roof clean|wash|soft: black streaks, moss; wash clean > roof
    deck|fence clean|wash|restore: gray wood; wash clean > deck fence
    window wash|clean: streak free; wash clean > window screen
    gutter clean|bright: downspouts, tiger stripes; clean > gutter
    graffiti remove|removal: graffiti, spray paint
    christmas|holiday light|install|hang?: christmas lights, holiday lights, lights up, roofline; hang take put > lights
    solar|panel clean|wash: solar panels; clean wash > panel
  `,
};
