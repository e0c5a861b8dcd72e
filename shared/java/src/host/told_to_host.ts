/** Work of a host on script values: metered like a run, with errors converted to API errors. */
import { ApiError, isErrorType } from '@skein/errors';
import { restoreMeter, startMeter } from '../values/meter.js';
import { asThrowable, wireType } from '../values/throwable.js';

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

/** Converts an error of a script value to an API error; others are unchanged. */
export function hostError(error: unknown): unknown {
  const thrown = asThrowable(error);
  if (thrown === undefined) return error;
  const type = wireType(thrown.className);
  const known = isErrorType(type) ? type : 'exception';
  return new ApiError(known, thrown.message ?? type);
}
