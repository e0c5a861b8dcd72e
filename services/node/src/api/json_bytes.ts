/** The body of a request as bytes of JSON, whatever its content type. */
import { encodeJson } from '@skein/content';
import type { RequestBody } from '@skein/http';

/** The body as the client sent it if it is JSON, otherwise encoded again; throws without a body. */
export function requiredJsonBytes(body: RequestBody): Uint8Array {
  const bytes = body.required();
  return body.format === 'json' ? bytes : encodeJson(body.value() ?? null);
}
