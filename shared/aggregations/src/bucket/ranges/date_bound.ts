/** A bound of a range of dates, in the format of the dates and with date math. */
import { parseDateFormat, parseDateMath } from '@skein/dates';
import { ApiError } from '@skein/errors';
import type { ValueFormat } from '../../values/value_format.js';

/** Milliseconds since the epoch. Throws parse_exception for a text that is no date. */
export function dateBound(
  text: string,
  { pattern, timeZone }: Extract<ValueFormat, { kind: 'date' }>,
  nowMs: number,
): number {
  try {
    return parseDateMath(text, parseDateFormat(pattern), { nowMs, roundUp: false, timeZone });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.type === 'parse_exception') throw thrown;
    const reason = `failed to parse date field [${text}] with format [${pattern}]`;
    throw new ApiError('parse_exception', `${reason}: [${thrown.reason}]`, { cause: thrown });
  }
}
