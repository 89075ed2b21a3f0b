const irregular: Record<string, string[]> = {
  cut: ["cut", "cuts", "cutting"],
  mow: ["mow", "mows", "mowed", "mown", "mowing"],
  blow: ["blow", "blows", "blew", "blown", "blowing"],
  lay: ["lay", "lays", "laid", "laying"],
  spread: ["spread", "spreads", "spreading"],
  feed: ["feed", "feeds", "fed", "feeding"],
  put: ["put", "puts", "putting"],
  dig: ["dig", "digs", "dug", "digging"],
  sow: ["sow", "sows", "sowed", "sown", "sowing"],
  overseed: ["overseed", "overseeds", "overseeded", "overseeding"],
  swap: ["swap", "swaps", "swapped", "swapping"],
  do: ["do", "does", "did", "done", "doing"],
  redo: ["redo", "redid", "redone", "redoing"],
  take: ["take", "takes", "took", "taken", "taking"],
  get: ["get", "got", "getting"],
  deal: ["deal", "deals", "dealt", "dealing"],
  hang: ["hang", "hangs", "hung", "hanging"],
  grind: ["grind", "grinds", "ground", "grinding"],
  sweep: ["sweep", "sweeps", "swept", "sweeping"],
  run: ["run", "runs", "ran", "running"],
  read: ["read", "reads", "reading"],
  strip: ["strip", "strips", "stripped", "stripping"],
  gone: ["gone"],
  new: ["new"],
  build: ["build", "builds", "built", "building"],
  rebuild: ["rebuild", "rebuilds", "rebuilt", "rebuilding"],
  have: ["have", "has", "had", "having"],
  come: ["come", "comes", "came", "coming"],
  go: ["go", "goes", "went", "going", "gone"],
  bring: ["bring", "brings", "brought", "bringing"],
  give: ["give", "gives", "gave", "given", "giving"],
  make: ["make", "makes", "made", "making"],
  set: ["set", "sets", "setting"],
  reset: ["reset", "resets", "resetting"],
  find: ["find", "finds", "found", "finding"],
  keep: ["keep", "keeps", "kept", "keeping"],
  teach: ["teach", "teaches", "taught", "teaching"],
  write: ["write", "writes", "wrote", "written", "writing"],
  draw: ["draw", "draws", "drew", "drawn", "drawing"],
  shoot: ["shoot", "shoots", "shot", "shooting"],
  sew: ["sew", "sews", "sewed", "sewn", "sewing"],
  break: ["break", "breaks", "broke", "broken", "breaking"],
  freeze: ["freeze", "freezes", "froze", "frozen", "freezing"],
  shut: ["shut", "shuts", "shutting"],
  split: ["split", "splits", "splitting"],
  catch: ["catch", "catches", "caught", "catching"],
  eat: ["eat", "eats", "ate", "eaten", "eating"],
  drink: ["drink", "drinks", "drank", "drinking"],
  dye: ["dye", "dyes", "dyed", "dyeing"],
  stay: ["stay", "stays", "stayed", "staying"],
  feel: ["feel", "feels", "felt", "feeling"],
  see: ["see", "sees", "saw", "seen", "seeing"],
  shear: ["shear", "shears", "sheared", "shorn", "shearing"],
  program: ["program", "programs", "programmed", "programming"],
  reprogram: ["reprogram", "reprograms", "reprogrammed", "reprogramming"],
};
const irregularPlurals = [
  ["leaf", "leaves"],
  ["shelf", "shelves"],
  ["mouse", "mice"],
  ["tooth", "teeth"],
  ["foot", "feet"],
];
const baseOfNoun: Record<string, string> = {
  restoration: "restore",
  application: "apply",
  preparation: "prepare",
  cleanup: "clean",
  pickup: "pick",
  tuneup: "tune",
  hookup: "hook",
  blowout: "blow",
  inspection: "inspect",
  extraction: "extract",
  detection: "detect",
  diagnostic: "diagnose",
  delivery: "deliver",
  recovery: "recover",
  assembly: "assemble",
  trim: "trim",
  move: "move",
  cut: "cut",
  mow: "mow",
  spray: "spray",
};

/** Nouns that are verbs as they stand, and what people say instead. */
const sameAsVerb: Record<string, string[]> = {
  repair: ["repair", "fix", "mend", "patch"],
  replacement: ["replace", "swap"],
  installation: ["install", "fit", "put", "hang", "mount"],
  removal: ["remove", "take", "fell"],
  control: ["control", "treat", "spray", "rid"],
  treatment: ["treat", "spray", "rid"],
  cleaning: ["clean", "clear", "unblock", "unclog"],
  trimming: ["trim", "prune", "clip", "cut"],
  change: ["change"],
  wash: ["wash"],
  wax: ["wax"],
  polish: ["polish"],
  flush: ["flush"],
  patch: ["patch"],
  tow: ["tow"],
  highlight: [],
  massage: ["massage"],
  perm: ["perm"],
  braid: ["braid"],
  shampoo: ["shampoo"],
  filling: [],
  fillings: [],
  extraction: ["extract"],
  check: ["check"],
};

/** The verb behind a noun such as "aeration" or "trimming"; two guesses where spelling leaves both open. */
export function verbsOf(noun: string): string[] {
  const same = sameAsVerb[noun];
  if (same) return same;
  const known = baseOfNoun[noun];
  if (known) return [known];
  if (/i[sz]ation$/.test(noun))
    return [noun.replace(/i[sz]ation$/, "ize"), noun.replace(/i[sz]ation$/, "ise")];
  if (/[a-z]{2}ation$/.test(noun)) return [noun.replace(/ation$/, "ate")];
  if (/[a-z]{3}ment$/.test(noun)) return [noun.slice(0, -4)];
  if (/[a-z]{3}ing$/.test(noun)) {
    const stem = noun.slice(0, -3);
    if (/([bdgmnprt])\1$/.test(stem)) return [stem.slice(0, -1)];
    return /[aeiou]{2}[^aeiou]$|[wy]$|[^aeiou]{2}$/.test(stem) && !/[dlr]g$|c$|v$/.test(stem)
      ? [stem]
      : [stem, `${stem}e`];
  }
  return [];
}

/** Base, third person, past and -ing of a regular verb. */
export function inflect(verb: string): string[] {
  const known = irregular[verb];
  if (known) return known;
  const third = /(?:[sxz]|ch|sh)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const stem = /^(?:re|un|over|out|micro)?[^aeiou]*[^aeiouwxy][aeiou][bdgmnprt]$/.test(verb)
    ? verb + verb.at(-1)
    : verb.replace(/e$/, "");
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, third, past, `${stem}ing`];
}

export function pluralsOf(word: string): string[] {
  const forms = irregularPlurals.find((pair) => pair.includes(word));
  if (forms) return forms;
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return [word];
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)];
  if (/[^s]s$/.test(word)) return [word, word.slice(0, -1)];
  if (/(?:[sxz]|ch|sh)$/.test(word)) return [word, `${word}es`];
  if (/[^aeiou]o$/.test(word)) return [word, `${word}s`, `${word}es`];
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`];
  return [word, `${word}s`];
}
