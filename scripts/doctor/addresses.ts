import { isIPv6 } from "node:net";
import type { Check } from "./check.ts";
import { memberOf } from "../../src/schema/json.ts";

/** A name with more addresses than that is spread by somebody who sees to them. */
const most = 16;

/** What says of this computer, and not of the deploy, that it cannot go there. */
const noWay = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);

export const addressesCheck: Check = {
  name: "addresses",
  claim: "Every address that DNS gives for the name leads to this deploy",
  async run({ ask, addresses, baseUrl, manifest }, { wrong }) {
    if (addresses.length < 2) return;
    for (const address of addresses.slice(0, most)) {
      const record = `the ${isIPv6(address) ? "AAAA" : "A"} record ${address}`;
      const { status, body, failure, code } = await ask("/manifest.json", { at: address });
      if (failure !== undefined) {
        if (noWay.has(code ?? "")) continue;
        wrong(
          baseUrl,
          `has ${record}, where nothing answers (${failure}): who takes it sees no site`,
          "let it lead to this server, or delete it at your DNS host",
        );
        continue;
      }
      // Where the deploy has no manifest at all, that is said already.
      if (manifest === undefined) continue;
      const shown = status === 200 ? toVersion(body.toString("utf8")) : undefined;
      if (shown === undefined)
        wrong(
          baseUrl,
          `has ${record}, which shows another site`,
          "let it lead to this server, or delete it at your DNS host",
        );
      else if (shown !== manifest.version)
        wrong(
          baseUrl,
          `has ${record}, which shows version ${shown}, not ${manifest.version}`,
          "deploy to every machine behind the name",
        );
    }
  },
};

function toVersion(text: string): string | undefined {
  try {
    const version = memberOf(JSON.parse(text), "version");
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
