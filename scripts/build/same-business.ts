import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { placeholders } from "../init/answers.ts";
import { readIfThere } from "./files.ts";
import { type Previous, readDocument } from "./previous.ts";

const Identity = z.object({
  name: z.string().optional().catch(undefined),
  telephone: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  fictional: z.boolean().default(false).catch(false),
});
type Identity = z.infer<typeof Identity>;

const Dataset = z.object({ business: Identity.extend({ url: z.string() }) });

/**
 * Whether both are one business: by its name, or, as names change, by what leads to it. A made-up business and a real
 * one only share a place, whatever else they share.
 */
export function isSameBusiness(before: Identity, now: Identity, isSameAddress: boolean): boolean {
  if (before.name === now.name) return true;
  if (before.fictional !== now.fictional) return false;
  const isShared = (key: keyof typeof placeholders) =>
    before[key] !== undefined && before[key] === now[key] && before[key] !== placeholders[key];
  return isSameAddress || isShared("telephone") || isShared("email");
}

/**
 * The name of the other business that the deploy shows, such as the demonstration; nothing when it is the one of
 * content. A deploy that the owner named is followed under another name too, unless it is made up.
 */
export async function findOtherBusiness(
  previous: Previous,
  content: string,
  baseUrl: string,
): Promise<string | undefined> {
  const bytes = await readDocument(previous, "/reviews.json").catch(() => undefined);
  const before = Dataset.safeParse(bytes && JSON.parse(bytes.toString("utf8"))).data?.business;
  const now = Identity.safeParse(await loadBusiness(content)).data;
  if (before === undefined || now?.name === undefined) return undefined;
  if (previous.isGiven && !before.fictional) return undefined;
  const address = new URL(before.url);
  const isSameAddress = !isLoopback(hostName(address.host)) && address.origin === new URL(baseUrl).origin;
  return isSameBusiness(before, now, isSameAddress) ? undefined : before.name;
}

/** What content says of the business; issues in it are the loader's to name. */
async function loadBusiness(content: string): Promise<unknown> {
  try {
    return parse((await readIfThere(join(content, "business.yaml")))?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}
