import { messageOf } from "../../schema/errors.ts";
// "Check it" on a review's page: the inclusion proof of the transparency log, worked out in the reader's own browser
// from the static files below /log/. Written from RFC 6962 and C2SP alone, so that it trusts nothing of the build.

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const toBytes = (text: string): Bytes => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const toHex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

async function sha256(...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
}
const hashChildren = (left: Bytes, right: Bytes) => sha256(Uint8Array.of(1), left, right);

async function read(path: string): Promise<Bytes | undefined> {
  const response = await fetch(`${import.meta.env.BASE_URL.replace(/\/$/, "")}/log/${path}`);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** 1234067 is x001/x234/067. */
function toName(index: number): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, "0")
      .match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}

/** A tile of 256 hashes or entries, or what there is of the last one. */
async function readTile(level: number | "entries", index: number, size: number): Promise<Bytes> {
  const count = Math.floor(size / 256 ** (level === "entries" ? 0 : level));
  const width = Math.min(256, count - index * 256);
  const path = `tile/${level}/${toName(index)}`;
  const bytes = (width < 256 ? await read(`${path}.p/${width}`) : undefined) ?? (await read(path));
  if (bytes === undefined) throw new Error("A part of the history could not be loaded.");
  return bytes;
}

/** The hash over the leaves from start to before end, put together from tiles. */
async function rangeHash(start: number, end: number, size: number): Promise<Bytes> {
  const span = end - start;
  const level = Math.floor(Math.log2(span) / 8);
  if (span === 256 ** level && start % span === 0) {
    const at = start / span;
    const tile = await readTile(level, Math.floor(at / 256), size);
    return tile.slice((at % 256) * 32, (at % 256) * 32 + 32);
  }
  const middle = start + split(span);
  return hashChildren(await rangeHash(start, middle, size), await rangeHash(middle, end, size));
}

const split = (span: number): number => 2 ** Math.floor(Math.log2(span - 1));

/** The root of the tree, with the entry's own hash in its place: RFC 6962, 2.1.1. */
async function rootWith(
  leaf: Bytes,
  index: number,
  start: number,
  end: number,
  size: number,
): Promise<Bytes> {
  if (end - start === 1) return leaf;
  const middle = start + split(end - start);
  return index < middle
    ? hashChildren(await rootWith(leaf, index, start, middle, size), await rangeHash(middle, end, size))
    : hashChildren(await rangeHash(start, middle, size), await rootWith(leaf, index, middle, end, size));
}

async function readEntry(index: number, size: number): Promise<Bytes> {
  const bundle = await readTile("entries", Math.floor(index / 256), size);
  let at = 0;
  for (let skip = index % 256; skip > 0; skip -= 1) at += 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
  return bundle.slice(at + 2, at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0));
}

/** When, in seconds, the key signed the note; 0 for the log's own key, which signs no time; undefined if it did not. */
async function signedAt(note: string, key: string): Promise<number | undefined> {
  const [name = "", id = "", ...rest] = key.split("+");
  const typed = toBytes(rest.join("+"));
  const end = note.lastIndexOf("\n\n") + 1;
  const publicKey = await crypto.subtle.importKey("raw", typed.slice(1), "Ed25519", false, ["verify"]);
  for (const line of note.slice(end + 1).split("\n")) {
    if (!line.startsWith(`— ${name} `)) continue;
    const bytes = toBytes(line.slice(name.length + 3));
    if (toHex(bytes.slice(0, 4)) !== id) continue;
    const isWitness = typed[0] === 4;
    const seconds = isWitness ? Number(new DataView(bytes.buffer).getBigUint64(4)) : 0;
    const text = note.slice(0, end);
    const message = encoder.encode(isWitness ? `cosignature/v1\ntime ${seconds}\n${text}` : text);
    const signature = bytes.slice(isWitness ? 12 : 4);
    if (await crypto.subtle.verify("Ed25519", publicKey, signature, message)) return seconds;
  }
  return undefined;
}

/** Each step says in a sentence what it has shown; the first that fails throws one. */
async function* check(data: DOMStringMap): AsyncGenerator<string> {
  const { committed = "", salt = "", entry = "", key = "", witnesses = "" } = data;
  const shown = document.querySelector(".single .review-text")?.textContent ?? "";
  const { id, text } = JSON.parse(committed) as { id: string; text: string };
  const squeeze = (words: string) => words.replace(/\s+/g, "");
  if (squeeze(shown) !== squeeze(text))
    throw new Error("The words on this page are not those that were logged.");
  const commitment = toHex(await sha256(fromHex(salt), encoder.encode(committed)));
  const checkpoint = new TextDecoder().decode(await read("checkpoint"));
  const [, sizeText = "", root = ""] = checkpoint.split("\n");
  const [size, index] = [Number(sizeText), Number(entry)];
  const leaf = await readEntry(index, size);
  const logged = JSON.parse(new TextDecoder().decode(leaf)) as {
    id: string;
    commitment: string;
    day: string;
  };
  if (logged.id !== id || logged.commitment !== commitment)
    throw new Error("The history holds other words or another date for this review.");
  yield `Entry ${index} of the history holds exactly these words, stars, date and name.`;
  const computed = await rootWith(await sha256(Uint8Array.of(0), leaf), index, 0, size, size);
  if (toHex(computed) !== toHex(toBytes(root)))
    throw new Error("The entry is not part of the signed history.");
  yield `The entry is part of the history of ${size} entries.`;
  if ((await signedAt(checkpoint, key)) === undefined)
    throw new Error("The history is not signed with the key of the business.");
  yield "The business has signed that history.";
  for (const witness of witnesses.split(" ").filter(Boolean)) {
    const seconds = await signedAt(checkpoint, witness);
    if (seconds !== undefined)
      yield `${witness.split("+")[0]} has signed it too, on ${new Date(seconds * 1000).toISOString().slice(0, 10)}.`;
  }
}

/** Shows each step of the check below the button, as soon as it is done. */
export async function showProof(button: HTMLButtonElement, result: HTMLElement): Promise<void> {
  button.disabled = true;
  const say = (sentence: string, kind: "good" | "bad") => {
    const line = document.createElement("li");
    line.className = `proof-${kind}`;
    line.textContent = sentence;
    result.append(line);
  };
  result.replaceChildren();
  try {
    for await (const step of check(button.dataset)) say(step, "good");
  } catch (error) {
    const isOld = error instanceof DOMException;
    say(
      isOld ? "This browser cannot check Ed25519 signatures; npm run verify can." : messageOf(error),
      "bad",
    );
  }
  button.disabled = false;
}
