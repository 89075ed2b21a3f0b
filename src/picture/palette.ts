import tokens from "../styles/tokens.css?raw";
import { site } from "../site.ts";
import { dressTokens } from "./brand-colors.ts";

const dressed = dressTokens(tokens, site.business.brand?.color);

/** The colors of this name in a style sheet's light and dark theme. */
const findColors = (css: string, name: string): string[] =>
  Array.from(css.matchAll(new RegExp(`--${name}:\\s*(#[0-9a-f]{6})\\b`, "g")), ([, color = ""]) => color);

/** A text that has the default palette's color of this name, light and dark, in the owner's. */
export const dressColor = (text: string, name: string): string =>
  findColors(tokens, name).reduce(
    (dressedText, color, index) => dressedText.replaceAll(color, findColors(dressed, name)[index] ?? color),
    text,
  );

/** A color of the light theme, as the style sheet names it: what dresses the pages dresses the pictures. */
export function colorOf(name: string): string {
  const [value] = findColors(dressed, name);
  if (value === undefined)
    throw new Error(`src/styles/tokens.css: --${name} must be a color of six hex digits, such as #1d5b3c`);
  return value;
}

export type Colors = (name: string) => string;
