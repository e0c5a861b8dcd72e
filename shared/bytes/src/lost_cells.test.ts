import fc from 'fast-check';
import { CELL_BYTES, emptyCells, FaintCells } from './lost_cells.js';

/** Bytes in which runs of zeros are common. */
const bytes = (maxRuns: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.tuple(fc.constantFrom(0, 0, 7), fc.integer({ min: 1, max: 90 })), {
      maxLength: maxRuns,
    })
    .map((runs) =>
      Uint8Array.from(runs.flatMap(([value, count]) => Array.from({ length: count }, () => value))),
    );

test('cells are parts of the file, and count if they are zeros of at least 16 bytes', () => {
  const cell = fc.constantFrom(64, 512);
  fc.assert(
    fc.property(bytes(12), fc.nat(2000), cell, (data, offset, cellBytes) => {
      const cells = new Map<number, number[]>();
      data.forEach((byte, at) => {
        const number = Math.floor((offset + at) / cellBytes);
        cells.set(number, [...(cells.get(number) ?? []), byte]);
      });
      const empty = [...cells.values()].filter(
        (part) => part.length >= 16 && part.every((byte) => byte === 0),
      );
      expect(emptyCells(data, offset, cellBytes)).toBe(empty.length);
    }),
  );
});

test.each([
  [15, 0, 0],
  [16, 0, 1],
  [64, 0, 1],
  [65, 0, 1],
  [80, 0, 2],
  [64, 32, 2],
  [64, 50, 1],
  [128, 49, 2],
])('%d zeros at offset %d have %d empty cells', (length, offset, count) => {
  expect(emptyCells(new Uint8Array(length), offset, 64)).toBe(count);
});

test('a cell with fewer than 8 bytes that are not zero is faint, however the bytes arrive', () => {
  fc.assert(
    fc.property(fc.array(bytes(6), { maxLength: 8 }), (pieces) => {
      const cells = new FaintCells();
      for (const piece of pieces) cells.add(piece);
      const all = pieces.flatMap((piece) => [...piece]);
      let faint = 0;
      for (let at = 0; at + CELL_BYTES <= all.length; at += CELL_BYTES) {
        const bright = all.slice(at, at + CELL_BYTES).filter((byte) => byte !== 0).length;
        if (bright < 8) faint++;
      }
      expect(cells.count).toBe(faint);
    }),
  );
});

test('seven bytes leave a cell faint, eight do not; a restart begins a cell', () => {
  const withBright = (count: number) => new Uint8Array(CELL_BYTES).fill(1, 0, count);
  const cells = new FaintCells();
  cells.add(withBright(7));
  expect(cells.count).toBe(1);
  cells.add(withBright(8));
  expect(cells.count).toBe(1);
  cells.add(withBright(64).subarray(0, 63));
  cells.restart();
  expect(cells.count).toBe(0);
  cells.add(new Uint8Array(CELL_BYTES - 1));
  expect(cells.count).toBe(0);
  cells.add(new Uint8Array(1));
  expect(cells.count).toBe(1);
});
