import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { compressSync, uncompressSync } from 'lz4-napi';
import { compressLz4, decompressLz4, openLz4 } from './lz4.js';
import { LZ4_WINDOW_BYTES, Lz4Kernel, MAX_KERNEL_BLOCK_BYTES } from './lz4_kernel.js';

const ROOT = join(__dirname, '../../..');

/** The kernel, compiled anew when its source has changed. */
function compiledKernel(): Lz4Kernel {
  const script = join(ROOT, 'scripts/build/kernels.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the kernel does not compile: ${stderr}`);
  return new Lz4Kernel(readFileSync(join(ROOT, 'shared/bytes/dist/lz4.wasm')));
}

let kernel: Lz4Kernel;
beforeAll(() => {
  kernel = compiledKernel();
});

/** Bytes in which pieces repeat, near and far, among unique ones. */
const repetitive = (maxPieces: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc
          .constantFrom('{"name":"', 'abc', 'the same words again and again ', '0', 'x'.repeat(300))
          .map((text) => new TextEncoder().encode(text)),
        fc
          .tuple(fc.nat(255), fc.nat(3000))
          .map(([byte, length]) => new Uint8Array(length).fill(byte)),
      ),
      { maxLength: maxPieces },
    )
    .map((pieces) => {
      const joined = new Uint8Array(Buffer.concat(pieces));
      return joined.subarray(0, MAX_KERNEL_BLOCK_BYTES);
    });

const dictionaries = fc.option(repetitive(60), { nil: undefined });

