// Dials addresses in a process of its own, which an error that nobody hears would end. DIAL=<addresses>, one dial for
// each word, of all the addresses that it joins by a comma; HOLD=1 takes every file that may be opened first.
import { openSync } from "node:fs";
import { parseNetworks } from "../../../../server/networks.ts";
import { createDial, Unreached } from "../../../../server/hub/egress/dial.ts";

const { DIAL = "", HOLD = "" } = process.env;
const sets = new Map(DIAL.split(" ").map((addresses, index) => [`name-${index}.test`, addresses.split(",")]));
const dial = createDial({
  allowed: parseNetworks(["0.0.0.0/0", "::/0"]),
  timeoutMs: 2_000,
  resolve: async (hostname) =>
    (sets.get(hostname) ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
});
const isFull = (): boolean => {
  try {
    openSync("/dev/null", "r");
    return false;
  } catch {
    return true;
  }
};
if (HOLD !== "") while (!isFull());

const outcomes: string[] = [];
for (const [name, addresses] of sets) {
  const literal =
    addresses.length === 1 ? addresses.map((one) => (one.includes(":") ? `[${one}]` : one)) : [];
  for (const hostname of [name, ...literal]) {
    const outcome = await dial(hostname, 443, () => {}).then(
      () => "connected",
      (error: unknown) => (error instanceof Unreached ? `${error.reason} ${error.message}` : String(error)),
    );
    outcomes.push(`${hostname} ${outcome}`);
  }
}
// A late answer must not end the process either.
setTimeout(() => process.stdout.write(`${outcomes.join("\n")}\n`), 50);
