/** Flags of requests whose errors name them, in a URL or a body. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { javaText } from '@skein/mapping';

/**
 * A boolean or its text. Any other value is an `illegal_argument_exception`, as of OpenSearch's
 * `XContentMapValues.nodeBooleanValue`.
 */
export function namedFlag(name: string, value: JsonValue): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  const reason = `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`;
  throw new ApiError('illegal_argument_exception', `Could not convert [${name}] to boolean`, {
    cause: new ApiError('illegal_argument_exception', reason),
  });
}
