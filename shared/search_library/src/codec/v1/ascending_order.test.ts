import fc from 'fast-check';
import { ascendingOrder } from './ascending_order.js';

const NONE = new Map<number, bigint>();

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, -5e-324),
  fc.integer({ min: -300, max: 300 }),
  fc.double({ noNaN: true }),
);

/** The order that JavaScript's own stable sort gives. */
function expected(values: Float64Array): number[] {
  return [...values.keys()].sort((a, b) => values[a] - values[b]);
}

it.each([10, 5000])('sorts %d numbers as comparing them would, equal ones in place', (size) => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 10 }), fc.integer(), (seeds, salt) => {
      const values = Float64Array.from(
        { length: size },
        (_none, i) => seeds[Math.abs(i * 7 + salt) % seeds.length] + ((i * 31 + salt) % 3),
      );
      const order = ascendingOrder({ values, wide: NONE });
      expect(order === undefined ? [...values.keys()] : [...order]).toEqual(expected(values));
    }),
    { numRuns: size > 1000 ? 30 : 200 },
  );
});

it('leaves ascending numbers alone', () => {
  expect(ascendingOrder({ values: Float64Array.of(-1, -0, 0, 3, 3), wide: NONE })).toBeUndefined();
});

it('compares exactly what no double holds', () => {
  const wide = new Map([
    [0, 2n ** 60n + 1n],
    [2, 2n ** 60n],
  ]);
  const values = Float64Array.of(2 ** 60, 5, 2 ** 60);
  expect([...(ascendingOrder({ values, wide }) ?? [])]).toEqual([1, 2, 0]);
});
