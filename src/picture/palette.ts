import tokens from "../styles/tokens.css?raw";
import { site } from "../site.ts";
import { dressTokens } from "./brand-colors.ts";

const dressed = dressTokens(tokens, site.business.brand?.color);

/** A color of the light theme, as the style sheet names it: what dresses the pages dresses the pictures. */
export function colorOf(name: string): string {
  const value = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})\\b`).exec(dressed)?.[1];
  if (value === undefined)
    throw new Error(`src/styles/tokens.css: --${name} must be a color of six hex digits, such as #1d5b3c`);
  return value;
}

export type Colors = (name: string) => string;
