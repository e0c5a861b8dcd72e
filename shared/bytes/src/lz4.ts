/**
 * LZ4 blocks: they decompress in a few microseconds where zstd spends tens on its set-up alone. A
 * dictionary is text that both sides have, in one array that never changes; matches may reach back
 * into it. The format is lz4_flex's: u32 decompressed length, then one raw block. The kernel
 * handles blocks of the usual size, the addon larger ones, and all of them when the build has no
 * kernel.
 */
import { readFileSync } from 'node:fs';
import { assert, systemCodeOf } from '@skein/base';
import { compressSync, uncompressSync } from 'lz4-napi';
import { Lz4Kernel } from './lz4_kernel.js';
import { plainBytes } from './plain_bytes.js';

/** The thread's kernel, unset before its first block; an inner `undefined`: this build has none. */
let threadKernel: { readonly kernel: Lz4Kernel | undefined } | undefined;

export function compressLz4(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  const kernel = kernelFor(0, bytes.length, dictionary);
  if (kernel !== undefined) return kernel.compress(bytes, dictionary).slice();
  return plainBytes(compressSync(asBuffer(bytes), dictionary && asBuffer(dictionary)));
}

/**
 * Decompresses a block. `length` is the known length of the result, so that a forged block cannot
 * fill memory.
 */
export function decompressLz4(
  bytes: Uint8Array,
  length: number,
  dictionary?: Uint8Array,
): Uint8Array {
  const { bytes: block, upTo } = openLz4(bytes, length, dictionary);
  upTo(length);
  if (kernelFor(bytes.length, length, dictionary) === undefined) return block;
  const owned = plainBytes(Buffer.allocUnsafeSlow(length));
  owned.set(block);
  return owned;
}

/** A block that is decompressed as far as is asked for. */
export interface OpenBlock {
  /** Room for the whole block; valid until the next call of another function here. */
  readonly bytes: Uint8Array;
  /** Makes at least `wanted` bytes of the block ready, and returns how many are. */
  readonly upTo: (wanted: number) => number;
}

/** Like `decompressLz4`, but nothing is decompressed before it is asked for. */
export function openLz4(bytes: Uint8Array, length: number, dictionary?: Uint8Array): OpenBlock {
  checkLength(bytes, length);
  const kernel = kernelFor(bytes.length, length, dictionary);
  if (kernel === undefined) {
    const whole = plainBytes(uncompressSync(bytes, dictionary && asBuffer(dictionary)));
    return { bytes: whole, upTo: () => length };
  }
  const block = kernel.open(bytes, length, dictionary);
  return { bytes: block, upTo: (wanted) => kernel.upTo(wanted) };
}

function checkLength(bytes: Uint8Array, length: number): void {
  const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  assert(declared === length, `LZ4 block declares [${declared}] bytes, expected [${length}]`);
}

function kernelFor(
  packedBytes: number,
  unpackedBytes: number,
  dictionary: Uint8Array | undefined,
): Lz4Kernel | undefined {
  if (!Lz4Kernel.fits(packedBytes, unpackedBytes, dictionary?.length ?? 0)) return undefined;
  threadKernel ??= { kernel: readKernel() };
  return threadKernel.kernel;
}

/** Reads the kernel from the folder of the JavaScript, where the build puts it. */
function readKernel(): Lz4Kernel | undefined {
  try {
    return new Lz4Kernel(readFileSync(new URL('./lz4.wasm', import.meta.url)));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
