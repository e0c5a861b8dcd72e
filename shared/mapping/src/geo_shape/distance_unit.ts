/** Distances as text: `30km`, `10mi`, or a number with a default unit. */
import { ApiError } from '@skein/errors';
import { parseJavaDouble } from '../field_types/java_number.js';

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

/** Meters per unit. */
export function metersPerUnit(unit: string): number {
  const meters = Object.hasOwn(METERS, unit) ? METERS[unit] : undefined;
  if (meters !== undefined) return meters;
  throw new ApiError('illegal_argument_exception', `No distance unit match [${unit}]`);
}

/** Meters; a number without a unit has the default one. The unit is the end of the text. */
export function metersOf(given: string, defaultUnit = 'm'): number {
  const text = given.trim();
  const unit = Object.keys(METERS).find((name) => text.endsWith(name));
  if (unit === undefined) return parseJavaDouble(text) * metersPerUnit(defaultUnit);
  return parseJavaDouble(text.slice(0, -unit.length)) * metersPerUnit(unit);
}
