import { atOnce } from '@skein/base';
import { readableBody } from './readable_body.js';

test('a body of JSON has no byte order mark', () => {
  const bytes = new TextEncoder().encode('\ufeff{"a":"\ufeff"}');
  const body = atOnce(readableBody(bytes, 'json', { ndjson: false }));
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes)).toBe('{"a":"\ufeff"}');
});
