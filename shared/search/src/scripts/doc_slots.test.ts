/** Tests that a script reads each long exactly, in blocks of rows and one by one. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const EDGES = [31, 32, 51, 53, 62].flatMap((bits) => [2n ** BigInt(bits) - 1n, 2n ** BigInt(bits)]);
const LONGS = [0n, 1n, 5n, 255n, ...EDGES, 2n ** 63n - 1n].flatMap((value) => [value, -value]);

/** An index whose documents have these longs; every third document has none. */
function indexOf(longs: readonly bigint[]): TestIndex {
  const documents = longs.flatMap((l) => [{ l }, { l: [l] }, {}]);
  return new TestIndex({ mapping: { properties: { l: { type: 'long' } } }, documents });
}

const script = (source: string, params: JsonObject = {}) => ({
  script: { script: { source, params } },
});

describe.each<[string, readonly bigint[]]>([
  ['small ones', LONGS.filter((value) => value < 2n ** 51n && value > -(2n ** 51n))],
  ['small and large ones', LONGS],
])('%s', (_what, longs) => {
  const index = indexOf(longs);
  const count = (source: string, params: JsonObject = {}) =>
    index.search({ query: script(source, params), size: 1000 }).ids.length;
  const has = "doc['l'].size() > 0 && ";

  test('are found by their values, and by no others', () => {
    const found = longs.map((value) => count(`${has}doc['l'].value == params.x`, { x: value }));
    expect(found).toEqual(longs.map((value) => 2 * longs.filter((one) => one === value).length));
    expect(count(`${has}doc['l'].value == params.x`, { x: 77 })).toBe(0);
  });

  test('are numbers to calculate with', () => {
    const below = longs.map((value) => count(`${has}doc['l'].value < params.x`, { x: value }));
    expect(below).toEqual(longs.map((value) => 2 * longs.filter((one) => one < value).length));
  });

  test('are missing where there are none', () => {
    expect(count("doc['l'].size() == 0")).toBe(longs.length);
    expect(count("doc['l'].size() == 1")).toBe(2 * longs.length);
    expect(() => count("doc['l'].value == 0L")).toThrow();
  });
});

test('more rows than one block are read, each with its own value', () => {
  const longs = Array.from({ length: 3000 }, (_, i) => BigInt(i) * 2n ** 20n);
  const documents = longs.map((l) => ({ l }));
  const index = new TestIndex({ mapping: { properties: { l: { type: 'long' } } }, documents });
  const query = script("doc['l'].value % 2097152L == 0L");
  expect(index.search({ query, size: 1 }).total).toBe(1500);
});
