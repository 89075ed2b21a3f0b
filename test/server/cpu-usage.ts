// Loaded into a server before its own code: at each SIGUSR2 it says how much CPU the process has used so far.
let turn = 0;
process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage();
  turn += 1;
  process.stdout.write(`${JSON.stringify({ event: "cpu used", turn, microseconds: user + system })}\n`);
});
