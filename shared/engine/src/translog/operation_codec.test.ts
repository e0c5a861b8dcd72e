/** Tests the bytes of operations in the log. */
import fc from 'fast-check';
import {
  decodeOperation,
  encodedBound,
  encodeOperation,
  type TranslogOperation,
} from './operation_codec.js';

function encoded(operation: TranslogOperation, start = 0): Uint8Array {
  const bytes = new Uint8Array(start + encodedBound(operation));
  const end = encodeOperation(operation, { bytes, view: new DataView(bytes.buffer) }, start);
  return bytes.slice(start, end);
}

const noop = (reason: string): TranslogOperation => ({
  kind: 'noop',
  seqNo: 2 ** 40,
  primaryTerm: 3,
  reason,
});
const index = (id: string, routing?: string, text = '{}'): TranslogOperation => ({
  kind: 'index',
  seqNo: 7,
  primaryTerm: 3,
  version: 2 ** 60,
  id,
  routing,
  source: new TextEncoder().encode(text),
});

test.each([
  '',
  'plain',
  '\x7f',
  '\x80',
  '\u07ff',
  '\u0800',
  '\uffff',
  '\u{1f600}',
  '\ufeffmarked',
  'x'.repeat(48),
  'x'.repeat(49),
  `${'x'.repeat(47)}ä`,
  `${'x'.repeat(48)}ä`,
  'ä'.repeat(200),
])('the text %j is the same after its way into the log and back', (text) => {
  const operations = [
    noop(text),
    index(text),
    index('id', text),
    { kind: 'delete', seqNo: 0, primaryTerm: 1, version: -1, id: text } as const,
  ];
  for (const operation of operations) {
    expect(decodeOperation(encoded(operation))).toEqual(operation);
    expect(encoded(operation, 13)).toEqual(encoded(operation));
  }
});

test('every text is', () => {
  const text = fc.string({ unit: 'binary', maxLength: 80 });
  fc.assert(
    fc.property(text, fc.option(text, { nil: undefined }), text, (id, routing, source) => {
      const operation = index(id, routing, source);
      expect(decodeOperation(encoded(operation))).toEqual(operation);
    }),
  );
});

test('an empty routing and none are not the same', () => {
  const [empty, none] = [index('a', ''), index('a')].map((one) => decodeOperation(encoded(one)));
  expect(empty).toMatchObject({ routing: '' });
  expect(none).toMatchObject({ routing: undefined });
});

test('what ends early, is of no kind or lacks a text is corrupt', () => {
  const bytes = encoded(index('id', 'r', '{"a":1}'));
  for (let length = 0; length < bytes.length; length++) {
    expect(() => decodeOperation(bytes.subarray(0, length))).toThrow('shorter than it says');
  }
  const ofKind = (kind: number) => () => decodeOperation(bytes.with(0, kind));
  expect(ofKind(0)).toThrow('unknown operation kind [0]');
  expect(ofKind(4)).toThrow('unknown operation kind [4]');
  const reason = encoded(noop('why'));
  const lengthAt = 1 + 8 + 8;
  const absent = reason.map((byte, at) => (at >= lengthAt && at < lengthAt + 4 ? 0xff : byte));
  expect(() => decodeOperation(absent)).toThrow('an absent string where one must be');
  const invalid = encoded(noop('why')).with(lengthAt + 4, 0xff);
  expect(() => decodeOperation(invalid)).toThrow();
});
