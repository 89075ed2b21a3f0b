import tokens from "../styles/tokens.css?raw";
import type { Colour } from "./raster.ts";
import type { Palette } from "./rating-picture.ts";

/** A colour of the light theme, as the style sheet names it: what dresses the pages dresses the pictures. */
export function colourOf(name: string): string {
  const value = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})\\b`).exec(tokens)?.[1];
  if (value === undefined) {
    throw new Error(`src/styles/tokens.css: --${name} must be a colour of six hex digits, such as #1d5b3c`);
  }
  return value;
}

export function toColour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** What pictures are drawn in. */
export function paletteOf(): Palette {
  const colour = (name: string) => toColour(colourOf(name));
  return {
    paper: colour("paper"),
    sunk: colour("sunk"),
    rule: colour("rule"),
    ink: colour("ink"),
    muted: colour("muted"),
    green: colour("green"),
    amber: colour("amber"),
    "star-empty": colour("star-empty"),
  };
}
