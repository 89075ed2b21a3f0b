// A map of the areas, drawn at build: where they lie to each other, without streets and without a map service.

export interface Place {
  latitude: number;
  longitude: number;
  /** How many reviews name it. */
  count: number;
}

export interface Mark {
  x: number;
  y: number;
  radius: number;
}

/** Places in a picture of this size, north up and as far from each other as they are; more reviews, larger marks. */
export function layOutMap(
  places: readonly Place[],
  { width, height }: { width: number; height: number },
): Mark[] {
  const most = Math.max(1, ...places.map(({ count }) => count));
  const middle = places.reduce((sum, { latitude }) => sum + latitude, 0) / Math.max(1, places.length);
  // A degree of longitude is shorter the farther it is from the equator.
  const shrink = Math.cos((middle * Math.PI) / 180);
  const points = places.map(({ latitude, longitude }) => ({ x: longitude * shrink, y: -latitude }));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 34;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, 1e-6),
    (height - 2 * margin) / Math.max(bottom - top, 1e-6),
  );
  return points.map(({ x, y }, index) => ({
    x: Math.round(width / 2 + (x - (left + right) / 2) * scale),
    y: Math.round(height / 2 + (y - (top + bottom) / 2) * scale),
    radius: Math.round(9 + 11 * Math.sqrt((places[index]?.count ?? 0) / most)),
  }));
}
