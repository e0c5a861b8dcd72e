import type { AttachedFile } from '@skein/ingest';
import type { AwaitedExtraction } from './extractor_calls.js';
import { WaitingExtractor } from './waiting_extractor.js';

/** The bytes of a file as the extraction gets them. The answer is there at once. */
function bytesAsked(base64: string): string {
  const asked: string[] = [];
  const extractor = new WaitingExtractor(10, ({ request, port, state }: AwaitedExtraction) => {
    asked.push(Buffer.from(request.bytes).toString());
    port.postMessage({ found: {} });
    Atomics.store(state instanceof Int32Array ? state : new Int32Array(state), 0, 1);
  });
  const file = { base64, maxChars: -1, resourceName: undefined, wantsLanguage: false };
  extractor.extract(file satisfies AttachedFile);
  return asked.join();
}

test.each([
  ['', ''],
  ['YWJj', 'abc'],
  ['YWI=', 'ab'],
  ['YWI', 'ab'],
  ['YQ==', 'a'],
  ['YQ', 'a'],
])('[%s] is base64', (text, bytes) => expect(bytesAsked(text)).toBe(bytes));

test.each(['Y', 'Y=', 'Y==', 'YQ=', 'YWJj=', 'YWJj==', '=', '==', 'YW=I', 'YQ===', 'Y Q', 'Y-_A'])(
  '[%s] is not base64',
  (text) => expect(() => bytesAsked(text)).toThrow('the field is not base64'),
);

test('a file above the limit is refused by its size', () => {
  expect(bytesAsked(Buffer.alloc(10).toString('base64'))).toHaveLength(10);
  const text = Buffer.alloc(11).toString('base64');
  expect(() => bytesAsked(text)).toThrow('the file has [11] bytes, more than');
});
