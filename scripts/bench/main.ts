const benches = ["build", "api", "insights", "mcp", "hub", "lighthouse"] as const;
const usage = `Usage: npm run bench -- <${benches.join("|")}> [options]

Each bench runs peers and ours in turn and prints ratios. For the options of one: --help after its name.`;

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === "--help" || name === "-h") {
  console.log(usage);
} else if ((benches as readonly string[]).includes(name)) {
  // Lighthouse and the browser are packages of the tests.
  const folder = name === "lighthouse" ? "../../test/bench" : ".";
  const bench = (await import(`${folder}/${name}.ts`)) as { main: (args: string[]) => Promise<void> };
  await bench.main(args);
} else {
  console.error(`There is no bench "${name}".\n\n${usage}`);
  process.exitCode = 2;
}
