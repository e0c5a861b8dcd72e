import { ApiError } from '@skein/errors';

export function repositoryMissing(name: string): ApiError {
  return new ApiError('repository_missing_exception', `[${name}] missing`);
}