describe('the kernel', () => {
  it('gives back what it compressed, and the addon too', () => {
    fc.assert(
      fc.property(repetitive(80), dictionaries, (block, dictionary) => {
        const packed = kernel.compress(block, dictionary).slice();
        expect(Buffer.from(kernel.decompress(packed, block.length, dictionary))).toEqual(
          Buffer.from(block),
        );
        const given = dictionary && Buffer.from(dictionary);
        expect(uncompressSync(Buffer.from(packed), given)).toEqual(Buffer.from(block));
      }),
      { numRuns: 300 },
    );
  });

  it('decompresses a block piece by piece, each as far as is asked for', () => {
    const wishes = fc.array(fc.nat(MAX_KERNEL_BLOCK_BYTES + 10), { maxLength: 8 });
    fc.assert(
      fc.property(repetitive(80), dictionaries, wishes, (block, dictionary, asked) => {
        const packed = kernel.compress(block, dictionary).slice();
        const opened = kernel.open(packed, block.length, dictionary);
        let most = 0;
        for (const wanted of asked) {
          const ready = kernel.upTo(wanted);
          most = Math.max(most, Math.min(wanted, block.length));
          expect(ready).toBeGreaterThanOrEqual(most);
          expect(ready).toBeLessThanOrEqual(block.length);
          expect(Buffer.compare(opened.subarray(0, ready), block.subarray(0, ready))).toBe(0);
        }
        expect(kernel.upTo(block.length)).toBe(block.length);
        expect(Buffer.compare(opened, block)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('stops soon after the bytes that are asked for', () => {
    const block = Uint8Array.from({ length: 16_384 }, (_none, i) => (i * i) >> 7);
    const packed = kernel.compress(block, undefined).slice();
    kernel.open(packed, block.length, undefined);
    for (const wanted of [1, 1000, 5000]) {
      expect(kernel.upTo(wanted)).toBeLessThan(wanted + 2000);
    }
  });

  it('reads what the addon compressed', () => {
    fc.assert(
      fc.property(repetitive(80), dictionaries, (block, dictionary) => {
        const packed = compressSync(Buffer.from(block), dictionary && Buffer.from(dictionary));
        const read = kernel.decompress(packed, block.length, dictionary);
        expect(Buffer.from(read)).toEqual(Buffer.from(block));
      }),
      { numRuns: 300 },
    );
  });

  it('holds blocks and dictionaries of every size up to its limits', () => {
    for (const size of [0, 1, 4, 12, 13, 17, 18, 19, 270, 16_384, MAX_KERNEL_BLOCK_BYTES]) {
      for (const dictionarySize of [1, 7, 8, 49_152, LZ4_WINDOW_BYTES]) {
        const dictionary = Uint8Array.from({ length: dictionarySize }, (_none, i) => (i * i) >> 7);
        for (const block of [
          Uint8Array.from({ length: size }, (_none, i) => (i * i) >> 7),
          Uint8Array.from({ length: size }, (_none, i) => Math.imul(i, 0x9e3779b1) >>> 24),
        ]) {
          const packed = kernel.compress(block, dictionary).slice();
          const read = kernel.decompress(packed, size, dictionary);
          expect(Buffer.compare(read, block)).toBe(0);
        }
      }
    }
  });

  it('refuses damaged blocks or gives other bytes, never more than were asked for', () => {
    fc.assert(
      fc.property(
        repetitive(40),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        fc.nat(20),
        (block, damage, cut) => {
          const packed = kernel.compress(block, undefined).slice();
          for (const [at, byte] of damage) {
            if (packed.length > 4) packed[4 + (at % (packed.length - 4))] = byte;
          }
          const damaged = packed.subarray(0, Math.max(4, packed.length - cut));
          const neighbour = new Uint8Array(1000).fill(7);
          const kept = kernel.compress(neighbour, neighbour).slice();
          try {
            expect(kernel.decompress(damaged, block.length, undefined)).toHaveLength(block.length);
          } catch (error) {
            expect((error as Error).message).toMatch(/LZ4 block gives/);
          }
          const read = kernel.decompress(kept, 1000, neighbour);
          expect(Buffer.compare(read, neighbour)).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses a block that is cut anywhere, and offsets to before its beginning', () => {
    const text = new TextEncoder().encode(
      'again and again and again, and the same again and again',
    );
    const packed = kernel.compress(text, undefined).slice();
    for (let length = 4; length < packed.length; length++) {
      const cut = packed.slice(0, length);
      expect(() => kernel.decompress(cut, text.length, undefined)).toThrow('LZ4 block gives');
      kernel.open(cut, text.length, undefined);
      expect(() => kernel.upTo(text.length)).toThrow();
    }
    /** One literal and a match of four bytes from `offset` before, then five literals. */
    const match = (...offset: number[]) =>
      Uint8Array.of(10, 0, 0, 0, 0x10, 0x61, ...offset, 0x50, 1, 2, 3, 4, 5);
    expect(kernel.decompress(match(1, 0), 10, undefined).slice(0, 5)).toEqual(
      new Uint8Array(5).fill(0x61),
    );
    for (const offset of [
      [0, 0],
      [2, 0],
      [0, 1],
      [255, 255],
    ]) {
      expect(() => kernel.decompress(match(...offset), 10, undefined)).toThrow('LZ4 block gives');
    }
    const dictionary = Uint8Array.of(9, 8, 7);
    const read = kernel.decompress(match(4, 0), 10, dictionary);
    expect([...read.slice(0, 5)]).toEqual([0x61, 9, 8, 7, 0x61]);
    expect(() => kernel.decompress(match(5, 0), 10, dictionary)).toThrow('LZ4 block gives');
  });

  it('reads nothing of what a longer block has left behind a cut one', () => {
    const block = Uint8Array.from({ length: 3000 }, (_none, i) => (i * i) >> (i % 40));
    const packed = kernel.compress(block, undefined).slice();
    const outcome = (before: Uint8Array, length: number, wanted: number) => {
      kernel.open(before, block.length, undefined);
      const opened = kernel.open(packed.subarray(0, length), block.length, undefined);
      try {
        return Buffer.from(opened.subarray(0, kernel.upTo(wanted)));
      } catch (error) {
        return String(error);
      }
    };
    const zeros = new Uint8Array(packed.length);
    for (let length = 5; length < packed.length; length++) {
      for (const wanted of [500, 1500, 2990, 3000]) {
        const expected = outcome(zeros, length, wanted);
        expect([length, outcome(packed, length, wanted)]).toEqual([length, expected]);
      }
    }
  });

  it('takes blocks and dictionaries up to its limits', () => {
    const packed = MAX_KERNEL_BLOCK_BYTES + 258 + 1024;
    const [unpacked, dictionary] = [MAX_KERNEL_BLOCK_BYTES, LZ4_WINDOW_BYTES];
    expect(Lz4Kernel.fits(packed, unpacked, dictionary)).toBe(true);
    expect(Lz4Kernel.fits(packed + 1, unpacked, dictionary)).toBe(false);
    expect(Lz4Kernel.fits(packed, unpacked + 1, dictionary)).toBe(false);
    expect(Lz4Kernel.fits(packed, unpacked, dictionary + 1)).toBe(false);
  });

  it('keeps many dictionaries apart', () => {
    const texts = Array.from({ length: 20 }, (_none, i) =>
      new TextEncoder().encode(`dictionary ${i} says ${'so '.repeat(i)} and nothing else`),
    );
    const packed = texts.map((text) => kernel.compress(text, text).slice());
    for (let round = 0; round < 3; round++) {
      texts.forEach((text, i) => {
        const read = kernel.decompress(packed[i] ?? text, text.length, text);
        expect(Buffer.compare(read, text)).toBe(0);
      });
    }
  });
});

describe('blocks', () => {
  it('come back, small and larger than the kernel takes', () => {
    for (const size of [0, 100, 16_384, 65_536, 65_537, 300_000]) {
      const block = Uint8Array.from({ length: size }, (_none, i) => (i >> 3) * 7);
      const packed = compressLz4(block);
      expect(Buffer.compare(decompressLz4(packed, size), block)).toBe(0);
      const opened = openLz4(packed, size);
      expect(opened.upTo(size)).toBe(size);
      expect(Buffer.compare(opened.bytes, block)).toBe(0);
    }
  });

  it('are refused when they declare another length', () => {
    const packed = compressLz4(new Uint8Array(100));
    expect(() => decompressLz4(packed, 99)).toThrow('declares [100] bytes, expected [99]');
  });
});
