import { fixedColumns } from './fixed_buckets.js';

test('columns are made once, however many owners are shown by them', () => {
  const part = { width: 2, counts: Float64Array.of(1, 2, 3, 4), children: [] };
  const columns = fixedColumns(part);
  expect(columns.starts).toEqual(Uint32Array.of(0, 2, 4));
  expect(fixedColumns(part)).toBe(columns);
});
