import type { TradeTerms } from "../trade-terms.ts";
/** Water, heat and air: what customers say for the usual services. */
export const plumbingAndHeatingTerms: TradeTerms = {
  plumbing: `
    drain|sewer|rooter|clog|clogged|jetting clean|clear|unclog|jet|hydro|service?: snake auger jet hydrojet rod clear unclog unblock open > drain line main pipe sewer toilet sink tub shower clog blockage; back clog plug block > sink toilet tub sewer drain shower; main line, sewer line, slow drain, wouldn't drain, not draining, won't drain, stopped draining, standing water, hydro jet, hydro jetted, hydro jetting, roto rooter, sewage, clog, clogged, blockage, ran a snake, ran the snake, ran a camera, wad of hair, tree roots
    water heater install|replace|upgrade: FIT > tank tankless heater; tankless, on demand heater, new heater, new tank, gallon heater, gallon tank, hot water tank, endless hot water; rheem, bradford white, a o smith, state select
    water heater repair|service: pilot light, thermocouple, relit the pilot, heating element, anode rod, no hot water, out of hot water; FIX > element thermocouple anode; go run > hot; hot shower, hot showers, warm water, cold showers, lukewarm, freezing showers
    water heater|tank / tankless / hot water: hot water, tankless, pilot light, no hot water, out of hot water, cold shower, freezing shower, ice cold shower, heating element, anode rod, tank burst, gallon tank, gallon heater, rheem, navien, rinnai, bradford white; hot shower, hot showers, cold showers, lukewarm
    leak repair|detect|find|locate?: FIX find stop trace locate track chase pinpoint > leak drip pinhole; leak drip > pipe ceiling wall; slab leak, water stain, water spot, wet spot, water bill, burst pipe, pipe burst, dripping through, leaking through, water pouring, damp patch
    faucet|tap|fixture|sink install|repair|replace?: FIX FIT > faucet tap spigot cartridge washer sprayer showerhead fixture sink vanity; drip leak run > faucet tap spigot; moen, kohler, kitchen tap, kitchen sink, bathroom sink, shower valve, shower head, shower cartridge, hose bib, under the sink, drip drip, vanity; spout, new sprayer
    toilet|commode install|repair|replace?: FIX FIT reseat unclog pull > toilet commode flapper flange potty john throne; run leak rock wobble overflow > toilet commode; wax ring, flapper, fill valve, running toilet, low flow, powder room, comfort height, toilet running, toilet that runs
    sump pump install|repair|replace?: sump, basement flooded, flooded basement, flooding basement, dry basement, basement is dry, basement stayed dry, basement dry, water in the basement, water in our basement, water in my basement, battery backup, float switch, french drain; flood > basement
    garbage|waste|food dispos|disposal|disposer install|repair|replace?: disposal, disposer, insinkerator, spoon out, grinding noise under the sink; FIX FIT reset jam hum > disposal disposer garburator
    gas line|pipe|fitting|leak|service install|repair?: gas leak, smelled gas, smelt gas, smell of gas, smell gas, gas line, gas pipe, gas stove, gas range, gas grill, gas hookup; run move extend cap install hook > gas grill stove range
    pipe|repipe|repiping repair|replace|install|burst|whole?: repipe, repiped, repiping, pex, galvanized, polybutylene, copper pipe, burst pipe, frozen pipe, lead pipe, new pipe, water everywhere, water shut off, spraying everywhere; FIX FIT thaw solder > pipe plumbing; burst freeze break leak > pipe; pinhole; rusty water, brown water
    sewer line|pipe|main|lateral repair|replace|install|camera|inspect? / camera inspect|sewer|pipe: sewer, trenchless, tree roots, roots in the line, dug up the yard, dug up our yard, dug up my yard, clay pipe, cast iron, ran a camera, sewer camera, orangeburg, sewage; dig scope camera line replace FIX > yard line sewer lateral trench
    water softener|soft|softening|filter|filtration|purify|treat|conditioner|osmosis install|system|repair?: softener, hard water, soft water, salt tank, reverse osmosis, ro system, water filter, filtration, water tastes, tastes better, drinking water, rotten eggs
    water line|main|service repair|replace|install?: water main, main water line, water pressure, service line, curb stop
    bathroom|bath|shower|tub remodel|renovate|install|conversion: new shower, walk in shower, walk in tub, tub to shower, new tub, new bathroom, vanity, redid our bathroom, redid the bathroom, redid my bathroom; FIT redo remodel tile gut > shower tub bathroom bath
    backflow test|prevent?: backflow, rpz, city letter, test report
    emergency plumb|service|call|repair?: burst pipe, pipe burst, in the middle of the night, water pouring, water everywhere, on christmas, at midnight, after hours
    septic pump|clean|service|install|repair?: septic, septic tank, leach field, drain field, baffle; pump empty > tank septic
    well pump|water|service?: well pump, pressure tank, dug a well, ran dry, well ran dry
  `,
  heatingAndAir: `
    ac|air|a/c|cooling|conditioner|conditioning|refrigerant repair|service|fix|recharge: blow > hot warm; FIX FIT > ac condenser compressor capacitor evaporator coil fan; freeze quit die > ac coil; ac, capacitor, compressor, freon, refrigerant, condenser, evaporator coil, frozen coil, blowing hot, blowing warm, hot air, warm air, no cool air, cold air again, wouldn't cool, not cooling, stopped cooling, cool again, cooling again, 90 degrees, outdoor unit, outside unit
    ac|air|a/c|cooling|conditioner|conditioning install|replace|new: new ac, new system, new condenser, central air, old unit, ton unit, seer, new a/c, 20 year old ac, whole new system; FIT > ac unit condenser system air; electric bill, power bill, whole new unit
    furnace|heat|heating|boiler repair|service|fix: no heat, without heat, heat went out, heat was out, heat back on, heat quit, heat died, stopped heating, igniter, ignitor, pilot light, flame sensor, blower motor, inducer, heat exchanger, circuit board, limit switch, furnace, boiler, radiator, freezing house, house was freezing, toasty; FIX > furnace boiler heat blower igniter radiator burner; quit die go > heat furnace boiler
    furnace|heat|heating|boiler install|replace|new: new furnace, new boiler, high efficiency, old boiler, old furnace, gas furnace, new heating, toasty; FIT > furnace boiler heating; gas bill, heating bill
    heat pump install|repair|replace|service?: mini split, ductless, heat pump, aux heat, backup heat, emergency heat; FIX FIT > pump split ductless
    ductless|split|mini install|repair|service|system?: mini split, minisplit, ductless, head unit, wall unit, fujitsu, no ductwork; FIX FIT > split ductless head
    hvac|ac|furnace|heat|heating|air|system|cooling|seasonal|boiler maintenance|tune|tuneup|maintain|check|checkup|inspect / maintenance|tune|tuneup plan|agreement|annual|seasonal|preventive|spring|fall|routine?: tune up, tuneup, tuned up, spring check, fall check, annual service, annual check, yearly service, yearly check, yearly checkup, annual visit, annual cleaning, cleaned the coils, twice a year, maintenance plan, preventive maintenance, service plan, checked the freon, checkup; service clean check tune maintain > furnace boiler ac unit system coil condenser; changed the filter; both units, two units, ready for winter, ready for summer
    duct|ductwork|vent|air clean: vacuumed the ducts, vacuumed out the ducts, dust coming out, dust from the vents, dustiness, vents cleaned, ducts, ductwork, vents blown, less dust, dog hair out; vacuum clean blow scrub sanitize > duct vent register
    ductwork|duct repair|seal|install|replace?: ducts, ductwork, new duct, crushed duct, disconnected duct, return air, cold return; FIX FIT seal run tape insulate > duct ductwork return
    dryer vent clean|clear|repair|install?: dryer vent, lint, fire hazard, dries in one cycle, one cycle, two cycles, three cycles, dry clothes, clothes dry, dryer took, dryer was taking, bird nest; clean clear vacuum > lint dryer
    thermostat install|repair|replace|smart?: nest, ecobee, honeywell, smart thermostat, thermostat, control the temperature, from my phone, wi fi thermostat; FIT FIX program wire set > thermostat nest ecobee
    indoor|air|whole quality|purify|purification|filtration|humidify|humidifier: humidifier, purifier, air scrubber, uv light, air filter, filtration, dry air, dehumidifier, media filter
    humidifier|dehumidifier install|repair?: humidifier, dehumidifier, dry air, water panel, musty basement
    filter change|replace|deliver|subscription: air filter, new filter
    boiler|radiator service|repair|install|replace?: boiler, radiator, bled the radiators, bleed the radiators, circulator pump, expansion tank, combi; bleed FIX FIT > boiler radiator; radiators
    radiant|floor heat|heating install?: warm floor, heated floor, floor heat, radiant, bathroom floor
    refrigerat|refrigeration|cooler|walk|commercial repair|service?: walk in cooler, walk in freezer, ice machine, cooler went down
    zone|zoning system|control?: zones, upstairs was, upstairs finally, too hot upstairs
    emergency hvac|heat|heating|cooling|service|repair?: middle of the night, on a sunday, after hours, on christmas, at midnight, no heat
    chimney|fireplace sweep|clean|repair|inspect?: chimney, flue, creosote, soot, damper, wood stove, chimney liner, chimney cap; sweep clean FIX > chimney flue fireplace stove
    insulation|insulate attic|spray|foam|blown|wall?: blown in, spray foam, cellulose, fiberglass, r value; insulate blow foam > attic wall crawlspace
  `,
};
