/**
 * `fuzziness`: the maximum number of edits of a word, given as a number or, with `AUTO`, by the
 * word's length.
 */
import { asciiDigits, javaDouble, javaInteger } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseJavaDouble } from '@skein/mapping';
import { textOf, tokenName } from './options.js';

/**
 * Words shorter than `low` allow no edit, words shorter than `high` one edit, and longer words
 * `most`. The length of a word is the number of its code points.
 */
export interface Fuzziness {
  readonly low: number;
  readonly high: number;
  readonly most: number;
}

/** The number of edits for a word: 0, 1 or 2. */
export function editsOf({ low, high, most }: Fuzziness, word: string): number {
  const length = [...word].length;
  if (length < low) return 0;
  return length < high ? 1 : most;
}

/** Fuzziness that does not depend on the word's length. */
export function exactly(edits: number): Fuzziness {
  return { low: 0, high: 0, most: edits };
}

/** The highest supported number of edits; a larger one is lowered to it. */
const MAX_EDITS = 2;

export const AUTO_FUZZINESS: Fuzziness = autoFuzziness(3, 6);

/** Returns `undefined` for null. */
export function fuzzinessOf(json: JsonValue): Fuzziness | undefined {
  return json === null ? undefined : givenFuzziness(json);
}

export function givenFuzziness(json: JsonValue): Fuzziness {
  const token = tokenName(json);
  if (token === 'VALUE_STRING' || token === 'VALUE_NUMBER') return parseFuzziness(textOf(json));
  const reason = `Can't parse fuzziness on token: [${token}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

function parseFuzziness(text: string): Fuzziness {
  const upper = text.toUpperCase();
  if (upper === 'AUTO') return AUTO_FUZZINESS;
  if (upper.startsWith('AUTO:')) return customAuto(text);
  const edits = Math.fround(javaDouble(text) ?? Number.NaN);
  if (!(edits >= 0 && Number.isFinite(edits))) {
    throw new ApiError('illegal_argument_exception', `Invalid fuzziness value: ${text}`);
  }
  const most = Math.min(Math.trunc(edits), MAX_EDITS);
  return exactly(most);
}

/** Reads the fuzziness of `word~1` in a query string; fuzzy queries refuse a negative one. */
export function writtenFuzziness(text: string): Fuzziness {
  const upper = text.toUpperCase();
  if (upper === 'AUTO') return AUTO_FUZZINESS;
  return exactly(Math.min(javaInteger(parseJavaDouble(upper)), MAX_EDITS));
}

/** Reads `AUTO:3,6`. */
function customAuto(text: string): Fuzziness {
  const bounds = text.slice('AUTO:'.length).split(',');
  // Java's `split` drops empty parts at the end.
  while (bounds.at(-1) === '') bounds.pop();
  const [low = '', high = ''] = bounds;
  if (bounds.length !== 2) {
    throw new ApiError('parse_exception', 'failed to find low and high distance values');
  }
  const [lowLength, highLength] = [boundOf(low, text), boundOf(high, text)];
  if (lowLength < 0 || highLength < 0 || lowLength > highLength) {
    throw new ApiError(
      'illegal_argument_exception',
      'fuzziness wrongly configured, must be: lowDistance > 0, highDistance > 0 and lowDistance <= highDistance ',
    );
  }
  return autoFuzziness(lowLength, highLength);
}

function boundOf(bound: string, text: string): number {
  const digits = asciiDigits(bound);
  const number = /^[+-]?\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (number === javaInteger(number)) return number;
  throw new ApiError('parse_exception', `failed to parse [${text}] as a "auto:int,int"`, {
    cause: new ApiError('number_format_exception', `For input string: "${bound}"`),
  });
}

function autoFuzziness(low: number, high: number): Fuzziness {
  return { low, high, most: MAX_EDITS };
}
