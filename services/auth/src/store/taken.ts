/** The refusal every engine owes for an id that is taken. */
import { ApiError } from '@skein/errors';

export function taken(what: string, id: string): ApiError {
  return new ApiError('resource_already_exists_exception', `${what} [${id}] already exists`);
}

export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'resource_already_exists_exception';
}
