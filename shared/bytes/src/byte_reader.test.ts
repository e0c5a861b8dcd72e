import { ByteReader } from './byte_reader.js';
import { ByteWriter } from './byte_writer.js';

test('whatever reads past the end throws, at any length', () => {
  const reads: readonly [number, (reader: ByteReader) => unknown][] = [
    [1, (reader) => reader.u8()],
    [2, (reader) => reader.u16()],
    [4, (reader) => reader.u32()],
    [8, (reader) => reader.u64()],
    [8, (reader) => reader.i64()],
    [8, (reader) => reader.f64()],
    [5, (reader) => reader.raw(5)],
  ];
  for (const [length, read] of reads) {
    const whole = new ByteReader(new Uint8Array(length + 3), 3);
    read(whole);
    expect([whole.offset, whole.remaining]).toEqual([length + 3, 0]);
    for (let given = 0; given < length; given++)
      expect(() => read(new ByteReader(new Uint8Array(given)))).toThrow(RangeError);
  }
});

test('a length beyond the end is told, and an unfinished or endless number refused', () => {
  const reader = new ByteReader(Uint8Array.of(3, 65, 66));
  expect(() => reader.byteArray()).toThrow('[3] bytes wanted, [2] left');
  reader.seek(0);
  expect(() => reader.string()).toThrow('[3] bytes wanted, [2] left');
  expect(() => new ByteReader(Uint8Array.of(0x80, 0x80)).varint()).toThrow('none left');
  const most = new ByteWriter(16);
  most.varint(Number.MAX_SAFE_INTEGER);
  expect(most.view()).toHaveLength(8);
  expect(new ByteReader(most.view()).varint()).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => new ByteReader(new Uint8Array(9).fill(0xff)).varint()).toThrow('varint is too long');
});

test('a reader stands at multiples when it is told to', () => {
  const reader = new ByteReader(new Uint8Array(32));
  const ends: number[] = [];
  for (const at of [0, 1, 7, 8, 9]) {
    reader.seek(at);
    reader.align(8);
    ends.push(reader.offset);
  }
  expect(ends).toEqual([0, 8, 8, 8, 16]);
});

test('a view of shared bytes reads from its own beginning', () => {
  const bytes = Uint8Array.of(9, 9, 1, 0, 2, 0, 0, 0).subarray(2);
  const reader = new ByteReader(bytes);
  expect([reader.u16(), reader.u32()]).toEqual([1, 2]);
});
