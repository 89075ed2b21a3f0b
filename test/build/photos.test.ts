import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { redactReview } from "../../scripts/redact.ts";
import { listFiles } from "../../scripts/site-build/files.ts";
import { writePhotos } from "../../scripts/site-build/site-files.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { listPhotos } from "../../src/publish/reviews.ts";
import { photoPaths, toPhoto, toVariants } from "../../src/publish/photo-paths.ts";
import { review, soundFile, writeContent } from "../content/content-folder.ts";
import { build, differences, readTree } from "./builds.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Left half red, right half blue, as the camera held upside down sees it, with a place beside the pixels. */
async function takePhoto(width: number, height: number): Promise<Buffer> {
  const half = { width: Math.ceil(width / 2), height };
  const blue = await sharp({ create: { ...half, channels: 3, background: "#00f" } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#f00" } })
    .composite([{ input: blue, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Make: "Secretcam", Orientation: "3" }, IFD3: { GPSLatitude: "51/1 28/1 38/1" } })
    .withMetadata({ orientation: 3 })
    .toBuffer();
}

const photo = await takePhoto(2000, 1000);
const named = (id: string, files: string) =>
  review({ id, photos: `[${files.replace(/\S+/g, '{ file: $&, alt: "$& & <more>" },')}]` });

async function load(files: Record<string, string | Buffer>) {
  const content = await writeContent(files);
  return { content, site: await loadSite(content, { today: "2026-11-20" }) };
}

test("a picture has two widths, the right way up, and nothing of the camera's in any", async () => {
  const { site } = await load({ "reviews/more.yaml": named("r3", "a.jpg"), "photos/a.jpg": photo });
  const staging = await temporaryFolder();
  expect(await writePhotos(site, staging, undefined)).toEqual({ made: 1 });
  const files = await readTree(staging);
  expect(files.size).toBe(2);
  const [facts] = site.photos.values();
  for (const { path, width, height } of toVariants(facts!)) {
    const bytes = files.get(path)!;
    const found = await sharp(bytes).metadata();
    expect(found).toMatchObject({ width, height, format: "jpeg" });
    expect(Object.keys(found).filter((name) => /^(?:exif|xmp|iptc|icc|orientation)$/.test(name))).toEqual([]);
    expect(bytes.includes("Secretcam") || bytes.includes("Exif")).toBe(false);
    const corner = sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 });
    const [red = 0, , blue = 0] = await corner.raw().toBuffer();
    expect(red).toBeGreaterThan(blue + 150);
  }
  const sizes = toVariants(facts!).map(({ width, height }) => `${width}×${height}`);
  expect(sizes).toEqual(["400×200", "1080×540"]);
});

test("what may be transparent stays so, as a WebP", async () => {
  const clear = sharp({ create: { width: 500, height: 300, channels: 4, background: "#0000" } });
  const { site } = await load({
    "reviews/more.yaml": named("r3", "a.png"),
    "photos/a.png": await clear.png().toBuffer(),
  });
  const staging = await temporaryFolder();
  await writePhotos(site, staging, undefined);
  const files = [...(await readTree(staging))];
  expect(files).toHaveLength(2);
  for (const [path, bytes] of files) {
    expect(path).toMatch(/^\/photos\/webp\/[0-9a-f]{20}-(?:400|500)\.webp$/);
    expect((await sharp(bytes).raw().toBuffer()).at(3)).toBe(0);
  }
});

test("the business's own pictures are WebPs, also when a customer sent the same", async () => {
  const { site } = await load({
    "business.yaml": `${soundFile("business.yaml")}cover: { file: ours.jpg, alt: The yard }\n`,
    "reviews/more.yaml": named("r3", "a.jpg"),
    "photos/a.jpg": photo,
    "photos/ours.jpg": photo,
  });
  const staging = await temporaryFolder();
  await writePhotos(site, staging, undefined);
  const found = [...(await readTree(staging)).keys()].map((path) => path.split("/")[2]);
  expect(found.toSorted((a, b) => a!.localeCompare(b!))).toEqual(["jpg", "jpg", "webp", "webp", "webp"]);
});

test("the addresses that a published picture leads to are those of its files, whatever its size", () => {
  const size = fc.integer({ min: 1, max: 16_000 });
  fc.assert(
    fc.property(
      size,
      size,
      fc.constantFrom("https://a.test", "https://a.test/photos/b"),
      fc.constantFrom("jpg" as const, "webp" as const),
      (width, height, base, format) => {
        const facts = { hash: "00ff00ff00ff00ff00ff", format, width, height };
        const shown = toPhoto(facts, "A", base);
        const variants = toVariants(facts);
        expect(new Set(photoPaths(shown))).toEqual(new Set(variants.map(({ path }) => path)));
        expect(base + variants.at(-1)!.path).toBe(shown.url);
        expect(shown.width).toBe(Math.min(width, 1080));
        expect(Math.abs(shown.height - (height * shown.width) / width)).toBeLessThanOrEqual(1);
        for (const one of variants) expect(one.width <= width && one.height >= 1).toBe(true);
      },
    ),
  );
  expect(photoPaths({ url: "https://a.test/other.webp", width: 9 })).toEqual([]);
});

