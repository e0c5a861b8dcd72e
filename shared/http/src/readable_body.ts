/**
 * Converts a request body for endpoints: CBOR and Smile become JSON here, so that endpoints need
 * not know them.
 */
import { afterMark, fromCbor, fromSmile, linesFromSmile } from '@skein/content';
import type { BodyFormat } from './content_type.js';
import { RequestBody } from './request_body.js';

export function* readableBody(
  bytes: Uint8Array,
  format: BodyFormat,
  { ndjson }: { readonly ndjson: boolean },
): Generator<void, RequestBody> {
  if (format === 'cbor') return new RequestBody(yield* fromCbor(bytes), 'json');
  if (format === 'json') return new RequestBody(unmarked(bytes), format);
  if (format !== 'smile') return new RequestBody(bytes, format);
  return ndjson
    ? new RequestBody(yield* linesFromSmile(bytes), 'ndjson')
    : new RequestBody(yield* fromSmile(bytes), 'json');
}

/** A document is returned inside of a response, where a byte order mark would be no JSON. */
function unmarked(bytes: Uint8Array): Uint8Array {
  const start = afterMark(bytes, bytes.length);
  return start === 0 ? bytes : bytes.subarray(start);
}
