import { create, type Font } from "fontkitten";
import bold from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline";
import boldMore from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline";
import plain from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff?inline";
import plainMore from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-400-normal.woff?inline";

// Sets text in the typeface of the site's headings as outlines, so that a picture is the same everywhere.

const open = (dataUrl: string): Font => {
  const font = create(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  if (font.isCollection) throw new Error("a typeface is one font, not a collection");
  return font;
};
const fonts = { bold: [bold, boldMore].map(open), plain: [plain, plainMore].map(open) };

export interface Face {
  weight: keyof typeof fonts;
  size: number;
}

const fontOf = (character: string, weight: Face["weight"]): Font | undefined =>
  fonts[weight].find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** The part of a text that the typeface has letters for; nothing where that would leave out half of it. */
export function toDrawable(text: string): string {
  const characters = Array.from(text.normalize("NFC").replace(/\s+/g, " ").trim());
  const drawn = characters.filter((character) => fontOf(character, "bold") !== undefined);
  return drawn.length * 2 > characters.length ? drawn.join("").replace(/ +/g, " ").trim() : "";
}

const advanceOf = (character: string, { weight, size }: Face): number => {
  const font = fontOf(character, weight);
  return font === undefined
    ? 0
    : (font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth * size) / font.unitsPerEm;
};

export const measure = (text: string, face: Face): number =>
  Array.from(text).reduce((sum, character) => sum + advanceOf(character, face), 0);

/** The text on one line from its left end on the base line, as the path of an SVG; smaller where it would be wider than `within`. */
export function toPath(
  text: string,
  { x, y, within = Infinity, ...face }: Face & { x: number; y: number; within?: number },
): string {
  const drawable = toDrawable(text);
  const size = face.size * Math.min(1, within / Math.max(1, measure(drawable, face)));
  let left = x;
  return Array.from(drawable)
    .map((character) => {
      const font = fontOf(character, face.weight);
      const glyph = font?.glyphForCodePoint(character.codePointAt(0) ?? 0);
      if (font === undefined || glyph === undefined) return "";
      const scale = size / font.unitsPerEm;
      const path = glyph.path.scale(scale, -scale).translate(left, y).toSVG();
      left += glyph.advanceWidth * scale;
      return path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
    })
    .join("");
}

/** A text in lines that fit, the last one cut short where they do not hold it all. */
export function toLines(text: string, face: Face, space: { within: number; most: number }): string[] {
  const fits = (line: string) => measure(line, face) <= space.within;
  const lines: string[] = [];
  let line = "";
  for (const word of toDrawable(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  if (lines.length <= space.most && lines.every(fits)) return lines.filter((one) => one !== "");
  let last = lines[space.most - 1] ?? line;
  while (last !== "" && !fits(`${last}…`)) last = last.slice(0, -1);
  return [...lines.slice(0, space.most - 1), `${last.replace(/[\s.,;:!?-]+$/, "")}…`];
}
