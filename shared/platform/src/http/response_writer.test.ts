import { piecesOf } from './response_writer.js';

const KB = 1024;

function chunksOf(...lengths: readonly number[]): Uint8Array[] {
  return lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
}

test('short chunks go out together, long ones as they are, in order', () => {
  const chunks = chunksOf(1, 2 * KB, 0, 40 * KB, 5, 16 * KB, 17 * KB, 3);
  const pieces = [...piecesOf(chunks)];
  expect(pieces.map((piece) => piece.length)).toEqual([
    2 * KB + 1,
    40 * KB,
    16 * KB + 5,
    17 * KB,
    3,
  ]);
  expect(pieces[1]?.buffer).toBe(chunks[3]?.buffer);
  expect(pieces[4]?.buffer).toBe(chunks[7]?.buffer);
  expect(Buffer.concat(pieces).equals(Buffer.concat(chunks))).toBe(true);
});

test('no piece of short chunks is longer than 128 KB, none of a long one than a megabyte', () => {
  const chunks = chunksOf(...Array.from({ length: 40 }, () => 15 * KB), 2 * KB * KB + 1);
  const pieces = [...piecesOf(chunks)];
  expect(pieces.map((piece) => piece.length)).toEqual([
    ...Array.from({ length: 5 }, () => 120 * KB),
    KB * KB,
    KB * KB,
    1,
  ]);
  expect(Buffer.concat(pieces).equals(Buffer.concat(chunks))).toBe(true);
});

test('nothing is made of nothing', () => {
  expect([...piecesOf([])]).toEqual([]);
  expect([...piecesOf(chunksOf(0, 0))]).toEqual([]);
});