test("files of the previous deploy are taken over, from a folder or an address, and only the others are made", async () => {
  const files = { "photos/a.jpg": photo, "photos/b.jpg": await takePhoto(300, 300) };
  const { site } = await load({ ...files, "reviews/more.yaml": named("r3", "a.jpg b.jpg") });
  const first = await temporaryFolder();
  await writePhotos(site, first, undefined);
  const [lost = "", ...others] = listFiles(first).filter((path) => path.endsWith("-400.jpg"));
  expect(others).toEqual([]);
  const before = await readTree(first);
  await rm(join(first, lost));
  const read = async (path: string) =>
    path.endsWith("-400.jpg") ? Buffer.from("<!doctype html><title>Not here</title>") : before.get(path);
  for (const previous of [{ folder: first, read }, { read }]) {
    const next = await temporaryFolder();
    expect(await writePhotos(site, next, previous)).toEqual({ made: 1 });
    expect(differences(before, await readTree(next))).toEqual([]);
  }
});

test("a picture that is cut off stops the build at its place in content", async () => {
  const { content, site } = await load({ "reviews/more.yaml": named("r3", "a.jpg"), "photos/a.jpg": photo });
  await truncate(join(content, "photos/a.jpg"), photo.length - 2000);
  await expect(writePhotos(site, await temporaryFolder(), undefined)).rejects.toThrow(
    /reviews\/more\.yaml:8: photos\[0\]\.file of r3 is "a\.jpg", which is damaged or cut off/,
  );
});

test("a picture goes with its review, or leaves it, from content, the next deploy and by name from caches; one may return", async () => {
  const own = await takePhoto(640, 480);
  const content = await writeContent({
    "business.yaml": `${soundFile("business.yaml")}gallery: [{ file: shared.jpg, alt: Shared }]\n`,
    "reviews/more.yaml": named("r3", "own.jpg shared.jpg"),
    "reviews/stays.yaml": named("r4", "a.jpg"),
    "photos/a.jpg": await takePhoto(10, 10),
    "photos/own.jpg": own,
    "photos/copy-of-it.jpg": own,
    "photos/shared.jpg": photo,
  });
  const out = join(await temporaryFolder(), "dist");
  const settings = { content, out, env: { BASE_URL: "https://fern.example" } };
  await build(settings);
  const dataset = JSON.parse(await readFile(join(out, "reviews.json"), "utf8"));
  const photosOf = (wanted: string) => dataset.reviews.find(({ id }: { id: string }) => id === wanted).photos;
  const [mine, shared] = photosOf("r3");
  const [leaving] = photosOf("r4").flatMap(photoPaths);
  const url = expect.stringMatching(/^https:\/\/fern\.example\/photos\/jpg\/[0-9a-f]{20}-640\.jpg$/);
  expect(mine).toEqual({ url, width: 640, height: 480, alt: "own.jpg & <more>" });
  const page = await readFile(join(out, "reviews/r3/index.html"), "utf8");
  expect(page).toContain(`width="640" height="480" alt="own.jpg &amp; &lt;more&gt;"`);
  const built = listFiles(out);
  for (const path of listPhotos(dataset).flatMap(photoPaths)) {
    expect(built).toContain(path);
    if (mine.url.includes(path.slice(12, 32))) expect(page).toContain(path);
  }
  const feed = JSON.parse(await readFile(join(out, "api/feed.json"), "utf8"));
  expect(feed.items.flatMap(({ attachments = [] }) => attachments)).toEqual(
    [...photosOf("r4"), mine, shared].map(({ url }) => ({
      url,
      mime_type: url === shared.url ? "image/webp" : "image/jpeg",
    })),
  );
  expect(await readFile(join(out, "feed.xml"), "utf8")).toContain(mine.url);

  const said = JSON.parse(
    await redactReview(["r3", "--reason", "erasure", "--json", "--content", content, "--dist", out]),
  );
  expect(said.deleted).toEqual([expect.stringMatching(/photos\/own\.jpg$/)]);
  const also = said.also_check.join("\n");
  expect(also).toMatch(/business\.yaml:\d+: names its picture shared\.jpg, which stays/);
  expect(also).toMatch(/photos\/copy-of-it\.jpg: is the same picture as own\.jpg/);
  expect(said.purge).toContain(mine.url);
  expect(listFiles(join(content, "photos"))).toEqual(["/a.jpg", "/copy-of-it.jpg", "/shared.jpg"]);

  await writeFile(join(content, "reviews/stays.yaml"), review({ id: "r4" }));
  await build(settings);
  const left = listFiles(out).filter((path) => path.startsWith("/photos/"));
  expect(left.sort()).toEqual(photoPaths(shared).sort());
  const purge = await readFile(join(out, "purge.txt"), "utf8");
  for (const path of [...photoPaths(mine), leaving]) expect(purge).toContain(`https://fern.example${path}\n`);
  for (const path of photoPaths(shared)) expect(purge).not.toContain(path);

  await writeFile(join(content, "reviews/stays.yaml"), named("r4", "a.jpg"));
  await build(settings);
  expect(listFiles(out)).toContain(leaving);
  const purged = await readFile(join(out, "purge.txt"), "utf8").catch(() => "");
  expect(purged).not.toContain(leaving);
});
