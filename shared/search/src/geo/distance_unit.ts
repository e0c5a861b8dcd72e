/** Distances in requests: `30km`, `10mi`, or a number with a separate unit. */
import type { JsonValue } from '@skein/content';
import { metersOf } from '@skein/mapping';
import { textOf } from '../queries/options.js';

export function distanceMeters(json: JsonValue, defaultUnit = 'm'): number {
  return metersOf(textOf(json), defaultUnit);
}
