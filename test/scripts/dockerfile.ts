interface Instruction {
  name: string;
  rest: string;
}

/** One image of several. */
export interface Stage {
  name: string;
  image: string;
  instructions: Instruction[];
}

/** Its stages in order, with what each does. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.replace(/\\\n/g, " ").split("\n")) {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === "") continue;
    const [, image = "", stage = ""] = name === "FROM" ? (/^(\S+) AS (\S+)$/.exec(rest) ?? []) : [];
    if (name === "FROM") stages.push({ name: stage, image, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}
