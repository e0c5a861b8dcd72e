/**
 * Errors that OpenSearch finds when an aggregation is built from its required fields. The error
 * names the whole aggregation, with the fault as its cause.
 */
import { ApiError } from '@skein/errors';

export function notBuilt(type: string, reason: string): ApiError {
  const cause = new ApiError('illegal_argument_exception', reason);
  const whole = `Failed to build [${type}] after last required field arrived`;
  return new ApiError('x_content_parse_exception', whole, { cause });
}
