/** The error that every engine throws for an existing id. */
import { ApiError } from '@skein/errors';

export function taken(what: string, id: string): ApiError {
  return new ApiError('resource_already_exists_exception', `${what} [${id}] already exists`);
}

export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'resource_already_exists_exception';
}
