import { parseArgs } from "node:util";

const benches = ["build", "api", "mcp", "hub", "lighthouse"] as const;
const help = `Usage: npm run bench -- <${benches.join("|")}> [options]

Each bench runs peers and ours in turn and prints ratios. For the options of one: --help after its name.`;

interface Bench {
  usage: string;
  /** Its options, with their defaults. */
  options: Record<string, string | boolean>;
  main: (values: Record<string, string | boolean>) => Promise<void>;
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === "--help" || name === "-h") {
  console.log(help);
} else if ((benches as readonly string[]).includes(name)) {
  // Lighthouse and the browser are packages of the tests.
  const folder = name === "lighthouse" ? "../../test/bench" : ".";
  const { usage, options, main } = (await import(`${folder}/${name}.ts`)) as Bench;
  const all = { ...options, help: false };
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(all).map(([option, value]) => [
        option,
        { type: typeof value === "boolean" ? "boolean" : "string", ...(option === "help" && { short: "h" }) },
      ]),
    ),
  });
  if (values["help"] === true) console.log(usage);
  else await main({ ...options, ...(values as Bench["options"]) });
} else {
  console.error(`There is no bench "${name}".\n\n${help}`);
  process.exitCode = 2;
}
