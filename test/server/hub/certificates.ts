import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate authority for one test run, and certificates of it; node:crypto signs, the rest is DER by hand. */
export interface Identity {
  key: string;
  cert: string;
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(6, Buffer.from(hex, "hex"));
const name = (text: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))));
const time = (text: string) => der(0x18, Buffer.from(text));
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [der(1, Buffer.from([255]))] : []), der(4, value));
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));

const issue = (
  subject: string,
  issuer: { name: string; key: KeyObject },
  publicKey: KeyObject,
  extensions: Uint8Array[],
  until = "20991231235959Z",
): string => {
  const serial = randomBytes(8);
  serial[0] = 1;
  const body = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, serial),
    ecdsaWithSha256,
    name(issuer.name),
    sequence(time("20200101000000Z"), time(until)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, issuer.key);
  const whole = sequence(body, ecdsaWithSha256, der(3, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
};

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });

/** Makes an authority, and a way to have certificates of it for names and IPv4 or IPv6 addresses. */
export const createAuthority = () => {
  const keys = newKeys();
  const issuer = {
    name: `Test authority ${createHash("sha256").update(randomBytes(8)).digest("hex").slice(0, 8)}`,
    key: keys.privateKey,
  };
  const cert = issue(issuer.name, issuer, keys.publicKey, [
    extension("551d13", true, sequence(der(1, Buffer.from([255])))),
  ]);
  return {
    cert,
    /** `until` as in DER: 20991231235959Z. */
    certify: (names: string[], addresses: Uint8Array[], until?: string): Identity => {
      const own = newKeys();
      const alternatives = sequence(
        ...names.map((one) => der(0x82, Buffer.from(one))),
        ...addresses.map((one) => der(0x87, one)),
      );
      return {
        key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        cert: issue(
          names[0] ?? "test",
          issuer,
          own.publicKey,
          [extension("551d11", false, alternatives)],
          until,
        ),
      };
    },
  };
};

export const authority = createAuthority();
const loopback6 = Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
export const loopbackIdentity = authority.certify(
  ["localhost", "rebind.test", "public.test"],
  [Buffer.from([127, 0, 0, 1]), loopback6],
);
