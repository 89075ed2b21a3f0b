/** Lightness from 0 to 1, how colorful, and the hue in degrees: the space in which equal steps look equal (OKLCH). */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

/** Rows of the matrices of https://bottosson.github.io/posts/oklab/, which is in the public domain. */
const toLms = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const fromLab = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const fromLms = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];
const multiply = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0));

/** The three channels of "#1d5b3c", from 0 to 1 and in proportion to light. */
function toLinear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

export function toLch(hex: string): Lch {
  const [lightness = 0, a = 0, b = 0] = multiply(toLab, multiply(toLms, toLinear(hex)).map(Math.cbrt));
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** The nearest color that screens can show, of the same lightness and hue, as six hex digits. */
export function toHex([lightness, chroma, hue]: Lch): string {
  const angle = (hue * Math.PI) / 180;
  const lab = [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const linear = multiply(
    fromLms,
    multiply(fromLab, lab).map((one) => one ** 3),
  );
  if (chroma > 0.001 && linear.some((channel) => channel < -0.001 || channel > 1.001))
    return toHex([lightness, chroma * 0.95, hue]);
  const digits = linear.map((channel) => {
    const light = Math.min(1, Math.max(0, channel));
    const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** From 1 for the same color to 21 for black on white (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color, made darker or lighter until it stands out from the other by so much. */
export function withContrast(hex: string, other: string, wanted: number, step: -1 | 1): string {
  let [lightness, chroma, hue] = toLch(hex);
  let result = hex;
  while (contrast(result, other) < wanted && lightness > 0 && lightness < 1) {
    lightness += step * 0.01;
    result = toHex([lightness, chroma, hue]);
  }
  return result;
}
