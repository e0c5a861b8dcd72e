/** Packed positions of every width, read one by one and all at once. */
import fc from 'fast-check';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { appendPacked, appendVarints, packedPosition, packPositions } from './position_packing.js';

const widths = Array.from({ length: 33 }, (_, bits) => bits);

test.each(widths)('%d bits', (bits) => {
  const value = fc.nat(2 ** bits - 1);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), fc.nat(3), (list, before) => {
      const values = Uint32Array.from(list);
      const out = new GrowableBytes(1);
      out.append(new Uint8Array(before));
      packPositions(values, bits, out);
      expect(out.length).toBe(before + Math.ceil((list.length * bits) / 8));
      const bytes = out.view();
      expect(list.map((_, i) => packedPosition(bytes, before, bits, i))).toEqual(list);
      const all = new GrowableU32(1);
      appendPacked(bytes, { start: before, bits, count: list.length }, all);
      expect([...all.view()]).toEqual(list);
    }),
    { numRuns: 20 },
  );
});

test('varints: as many as there are, and no more than bytes', () => {
  const bytes = new GrowableBytes();
  for (const value of [0, 127, 128, 2 ** 31]) bytes.varint(value);
  const all = new GrowableU32();
  expect(appendVarints(bytes.view(), 0, 4, all)).toBe(bytes.length);
  expect([...all.view()]).toEqual([0, 127, 128, 2 ** 31]);
  expect(() => appendVarints(bytes.view(), 3, 2 ** 31, all)).toThrow('more positions than bytes');
});
