import { ApiError } from '@skein/errors';

/** The error of damaged files. `what` names the damage, `file` the file it is in. */
export function corruptIndex(what: string, file: string): ApiError {
  return new ApiError('corrupt_index_exception', `${what} (resource=${file})`);
}
