import { VersionMap } from './version_map.js';

const value = (seqNo: number, deleted = false) => ({
  version: seqNo + 1,
  seqNo,
  primaryTerm: 3,
  deleted,
});

test('more documents than there are slots in the beginning keep their versions and places', () => {
  const map = new VersionMap();
  const count = 5000;
  const place = (i: number) => ({ generation: 1 + (i % 3), offset: i * 10, length: i });
  for (let i = 0; i < count; i++) map.putIndexed(`d${i}`, value(i), place(i));
  for (let i = 0; i < count; i++)
    expect(map.get(`d${i}`)).toEqual({ ...value(i), location: place(i) });
  expect(map.slotCount).toBe(count);
  map.putIndexed('d7', value(count), undefined);
  expect(map.get('d7')).toEqual({ ...value(count), location: undefined });
  expect(map.get('d8')).toEqual({ ...value(8), location: place(8) });
  expect(map.slotCount).toBe(count);
});

test('a refresh forgets live entries and their memory', () => {
  const map = new VersionMap();
  const empty = map.estimatedBytes;
  map.putIndexed('a', value(0), undefined);
  expect(map.estimatedBytes).toBeGreaterThan(empty);
  for (let i = 0; i < 5000; i++) map.putIndexed(`d${i}`, value(i), undefined);
  const full = map.estimatedBytes;
  expect(full).toBeGreaterThan(empty + 5000 * 6 * 8);
  map.clearLive();
  expect(map.estimatedBytes).toBe(empty);
  expect(map.slotCount).toBe(0);
  expect(map.get('d1')).toBeUndefined();
  map.putIndexed('d1', value(9), undefined);
  expect(map.get('d1')?.seqNo).toBe(9);
});

test('an id that was looked for before it came is found afterwards', () => {
  const map = new VersionMap();
  expect(map.get('a')).toBeUndefined();
  map.putIndexed('a', value(0), undefined);
  expect(map.get('b')).toBeUndefined();
  map.putIndexed('a', value(1), undefined);
  expect(map.slotCount).toBe(1);
  expect(map.get('a')?.seqNo).toBe(1);
});

test('a deletion is remembered over a refresh, until it is old and below the checkpoint', () => {
  const map = new VersionMap();
  const empty = map.estimatedBytes;
  map.putIndexed('a', value(0), undefined);
  map.putDeleted('a', value(1, true), 1000);
  map.putDeleted('b', value(5, true), 2000);
  map.putDeleted('c', value(3, true), 3000);
  expect(map.get('a')).toEqual({ ...value(1, true), location: undefined });
  map.clearLive();
  expect(map.estimatedBytes).toBeGreaterThan(empty);
  const left = () => ['a', 'b', 'c'].filter((id) => map.get(id) !== undefined);
  map.pruneTombstones(1100, 100, 9);
  expect(left()).toEqual(['a', 'b', 'c']);
  map.pruneTombstones(1101, 100, 0);
  expect(left()).toEqual(['a', 'b', 'c']);
  map.pruneTombstones(1101, 100, 1);
  expect(left()).toEqual(['b', 'c']);
  map.pruneTombstones(9999, 100, 4);
  expect(left()).toEqual(['b']);
  map.putIndexed('b', value(6), undefined);
  map.clearLive();
  expect(left()).toEqual([]);
  map.putDeleted('a', value(7, true), 0);
  map.putIndexed('b', value(8), undefined);
  map.clear();
  expect(left()).toEqual([]);
  expect(map.estimatedBytes).toBe(empty);
});

test('a document deleted again is remembered from the later time', () => {
  const map = new VersionMap();
  map.putDeleted('a', value(0, true), 1000);
  map.putDeleted('b', value(1, true), 1500);
  map.putDeleted('a', value(2, true), 2000);
  map.pruneTombstones(1601, 100, 9);
  expect(map.get('a')?.seqNo).toBe(2);
  expect(map.get('b')).toBeUndefined();
});
