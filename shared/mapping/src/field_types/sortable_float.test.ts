import { sortableDouble, sortableFloat, sortableHalf } from './sortable_float.js';

/** The form of float range bounds in Lucene's descriptions. */
test('floats as integers that sort alike', () => {
  expect(sortableFloat(3)).toBe(1_077_936_128);
  expect(sortableFloat(5.5)).toBe(1_085_276_160);
  expect(sortableFloat(Number.POSITIVE_INFINITY)).toBe(2_139_095_040);
  expect(sortableFloat(Number.NEGATIVE_INFINITY)).toBe(-2_139_095_041);
  const ordered = [Number.NEGATIVE_INFINITY, -2.5, -1, -0, 0, 2 ** -24, 0.5, 1, 65_504, Infinity];
  for (const sortable of [sortableFloat, sortableDouble, sortableHalf]) {
    const integers = ordered.map((value) => Number(sortable(value)));
    expect(integers).toEqual([...integers].sort((a, b) => a - b));
    expect(new Set(integers).size).toBe(ordered.length);
  }
  expect(sortableHalf(1)).toBe(0x3c00);
  expect(sortableHalf(2 ** -24)).toBe(1);
  expect(sortableDouble(1)).toBe(0x3ff0_0000_0000_0000n);
});
