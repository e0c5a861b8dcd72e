import type { OrdinalColumn, SegmentReader } from '@skein/search_library';
import { columnTerms } from './column_terms.js';

test('hashes of terms are kept of columns that are the same for every search, and of no others', () => {
  const column = { cardinality: 1, slots: Uint8Array.of(1) } as Partial<OrdinalColumn>;
  const segment = { ordinals: () => column } as unknown as SegmentReader;
  const hashes = (uninverting?: { min: number; max: number; minSegmentSize: number }) =>
    columnTerms('f', [segment], { uninverting }).alone?.(segment)?.hashes;
  expect(hashes()).toBeDefined();
  expect(hashes({ min: 0.1, max: 0.5, minSegmentSize: 0 })).toBeUndefined();
});
