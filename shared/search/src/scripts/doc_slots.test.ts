/** Tests that a script reads each long exactly, in blocks of rows and one by one. */
import { TestIndex } from '../testing/test_index.js';

const EDGES = [31, 32, 51, 53, 62].flatMap((bits) => [2n ** BigInt(bits) - 1n, 2n ** BigInt(bits)]);
const LONGS = [0n, 1n, 5n, 255n, ...EDGES, 2n ** 63n - 1n].flatMap((value) => [value, -value]);

/** An index whose documents have these longs; every third document has none. */
function indexOf(longs: readonly bigint[]): TestIndex {
  const documents = longs.flatMap((l) => [{ l }, { l: [l] }, {}]);
  return new TestIndex({ mapping: { properties: { l: { type: 'long' } } }, documents });
}

const script = (source: string) => ({ script: { script: { source } } });
const literal = (value: bigint) => `${value}L`;

describe.each<[string, readonly bigint[]]>([
  ['small ones', LONGS.filter((value) => value < 2n ** 51n && value > -(2n ** 51n))],
  ['small and large ones', LONGS],
])('%s', (_what, longs) => {
  const index = indexOf(longs);
  const count = (source: string) => index.search({ query: script(source), size: 1000 }).ids.length;
  const has = "doc['l'].size() > 0 && ";

  test.each(longs.map((value) => [value]))('%p is found by its value and by no other', (value) => {
    const there = 2 * longs.filter((one) => one === value).length;
    expect(count(`${has}doc['l'].value == ${literal(value)}`)).toBe(there);
    if (value < 2n ** 63n - 1n)
      expect(count(`${has}doc['l'].value - 1L == ${literal(value)}`)).toBe(
        2 * longs.filter((one) => one - 1n === value).length,
      );
  });

  test('documents without a value say so', () => {
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
