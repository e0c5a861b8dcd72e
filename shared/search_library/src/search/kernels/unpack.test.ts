/** Kernels read values of every width as codecs write them; each width has its function. */
import fc from 'fast-check';
import { GrowableBytes } from '../../codec/growable.js';
import { packLanes } from '../../codec/v1/lane_packing.js';
import { packPositions } from '../../codec/v1/position_packing.js';
import { Kernels } from './kernels.js';
import { compiledKernels } from './testing/compiled_kernels.js';

const WIDTHS = Array.from({ length: 33 }, (_, bits) => bits);
const TARGET = 64;
const PACKED = 1024;

const wasm = compiledKernels();

describe.each([
  ['compiled', new Kernels({ wasm })],
  ['plain', new Kernels()],
])('%s kernels', (_name, kernels) => {
  const memory = kernels.workspace(4096);
  const functions = kernels.over(memory);

  test.each(WIDTHS)('values of %i bits', (bits) => {
    const greatest = 2 ** bits - 1;
    const value = fc.oneof(fc.nat(greatest), fc.constantFrom(0, greatest, greatest >>> 1));
    const values = fc.array(value, { minLength: 128, maxLength: 128 });
    fc.assert(
      fc.property(values, fc.nat(15), (given, offset) => {
        const block = new GrowableBytes();
        packLanes(Uint32Array.from(given), bits, block);
        const target = new Uint32Array(memory.buffer, TARGET, 128).fill(0xabcdef);
        new Uint8Array(memory.buffer).set(block.view(), PACKED + offset);
        functions.unpack(PACKED + offset, bits, TARGET);
        expect([...target]).toEqual(given);
        const positions = new GrowableBytes();
        packPositions(Uint32Array.from(given), bits, positions);
        new Uint8Array(memory.buffer).set(positions.view(), PACKED + offset);
        const read = given.map((_, i) => functions.packedAt(PACKED + offset, bits, i) >>> 0);
        expect(read).toEqual(given);
      }),
      { numRuns: 6 },
    );
  });
});
