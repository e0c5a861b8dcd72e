import { HASH, hashBytes } from '@skein/bytes';
import type { OrdinalColumn, SegmentReader } from '@skein/search_library';
import { KnownHashes } from './term_hashes.js';

function columnOf(cardinality: number, prefix = ''): OrdinalColumn {
  const column: Partial<OrdinalColumn> = {
    cardinality,
    term: (ordinal) => new TextEncoder().encode(`${prefix}${ordinal}`),
  };
  return column as OrdinalColumn;
}

const reader = () => ({}) as SegmentReader;

test('hashes are made once as many terms were hashed as there are', () => {
  const known = new KnownHashes(10_000);
  const [one, other] = [reader(), reader()];
  const asked = { field: 'f', column: columnOf(10) };
  expect(known.of(one, asked, 6)).toBeUndefined();
  expect(known.of(one, asked, 6)).toBeUndefined();
  expect(known.of(other, asked, 6)).toBeUndefined();
  expect(known.of(one, { ...asked, field: 'g' }, 6)).toBeUndefined();
  const hashes = known.of(one, asked, 6);
  hashBytes(new TextEncoder().encode('7'));
  expect([hashes?.high[7], hashes?.low[7]]).toEqual([HASH[0], HASH[1]]);
  expect(known.of(one, asked, 1)).toBe(hashes);
  expect(known.usedBytes).toBe(80);
});

test('those used longest ago go first, and a large dictionary is not kept', () => {
  const known = new KnownHashes(400);
  const readers = Array.from({ length: 6 }, reader);
  const asked = { field: 'f', column: columnOf(12) };
  const made = (each: SegmentReader) => {
    known.of(each, asked, 12);
    return known.of(each, asked, 12);
  };
  const [first, second, third, fourth, fifth] = readers as [
    SegmentReader,
    SegmentReader,
    SegmentReader,
    SegmentReader,
    SegmentReader,
  ];
  for (const each of [first, second, third, fourth]) expect(made(each)).toBeDefined();
  expect(known.usedBytes).toBe(384);
  expect(known.of(first, asked, 1)).toBeDefined();
  expect(made(fifth)).toBeDefined();
  expect(known.usedBytes).toBe(384);
  expect(known.of(first, asked, 1)).toBeDefined();
  expect(known.of(second, asked, 1)).toBeUndefined();
  const large = { field: 'l', column: columnOf(13) };
  for (let i = 0; i < 4; i++) expect(known.of(first, large, 13)).toBeUndefined();
});
