import { DictionaryCache } from './dictionary_cache.js';

/** The groups of a reader. */
const GROUPS = 100;

/** A dictionary of two bytes that says whose it is; counts how often one is read. */
function setUp(limit: number) {
  const cache = new DictionaryCache(limit);
  const read: string[] = [];
  const get = (reader: number, group: number, mostBytes = 16) =>
    cache.get(reader * GROUPS, group, mostBytes, (asked, room) => {
      read.push(`${reader}/${asked}`);
      expect(room).toHaveLength(mostBytes);
      room.set([reader, asked]);
      return { length: 2, firstBlock: 10 * asked };
    });
  return { get, read };
}

test('a dictionary is read once while it is among the most recently used', () => {
  const { get, read } = setUp(2);
  expect(get(1, 7)).toEqual({ bytes: Uint8Array.of(1, 7), firstBlock: 70 });
  expect(get(2, 7)).toEqual({ bytes: Uint8Array.of(2, 7), firstBlock: 70 });
  expect(get(1, 7)).toEqual({ bytes: Uint8Array.of(1, 7), firstBlock: 70 });
  expect(get(1, 8).bytes).toEqual(Uint8Array.of(1, 8));
  expect(get(1, 7).bytes).toEqual(Uint8Array.of(1, 7));
  expect(get(2, 7).bytes).toEqual(Uint8Array.of(2, 7));
  expect(read).toEqual(['1/7', '2/7', '1/8', '2/7']);
});

test('a dropped dictionary leaves its memory to the next one, in an array of its own', () => {
  const { get } = setUp(1);
  const first = get(1, 1).bytes;
  const second = get(1, 2).bytes;
  expect(second.buffer).toBe(first.buffer);
  expect(second).not.toBe(first);
  const longer = get(1, 3, 17).bytes;
  expect(longer.buffer.byteLength).toBe(17);
  expect(get(1, 4, 16).bytes.buffer).toBe(longer.buffer);
});
