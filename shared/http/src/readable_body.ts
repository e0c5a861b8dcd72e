/**
 * Converts a request body for endpoints: CBOR and Smile become JSON here, so that endpoints need
 * not know them.
 */
import { fromCbor, fromSmile, linesFromSmile } from '@skein/content';
import type { BodyFormat } from './content_type.js';
import { RequestBody } from './request_body.js';

export function* readableBody(
  bytes: Uint8Array,
  format: BodyFormat,
  { ndjson }: { readonly ndjson: boolean },
): Generator<void, RequestBody> {
  if (format === 'cbor') return new RequestBody(yield* fromCbor(bytes), 'json');
  if (format !== 'smile') return new RequestBody(bytes, format);
  return ndjson
    ? new RequestBody(yield* linesFromSmile(bytes), 'ndjson')
    : new RequestBody(yield* fromSmile(bytes), 'json');
}
