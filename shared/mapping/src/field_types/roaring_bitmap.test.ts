import { readRoaringBitmap } from './roaring_bitmap.js';

const u16 = (...numbers: number[]): number[] => numbers.flatMap((n) => [n & 255, n >>> 8]);
const u32 = (...numbers: number[]): number[] => numbers.flatMap((n) => u16(n & 0xffff, n >>> 16));

function spansOf(bytes: readonly number[]): (readonly [number, number])[] {
  const { first, last } = readRoaringBitmap(Uint8Array.from(bytes));
  return Array.from(first, (from, i) => [from, last[i] ?? Number.NaN]);
}

test('lists of numbers, the greater half of which are negative', () => {
  const heads = [...u16(0, 2), ...u16(0xffff, 1)];
  const lists = [...u16(5, 6, 9), ...u16(0xfffe, 0xffff)];
  const bytes = [...u32(12_346, 2), ...heads, ...u32(24, 30), ...lists];
  expect(spansOf(bytes)).toEqual([
    [-2, -1],
    [5, 6],
    [9, 9],
  ]);
});

test('runs take the memory of runs, and join over the edge of a container', () => {
  const cookie = u32(12_347 | (1 << 16));
  const heads = [...u16(0, 0xffff), ...u16(1, 0)];
  const runs = [...u16(1, 0, 0xffff), ...u16(0)];
  expect(spansOf([...cookie, 0b01, ...heads, ...runs])).toEqual([[0, 65_536]]);
});

test('runs are told of each container, beyond the first eight too', () => {
  const [count, runsOf] = [18, new Set([0, 7, 8, 9, 16])];
  const flags = [0, 1, 2].map((byte) =>
    [0, 1, 2, 3, 4, 5, 6, 7].reduce(
      (sum, bit) => sum | (runsOf.has(8 * byte + bit) ? 1 << bit : 0),
      0,
    ),
  );
  const heads = Array.from({ length: count }, (_, i) => u16(i, runsOf.has(i) ? 9 : 1)).flat();
  const containers = Array.from({ length: count }, (_, i) =>
    runsOf.has(i) ? u16(1, 20, 9) : u16(5, 7),
  );
  const start = 4 + flags.length + heads.length + 4 * count;
  let at = start;
  const offsets = containers.map((bytes) => {
    at += bytes.length;
    return at - bytes.length;
  });
  const cookie = u32((12_347 | ((count - 1) << 16)) >>> 0);
  const bytes = [...cookie, ...flags, ...heads, ...u32(...offsets), ...containers.flat()];
  const expected = Array.from({ length: count }, (_, i) => {
    const base = i * 65_536;
    if (runsOf.has(i)) return [[base + 20, base + 29]];
    return [5, 7].map((number) => [base + number, base + number]);
  }).flat();
  expect(spansOf(bytes)).toEqual(expected);
});

test('a container of many numbers is a bit set', () => {
  const bits = Array.from({ length: 8192 }, (_, i) => (i < 1000 ? 0xff : i === 8191 ? 0x80 : 0));
  const bytes = [...u32(12_346, 1), ...u16(3, 8000), ...u32(16), ...bits];
  const base = 3 * 65_536;
  expect(spansOf(bytes)).toEqual([
    [base, base + 7999],
    [base + 65_535, base + 65_535],
  ]);
});

test.each<[string, readonly number[]]>([
  ['nothing', []],
  ['another format', u32(1, 2, 3)],
  ['numbers that are missing', [...u32(12_346, 1), ...u16(0, 5), ...u32(16), ...u16(1)]],
  ['numbers that go down', [...u32(12_346, 1), ...u16(0, 1), ...u32(16), ...u16(2, 1)]],
])('%s is no bitmap', (_name, bytes) => {
  expect(() => spansOf(bytes)).toThrow('Failed to deserialize the bitmap.');
});
