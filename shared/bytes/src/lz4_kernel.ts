/**
 * LZ4 in WebAssembly (`kernels/lz4.ts`). Its memory has several places, each for a dictionary with
 * the current block directly behind it, so that a match in the dictionary is an ordinary match. A
 * place also has the table of the dictionary's positions. The table costs as much as compressing
 * several blocks, and is made once for the thousands of blocks that share the dictionary.
 */
/// <reference path="../../web_globals/web_assembly.d.ts" />
import { assert } from '@skein/base';

/** Maximum distance of a match, dictionary included. */
export const LZ4_WINDOW_BYTES = 64 * 1024;
/** Larger blocks do not fit into the memory; they are rare, and the addon handles them. */
export const MAX_KERNEL_BLOCK_BYTES = 64 * 1024;
/** Limit of loaded dictionaries; the one that was loaded first is replaced first. */
const PLACES = 8;
/** Bytes behind the data that the kernel may write to, since it writes whole vectors. */
const SLACK_BYTES = 64;
const LOWEST_ADDRESS = 1024;
/** Incompressible data grows by one byte in 255, and has the lengths in front. */
const PACKED_BYTES = MAX_KERNEL_BLOCK_BYTES + Math.ceil(MAX_KERNEL_BLOCK_BYTES / 255) + 1024;
/** Size of the decompressed length in front of a block. */
const HEADER_BYTES = 4;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  blockTableBytes(): number;
  dictionaryTableBytes(): number;
  index(table: number, start: number, end: number): void;
  compress(
    blockTable: number,
    dictionaryTable: number,
    first: number,
    start: number,
    end: number,
    target: number,
  ): number;
  readonly stoppedAt: { readonly value: number };
  decompress(
    start: number,
    end: number,
    first: number,
    target: number,
    limit: number,
    wanted: number,
  ): number;
}

/** A place in memory, by its addresses. The dictionary ends where the block begins. */
interface Place {
  /** The table of the dictionary's positions, empty without a dictionary. */
  readonly table: number;
  readonly block: number;
  dictionary: Uint8Array | undefined;
  /** True if `table` belongs to the dictionary. */
  indexed: boolean;
}

export class Lz4Kernel {
  readonly #exports: KernelExports;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The address of the table of the positions in the block that is compressed. */
  readonly #table = LOWEST_ADDRESS;
  /** The address of a compressed block. */
  readonly #packed: number;
  readonly #places: Place[] = [];
  readonly #placeOf = new Map<Uint8Array | undefined, Place>();
  #nextPlace = 0;
  /**
   * The block that is being decompressed, by addresses: packed bytes from `at` to `end`, the
   * dictionary from `first`, the result from `block` to `limit`, which is complete up to `out`.
   */
  #open = { at: 0, end: 0, first: 0, block: 0, out: 0, limit: 0 };

  /** `wasm`: the output of the build for `kernels/lz4.ts`. */
  constructor(wasm: Uint8Array) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), {});
    this.#exports = instance.exports as KernelExports;
    const { buffer } = this.#exports.memory;
    const tableBytes = this.#exports.dictionaryTableBytes();
    this.#packed = LOWEST_ADDRESS + this.#exports.blockTableBytes();
    let end = this.#packed + PACKED_BYTES + SLACK_BYTES;
    for (let i = 0; i < PLACES; i++) {
      const table = end;
      const block = table + tableBytes + LZ4_WINDOW_BYTES;
      this.#places.push({ table, block, dictionary: undefined, indexed: false });
      end = block + MAX_KERNEL_BLOCK_BYTES + SLACK_BYTES;
    }
    assert(end <= buffer.byteLength, `the kernel has [${buffer.byteLength}] bytes, needs [${end}]`);
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  /**
   * Compresses a block of at most `MAX_KERNEL_BLOCK_BYTES`. The result, with the length in front,
   * is valid until the next call.
   */
  compress(block: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array {
    const place = this.#place(dictionary);
    const first = place.block - (dictionary?.length ?? 0);
    this.#index(place, first);
    this.#bytes.set(block, place.block);
    this.#view.setUint32(this.#packed, block.length, true);
    const end = this.#exports.compress(
      this.#table,
      place.table,
      first,
      place.block,
      place.block + block.length,
      this.#packed + HEADER_BYTES,
    );
    return this.#bytes.subarray(this.#packed, end);
  }

  /**
   * Decompresses a block. `packed`: the length in front, then the block. `length`: the same length,
   * which the caller has checked with `fits`. The result is valid until the next call.
   */
  decompress(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array {
    const block = this.open(packed, length, dictionary);
    this.upTo(length);
    return block;
  }

  /**
   * Begins to decompress a block, as `decompress` takes it. The result has space for all of the
   * block, is filled by `upTo`, and is valid until the next call of `open`, `compress` or
   * `decompress`.
   */
  open(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array {
    const { block } = this.#place(dictionary);
    this.#bytes.set(packed, this.#packed);
    const open = this.#open;
    open.at = this.#packed + HEADER_BYTES;
    open.end = this.#packed + packed.length;
    open.first = block - (dictionary?.length ?? 0);
    open.block = block;
    open.out = block;
    open.limit = block + length;
    return this.#bytes.subarray(block, block + length);
  }

  /** Decompresses at least the first `wanted` bytes; returns the number of bytes that are ready. */
  upTo(wanted: number): number {
    const open = this.#open;
    const { at, end, first, block, out, limit } = open;
    const isAll = block + wanted >= limit;
    // Beyond the limit, so that the kernel reads all packed bytes: the last sequence may be empty.
    const until = isAll ? limit + 1 : block + wanted;
    if (out < until && at < end) {
      const count = this.#exports.decompress(at, end, first, out, limit, until);
      assert(count >= 0, `LZ4 block gives [${count}] bytes, expected [${limit - block}]`);
      open.out += count;
      open.at = this.#exports.stoppedAt.value;
    }
    const ready = open.out - block;
    const isEnough = isAll ? ready === limit - block && open.at === end : ready >= wanted;
    assert(isEnough, `LZ4 block gives [${ready}] bytes, expected [${limit - block}]`);
    return ready;
  }

  /** True if a block and a dictionary of these sizes fit. */
  static fits(packedBytes: number, unpackedBytes: number, dictionaryBytes: number): boolean {
    return (
      packedBytes <= PACKED_BYTES &&
      unpackedBytes <= MAX_KERNEL_BLOCK_BYTES &&
      dictionaryBytes <= LZ4_WINDOW_BYTES
    );
  }

  #index(place: Place, first: number): void {
    if (place.indexed) return;
    this.#exports.index(place.table, first, place.block);
    place.indexed = true;
  }

  /**
   * The place of the dictionary. Dictionaries are compared by identity, since their arrays never
   * change.
   */
  #place(dictionary: Uint8Array | undefined): Place {
    const known = this.#placeOf.get(dictionary);
    if (known !== undefined) return known;
    const place = this.#places[this.#nextPlace];
    this.#nextPlace = (this.#nextPlace + 1) % PLACES;
    if (this.#placeOf.get(place.dictionary) === place) this.#placeOf.delete(place.dictionary);
    this.#placeOf.set(dictionary, place);
    if (dictionary !== undefined) this.#bytes.set(dictionary, place.block - dictionary.length);
    place.dictionary = dictionary;
    place.indexed = false;
    return place;
  }
}
