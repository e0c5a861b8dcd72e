import { memoryOwners } from './memory_owners.js';

const heap = (name: string, committedBytes: number) => ({
  name,
  usedBytes: committedBytes / 2,
  committedBytes,
  nativeBytes: 3,
  externalBytes: 20,
});
const memory = { heaps: [heap('main', 100), heap('search-1', 40)], segmentBytes: 50 };

test('the owners add up to the resident memory', () => {
  const residence = { anonymousBytes: 400, fileBytes: 70 };
  const owners = memoryOwners({ residentBytes: 470, residence }, memory);
  expect(owners).toEqual({
    heaps: 140,
    engine: 6,
    buffers: 40,
    segments: 50,
    files: 70,
    other: 164,
  });
  expect(Object.values(owners).reduce((sum, bytes) => sum + bytes, 0)).toBe(470);
});

test('a system that does not tell the files counts them as other', () => {
  const { files, other } = memoryOwners({ residentBytes: 470, residence: undefined }, memory);
  expect({ files, other }).toEqual({ files: 0, other: 234 });
});

test('buffers that were never written are larger than the resident memory, and nothing is other', () => {
  expect(memoryOwners({ residentBytes: 200, residence: undefined }, memory).other).toBe(0);
});
