/** Work a host does on the values of scripts: metered as a run is, and what goes wrong in it is an error of the API. */
import { ApiError, ERROR_STATUS, type ErrorType } from '@skein/errors';
import { restoreMeter, startMeter } from './meter.js';
import { asThrowable, wireType } from './throwable.js';

export function toldToHost<T>(work: () => T): T {
  const around = startMeter();
  try {
    return work();
  } catch (error) {
    const thrown = asThrowable(error);
    if (thrown === undefined) throw error;
    const type = wireType(thrown.className);
    const known = Object.hasOwn(ERROR_STATUS, type) ? (type as ErrorType) : 'exception';
    throw new ApiError(known, thrown.message ?? type);
  } finally {
    restoreMeter(around);
  }
}
