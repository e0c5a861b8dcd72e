/** Distances as text: `30km`, `10mi`, or a number with a default unit. */
import { ApiError } from '@skein/errors';
import { splitDistance, unitMeters } from '@skein/java';
import { parseJavaDouble } from '../field_types/java_number.js';

/** Meters per unit. */
export function metersPerUnit(unit: string): number {
  const meters = unitMeters(unit);
  if (meters !== undefined) return meters;
  throw new ApiError('illegal_argument_exception', `No distance unit match [${unit}]`);
}

/** Meters; a number without a unit has the default one. The unit is the end of the text. */
export function metersOf(text: string, defaultUnit = 'm'): number {
  const distance = splitDistance(text);
  return parseJavaDouble(distance.number) * (distance.unitMeters ?? metersPerUnit(defaultUnit));
}
