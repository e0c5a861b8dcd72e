/**
 * Finds the difference between a response and the model's: numbers may differ by the rounding of
 * sums in another order, points by the precision of their storage.
 */
import { isJsonObject, type JsonValue } from '@skein/content';

/** The tolerance relative to the greater number. */
const SHARE = 1e-9;
const SMALLEST = 1e-9;
const DEGREES = 1e-6;

/** Names of members that contain degrees. */
const PLACES: ReadonlySet<string> = new Set(['lat', 'lon', 'coordinates']);

/**
 * Returns the path of the difference and both values. Members in `ignored`, which the model does
 * not know, are skipped.
 */
export function firstDifference(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  ignored: ReadonlySet<string>,
  path = '',
): string | undefined {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const length = Math.max(actual.length, expected.length);
    for (let i = 0; i < length; i++) {
      const found = firstDifference(actual[i], expected[i], ignored, `${path}/${i}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isJsonObject(actual) && isJsonObject(expected)) {
    for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
      if (ignored.has(name)) continue;
      const found = firstDifference(actual[name], expected[name], ignored, `${path}/${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isSame(actual, expected, path)) return undefined;
  return `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

function isSame(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  path: string,
): boolean {
  if (typeof actual !== 'number' || typeof expected !== 'number') return actual === expected;
  const isPlace = path.split('/').some((name) => PLACES.has(name));
  const allowed = isPlace ? DEGREES : Math.max(SMALLEST, SHARE * Math.abs(expected));
  return Math.abs(actual - expected) <= allowed;
}
