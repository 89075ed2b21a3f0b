import { type Lch, toHex, toLch, withContrast } from "../schema/color.ts";

const white = "#ffffff";

/** The colors of tokens.css that follow from the owner's, for light and for dark screens. */
export function buildBrandColors(color: string): {
  light: Record<string, string>;
  dark: Record<string, string>;
} {
  const [, chroma, hue] = toLch(color);
  // A grey brand has grey paper too.
  const vivid = Math.min(1, chroma / 0.08);
  const shade = (lightness: number, most: number, turn = 0): string =>
    toHex([lightness, most * vivid, hue + turn] satisfies Lch);
  const faces = (lightness: number, most: number) =>
    Object.fromEntries(
      [0, 60, 140, 210, 290].map((turn, index) => [`face-${index}`, toHex([lightness, most, hue + turn])]),
    );
  const [paper, night] = [shade(0.988, 0.004), shade(0.185, 0.014)];
  // Of two yellows the second would not be seen.
  const warm = hue > 45 && hue < 115 ? 200 : 75;
  return {
    light: {
      paper,
      surface: white,
      sunk: shade(0.958, 0.012),
      ink: shade(0.235, 0.025),
      muted: shade(0.46, 0.025),
      rule: shade(0.895, 0.014),
      green: withContrast(color, shade(0.945, 0.03), 4.6, -1),
      "on-green": white,
      tint: shade(0.945, 0.03),
      "star-empty": shade(0.87, 0.014),
      "art-a": withContrast(color, paper, 4.6, -1),
      "art-b": shade(0.92, 0.03),
      "art-c": shade(0.76, 0.09),
      "art-d": toHex([0.77, 0.13, warm]),
      "art-e": white,
      ...faces(0.9, 0.05),
    },
    dark: {
      paper: night,
      surface: shade(0.23, 0.016),
      sunk: shade(0.268, 0.018),
      ink: shade(0.94, 0.012),
      muted: shade(0.75, 0.02),
      rule: shade(0.36, 0.02),
      green: withContrast(toHex([0.8, Math.min(chroma, 0.12), hue]), shade(0.3, 0.045), 6, 1),
      "on-green": shade(0.2, 0.03),
      tint: shade(0.3, 0.045),
      "star-empty": shade(0.4, 0.02),
      "art-a": shade(0.38, 0.07),
      "art-b": shade(0.3, 0.025),
      "art-c": shade(0.54, 0.085),
      "art-d": toHex([0.6, 0.1, warm]),
      "art-e": shade(0.8, 0.03),
      ...faces(0.4, 0.06),
    },
  };
}

const darkBegins = "@media screen and (prefers-color-scheme: dark)";

/** The style sheet tokens.css in the owner's colors; without any it stays as it is. */
export function dressTokens(css: string, color: string | undefined): string {
  if (color === undefined) return css;
  const { light, dark } = buildBrandColors(color);
  const [day = "", night = ""] = css.split(darkBegins);
  const dress = (part: string, colors: Record<string, string>) =>
    part.replace(/--([\w-]+): #[0-9a-f]{6};/g, (whole, name: string) =>
      colors[name] === undefined ? whole : `--${name}: ${colors[name]};`,
    );
  return dress(day, light) + darkBegins + dress(night, dark);
}
