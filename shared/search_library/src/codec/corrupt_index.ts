import { ApiError } from '@skein/errors';

/** The error for damaged files. `what` names the damage, `file` the file that has it. */
export function corruptIndex(what: string, file: string): ApiError {
  return new ApiError('corrupt_index_exception', `${what} (resource=${file})`);
}
