/** Work a host does on the values of scripts: metered as a run is, and what goes wrong in it is an error of the API. */
import { ApiError, ERROR_STATUS, type ErrorType } from '@skein/errors';
import { restoreMeter, startMeter } from './meter.js';
import { asThrowable, wireType } from './throwable.js';

export function toldToHost<T>(work: () => T): T {
  const around = startMeter();
  try {
    return work();
  } catch (error) {
    throw hostError(error);
  } finally {
    restoreMeter(around);
  }
}

/** What a script's values throw, as an error of the API; anything else as it is. */
export function hostError(error: unknown): unknown {
  const thrown = asThrowable(error);
  if (thrown === undefined) return error;
  const type = wireType(thrown.className);
  const known = Object.hasOwn(ERROR_STATUS, type) ? (type as ErrorType) : 'exception';
  return new ApiError(known, thrown.message ?? type);
}
