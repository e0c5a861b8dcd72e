/** OpenSearch's `DistanceUnit`: the units of distances, at the end of texts such as `30km`. */

const METERS: Readonly<Record<string, number>> = {
  in: 0.0254,
  inch: 0.0254,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
  km: 1000,
  kilometers: 1000,
  nmi: 1852,
  NM: 1852,
  nauticalmiles: 1852,
  mm: 0.001,
  millimeters: 0.001,
  cm: 0.01,
  centimeters: 0.01,
  mi: 1609.344,
  miles: 1609.344,
  m: 1,
  meters: 1,
};

const NAMES = Object.keys(METERS);

/** Meters per unit; `undefined` if there is no such unit. */
export function unitMeters(unit: string): number | undefined {
  return Object.hasOwn(METERS, unit) ? METERS[unit] : undefined;
}

interface WrittenDistance {
  /** The text before the unit, which should be a number. */
  readonly number: string;
  /** Meters per unit; `undefined` if the text ends with no unit. */
  readonly unitMeters: number | undefined;
}

export function splitDistance(text: string): WrittenDistance {
  const unit = NAMES.find((name) => text.endsWith(name));
  if (unit === undefined) return { number: text, unitMeters: undefined };
  return { number: text.slice(0, -unit.length), unitMeters: METERS[unit] };
}
