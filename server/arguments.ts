/** For programs that take no arguments but --help: anything else would pass unheard. */
export async function takeNoArguments(command: string, what: string): Promise<void> {
  const [given] = process.argv.slice(2);
  if (given === undefined) return;
  const { Env } = await import("./env.ts");
  const usage = `Usage: ${command}\n\n${what}\n\nIt is set by variables, which README.md explains: ${Object.keys(Env.shape).join(", ")}.`;
  const isHelp = given === "--help" || given === "-h";
  if (isHelp) console.log(usage);
  else console.error(`unknown argument ${given}\n\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}
