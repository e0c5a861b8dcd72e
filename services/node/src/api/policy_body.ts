/** Bodies of policies of both dialects: `{"policy": {…}}`. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RequestBody } from '@skein/http';

/** The unparsed policy. Throws illegal_argument_exception if the body contains anything else. */
export function policySource(body: RequestBody): JsonObject {
  const { policy: source, ...others } = body.requiredObject();
  if (isJsonObject(source) && Object.keys(others).length === 0) return source;
  throw new ApiError('illegal_argument_exception', 'the body must have [policy] alone');
}
