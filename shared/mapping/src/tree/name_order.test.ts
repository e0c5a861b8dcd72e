import fc from 'fast-check';
import { inNameOrder } from './name_order.js';

test('a map is sorted by its names, and is itself when it is in order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), (names) => {
      const map = new Map(names.map((name) => [name, name.length]));
      const ordered = inNameOrder(map);
      expect([...ordered.keys()]).toEqual([...names].sort());
      expect(ordered).toEqual(map);
      expect(inNameOrder(ordered)).toBe(ordered);
    }),
  );
});
