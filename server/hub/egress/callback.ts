import { isIP } from "node:net";
import type { Network } from "../../networks.ts";
import { specialKind } from "./public-address.ts";

/** A callback taken apart for dialling; `target` is the subscriber's own spelling, byte for byte. */
export type CallbackParts = Exclude<ReturnType<typeof parseCallback>, string>;

const pattern = /^https:\/\/([^/?#\\]+)([^#\\]*)$/i;

/** Takes a callback apart, or says why it cannot be one. */
export const parseCallback = (callback: string) => {
  if (callback.length > 2_048) return "hub.callback must have at most 2,048 characters";
  if (/^http:/i.test(callback)) return "hub.callback must be an HTTPS URL: plain HTTP is refused";
  if (!/^[\x21-\x7e]+$/.test(callback))
    return "hub.callback must be an absolute HTTPS URL in ASCII: percent-encode everything else";
  if (callback.includes("#")) return "hub.callback must not have a fragment (#…)";
  const [, authority, rest] = pattern.exec(callback) ?? [];
  const url = authority === undefined ? null : URL.parse(callback);
  if (authority === undefined || rest === undefined || url === null)
    return "hub.callback must be an absolute HTTPS URL, such as https://example.com/websub";
  if (authority.includes("@")) return "hub.callback must not have a user name or a password";
  if (url.port === "0") return "hub.callback must not have port 0: nothing can listen there";
  const hostname = bareHostname(url.hostname);
  // RFC 1035, 2.3.4: no longer name can lead anywhere.
  if (hostname.length > 253 || hostname.split(".").some((label) => label === "" || label.length > 63))
    return "hub.callback must name a host of at most 253 characters, with 1 to 63 between two dots";
  return {
    origin: url.origin,
    hostname,
    target: rest.startsWith("/") ? rest : `/${rest}`,
  };
};

/** A host name as it is dialled and compared: no brackets around IPv6, no trailing dot. */
export const bareHostname = (hostname: string): string =>
  hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

/** Why the hub will not call this address whatever it answers, as far as its spelling shows it. */
export const refusalReason = (
  parts: CallbackParts,
  baseUrl: string,
  allowed: readonly Network[],
): string | undefined => {
  if (isOurselves(parts, new URL(baseUrl), allowed)) return "hub.callback must not lead to this site itself";
  const kind = isIP(parts.hostname) === 0 ? undefined : specialKind(parts.hostname, allowed);
  return kind && `hub.callback must lead to a public address: ${parts.hostname} is special (${kind})`;
};

/**
 * Our own host is ourselves on every port: whatever listens there is behind the same firewall. Only where callbacks may
 * reach this machine, in development, its ports tell its services apart.
 */
const isOurselves = (parts: CallbackParts, base: URL, allowed: readonly Network[]): boolean => {
  const ours = bareHostname(base.hostname);
  if (parts.hostname !== ours) return false;
  const isDevelopment =
    specialKind(ours === "localhost" ? "127.0.0.1" : ours, []) === "loopback" && allowed.length > 0;
  const port = new URL(parts.origin).port || "443";
  return !isDevelopment || port === (base.port || "443");
};

// WebSub §5.1.1: the callback's own query stays byte for byte, so nothing may parse and print it again.
export const withParameters = (target: string, parameters: Record<string, string>): string =>
  target +
  (target.includes("?") ? "&" : "?") +
  new URLSearchParams(parameters).toString().replaceAll("+", "%20");
