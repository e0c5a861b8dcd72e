/** Limits of latitude and longitude. */
import { doubleText } from '@skein/content';
import { ApiError } from '@skein/errors';

/** Throws illegal_argument_exception, also for NaN. */
export function checkCoordinate(name: string, value: number, limit: number): void {
  if (Math.abs(value) <= limit) return;
  const [text, end] = [doubleText(value), doubleText(limit)];
  const reason = `invalid ${name} ${text}; must be between -${end} and ${end}`;
  throw new ApiError('illegal_argument_exception', reason);
}
