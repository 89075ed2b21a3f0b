import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { issuesOf, load, review, soundFile, writeContent } from "./content-folder.ts";

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a53" } });
const png = await draw(30, 20).png().toBuffer();
const jpeg = await draw(30, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
const webp = await draw(4, 4).webp().toBuffer();

/** A PNG that says it is this large and holds next to nothing. */
function claim(width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const large = Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]);
const photo = (file: string, alt = "A café table") =>
  review({ photos: `[{ file: ${JSON.stringify(file)}, alt: ${JSON.stringify(alt)} }]` });

test("pictures of the business, its people and its reviews are known by file, as they are looked at", async () => {
  const site = await load({
    "business.yaml": `${soundFile("business.yaml")}logo: Mein Logo (2).PNG
cover: { file: front/door.jpg, alt: The door }
gallery: [{ file: a.webp, alt: A }, { file: front/door.jpg, alt: Again }]
`,
    "technicians.yaml": "- { id: ann, name: Ann Lee, portrait: { file: ann.png, alt: Ann } }\n",
    "reviews/more.yaml": photo("größe_1.png"),
    "photos/Mein Logo (2).PNG": png,
    "photos/front/door.jpg": jpeg,
    "photos/a.webp": webp,
    "photos/ann.png": png,
    "photos/größe_1.png": await draw(7, 3).png().toBuffer(),
    "photos/nobody-names-it.gif": "GIF89a",
  });
  const sizes = [...site.photos].map(([file, { width, height }]) => [file, width, height]);
  expect(Object.fromEntries(sizes.map(([file, ...size]) => [file, size.join("×")]))).toEqual({
    "Mein Logo (2).PNG": "30×20",
    "front/door.jpg": "20×30",
    "a.webp": "4×4",
    "ann.png": "30×20",
    "größe_1.png": "7×3",
  });
  expect(site.photos.get("ann.png")?.hash).toBe(site.photos.get("Mein Logo (2).PNG")?.hash);
});

test("pictures of a withheld review are checked and not published", async () => {
  const withheld = { withheld: "off-topic", photos: "[{ file: a.png, alt: A }]" };
  const site = await load({ "reviews/more.yaml": review(withheld), "photos/a.png": png });
  expect([...site.photos]).toEqual([]);
  expect(await issuesOf({ "reviews/more.yaml": review(withheld) })).toContain("photos[0].file of r3");
});

const bad: Record<string, [name: string, bytes: Buffer | undefined, said: string]> = {
  "that is not there": ["lown.png", undefined, "is not in content/photos; did you mean lawn.png?"],
  "that is nowhere": ["x.jpg", undefined, "is not in content/photos; put it there"],
  "of no bytes": ["a.png", Buffer.alloc(0), "is no picture: the file is empty or cut off"],
  "of other bytes": [
    "a.jpg",
    Buffer.from("just some words in a file"),
    "is no JPEG, PNG or WebP: save it as a JPEG",
  ],
  "of a telephone": ["a.jpg", Buffer.from("\0\0\0\x24ftypheic\0\0\0\0mif1heic"), "is a HEIC picture"],
  "of another telephone": ["a.jpg", Buffer.from("\0\0\0\x24ftypmif1\0\0\0\0mif1heic"), "is a HEIC picture"],
  "of a scanner": ["a.png", Buffer.from("II*\0\x08\0\0\0\0\0\0\0"), "is no JPEG, PNG or WebP"],
  "that tells of a telephone": ["a.png", Buffer.from("no word of ....ftypheic"), "is no JPEG, PNG or WebP"],
  "of eleven bytes": ["a.png", png.subarray(0, 11), "is no picture: the file is empty or cut off"],
  "that is another RIFF": ["a.png", Buffer.from("RIFF....WAVEfmt "), "is no JPEG, PNG or WebP"],
  "that is only a start": ["a.jpg", jpeg.subarray(0, 24), "is damaged"],
  "of too many bytes": ["a.png", large, "has 21 MB; it must have at most 20"],
  "of too many pixels": ["a.png", claim(7072, 7072), "has 7072 × 7072 pixels; it must have at most 50"],
  "that is too long": ["a.png", claim(1, 16_001), "has 1 × 16001 pixels"],
};

for (const [what, [name, bytes, said]] of Object.entries(bad))
  test(`a picture ${what} is named with file, line and field`, async () => {
    const files = { "photos/lawn.png": png, [`photos/${name}`]: bytes };
    const issues = await issuesOf({ "reviews/more.yaml": photo(name), ...files });
    expect(issues).toContain("Content has 1 issue in 1 file");
    expect(issues).toContain(`content/reviews/more.yaml:8: photos[0].file of r3 is "${name}", which ${said}`);
  });

test("pictures of the business and its people that are not there are named where they stand", async () => {
  const issues = await issuesOf({
    "business.yaml": `${soundFile("business.yaml")}logo: l.png
cover:
  file: c.png
  alt: C
gallery:
  - { file: a.png, alt: A }
  - { file: g.png, alt: G }
`,
    "technicians.yaml": "- id: ann\n  name: Ann Lee\n  portrait: { file: p.png, alt: Ann }\n",
    "photos/a.png": png,
  });
  const missing = "is not in content/photos; did you mean a.png?";
  expect(issues.split("\n").slice(2, -1)).toEqual([
    `content/business.yaml:9: logo is "l.png", which ${missing}`,
    `content/business.yaml:11: cover.file is "c.png", which ${missing}`,
    `content/business.yaml:15: gallery[1].file is "g.png", which ${missing}`,
    `content/technicians.yaml:3: portrait.file of ann is "p.png", which ${missing}`,
  ]);
});

test("the largest picture that is allowed is taken", async () => {
  const site = await load({
    "reviews/more.yaml": `${photo("a.png")}${review({ id: "r4", photos: "[{ file: b.png, alt: B }]" })}`,
    "photos/a.png": claim(16_000, 3125),
    "photos/b.png": large.subarray(0, 20 * 1024 * 1024),
  });
  expect(site.photos.size).toBe(2);
});

test("what is said of a picture may hold no personal data", async () => {
  const files = { "reviews/more.yaml": photo("a.png", "Call 614 555 0187"), "photos/a.png": png };
  const issue = "photos[0].alt of r3 holds what looks like a telephone number";
  expect(await issuesOf(files)).toContain(issue);
});

test("what a picture only shows when it is read is an error at the same place", async () => {
  const folder = await writeContent({ "reviews/more.yaml": photo("a.png") });
  await mkdir(dirname(join(folder, "photos/a.png")), { recursive: true });
  await writeFile(join(folder, "photos/a.png"), png);
  const site = await loadSite(folder, { today: "2026-11-20" });
  expect(site.photos.get("a.png")?.toError("is spoiled").message.replaceAll(folder, "content")).toContain(
    'content/reviews/more.yaml:8: photos[0].file of r3 is "a.png", which is spoiled',
  );
});
