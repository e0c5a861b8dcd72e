/** The text of an array of chars. */
import { allocate } from '../values/meter.js';

/** The arguments of one call are on the stack, which a long array overflows. */
const AT_ONCE = 8192;

export function textOfUnits(units: readonly number[]): string {
  allocate(units.length);
  let text = '';
  for (let from = 0; from < units.length; from += AT_ONCE) {
    text += String.fromCharCode(...units.slice(from, from + AT_ONCE));
  }
  return text;
}
