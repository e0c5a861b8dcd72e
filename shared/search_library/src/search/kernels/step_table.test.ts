/** The steps that are passed to kernels, and those that are not. */
import { MAX_BLOCK_STEPS } from '../../kernels/block_layout.js';
import { stepTable } from './step_table.js';

const bytes = { raw: new Uint8Array(4), min: 10, gcd: 5, presence: null };
const steps = (...starts: number[]) => Float64Array.from(starts);

test('steps begin at the least number stored whose value is not before them', () => {
  expect(stepTable(bytes, 1285, steps(-3, 10, 11, 15, 16, 1286))?.starts).toEqual(
    Uint32Array.of(0, 0, 1, 1, 2, 256),
  );
});

test('no stored number is in a step that begins behind all of them', () => {
  const words = { ...bytes, raw: new Uint32Array(4), min: 0, gcd: 1 };
  const table = stepTable(words, 2 ** 32 - 1, steps(0, 2 ** 32 - 1, 2 ** 32, 2 ** 33));
  expect(table?.starts).toEqual(Uint32Array.of(0, 2 ** 32 - 1));
});

test('the upper bits of a number lead to the step of the least of them', () => {
  const words = { ...bytes, raw: new Uint32Array(4), min: 0, gcd: 1 };
  const table = stepTable(words, 2 ** 13 - 1, steps(0, 3, 4, 4096));
  expect(table?.shift).toBe(2);
  expect([0, 1, 2, 1023, 1024, 2047].map((at) => table?.coarse[at])).toEqual([0, 2, 2, 2, 3, 3]);
});

test('fractions, too many steps and numbers beyond 2^52 are not for kernels', () => {
  expect(stepTable({ ...bytes, raw: new Float64Array(4) }, 20, steps(0))).toBeUndefined();
  expect(stepTable({ ...bytes, raw: new Float32Array(4) }, 20, steps(0))).toBeUndefined();
  expect(stepTable(bytes, 20, steps())).toBeUndefined();
  expect(stepTable(bytes, 20, new Float64Array(MAX_BLOCK_STEPS))).toBeDefined();
  expect(stepTable(bytes, 20, new Float64Array(MAX_BLOCK_STEPS + 1))).toBeUndefined();
  expect(stepTable(bytes, 2 ** 53, steps(0))).toBeUndefined();
});
