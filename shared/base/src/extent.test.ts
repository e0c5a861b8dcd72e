import fc from 'fast-check';
import { extentOf } from './extent.js';

test('is that of Math.min and Math.max', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), (values) => {
      expect(extentOf(values)).toEqual({
        least: Math.min(...values),
        greatest: Math.max(...values),
      });
    }),
  );
});

test('is found for more values than the stack holds', () => {
  const values = Float64Array.from({ length: 1_000_000 }, (_, i) => i - 5);
  expect(extentOf(values)).toEqual({ least: -5, greatest: 999_994 });
});
