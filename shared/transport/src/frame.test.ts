import fc from 'fast-check';
import { decodeFrame, encodeFrame, frame, HEADER_BYTES, KIND } from './frame.js';

const kinds = fc.constantFrom(...Object.values(KIND));
const frames = fc
  .record({
    kind: kinds,
    action: fc.nat(65_535),
    requestId: fc.nat(2 ** 32 - 1),
    head: fc.uint8Array({ maxLength: 50 }),
    payload: fc.uint8Array({ maxLength: 200 }),
  })
  .map(({ kind, ...parts }) => frame(kind, parts));

test('a frame is read back as it was written', () => {
  fc.assert(fc.property(frames, (one) => expect(decodeFrame(encodeFrame(one))).toEqual(one)));
});

test('a flipped bit of the header, or a frame cut off, is refused', () => {
  const flipped = fc.property(frames, fc.nat(HEADER_BYTES * 8 - 1), (one, bit) => {
    const bytes = encodeFrame(one);
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    expect(() => decodeFrame(bytes)).toThrow('broken frame');
  });
  const cut = fc.property(frames, fc.nat(), (one, length) => {
    const bytes = encodeFrame(one);
    expect(() => decodeFrame(bytes.subarray(0, length % bytes.length))).toThrow('broken frame');
  });
  fc.assert(flipped);
  fc.assert(cut);
});
