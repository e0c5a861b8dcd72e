import fc from 'fast-check';
import { compressLz4, decompressLz4, openLz4 } from './lz4.js';
import {
  ByteReader,
  ByteWriter,
  compareBytes,
  compress,
  crc32,
  decompress,
  utf8,
  utf8Decode,
  utf8Length,
} from './mod.js';

const bytes = () => fc.uint8Array({ maxLength: 300 });

test('byte order is the order of Buffer.compare', () => {
  fc.assert(
    fc.property(bytes(), bytes(), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
    }),
  );
});

test('a slice of what was decompressed is a copy: it keeps and posts nothing else', () => {
  const block = utf8('a document among others '.repeat(400));
  const packed = compressLz4(block);
  const opened = openLz4(packed, block.length);
  opened.upTo(block.length);
  const all = [
    decompress(compress(block)),
    decompress(compress(block), block.length),
    decompressLz4(packed, block.length),
    opened.bytes,
  ];
  for (const bytes of all) {
    expect(bytes).toEqual(block);
    expect(bytes.slice(2, 10).buffer.byteLength).toBe(8);
  }
});

test('UTF-8 round trip, also from shared memory', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const encoded = utf8(text);
      expect(utf8Length(text)).toBe(encoded.length);
      const shared = new Uint8Array(new SharedArrayBuffer(encoded.length + 3), 3);
      shared.set(encoded);
      expect(utf8Decode(shared)).toBe(text);
    }),
  );
});

test('crc32 has the check value of the standard and can be fed in pieces', () => {
  const digits = utf8('123456789');
  expect(crc32(digits)).toBe(0xcbf43926);
  expect(crc32(digits.subarray(4), crc32(digits.subarray(0, 4)))).toBe(0xcbf43926);
});

test('compression round trip; the limit holds and damage throws', () => {
  fc.assert(
    fc.property(bytes(), (data) => {
      expect(Buffer.from(decompress(compress(data), data.length + 1))).toEqual(Buffer.from(data));
    }),
  );
  const zeros = compress(new Uint8Array(100_000));
  expect(() => decompress(zeros, 99_999)).toThrow();
  expect(() => decompress(utf8('not a zstd frame'))).toThrow();
});

type Item = { kind: string; value: unknown };
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ kind: fc.constant('varint'), value: fc.maxSafeNat() }),
  fc.record({
    kind: fc.constant('zigzag'),
    value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((n) => n * 1024),
  }),
  fc.record({ kind: fc.constant('u16'), value: fc.nat(0xffff) }),
  fc.record({ kind: fc.constant('u32'), value: fc.nat(0xffffffff) }),
  fc.record({ kind: fc.constant('u64'), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
  fc.record({ kind: fc.constant('f64'), value: fc.double() }),
  fc.record({ kind: fc.constant('string'), value: fc.string({ unit: 'grapheme' }) }),
);

test('what the writer wrote the reader reads', () => {
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const writer = new ByteWriter(16);
      for (const { kind, value } of items) {
        (writer as unknown as Record<string, (v: unknown) => void>)[kind]?.(value);
      }
      writer.align(8);
      expect(writer.length % 8).toBe(0);
      const reader = new ByteReader(writer.toBytes());
      for (const { kind, value } of items) {
        expect((reader as unknown as Record<string, () => unknown>)[kind]?.()).toEqual(value);
      }
      reader.align(8);
      expect(reader.remaining).toBe(0);
    }),
  );
});

test('a writer that was reset has nothing of what it wrote before', () => {
  const writer = new ByteWriter();
  writer.raw(new Uint8Array(16).fill(255));
  writer.reset();
  expect(writer.view()).toHaveLength(0);
  writer.u8(1);
  writer.align(8);
  expect([...writer.toBytes()]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
});

test('reading past the end throws', () => {
  expect(() => new ByteReader(new Uint8Array(3)).u32()).toThrow(RangeError);
  expect(() => new ByteReader(Uint8Array.of(5, 1)).byteArray()).toThrow(RangeError);
  expect(() => new ByteReader(new Uint8Array(12).fill(0xff)).varint()).toThrow(RangeError);
});

test('texts come back, short and long, ASCII and not', () => {
  const texts = [0, 1, 31, 32, 33, 127, 128, 5000].flatMap((length) => [
    'a'.repeat(length),
    `${'a'.repeat(length)}é`,
    `€${'b'.repeat(length)}`,
  ]);
  const writer = new ByteWriter(16);
  for (const text of texts) writer.string(text);
  const reader = new ByteReader(writer.toBytes());
  expect(texts.map(() => reader.string())).toEqual(texts);
  expect(reader.remaining).toBe(0);
});
