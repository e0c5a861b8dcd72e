/** Durations in settings, parameters and bodies, with OpenSearch's errors for invalid ones. */
import { readTime } from '@skein/base';
import { ApiError } from './api_error.js';

/** Reads a duration in milliseconds; -1 means no limit. `name` is the option's, for the error. */
export function readTimeMs(name: string, text: string): number {
  const read = readTime(text);
  if ('ms' in read) return read.ms;
  switch (read.kind) {
    case 'negative':
      throw noTimeValue(name, text, 'negative durations are not supported');
    case 'no_unit':
      throw noTimeValue(name, text, 'unit is missing or unrecognized');
    case 'fractional':
      throw noNumber(`failed to parse [${text}], fractional time values are not supported`, read);
    case 'no_number':
      throw noNumber(`failed to parse [${text}]`, read);
  }
}

/** Reads a duration in milliseconds; "no limit" is refused like every negative duration. */
export function readLengthMs(name: string, text: string): number {
  const ms = readTimeMs(name, text);
  if (ms >= 0) return ms;
  throw noTimeValue(name, text, 'negative durations are not supported');
}

function noTimeValue(name: string, text: string, why: string): ApiError {
  const reason = `failed to parse setting [${name}] with value [${text}] as a time value: ${why}`;
  return new ApiError('illegal_argument_exception', reason);
}

function noNumber(reason: string, { number }: { readonly number: string }): ApiError {
  const cause = new ApiError('number_format_exception', `For input string: "${number}"`);
  return new ApiError('illegal_argument_exception', reason, { cause });
}
